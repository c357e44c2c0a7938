/** The call hierarchy of assembly texts: callers and callees of a function, from the text's tokens. */
import * as vscode from "vscode";
import type { TextSection } from "../session/protocol";
import type { LinkedText, LinkedTexts } from "./linked";
import { referencesAt } from "./references";

/** Lines of a function that are searched for calls. */
const MOST_LINES = 20000;

/** VS Code's provider of call hierarchies for linked texts. */
export function callHierarchy(texts: LinkedTexts): vscode.CallHierarchyProvider {
  return {
    prepareCallHierarchy: async (document, position) => {
      const text = await texts.of(document);
      const token = await text?.token(position);
      if (!text || token?.symbol === undefined) return undefined;
      const target = await text.document.api.definition(text.placeOf(token));
      const location = target && (await text.locationOf(target));
      const section = location && (await functionAt(text, location.range.start.line));
      return section?.line === location?.range.start.line && section ? itemOf(text, section) : undefined;
    },
    provideCallHierarchyIncomingCalls: async (item, cancel) => {
      const text = await texts.of(item);
      return text && incoming(text, item, cancel);
    },
    provideCallHierarchyOutgoingCalls: async (item, cancel) => {
      const text = await texts.of(item);
      return text && outgoing(text, item, cancel);
    },
  };
}

async function incoming(
  text: LinkedText,
  item: vscode.CallHierarchyItem,
  cancel: vscode.CancellationToken,
): Promise<vscode.CallHierarchyIncomingCall[]> {
  const calls = new Map<number, { section: TextSection; ranges: vscode.Range[] }>();
  for (const { hit, location } of await referencesAt(text, item.selectionRange.start, cancel)) {
    const section = await functionAt(text, location.range.start.line);
    if (hit.definition || !section) continue;
    const call = calls.get(section.section) ?? { section, ranges: [] };
    call.ranges.push(location.range);
    calls.set(section.section, call);
  }
  const items = [...calls.values()].map(async ({ section, ranges }) => {
    const from = await itemOf(text, section);
    return new vscode.CallHierarchyIncomingCall(from, ranges);
  });
  return Promise.all(items);
}

async function outgoing(
  text: LinkedText,
  item: vscode.CallHierarchyItem,
  cancel: vscode.CancellationToken,
): Promise<vscode.CallHierarchyOutgoingCall[]> {
  const ranges = new Map<string, vscode.Range[]>();
  const { start, end } = item.range;
  for (let line = start.line + 1; line < Math.min(end.line, start.line + MOST_LINES); line++) {
    if (cancel.isCancellationRequested) return [];
    for (const { kind, symbol, start: at, length } of (await text.line(line))?.tokens ?? []) {
      if (kind !== "global" || symbol === undefined) continue;
      const known = ranges.get(symbol) ?? [];
      known.push(new vscode.Range(line, at, line, at + length));
      ranges.set(symbol, known);
    }
  }
  const calls: vscode.CallHierarchyOutgoingCall[] = [];
  for (const [symbol, places] of ranges) {
    const target = await text.document.api.locate({ symbol, arrangement: "assembly" });
    const location = target && (await text.locationOf(target));
    const section = location && (await functionAt(text, location.range.start.line));
    if (section && section.line === location.range.start.line)
      calls.push(new vscode.CallHierarchyOutgoingCall(await itemOf(text, section), places));
  }
  return calls;
}

/** The function around a line. */
async function functionAt(text: LinkedText, line: number): Promise<TextSection | undefined> {
  const sections = await text.sections();
  return sections.find((section) => section.kind === "function" && section.line <= line && line < section.end);
}

/** A function as a call hierarchy item; its name is the token that defines it. */
async function itemOf(text: LinkedText, section: TextSection): Promise<vscode.CallHierarchyItem> {
  const head = await text.line(section.line);
  const token = head?.tokens.find(({ definition, kind }) => definition && kind === "global") ?? head?.tokens[0];
  const start = token?.start ?? 0;
  const range = new vscode.Range(section.line, start, section.line, start + (token?.length ?? 0));
  const name = section.plain ?? section.name;
  const whole = new vscode.Range(section.line, 0, section.end, 0);
  return new vscode.CallHierarchyItem(vscode.SymbolKind.Function, name, section.title, text.uri, whole, range);
}
