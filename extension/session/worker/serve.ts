/** The part of a worker that is the same in Node and in a browser: one session served over one port. */
import type { Threads } from "../../document/threads";
import { CompareService } from "./comparing";
import { setDemangler } from "../names/demangle";
import type { IndexStore } from "../index/store";
import type { IndexFolder, OpenQuery, WorkerApi } from "../protocol";
import type { Call, Message, Methods, Port } from "../transport/rpc";
import { callMethod, Server } from "../transport/rpc";
import { Session } from "../session";
import type { ByteSource } from "../bytes/source";
import { MemorySource } from "../bytes/source";

/** What a worker gets from where it runs. */
export interface WorkerHost {
  /** Makes a source for a path; `changed` is called when a read finds a changed file. @throws if the host cannot */
  openFile(path: string, changed: () => void): ByteSource;
  /** Helper threads, if there are any. */
  readonly threads?: Threads;
  /** Where the index of a very large file is kept, if it can be. */
  indexOf?(path: string, folder: IndexFolder): IndexStore;
}

/** Serves one document over a port. */
export function serve(port: Port, host: WorkerHost): void {
  let session: Session | undefined;
  let takeWasm: (wasm: Uint8Array | undefined) => void = () => undefined;
  setDemangler(() => {
    const wasm = new Promise<Uint8Array | undefined>((resolve) => (takeWasm = resolve));
    port.post({ type: "event", event: { kind: "mangled" } });
    return wasm;
  });
  const open = async (query: OpenQuery): Promise<Session> => {
    const tell = (event: unknown): void => port.post({ type: "event", event });
    const { path, maxMemory, dialects = [], fileName = "", indexes } = query;
    const source =
      path === undefined
        ? new MemorySource(query.bytes ?? new Uint8Array(0))
        : host.openFile(path, () => tell({ kind: "changed" }));
    const options = { maxMemory, dialects, fileName };
    const { threads } = host;
    if (query.members.length === 0) {
      const store = path !== undefined && indexes ? host.indexOf?.(path, indexes) : undefined;
      return Session.open(source, options, tell, { threads, indexes: store });
    }
    const container = await Session.open(source, options);
    const bytes = await container.derivedBytes(query.members);
    container.dispose();
    return Session.open(new MemorySource(bytes), options, tell, { threads });
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
