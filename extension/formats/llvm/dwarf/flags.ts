/** Text of debug info flags: DIFlags and DISPFlags. Source: DebugInfoFlags.def of each release. */
import type { Release } from "../ir/releases";

/** DIFlags by bit, without the two-bit fields; `@R`: since LLVM R. */
const DI_FLAGS =
  "2:FwdDecl 3:AppleBlock 4:ReservedBit4@11 5:Virtual 6:Artificial 7:Explicit 8:Prototyped 9:ObjcClassComplete" +
  " 10:ObjectPointer 11:Vector 12:StaticMember 13:LValueReference 14:RValueReference 15:ExportSymbols@11" +
  " 18:IntroducedVirtual 19:BitField 20:NoReturn 22:TypePassByValue 23:TypePassByReference 24:EnumClass 25:Thunk" +
  " 26:NonTrivial 27:BigEndian 28:LittleEndian 29:AllCallsDescribed 30:NameIsSimplified@22";

/** Names that were different in LLVM 9. */
const DI_FLAGS_9: ReadonlyMap<number, string> = new Map([
  [4, "BlockByrefStruct"],
  [15, "Reserved"],
  [21, "ArgumentNotModified"],
]);

const DISP_FLAGS =
  "0:Virtual 1:PureVirtual 2:LocalToUnit 3:Definition 4:Optimized 5:Pure 6:Elemental 7:Recursive 8:MainSubprogram" +
  " 9:Deleted@11 11:ObjCDirect@11";

interface Flag {
  readonly bit: number;
  readonly name: string;
  readonly since: number;
}

function parse(table: string): readonly Flag[] {
  return table.split(" ").map((entry) => {
    const [, bit = "0", name = "", since = "0"] = /^(\d+):(\w+)(?:@(\d+))?$/.exec(entry) ?? [];
    return { bit: Number(bit), name, since: Number(since) };
  });
}
const diFlags = parse(DI_FLAGS);
const dispFlags = parse(DISP_FLAGS);

const ACCESSIBILITY = ["", "Private", "Protected", "Public"];
const MEMBER_POINTERS = ["", "SingleInheritance", "MultipleInheritance", "VirtualInheritance"];
/** FwdDecl and Virtual together. */
const INDIRECT_VIRTUAL_BASE = 0x24;

/** The names joined by ` | `, followed by the remaining bits as a number if they have no names. */
function join(names: readonly string[], rest: number): string {
  return (rest !== 0 || names.length === 0 ? [...names, String(rest)] : names).join(" | ");
}

/** Texts by flags and release: most nodes use few combinations. */
const known = new Map<number, string>();
/** The most texts kept: a damaged file may have any combination. */
const MOST_KNOWN = 1 << 12;
/** More than the highest release number. */
const RELEASES = 64;

/** `DIFlagPublic | DIFlagVirtual`, in the order of the reference's DINode::splitFlags. */
export function diFlagsText(flags: number, release: Release): string {
  const key = flags * RELEASES + release;
  let text = known.get(key);
  if (text !== undefined) return text;
  text = newText(flags, release);
  if (known.size < MOST_KNOWN) known.set(key, text);
  return text;
}
function newText(flags: number, release: Release): string {
  const names: string[] = [];
  // LLVM 22 keeps 31 bits.
  let rest = release >= 22 ? flags & 0x7fffffff : flags;
  const take = (mask: number, name: string): void => {
    if (name === "") return;
    names.push(`DIFlag${name}`);
    rest &= ~mask;
  };
  take(3, ACCESSIBILITY[rest & 3] ?? "");
  take(3 << 16, MEMBER_POINTERS[(rest >> 16) & 3] ?? "");
  if ((rest & INDIRECT_VIRTUAL_BASE) === INDIRECT_VIRTUAL_BASE) take(INDIRECT_VIRTUAL_BASE, "IndirectVirtualBase");
  for (let bit = 2; bit <= 30; bit++) {
    if (((rest >> bit) & 1) === 0) continue;
    const flag = diFlags.find((f) => f.bit === bit && release >= f.since);
    take(1 << bit, (release <= 9 ? DI_FLAGS_9.get(bit) : undefined) ?? flag?.name ?? "");
  }
  return join(names, rest >>> 0);
}

/** `DISPFlagDefinition | DISPFlagOptimized`; `0` for no flags. */
export function dispFlagsText(flags: number, release: Release): string {
  let rest = flags;
  const names: string[] = [];
  for (const { bit, name, since } of dispFlags) {
    if (((rest >> bit) & 1) === 0 || release < since) continue;
    names.push(`DISPFlag${name}`);
    rest &= ~(1 << bit);
  }
  return join(names, rest >>> 0);
}
