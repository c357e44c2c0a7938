/** MLIR modules of any size. */
import { mlirModule, varint } from "./mlirWriter";

/**
 * A module with functions of `count` ops, each of which uses the previous one; an op takes six bytes or more.
 * @param functions how many functions it has, all with the same bytes
 */
export function largeMlir(count: number, functions = 1): Uint8Array {
  const ops: number[] = [];
  for (let i = 0; i < count; i++)
    ops.push(...varint(1), 0x02 | 0x04, ...varint(0), ...varint(1), ...varint(0), ...varint(1), ...varint(i));
  const block = [...varint((count + 1) * 2 + 1), ...varint(1), ...varint(0), 0x00].concat(ops);
  const last = [...varint(2), 0x04, ...varint(0), ...varint(1), ...varint(count)];
  const region = [...varint(1), ...varint(count + 1), ...block, ...last];
  const isolated = (name: number, data: readonly number[]): number[] => [
    ...varint(name),
    0x10,
    ...varint(0),
    ...varint(3),
    4,
    ...varint(data.length),
    ...data,
  ];
  const one = isolated(3, region);
  const inModule = [...varint(1), ...varint(0), ...varint(2 * functions)];
  for (let i = 0; i < functions; i++) for (const byte of one) inModule.push(byte);
  return mlirModule({
    types: [[...varint(0), ...varint(32 << 2)]],
    ops: [
      ["builtin", ["module"]],
      ["x", ["add", "end", "func"]],
    ],
    ir: [...varint(2), ...isolated(0, inModule)],
  });
}
