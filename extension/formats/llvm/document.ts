/** An LLVM IR file as a document: its modules are read when somebody looks. */
import type { Format, IrDocument, TextOptions } from "../../document/document";
import type { Problem } from "../../document/problem";
import type { ByteWindow } from "../../document/window";
import { BitstreamDocument } from "../bitstream/document";
import { readStreamHeader } from "../bitstream/header";
import { releaseNamed } from "./ir/releases";
import type { Release } from "./ir/releases";
import { ModuleText } from "./print/module";
import { ProblemList } from "./read/blocks";
import { LoadedModule } from "./read/module";
import type { ModulePlace } from "./read/stream";
import { findModules } from "./read/stream";
import { MetadataPrinter } from "./metadata/print";
import { Numbering } from "./metadata/numbering";
import { metadataTable } from "./metadata/table";

class LlvmDocument extends BitstreamDocument implements IrDocument {
  override readonly format: string = "llvm";
  private readonly found = new ProblemList();
  private readonly modules: readonly ModulePlace[];
  private readonly stream: { originByte: number; endByte: number };
  constructor(window: ByteWindow) {
    super(window);
    const header = readStreamHeader(window);
    this.stream = { originByte: header.startByte, endByte: header.endByte };
    this.modules = findModules(window, header, this.found);
  }
  override problems(): readonly Problem[] {
    return [...super.problems(), ...this.found.list];
  }
  private load(place: ModulePlace, release: Release | undefined): LoadedModule {
    return new LoadedModule(this.window, this.stream, place, this.found, release, metadataTable);
  }
  override *text(options: TextOptions): Generator<string, void, undefined> {
    const release = options.release === undefined ? undefined : releaseNamed(options.release);
    let first = true;
    for (const place of this.modules) {
      if (!first) yield "\n";
      first = false;
      const module = this.load(place, release);
      const { metadata } = module;
      const numbering = new Numbering((id) => metadata.node(id));
      const printer = new MetadataPrinter(metadata);
      const text = new ModuleText(module, { numbering, printer }, options.fileName);
      if (options.function === undefined) yield* text.print();
      else yield* text.printOnly(options.function);
    }
  }
}

/** LLVM bitcode: the magic `BC C0DE`, or Darwin's wrapper around it. */
export const llvmFormat: Format = {
  id: "llvm",
  matches: (_head, window) => readStreamHeader(window).type === "LLVM IR",
  open: (window: ByteWindow) => new LlvmDocument(window),
};
