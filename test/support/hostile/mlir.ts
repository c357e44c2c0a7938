/** Hostile MLIR bytecode: attributes, types, locations, ops, regions. */
import type { EntryBytes } from "../mlirWriter";
import { mlirModule, varint } from "../mlirWriter";
import type { Kinds } from "./kind";
import { joined } from "../joined";
import { times } from "./kind";

const UNKNOWN_LOCATION = varint(15);
/** A StringAttr with the first string, and a dictionary with attribute 3 under that name. */
const NAMED = [
  [...varint(2), ...varint(0)],
  [...varint(1), ...varint(1), ...varint(1), ...varint(3)],
];
/** One op with name 0, without values or regions, located at attribute `location`. */
const op = (location = 0): number[] => [...varint(0), 0x00, ...varint(location)];
/** The top-level block with one op that has attribute dictionary 2. */
const WITH_DICTIONARY = [...varint(2), ...varint(0), 0x01, ...varint(0), ...varint(2)];

/** A module with one op whose attribute is the first of these: attribute 3. */
function attribute(entries: readonly EntryBytes[], types: readonly EntryBytes[] = []): Uint8Array {
  return mlirModule({
    strings: ["x"],
    attributes: [UNKNOWN_LOCATION, ...NAMED, ...entries],
    types,
    ir: WITH_DICTIONARY,
  });
}
/** Types, the first an i32, and an op with the last as a TypeAttr. */
function types(make: (before: number) => EntryBytes): (count: number) => Uint8Array {
  return (count) =>
    attribute([[...varint(6), ...varint(count)]], [[...varint(0), ...varint(128)], ...times(count, make)]);
}
/** An op located at the last of these. */
function locations(make: (before: number) => EntryBytes): (count: number) => Uint8Array {
  return (count) =>
    mlirModule({
      strings: ["x"],
      attributes: [UNKNOWN_LOCATION, ...times(count, make)],
      ir: [...varint(2), ...op(count)],
    });
}

/** An op with an attribute of MLIR: arrays, each with the next one twice. */
export function doubledAttributes(count: number): Uint8Array {
  const arrays = times(count, (i) => [...varint(0), ...varint(2), ...varint(i + 4), ...varint(i + 4)]);
  return attribute([...arrays, varint(7)]);
}
/** Ops of MLIR before version 2, each with a region that contains the next. */
export function nestedRegions(count: number, version = 1): Uint8Array {
  // An op's name, its mask (0x10: regions), location; then one region with one block with one op, without values.
  const holder = [...varint(0), 0x10, ...varint(0), ...varint(1 * 2), ...varint(1), ...varint(0), ...varint(1 * 2)];
  const ir = joined([varint(2), ...times(count, () => holder), op()]);
  return mlirModule({ version, ir: Array.from(ir) });
}
/** Ops each with an isolated region that contains the next, which since version 2 is a section of its own. */
export function isolatedRegions(count: number): Uint8Array {
  const parts: (readonly number[])[] = [[...varint(2), ...op()]];
  let size = parts[0]?.length ?? 0;
  for (let i = 0; i < count; i++) {
    // One block without values; the block's ops follow.
    const region = [...varint(1), ...varint(0)];
    const head = [
      ...varint(2),
      ...[...varint(0), 0x10, ...varint(0), ...varint(1 * 2 + 1)],
      ...[4, ...varint(region.length + size), ...region],
    ];
    parts.push(head);
    size += head.length;
  }
  return mlirModule({ version: 2, ir: Array.from(joined(parts.reverse())) });
}
/** The top-level block of these ops. */
function ops(list: readonly (readonly number[])[]): Uint8Array {
  return mlirModule({ ir: Array.from(joined([varint(list.length * 2), ...list])) });
}

/** An op whose region has one op with `count` results, each of the type `type`. */
function results(count: number, type: number, types: readonly EntryBytes[]): Uint8Array {
  const region = [...varint(0), 0x10, ...varint(0), ...varint(1 * 2), ...varint(1), ...varint(count)];
  const one = [...varint(0), 0x02, ...varint(0), ...varint(count)];
  const ir = joined([varint(2), region, varint(2), one, ...times(count, () => varint(type))]);
  return mlirModule({ types, ir: Array.from(ir) });
}
const I32 = [...varint(0), ...varint(128)];

/** Kinds of hostile MLIR bytecode. */
export const MLIR: Kinds = {
  "doubledAttributes.mlirbc": doubledAttributes,
  "arrays.mlirbc": (count) =>
    attribute([...times(count, (i) => [...varint(0), ...varint(1), ...varint(i + 4)]), varint(7)]),
  "arrayCycle.mlirbc": (count) =>
    attribute(times(count, (i) => [...varint(0), ...varint(1), ...varint(3 + ((i + 1) % count))])),
  "dictionaries.mlirbc": (count) =>
    attribute([...times(count, (i) => [...varint(1), ...varint(1), ...varint(1), ...varint(i + 4)]), varint(7)]),
  "wideArray.mlirbc": (count) =>
    attribute([[...varint(0), ...varint(count), ...times(count, () => varint(4)).flat()], varint(7)]),
  "sharedArrays.mlirbc": (count) => {
    const few = Math.ceil(Math.sqrt(count));
    const next = (i: number): number[] => times(few, () => varint(i + 4)).flat();
    return attribute([...times(few, (i) => [...varint(0), ...varint(few), ...next(i)]), varint(7)]);
  },
  "assemblyText.mlirbc": (count) => attribute(["[".repeat(count) + "]".repeat(count)]),
  "assemblyType.mlirbc": (count) =>
    attribute([[...varint(6), ...varint(0)]], ["!x<".repeat(count) + ">".repeat(count)]),
  "tuples.mlirbc": types((before) => [...varint(15), ...varint(1), ...varint(before)]),
  "doubledTypes.mlirbc": types((before) => [...varint(15), ...varint(2), ...varint(before), ...varint(before)]),
  "functionTypes.mlirbc": types((before) => [
    ...varint(2),
    ...varint(1),
    ...varint(before),
    ...varint(1),
    ...varint(before),
  ]),
  "typeCycle.mlirbc": types((before) => [...varint(15), ...varint(1), ...varint(before + 2)]),
  "callSites.mlirbc": locations((before) => [...varint(10), ...varint(before), ...varint(0)]),
  "fusedLocations.mlirbc": locations((before) => [...varint(12), ...varint(2), ...varint(before), ...varint(before)]),
  "strings.mlirbc": (count) => mlirModule({ strings: times(count, () => "s") }),
  "longString.mlirbc": (count) =>
    mlirModule({
      strings: ["x".repeat(count)],
      attributes: [UNKNOWN_LOCATION, ...times(300, () => [...varint(2), ...varint(0)])],
    }),
  "escapedString.mlirbc": (count) =>
    mlirModule({
      strings: ["\0".repeat(count)],
      attributes: [UNKNOWN_LOCATION, ...times(count, () => [...varint(2), ...varint(0)])],
    }),
  // Two strings in turn: what was made of the one before is no help.
  "escapedStrings.mlirbc": (count) =>
    mlirModule({
      strings: ["\0", "\x01"].map((byte) => byte.repeat(Math.ceil(count / 2))),
      attributes: [UNKNOWN_LOCATION, ...times(count, (i) => [...varint(2), ...varint(i % 2)])],
    }),
  "dialects.mlirbc": (count) => mlirModule({ ops: times(count, (i) => [`d${i}`, ["o"]]) }),
  "regions.mlirbc": (count) => nestedRegions(count),
  "regionsNow.mlirbc": (count) => nestedRegions(count, 4),
  "isolated.mlirbc": isolatedRegions,
  "ops.mlirbc": (count) => ops(times(count, () => op())),
  "wideOp.mlirbc": (count) =>
    ops([[...varint(0), 0x02, ...varint(0), ...varint(count), ...times(count, () => varint(0)).flat()]]),
  "results.mlirbc": (count) => results(count, 0, [I32]),
  "emptyRegions.mlirbc": (count) =>
    ops([[...varint(0), 0x10, ...varint(0), ...varint(count * 2), ...times(count, () => varint(0)).flat()]]),
  "successors.mlirbc": (count) =>
    mlirModule({
      version: 1,
      ir: Array.from(
        joined([
          [...varint(2), ...varint(0), 0x10, ...varint(0), ...varint(2), ...varint(count), ...varint(0)],
          ...times(count, () => [...varint(2), ...op()]),
        ]),
      ),
    }),
  // Each of many ops, or of the values of one, has an attribute or a type with a long text.
  "sharedAttribute.mlirbc": (count) =>
    mlirModule({
      strings: ["x"],
      attributes: [
        UNKNOWN_LOCATION,
        ...NAMED,
        [...varint(0), ...varint(count), ...times(count, () => varint(4)).flat()],
        varint(7),
      ],
      ir: Array.from(
        joined([varint(count * 2), ...times(count, () => [...varint(0), 0x01, ...varint(0), ...varint(2)])]),
      ),
    }),
  "sharedType.mlirbc": (count) =>
    results(count, 1, [I32, [...varint(2), ...varint(0), ...varint(count), ...times(count, () => varint(0)).flat()]]),
  // Tuples, each of the one before, and an op with a result of each.
  "resultTypes.mlirbc": (count) => {
    const tuples = times(count, (before) => [...varint(15), ...varint(1), ...varint(before)]);
    const region = [...varint(0), 0x10, ...varint(0), ...varint(1 * 2), ...varint(1), ...varint(count)];
    const one = (type: number): number[] => [...varint(0), 0x02, ...varint(0), ...varint(1), ...varint(type)];
    const body = [varint(2), region, varint(2 * count), ...times(count, (i) => one(i + 1))];
    return mlirModule({ types: [I32, ...tuples], ir: Array.from(joined(body)) });
  },
  "sharedLocation.mlirbc": (count) =>
    mlirModule({
      strings: ["x"],
      attributes: [UNKNOWN_LOCATION, [...varint(12), ...varint(count), ...times(count, () => varint(0)).flat()]],
      ir: Array.from(joined([varint(count * 2), ...times(count, () => op(1))])),
    }),
  // Dictionaries, each with the next one in the place of a name.
  "misnamed.mlirbc": (count) =>
    attribute([
      ...times(count, (i) => [...varint(1), ...varint(1), ...varint(i + 4), ...varint(1)]),
      [...varint(2), ...varint(0)],
    ]),
  // Ops that are all located at the end of a chain of calls.
  "callSiteOps.mlirbc": (count) =>
    mlirModule({
      strings: ["x"],
      attributes: [UNKNOWN_LOCATION, ...times(count, (i) => [...varint(10), ...varint(i), ...varint(i)])],
      ir: Array.from(joined([varint(count * 2), ...times(count, () => op(count))])),
    }),
  // Ops whose record fits no table, of a release that is guessed: its values are aligned with each op's properties.
  "unknownRecords.mlirbc": (count) =>
    mlirModule({
      producer: "MLIR21.0.0git",
      ops: [
        ["builtin", ["module"]],
        ["llvm", ["func"]],
      ],
      properties: [times(16, () => varint(1)).flat()],
      ir: Array.from(
        joined([varint(count * 2), ...times(count, () => [...varint(1), 0x40, ...varint(0), ...varint(0)])]),
      ),
    }),
  "properties.mlirbc": (count) => mlirModule({ properties: times(count, () => []) }),
};
