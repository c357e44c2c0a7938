/** Threads that the host lends for long work: all that a format knows of them. */

/**
 * A thread that carries out one task. Messages are plain data and arrive in order; the buffers in `moved` are
 * transferred.
 */
export interface Helper {
  post(message: unknown, moved?: readonly ArrayBuffer[]): void;
  /** The oldest message from the thread that has not been taken yet; undefined if there is none. */
  take(): unknown;
  /** Whether it has ended without being told to. This is known only after the host's event loop has turned. */
  readonly hasEnded: boolean;
  end(): void;
}

/** The threads of a host. */
export interface Threads {
  /** How many helpers may run at once, besides the caller itself. */
  readonly count: number;
  /** Use them for work of any size; otherwise only where it is worth their start. */
  readonly always?: boolean;
  /** Starts a thread for a task, one of `formats/tasks.ts`; undefined if none can be started. */
  start(task: string): Helper | undefined;
}

/** The helper's end of the same connection. */
export interface HelperPort {
  post(message: unknown, moved?: readonly ArrayBuffer[]): void;
  /** Sets the only listener. */
  listen(take: (message: unknown) => void): void;
}
