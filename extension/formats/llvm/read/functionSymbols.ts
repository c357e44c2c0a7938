/** Reads VALUE_SYMTAB of a function: the names of its values and blocks. */
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { VST } from "../codes";
import type { BodyFindings } from "../ir/findings";
import type { FunctionBody } from "../ir/function";
import type { ValueId } from "../ir/ids";
import type { Release } from "../ir/releases";
import type { ValueTable } from "../ir/valueTable";
import type { BlockHandler, ProblemList } from "../stream/blocks";
import { blockInSteps, readBlock, RecordFault } from "../stream/blocks";

/** The function that has the table. */
export interface SymbolsOwner {
  readonly module: {
    readonly values: ValueTable;
    readonly problems: ProblemList;
    readonly findings: BodyFindings;
    readonly release: Release;
    /** Whether to read what the file contains: names stay as they are there. */
    readonly literal: boolean;
  };
  readonly body: FunctionBody;
  /** The index of the block that the table gives the number 0. */
  readonly firstBlock: number;
  /** The containers around the table, for problems. */
  readonly path: readonly string[];
}

/** Reads the block that was just entered. Damage becomes problems. */
export function readFunctionSymbols(reader: BitstreamReader, owner: SymbolsOwner): void {
  readBlock(reader, owner.module.problems, symbolsHandler(owner));
}
/** The same, in steps. */
export function functionSymbolsInSteps(reader: BitstreamReader, owner: SymbolsOwner): Generator<void, void, undefined> {
  return blockInSteps(reader, owner.module.problems, symbolsHandler(owner));
}
function symbolsHandler(owner: SymbolsOwner): BlockHandler {
  const { module, body, firstBlock, path } = owner;
  const names = module.literal ? undefined : new LocalNames(module.release);
  const named = (text: string, before: string | undefined): string => names?.unique(text, before) ?? text;
  return {
    path: [...path, "symbols"],
    record: (record) => {
      // An FNENTRY [value, offset, characters…] of a global names it, too.
      if (record.code === VST.ENTRY) nameValue(record, 1, owner, named);
      else if (record.code === VST.FNENTRY) nameValue(record, 2, owner, named);
      else if (record.code === VST.BBENTRY) {
        checkName(record, 1);
        const block = body.blocks[firstBlock + record.word(0)];
        if (!block) throw new RecordFault("bad-reference", "Invalid bbentry record");
        block.name = named(record.text(1), block.name);
      }
    },
  };
}

/** Refuses a record that ends before its name. @throws {RecordFault} */
function checkName({ length }: BitRecord, from: number): void {
  if (length < from) throw new RecordFault("bad-record", "Invalid record: it ends before the name");
}
/** @param from the first character of the name in the record */
function nameValue(
  record: BitRecord,
  from: number,
  { module, body: { names, firstLocal } }: SymbolsOwner,
  named: (text: string, before: string | undefined) => string,
): void {
  checkName(record, from);
  const index = record.word(0);
  const text = record.text(from);
  if (module.values.typeOf(index) === undefined)
    throw new RecordFault("bad-reference", "Invalid record: no such value");
  if (text.includes("\0")) throw new RecordFault("bad-string", "Invalid value name");
  if (index >= firstLocal) names[index - firstLocal] = named(text, names[index - firstLocal]);
  else renameGlobal(module, index, text, record.startBit);
}

/** The table may name a global, too: it gets that name in the complete module. */
function renameGlobal(
  { values, findings, literal }: SymbolsOwner["module"],
  id: ValueId,
  name: string,
  bit: number,
): void {
  const value = values.at(id);
  if (!literal && value && "name" in value) findings.noteName(id, name, bit);
}

/** The most bytes of a local name (`non-global-value-max-name-size`); longer ones lose their end. */
const LONGEST_NAME = 1024;
/** The first release that makes room for the number, too. */
const ROOM_FOR_NUMBER: Release = 19;

/** The names of one function: a further value of a name gets a number (ValueSymbolTable::makeUniqueName). */
class LocalNames {
  private readonly taken = new Set<string>();
  private last = 0;
  private readonly most: number;
  constructor(release: Release) {
    this.most = release < ROOM_FOR_NUMBER ? Infinity : LONGEST_NAME;
  }
  /** The name that a value gets for a name in the file. @param before the name that it has had */
  unique(name: string, before: string | undefined): string {
    if (before !== undefined) this.taken.delete(before);
    let stem = name.slice(0, LONGEST_NAME);
    let unique = stem;
    while (unique.length > this.most || this.taken.has(unique)) {
      if (unique.length > this.most) stem = stem.slice(0, this.most - unique.length);
      unique = `${stem}${++this.last}`;
    }
    if (name !== "") this.taken.add(unique);
    return unique;
  }
}
