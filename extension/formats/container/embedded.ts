/**
 * IR among the bytes of a file in another format: in a JAX export, a TensorFlow model, the data of a program. It is
 * found by its magic number, and by what has to follow that.
 */
import type { Format } from "../../document/document";
import type { ByteWindow } from "../../document/window";
import { SubWindow, Unfinished } from "../../document/window";
import { proportionate } from "../../document/proportion";
import { endOfBytecode } from "../mlir/container/extent";
import { ContainerDocument } from "./document";
import { foreignFile } from "./foreign";
import type { InnerFormats } from "./innerFormats";
import type { Part } from "./layout";
import { endOfBitcode } from "./modules";

/** Bytes that are searched. Larger files are searched at their beginning. */
const MOST_BYTES = 1 << 29;
/** Bytes that are searched in one step. */
const PIECE = 1 << 20;
/** Most modules that are found. */
const MOST_MODULES = 10_000;
/** The rarest byte of each magic number, and how far it is from the beginning. */
const BITCODE = { byte: 0xde, before: 3 };
const WRAPPED_BITCODE = { byte: 0xde, before: 0 };
const BYTECODE = { byte: 0xef, before: 2 };

/** A module: its bytes, and the usual ending of a file with such bytes. */
interface Found {
  readonly startByte: number;
  readonly endByte: number;
  readonly ending: string;
}

/** A search through a window, which goes on where it was stopped. */
class Search {
  readonly found: Found[] = [];
  /** The next byte that may be the rarest one of a magic number. */
  private next = 0;
  constructor(private readonly window: ByteWindow) {}

  /** @throws {Unfinished} if others wait, and {MissingBytes}; what was found is kept */
  finish(): readonly Found[] {
    const end = Math.min(this.window.length, MOST_BYTES);
    while (this.next < end && this.found.length < MOST_MODULES) {
      this.piece(Math.min(end, this.next + PIECE));
      if (this.window.due?.()) throw new Unfinished();
    }
    return this.found;
  }

  private piece(end: number): void {
    const start = this.next;
    const bytes = this.window.view(start, end);
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte !== BITCODE.byte && byte !== BYTECODE.byte) continue;
      const found = this.at(start + i, byte);
      if (!found) continue;
      this.found.push(found);
      this.next = found.endByte;
      return;
    }
    this.next = end;
  }

  /** The module whose magic number has this byte; not one that begins in the module before it. */
  private at(position: number, byte: number): Found | undefined {
    const after = this.found.at(-1)?.endByte ?? 0;
    const { window } = this;
    const find = (startByte: number, endOf: typeof endOfBitcode, ending: string): Found | undefined => {
      const endByte = startByte < after ? undefined : endOf(window, startByte);
      return endByte === undefined ? undefined : { startByte, endByte, ending };
    };
    if (byte === BYTECODE.byte) return find(position - BYTECODE.before, endOfBytecode, "mlirbc");
    return (
      find(position - WRAPPED_BITCODE.before, endOfBitcode, "bc") ?? find(position - BITCODE.before, endOfBitcode, "bc")
    );
  }
}

/** The format of files that no other format matches, if there is IR in them. Opens only a file of its own. */
export function embeddedFormat(inner: Pick<InnerFormats, "open">): Format {
  const searches = new WeakMap<ByteWindow, Search>();
  const found = (window: ByteWindow): readonly Found[] => {
    const search = searches.get(window) ?? new Search(window);
    searches.set(window, search);
    return search.finish();
  };
  return {
    id: "container",
    matches: (_head, window) => found(window).length > 0,
    open: (window, options) => {
      const parts = found(window).map(({ startByte, endByte, ending }): Part => {
        const name = `0x${startByte.toString(16)}.${ending}`;
        return { kind: "member", name, startByte, endByte, derived: name };
      });
      const title = `${foreignFile(window)?.name ?? "data"} with IR inside`;
      const left = Math.min(options.maxMemory ?? Infinity, proportionate(window.length));
      const innerOptions = { ...options, nesting: { depth: 1, budget: { left } } };
      return new ContainerDocument(window, { title, parts, faults: [] }, ({ startByte, endByte }) =>
        inner.open(new SubWindow(window, startByte, endByte), innerOptions),
      );
    },
  };
}
