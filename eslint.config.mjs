import js from "@eslint/js";
import tseslint from "typescript-eslint";
import { layers } from "./eslint.layers.mjs";

export default tseslint.config(
  { ignores: ["dist/", "out/", ".cache/", "node_modules/", "samples/", "test/fixtures/"] },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    files: ["**/*.ts"],
    plugins: { bitscope: { rules: { layers } } },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
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
        {
          selector: "ObjectExpression > Property[kind='get']",
          message:
            "Each object with a getter gets a shape of its own, which keeps what the getter refers to until V8 collects all garbage: use a function or a class",
        },
      ],
      "bitscope/layers": "error",
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
    // What VS Code loads without a bundler.
    files: ["**/*.cjs"],
    languageOptions: { sourceType: "commonjs", globals: { process: "readonly" } },
    rules: { "@typescript-eslint/no-require-imports": "off" },
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
    rules: {
      "max-lines-per-function": "off",
      "no-restricted-syntax": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
);
