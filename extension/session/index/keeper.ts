/** Gives a document the index that was kept of it, and keeps the one that it makes. */
import type { Core } from "../core";
import { runSliced } from "../transport/slices";
import type { IndexStore } from "./store";

/** The index of one session's document. */
export class IndexKeeper {
  private recalling: Promise<void> | undefined;
  private isDone = false;

  constructor(
    private readonly core: Core,
    private readonly store: IndexStore | undefined,
    private readonly signal: AbortSignal,
  ) {}

  /** Gives the document its index, once, if there is one; whoever reads far into the file waits for it. */
  recall(): Promise<void> {
    return (this.recalling ??= this.find());
  }
  private async find(): Promise<void> {
    const { index } = this.core.document;
    const found = index && (await this.store?.find());
    if (found) index.recall(found);
  }
  /** Keeps what the document's background work has found, once. */
  async keep(): Promise<void> {
    const { index } = this.core.document;
    if (!index || !this.store || this.isDone) return;
    this.isDone = true;
    const bytes = await runSliced(index.keep(), this.signal, () => undefined);
    if (bytes) await this.store.keep(bytes);
  }
}
