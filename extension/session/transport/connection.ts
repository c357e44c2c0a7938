/**
 * The host's connection to a document's worker. If the worker ends by itself, it is restarted once and the document is
 * opened again.
 */
import type { Message, Port } from "./rpc";
import { Caller } from "./rpc";

/** A worker with a session in it. */
export interface SessionWorker extends Port {
  /** `report` is called when the worker has ended by itself, with or without an error; more than once does no harm. */
  onEnd(report: (reason: string) => void): void;
  end(): void;
}

/** What a connection needs from its document. */
export interface ConnectionHost {
  startWorker(): Promise<SessionWorker>;
  /** An event that the worker sent. */
  event(event: unknown): void;
  /** Opens the document in a worker that replaces one that ended. */
  reopen(reason: string): Promise<unknown>;
  /** The second worker has ended too: every further call fails. */
  lost(reason: string): void;
}

interface Link {
  readonly caller: Caller;
  readonly worker: Promise<SessionWorker>;
}

/** Calls to a worker. Every call is answered, even if the worker ends while it runs. */
export class Connection {
  private link: Link;
  private restarted = false;
  private ended: string | undefined;
  private opening: Promise<unknown> | undefined;

  constructor(private readonly host: ConnectionHost) {
    this.link = this.connect();
  }

  /** Calls a method; while the document is being opened, for the first time or again, the call waits for that. */
  readonly call: Caller["call"] = (method, query, options) => {
    const { opening } = this;
    if (!opening) return this.callNow(method, query, options);
    // A worker that ends while it opens the document is replaced by one that has to open it too.
    const again = (): Promise<unknown> => this.call(method, query, options);
    return opening.then(again, again);
  };
  /** As {@link call}, but without waiting: for the calls that open the document. */
  readonly callNow: Caller["call"] = (method, query, options) => this.link.caller.call(method, query, options);

  /** Lets calls wait until the document is open: the outline asks as soon as its editor is active. */
  waitFor(opened: Promise<unknown>): void {
    const opening = opened.finally(() => {
      if (this.opening === opening) this.opening = undefined;
    });
    // Callers that wait see the result of their own call.
    opening.catch(() => undefined);
    this.opening = opening;
  }
  /** Whether the worker has ended for good. */
  get isLost(): boolean {
    return this.ended !== undefined;
  }
  /** Called before the document is opened again because its file has changed: what ended the worker may be gone. */
  renew(): void {
    if (this.ended !== undefined) {
      this.ended = undefined;
      this.link = this.connect();
    }
    this.restarted = false;
  }
  /** Ends the worker; running and further calls are rejected. */
  close(reason: string): void {
    this.ended = reason;
    const { link } = this;
    link.caller.end(reason);
    void link.worker.then((worker) => worker.end()).catch(() => undefined);
  }

  private connect(): Link {
    const worker = this.host.startWorker();
    const caller: Caller = new Caller((message) => {
      worker.then(
        (started) => started.post(message),
        () => undefined,
      );
    });
    const link = { caller, worker };
    worker.then(
      (started) => {
        started.listen((message: Message) => {
          if (message.type === "event") this.host.event(message.event);
          else caller.take(message);
        });
        started.onEnd((reason) => this.workerEnded(link, reason));
      },
      (error: unknown) => this.workerEnded(link, error instanceof Error ? error.message : String(error)),
    );
    return link;
  }

  private workerEnded(link: Link, reason: string): void {
    if (link !== this.link || this.ended !== undefined) return;
    link.caller.end(reason);
    if (this.restarted) {
      this.ended = reason;
      this.host.lost(reason);
      return;
    }
    this.restarted = true;
    this.link = this.connect();
    this.waitFor(this.host.reopen(reason));
  }
}
