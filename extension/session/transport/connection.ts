/** The host's connection to a document's worker. One that ends by itself is started again once, and the document opened again. */
import type { Message, Port } from "./rpc";
import { Caller } from "./rpc";

/** A worker with a session in it. */
export interface SessionWorker extends Port {
  /** Called when the worker has ended by itself, with or without an error; more than once does no harm. */
  onEnd(report: (reason: string) => void): void;
  end(): void;
}

/** What a connection needs of its document. */
export interface ConnectionHost {
  startWorker(): Promise<SessionWorker>;
  /** What a worker says unasked. */
  event(event: unknown): void;
  /** Opens the document in a worker that was started in the place of one that ended. */
  reopen(reason: string): Promise<unknown>;
  /** The second worker has ended too: every call fails from now on. */
  lost(reason: string): void;
}

interface Link {
  readonly caller: Caller;
  readonly worker: Promise<SessionWorker>;
}

/** Calls to a worker. Every call is answered, also when the worker ends while it is under way. */
export class Connection {
  private link: Link;
  private restarted = false;
  private ended: string | undefined;
  private reopening: Promise<unknown> | undefined;

  constructor(private readonly host: ConnectionHost) {
    this.link = this.connect();
  }

  /** Calls a method; one that comes while the document is being opened again waits for that. */
  readonly call: Caller["call"] = (method, query, options) => {
    const { reopening } = this;
    if (!reopening) return this.callNow(method, query, options);
    const now = (): Promise<unknown> => this.callNow(method, query, options);
    return reopening.then(now, now);
  };
  /** As {@link call}, for what opens the document: that waits for nothing. */
  readonly callNow: Caller["call"] = (method, query, options) => this.link.caller.call(method, query, options);

  /** Whether the worker has ended for good. */
  get isLost(): boolean {
    return this.ended !== undefined;
  }
  /** Before the document is opened anew because its file is another one: what ended the worker may be gone. */
  renew(): void {
    if (this.ended !== undefined) {
      this.ended = undefined;
      this.link = this.connect();
    }
    this.restarted = false;
  }
  /** Ends the worker; calls under way and to come are rejected. */
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
    const reopening = this.host.reopen(reason).finally(() => {
      if (this.reopening === reopening) this.reopening = undefined;
    });
    // Whoever waits sees what its own call gives then.
    reopening.catch(() => undefined);
    this.reopening = reopening;
  }
}
