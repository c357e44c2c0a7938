/** Gives a document the index that was kept of it, and keeps the one that it makes. */
import type { KeptIndex } from "../../document/document";
import type { Core } from "../core";
import { runSliced } from "../transport/slices";
import type { IndexStore } from "./store";

/** The index of one session's document. */
export class IndexKeeper {
  private recalling: Promise<void> | undefined;
  private isKept = false;

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
  /** Keeps the index once it has been found. To be called now and then. */
  look(): void {
    const { index } = this.core.document;
    if (!this.store || this.isKept || index?.isFound() !== true) return;
    this.isKept = true;
    // Nobody waits for this: if the session ends meanwhile, nothing is kept.
    void this.keep(index, this.store).catch(() => undefined);
  }
  private async keep(index: KeptIndex, store: IndexStore): Promise<void> {
    const bytes = await runSliced(index.keep(), this.signal, () => undefined);
    if (bytes) await store.keep(bytes);
  }
}
