/** Prints isolated ops, such as functions, in steps: one may have very many ops. */
import type { ByteText } from "../../../document/byteText";
import { PagedBytes } from "../../../kit/pagedBytes";
import { opLimits, walkIr } from "../ir/walk";
import { IrWalker } from "../ir/walker";
import { MlirCursor } from "../model/cursor";
import { Marks } from "../text/marks";
import type { TextParts } from "../text/module";
import type { ModulePrinter } from "../text/printer";
import { TextLines } from "./lines";
import { NotingPrinter } from "./noting";
import type { Isle } from "./plan";
import { framesBy } from "./source";

/** Events of a walk in a step of printing. */
const EVENTS = 16;
/** Prints an isolated op. */
type IslePrinter = Pick<ModulePrinter, "take" | "lost" | "flush" | "full">;

/** The isolated ops of a module as lines, as names and as plain text. */
export class IslePrinting {
  /** A printer of plain text that nobody uses now. */
  private idle: ModulePrinter | undefined;

  /** @param aliases the names that are aliases */
  constructor(
    private readonly parts: TextParts,
    private readonly aliases: ReadonlySet<string>,
  ) {}

  /**
   * The lines of an op, with what their parts show.
   * @param index the number of its chunk, which is in the symbols of its values and blocks
   */
  *lines(isle: Isle, index: number): Generator<void, TextLines, undefined> {
    const noting = new NotingPrinter(this.parts.markingPrinter(isle.depth, isle.firstRegion));
    const bytes = new PagedBytes();
    yield* this.printed(isle, noting, bytes);
    const lines = yield* this.linesOf(index, bytes, noting, noting.printer.takeMarks());
    yield* lines.findRegions();
    return lines;
  }
  /** The same without marks of what the text shows, which is much faster. */
  *text(isle: Isle, index: number): Generator<void, TextLines, undefined> {
    const bytes = new PagedBytes();
    const noting = new NotingPrinter(this.plain(isle));
    yield* this.printed(isle, noting, bytes);
    this.idle = noting.printer;
    return yield* this.linesOf(index, bytes, noting, new Marks());
  }
  /** The same for the names in them. @param locals whether these include values and blocks */
  *names(isle: Isle, index: number, locals: boolean): Generator<void, TextLines, undefined> {
    const lines = yield* this.text(isle, index);
    if (locals) yield* lines.findRegions();
    return lines;
  }
  /** Writes all lines. */
  *write(isle: Isle, text: ByteText): Generator<void, void, undefined> {
    const printer = this.plain(isle);
    yield* this.printed(isle, printer, text);
    this.idle = printer;
  }
  /**
   * A printer of plain text for an isolated op: one after another uses the same, which reuses the text that their ops have
   * in common. Whoever takes it may be interrupted, and gives it back when all is printed.
   */
  private plain(isle: Isle): ModulePrinter {
    const printer = this.idle ?? this.parts.printer(0);
    this.idle = undefined;
    printer.begin(this.parts.base(isle.depth), isle.firstRegion, this.parts.room());
    return printer;
  }
  private linesOf(
    index: number,
    bytes: PagedBytes,
    { records, locations }: NotingPrinter<ModulePrinter>,
    marks: Marks,
  ): Generator<void, TextLines, undefined> {
    const shown = { bytes: records, marks, frames: framesBy(this.parts.reader.container, locations) };
    return TextLines.of(bytes, shown, `c${index}.`, this.aliases);
  }
  private *printed(
    { startByte, endByte }: Isle,
    printer: IslePrinter,
    text: Pick<ByteText, "piece">,
  ): Generator<void, void, undefined> {
    const { container } = this.parts.reader;
    const { window, sizes } = container;
    const walker = IrWalker.op(new MlirCursor(window, startByte, endByte, sizes, undefined, true), opLimits(container));
    const take = (): void => {
      for (const piece of printer.flush()) text.piece(piece);
    };
    let events = 0;
    const isStep = (): boolean => printer.full || ++events % EVENTS === 0;
    for (const walk = walkIr(container, walker, printer, isStep); !walk.next().done;) {
      if (printer.full) take();
      yield;
    }
    take();
  }
}
