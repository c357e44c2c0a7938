/** Reads a block's header: how many ops it has, and its arguments (BytecodeFormat.md, "Block"). */
import type { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import { NumberList } from "./op";
import { readUseListOrders, USE_LIST_ORDERS } from "./useOrders";
import type { UseOrder } from "./useOrders";

/** A block's header. One object serves all blocks of a walk. */
export class Block {
  startByte = 0;
  /** End of the header. */
  endByte = 0;
  /** Its number in the region. */
  index = 0;
  ops = 0;
  readonly types = new NumberList();
  /** Attribute indices; -1: none. */
  readonly locations = new NumberList();
  /** The orders of its arguments' uses, if there are any. */
  useOrders: readonly UseOrder[] | undefined;
}

/** Fills `block`, apart from its number. @throws Damage */
export function readBlockHeader(cursor: MlirCursor, block: Block, version: number): void {
  block.startByte = cursor.position;
  const both = cursor.varint("op count, has arguments");
  block.ops = Math.floor(both / 2);
  cursor.leaves?.note(`${block.ops} ops${both % 2 === 1 ? ", with arguments" : ""}`);
  if (both % 2 === 1) readArguments(cursor, block, version);
  else {
    block.types.length = 0;
    block.locations.length = 0;
    block.useOrders = undefined;
  }
  block.endByte = cursor.position;
}

/** Since version 4 an argument's location may be absent; since version 3 use-list orders may follow. */
function readArguments(cursor: MlirCursor, block: Block, version: number): void {
  const count = cursor.count("argument count");
  block.types.reserve(count);
  block.locations.reserve(count);
  for (let i = 0; i < count; i++) {
    let located = true;
    if (version < 4) block.types.items[i] = cursor.type("argument type", "Type");
    else {
      const start = cursor.position;
      const both = cursor.varint("argument type, has location");
      const type = Math.floor(both / 2);
      if (type >= cursor.sizes.types)
        throw new Damage("bad-reference", `invalid Type index: ${type}`, start, cursor.position);
      cursor.refer("type", type);
      block.types.items[i] = type;
      located = both % 2 === 1;
    }
    block.locations.items[i] = located ? cursor.attribute("argument location", "Attribute") : -1;
  }
  const ordered = version >= USE_LIST_ORDERS && cursor.byte("has use-list orders") !== 0;
  block.useOrders = ordered ? readUseListOrders(cursor, count) : undefined;
}
