/**
 * Calls between threads and frames. Each call is answered exactly once, `{ok}` or `{error}`; it can report progress and
 * be cancelled; pending calls are rejected when the connection ends. Independent of what is called.
 */

/** What a method receives besides its query. */
export interface Call<P = never> {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  progress(value: P): void;
}

/** The messages of a connection; plain data on every transport. */
export type Message<E = unknown> =
  | { readonly type: "call"; readonly id: number; readonly method: string; readonly query: unknown }
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "progress"; readonly id: number; readonly value: unknown }
  | { readonly type: "answer"; readonly id: number; readonly ok: unknown }
  | { readonly type: "answer"; readonly id: number; readonly error: string; readonly cancelled: boolean }
  | { readonly type: "event"; readonly event: E };

/** Whether a message from a page is a call or a cancellation; anything else must be ignored. */
export function isCall(message: unknown): message is Message {
  if (typeof message !== "object" || message === null) return false;
  const { type, id, method } = message as Readonly<Record<string, unknown>>;
  return typeof id === "number" && (type === "cancel" || (type === "call" && typeof method === "string"));
}

/** One end of a connection. */
export interface Port {
  post(message: Message): void;
  /** Registers the only listener. */
  listen(take: (message: Message) => void): void;
}

/** Any method of an API: one query, one answer, progress on the way. */
type Method = (query: never, call: Call<never>) => Promise<unknown>;
type Query<F> = F extends (query: infer Q, call: never) => unknown ? Q : never;
type Answer<F> = F extends (query: never, call: never) => Promise<infer A> ? A : never;
type Progress<F> = F extends (query: never, call: Call<infer P>) => unknown ? P : never;

/** Options of a call. */
export interface CallOptions<P> {
  readonly signal?: AbortSignal;
  readonly progress?: (value: P) => void;
}

/** An API as its caller sees it. */
export type Client<Api> = {
  readonly [M in keyof Api]: (query: Query<Api[M]>, options?: CallOptions<Progress<Api[M]>>) => Promise<Answer<Api[M]>>;
};

/** An API's methods as its server implements them. */
export type Methods<Api> = { readonly [M in keyof Api]: Api[M] & Method };

/** Thrown by a call whose answer nobody waits for any more. */
export class Cancelled extends Error {
  constructor() {
    super("cancelled");
  }
}

/** Answers the calls in incoming messages; `dispatch` runs one. */
export class Server {
  private readonly running = new Map<number, AbortController>();
  constructor(
    private readonly post: (message: Message) => void,
    private readonly dispatch: (method: string, query: unknown, call: Call<unknown>) => Promise<unknown>,
  ) {}

  /** Handles a message; returns whether it was meant for a server. */
  take(message: Message): boolean {
    if (message.type === "cancel") this.running.get(message.id)?.abort();
    else if (message.type === "call") void this.answer(message.id, message.method, message.query);
    else return false;
    return true;
  }
  /** Cancels every running call. */
  dispose(): void {
    for (const controller of this.running.values()) controller.abort();
  }
  private async answer(id: number, method: string, query: unknown): Promise<void> {
    const controller = new AbortController();
    this.running.set(id, controller);
    const progress = (value: unknown): void => this.post({ type: "progress", id, value });
    try {
      const ok = await this.dispatch(method, query, { signal: controller.signal, progress });
      this.post({ type: "answer", id, ok });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      this.post({ type: "answer", id, error, cancelled: thrown instanceof Cancelled });
    } finally {
      this.running.delete(id);
    }
  }
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly progress: ((value: never) => void) | undefined;
}

/** Makes calls over `post` and settles them from the messages given to `take`. */
export class Caller {
  /** Of a page that was loaded anew, answers to the page before may still be on their way: its calls have other numbers. */
  private next = Date.now() * 1000;
  private readonly pending = new Map<number, Pending>();
  private ended: string | undefined;
  constructor(private readonly post: (message: Message) => void) {}

  call(method: string, query: unknown, options: CallOptions<never> = {}): Promise<unknown> {
    if (this.ended !== undefined) return Promise.reject(new Error(this.ended));
    if (options.signal?.aborted) return Promise.reject(new Cancelled());
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, progress: options.progress });
      options.signal?.addEventListener("abort", () => this.cancel(id), { once: true });
      this.post({ type: "call", id, method, query });
    });
  }
  /** Handles a message; returns whether it was meant for a caller. */
  take(message: Message): boolean {
    if (message.type === "progress") {
      this.pending.get(message.id)?.progress?.(message.value as never);
    } else if (message.type === "answer") {
      const pending = this.pending.get(message.id);
      this.pending.delete(message.id);
      if (!("error" in message)) pending?.resolve(message.ok);
      else pending?.reject(message.cancelled ? new Cancelled() : new Error(message.error));
    } else return false;
    return true;
  }
  /** Rejects pending calls and every further call. */
  end(reason: string): void {
    this.ended = reason;
    for (const pending of this.pending.values()) pending.reject(new Error(reason));
    this.pending.clear();
  }
  private cancel(id: number): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    this.post({ type: "cancel", id });
    pending.reject(new Cancelled());
  }
}

/** The typed interface of a caller. */
export function client<Api>(caller: Pick<Caller, "call">): Client<Api> {
  const get = (_target: object, method: string | symbol): unknown =>
    typeof method === "string" && method !== "then"
      ? (query: unknown, options?: CallOptions<never>) => caller.call(method, query, options)
      : undefined;
  return new Proxy({}, { get }) as Client<Api>;
}

/** Calls a method of an API by its name, for a server. Rejects if there is no such method. */
export function callMethod<Api extends object>(
  api: Methods<Api>,
  method: string,
  query: unknown,
  call: Call<unknown>,
): Promise<unknown> {
  const found = Object.hasOwn(api, method) ? api[method as keyof Api] : undefined;
  if (found === undefined) return Promise.reject(new Error(`no method ${method}`));
  return (found as (query: unknown, call: Call<unknown>) => Promise<unknown>).call(api, query, call);
}
