/** Starts the webview: asks the host which file is open and shows it, or the page that tells why it cannot be shown. */
import "./styles/page.css";
import "./styles/listing.css";
import "./styles/overview.css";
import "./styles/tokens.css";
import "./styles/find.css";
import "./styles/help.css";
import "./styles/hover.css";
import "./styles/graph.css";
import "./styles/hits.css";
import "./styles/peek.css";
import "./styles/expansion.css";
import "./styles/notOurs.css";
import "./styles/contrast.css";
import { commandsOf } from "./commands";
import type { Connection } from "./base/connection";
import { connect } from "./base/connection";
import { Editor } from "./editor";
import { take } from "./events";
import { listenToKeys } from "./keys";
import { listenToLeaving, tellFocus } from "./base/keyboard";
import { useBundle } from "./base/l10n";
import { listenToPointer } from "./pointer";
import { failed, notOurs } from "./base/states";

/** Connects an editor to keys, the pointer and the host. */
function wire(editor: Editor, connection: Connection): void {
  const commands = commandsOf(editor);
  listenToKeys(editor);
  listenToPointer(editor);
  listenToLeaving(window, editor.listing.rowsElement);
  connection.onEvent((event) => take(editor, commands, event));
}

async function start(): Promise<void> {
  const root = document.getElementById("editor");
  if (!root) return;
  const connection = connect();
  const begun = await connection.host.start(null);
  useBundle(begun.texts, document.documentElement.lang);
  document.title = begun.name;
  tellFocus(window, connection.host);
  const { opened } = begun;
  if (opened && opened.format !== "unknown")
    return new Editor(connection, begun, opened).open(root, (editor) => wire(editor, connection));
  root.classList.remove("opening");
  root.replaceChildren(notOurs(begun, (action) => void connection.host.run(action)));
}

start().catch((error: unknown) => {
  const root = document.getElementById("editor");
  if (!root) return;
  root.classList.remove("opening");
  root.replaceChildren(failed(error instanceof Error ? error.message : String(error)));
});
