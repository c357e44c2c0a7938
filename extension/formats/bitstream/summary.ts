/** The summary that llvm-bcanalyzer prints after its dump (BitcodeAnalyzer.cpp, printStats). */
import { cExponential, cFixed } from "../../document/printf";
import type { BlockNames } from "./names";
import type { BlockStatistics, Statistics } from "./statistics";
import { histogram } from "./statistics";

function size(bits: number, average: boolean): string {
  const first = average ? cFixed(bits, 2) : `${bits}b`;
  return `${first}/${cFixed(bits / 8, 2)}B/${Math.floor(bits / 32)}W`;
}

function totals(block: BlockStatistics): string {
  if (block.instances === 1) {
    return `      Num SubBlocks: ${block.subBlocks}
        Num Abbrevs: ${block.abbreviations}
        Num Records: ${block.records}
`;
  }
  const per = (count: number): string => `${count}/${cExponential(count / block.instances, 6)}`;
  return `       Average Size: ${size(block.bits / block.instances, true)}
  Tot/Avg SubBlocks: ${per(block.subBlocks)}
    Tot/Avg Abbrevs: ${per(block.abbreviations)}
    Tot/Avg Records: ${per(block.records)}
`;
}

function records(id: number, block: BlockStatistics, names: BlockNames): string {
  if (block.codes.size === 0) return "";
  let text = "\tRecord Histogram:\n\t\t  Count    # Bits     b/Rec   % Abv  Record Kind\n";
  for (const [code, { count, bits, abbreviated }] of histogram(block)) {
    const each = count > 1 ? ` ${cFixed(bits / count, 1).padStart(9)}` : "          ";
    const share = abbreviated > 0 ? ` ${cFixed((abbreviated / count) * 100, 2).padStart(7)}` : "        ";
    text += `\t\t${String(count).padStart(7)} ${String(bits).padStart(9)}${each}${share}  ${names.recordOrUnknown(id, code)}\n`;
  }
  return text + "\n";
}

/** The whole summary. `stream.bits`: the size of the stream without its wrapper. */
export function summaryText(
  statistics: Statistics,
  names: BlockNames,
  stream: { readonly fileName: string; readonly type: string; readonly bits: number },
): string {
  let text = `\n\nSummary of ${stream.fileName}:\n         Total size: ${size(stream.bits, false)}\n`;
  text += `        Stream type: ${stream.type}\n  # Toplevel Blocks: ${statistics.topLevelBlocks}\n\nPer-block Summary:\n`;
  for (const [id, block] of [...statistics.blocks].sort(([a], [b]) => a - b)) {
    const name = names.block(id);
    text += `  Block ID #${id}${name === undefined ? "" : ` (${name})`}:\n      Num Instances: ${block.instances}\n`;
    text += `         Total Size: ${size(block.bits, false)}\n`;
    text += `    Percent of file: ${cFixed((block.bits * 100) / stream.bits, 4)}%\n${totals(block)}`;
    if (block.records > 0) text += `    Percent Abbrevs: ${cFixed((block.abbreviated * 100) / block.records, 4)}%\n`;
    text += `\n${records(id, block, names)}`;
  }
  return text;
}
