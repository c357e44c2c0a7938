/** The part of a worker that is the same in Node and in a browser: one session served over one port. */
import type { Threads } from "../../document/threads";
import { CompareService } from "./comparing";
import { setDemangler } from "../names/demangle";
import type { OpenQuery, WorkerApi } from "../protocol";
import type { Call, Message, Methods, Port } from "../transport/rpc";
import { callMethod, Server } from "../transport/rpc";
import { Session } from "../session";
import type { ByteSource } from "../bytes/source";
import { MemorySource } from "../bytes/source";

/**
 * Serves one document over a port. `openFile` makes a source for a path and throws if the host cannot; `threads` are
 * helper threads, if the host has any.
 */
export function serve(port: Port, openFile: (path: string) => ByteSource, threads?: Threads): void {
  let session: Session | undefined;
  let takeWasm: (wasm: Uint8Array | undefined) => void = () => undefined;
  setDemangler(() => {
    const wasm = new Promise<Uint8Array | undefined>((resolve) => (takeWasm = resolve));
    port.post({ type: "event", event: { kind: "mangled" } });
    return wasm;
  });
  const open = async (query: OpenQuery): Promise<Session> => {
    const tell = (event: unknown): void => port.post({ type: "event", event });
    const source = query.path === undefined ? new MemorySource(query.bytes ?? new Uint8Array(0)) : openFile(query.path);
    const { maxMemory, dialects = [], fileName = "" } = query;
    const options = { maxMemory, dialects, fileName };
    if (query.members.length === 0) return Session.open(source, options, tell, threads);
    const container = await Session.open(source, options);
    const bytes = await container.derivedBytes(query.members);
    container.dispose();
    return Session.open(new MemorySource(bytes), options, tell, threads);
  };
  const comparing = new CompareService(open);
  const dispatch = async (method: string, query: unknown, call: Call<unknown>): Promise<unknown> => {
    if (method === "demangler") {
      takeWasm((query as { wasm: Uint8Array | null }).wasm ?? undefined);
      return null;
    }
    if (Object.hasOwn(comparing.api, method)) return callMethod(comparing.api, method, query, call);
    if (method === "open") {
      // If the file cannot be opened again, what was read of it is kept.
      const next = await open(query as OpenQuery);
      session?.dispose();
      session = next;
    }
    if (!session) throw new Error("no document is open");
    const api = session.api as unknown as Methods<WorkerApi>;
    return callMethod(api, method === "open" ? "opened" : method, method === "open" ? null : query, call);
  };
  const server = new Server((message) => port.post(message), dispatch);
  port.listen((message: Message) => server.take(message));
}
