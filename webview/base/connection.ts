/** The webview's end of the connection to its host. */
import type { HostApi, HostEvent } from "../../extension/session/protocol/hostApi";
import type { Client, Message } from "../../extension/session/transport/rpc";
import { Caller, client } from "../../extension/session/transport/rpc";

/** What VS Code gives every webview. */
interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCode;

/** The host's methods, as the webview calls them. */
export type Host = Client<HostApi>;

/** Calls, events and the state that outlives a hidden webview. */
export interface Connection {
  readonly host: Host;
  onEvent(take: (event: HostEvent) => void): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Connects to the host; must be called only once. */
export function connect(): Connection {
  const vscode = acquireVsCodeApi();
  const caller = new Caller((message) => vscode.postMessage(message));
  const listeners: ((event: HostEvent) => void)[] = [];
  window.addEventListener("message", ({ data, source, origin }: MessageEvent<Message<HostEvent>>) => {
    // The host's messages arrive through the frame around this page, which VS Code hides from it (there is no
    // `window.parent`), from an origin that belongs to this webview alone. Messages of other origins, and the page's
    // own, are ignored.
    if (source === window || origin !== window.origin) return;
    if (data.type === "event") for (const take of listeners) take(data.event);
    else caller.take(data);
  });
  return {
    host: client<HostApi>(caller),
    onEvent: (take) => void listeners.push(take),
    getState: () => vscode.getState(),
    setState: (state) => vscode.setState(state),
  };
}
