/** What a session gets from where it runs. */
import type { Threads } from "../document/threads";
import type { IndexStore } from "./index/store";

export interface SessionHost {
  /** Threads that help with long work. */
  readonly threads?: Threads | undefined;
  /** Where the index of a very large file is kept. */
  readonly indexes?: IndexStore | undefined;
}
