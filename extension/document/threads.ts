/** Other threads that a host lends to long work: all that a format knows of them. */

/** A thread that carries out one task. Messages are plain data, in order; buffers in `moved` go over to the other side. */
export interface Helper {
  post(message: unknown, moved?: readonly ArrayBuffer[]): void;
  /** The oldest message from it that was not taken yet; undefined where none is there. */
  take(): unknown;
  /** Whether it has ended though nobody told it to. Is known once the host's event loop has turned. */
  readonly hasEnded: boolean;
  end(): void;
}

/** The threads of a host. */
export interface Threads {
  /** How many helpers there may be at once, beside the caller itself. */
  readonly count: number;
  /** Whether they are to be used for work of any size: else only where it is worth their start. */
  readonly always?: boolean;
  /** Starts a thread for a task, one of `formats/tasks.ts`; undefined where it cannot be had. */
  start(task: string): Helper | undefined;
}

/** The same connection as the helper has it. */
export interface HelperPort {
  post(message: unknown, moved?: readonly ArrayBuffer[]): void;
  /** Only one listener. */
  listen(take: (message: unknown) => void): void;
}
