import js from "@eslint/js";
import { importX } from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

/** Imports run one way: document ◄ formats ◄ session ◄ {editor, outline, textview, cli}; the webview sees types only. */
const zone = (target, from, message) => ({ target: `./${target}`, from: from.map((f) => `./${f}`), message });
const hosts = ["extension/editor", "extension/outline", "extension/textview", "extension/cli"];

export default tseslint.config(
  { ignores: ["dist/", "out/", ".cache/", "node_modules/", "samples/", "test/fixtures/"] },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    files: ["**/*.ts"],
    plugins: { "import-x": importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: { "import-x/resolver": { node: { extensions: [".ts", ".js", ".json"] } } },
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/no-extraneous-class": "off",
      "@typescript-eslint/no-invalid-void-type": "off",
      "max-lines": ["error", { max: 500, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 120, skipBlankLines: true, skipComments: true }],
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.property.name='push'][arguments.length=1] > SpreadElement",
          message: "A long array ends the engine's limit of arguments: use append of document/arrays",
        },
      ],
      "import-x/no-cycle": "error",
      "import-x/no-restricted-paths": [
        "error",
        {
          zones: [
            zone(
              "extension/document",
              ["extension/formats", "extension/session", ...hosts, "webview"],
              "document knows nobody",
            ),
            zone("extension/formats", ["extension/session", ...hosts, "webview"], "a format knows only document"),
            zone("extension/session", [...hosts, "webview"], "the session knows no host"),
            zone("webview", ["extension/formats", ...hosts], "the webview sees the protocol's and document's types"),
          ],
        },
      ],
    },
  },
  {
    files: ["extension/document/**/*.ts", "extension/formats/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: ["vscode", "node:*", "fs", "path", "zlib"],
              message: "a decoder is pure: no vscode, no Node, no DOM",
            },
          ],
        },
      ],
      "no-restricted-globals": ["error", "process", "Buffer", "window", "document", "setTimeout"],
    },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        Buffer: "readonly",
        URL: "readonly",
        setTimeout: "readonly",
        fetch: "readonly",
      },
    },
  },
  {
    files: ["test/**/*.ts"],
    rules: { "max-lines-per-function": "off", "@typescript-eslint/no-non-null-assertion": "off" },
  },
);
