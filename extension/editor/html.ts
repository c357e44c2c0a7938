/** The HTML page of a webview: only our script and our style sheet may load and run. */
import * as vscode from "vscode";

/** A random value for the page's content security policy that nobody can guess. */
function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** The page's HTML. The script draws the rows; until then there is a skeleton. */
export function pageHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = makeNonce();
  const script = webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", "webview.js")).toString();
  return html(
    webview,
    extension,
    [`script-src 'nonce-${nonce}'`],
    `<script nonce="${nonce}" src="${script}"></script>`,
  );
}

/** The page without its script: only the skeleton, for an editor whose file is about to be shown by another one. */
export function skeletonHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  return html(webview, extension, [], "");
}

function html(webview: vscode.Webview, extension: vscode.Uri, sources: readonly string[], script: string): string {
  const styles = webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", "webview.css")).toString();
  const policy = [
    "default-src 'none'",
    ...sources,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
    // Trusted Types: no text can become markup or script, since no policy may be created that would allow it.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  const lang = vscode.env.language.replace(/[^\w-]/g, "");
  return `<!DOCTYPE html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bitscope</title>
<link rel="stylesheet" href="${styles}">
</head>
<body>
<main id="editor" class="opening"></main>
${script}
</body>
</html>`;
}
