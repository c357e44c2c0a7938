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
  const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
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
<link rel="stylesheet" href="${file("webview.css")}">
</head>
<body>
<main id="editor" class="opening"></main>
<script nonce="${nonce}" src="${file("webview.js")}"></script>
</body>
</html>`;
}
