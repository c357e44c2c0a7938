/** Imports run one way: document ◄ kit ◄ formats ◄ session ◄ {editor, outline, textview, cli}; the webview knows no host. */
import path from "node:path";

const hosts = ["extension/editor", "extension/outline", "extension/textview", "extension/cli"];

/** The layers that each layer must not import, and the message. */
const forbidden = {
  "extension/document": [
    ["extension/kit", "extension/formats", "extension/session", "webview", ...hosts],
    "document imports no other layer",
  ],
  "extension/kit": [["extension/formats", "extension/session", "webview", ...hosts], "the kit knows only document"],
  "extension/formats": [["extension/session", "webview", ...hosts], "a format knows only document and kit"],
  "extension/session": [["webview", ...hosts], "the session knows no host"],
  webview: [["extension/kit", "extension/formats", ...hosts], "the webview sees the protocol's and document's types"],
};

/**
 * The order of folders within a folder: each may import those before it; files beside the folders may import and be
 * imported by all.
 */
const orders = {
  "extension/formats/llvm": [
    "ir",
    "stream",
    "dwarf",
    "spec",
    "attributes",
    "release",
    "constants",
    "metadata",
    "summary",
    "upgrade",
    "read",
    "print",
    "parallel",
    "listing",
    "assembly",
  ],
  "extension/formats/mlir": [
    "model",
    "properties",
    "attributes",
    "container",
    "ir",
    "verify",
    "text",
    "elements",
    "listing",
    "assembly",
  ],
  "extension/formats/iree": ["schema", "flatbuffer", "code", "print", "listing"],
  "extension/formats/llvm1": ["model", "read", "print", "listing"],
  "extension/session": [
    "names",
    "transport",
    "bytes",
    "compare",
    "protocol",
    "index",
    "rows",
    "search",
    "text",
    "flow",
    "facts",
    "worker",
  ],
  webview: ["base", "rows", "cursor", "folds", "search", "cards", "graph", "overview"],
};

/** The folders that a file must not import, since they come after its own. */
function foldersAbove(file) {
  const outer = Object.keys(orders).find((folder) => within(file, folder));
  if (outer === undefined) return [];
  const order = orders[outer].map((folder) => `${outer}/${folder}`);
  const own = order.findIndex((folder) => within(file, folder));
  return own < 0 ? [] : order.slice(own + 1);
}

const within = (file, folder) => file.startsWith(`${folder}/`);

/** ESLint rule: an import that runs against the layers. */
export const layers = {
  create(context) {
    const root = import.meta.dirname;
    const file = path.relative(root, context.filename).split(path.sep).join("/");
    const layer = Object.keys(forbidden).find((folder) => within(file, folder));
    if (layer === undefined) return {};
    const [folders, message] = forbidden[layer];
    const above = foldersAbove(file);
    const check = (node) => {
      const name = node.source?.value;
      if (typeof name !== "string" || !name.startsWith(".")) return;
      const target = path.posix.join(path.posix.dirname(file), name);
      if (folders.some((folder) => within(target, folder))) context.report({ node, message });
      if (above.some((folder) => within(target, folder))) {
        context.report({ node, message: "a folder knows only those before it (eslint.layers.mjs)" });
      }
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
