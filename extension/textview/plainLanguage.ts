/** Language features of texts that the session does not know by their lines; the text itself tells what names mean. */
import * as vscode from "vscode";
import { nameAt, TextNames } from "./names";
import type { Span, TextSymbol } from "./names";

const KINDS: Readonly<Record<TextSymbol["kind"], vscode.SymbolKind>> = {
  function: vscode.SymbolKind.Function,
  declaration: vscode.SymbolKind.Interface,
  global: vscode.SymbolKind.Variable,
  type: vscode.SymbolKind.Class,
  attribute: vscode.SymbolKind.EnumMember,
  block: vscode.SymbolKind.Key,
};

/** Texts split into lines, once per version. */
const split = new WeakMap<vscode.TextDocument, { version: number; lines: readonly string[]; names: TextNames }>();

function namesOf(document: vscode.TextDocument): { lines: readonly string[]; names: TextNames } {
  const known = split.get(document);
  if (known?.version === document.version) return known;
  const lines = document.getText().split(/\r?\n/);
  const made = { version: document.version, lines, names: new TextNames(lines) };
  split.set(document, made);
  return made;
}

function rangeOf({ line, start, end }: Span): vscode.Range {
  return new vscode.Range(line, start, line, end);
}

function nameAtPosition(document: vscode.TextDocument, position: vscode.Position) {
  const { lines, names } = namesOf(document);
  const found = nameAt(lines[position.line] ?? "", position.character);
  return found && { ...found, lines, names };
}

/** The place where the text defines the name at a position; undefined if there is no name, or no line defines it. */
export function definitionByName(
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Location | undefined {
  const at = nameAtPosition(document, position);
  const found = at?.names.definition(at.name, position.line);
  return found && new vscode.Location(document.uri, rangeOf(found));
}

/** Registers these features for a kind of texts, except those that `isLinked` leaves to `language.ts`. */
export function registerNames(
  selector: vscode.DocumentSelector,
  isLinked: (document: vscode.TextDocument) => Promise<boolean>,
): vscode.Disposable {
  const { languages } = vscode;
  const unlinked = async <T>(document: vscode.TextDocument, work: () => T): Promise<T | undefined> =>
    (await isLinked(document)) ? undefined : work();
  return vscode.Disposable.from(
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: (document) => unlinked(document, () => symbolsByName(document)),
    }),
    languages.registerDefinitionProvider(selector, {
      provideDefinition: (document, position) => unlinked(document, () => definitionByName(document, position)),
    }),
    languages.registerReferenceProvider(selector, {
      provideReferences: (document, position) =>
        unlinked(document, () =>
          usesByName(document, position)?.map((range) => new vscode.Location(document.uri, range)),
        ),
    }),
    languages.registerDocumentHighlightProvider(selector, {
      provideDocumentHighlights: (document, position) =>
        unlinked(document, () => usesByName(document, position)?.map((range) => new vscode.DocumentHighlight(range))),
    }),
    languages.registerHoverProvider(selector, {
      provideHover: (document, position) => unlinked(document, () => hoverByName(document, position)),
    }),
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: (document) => unlinked(document, () => foldsOf(document)),
    }),
  );
}

function symbolsByName(document: vscode.TextDocument): vscode.DocumentSymbol[] {
  return namesOf(document)
    .names.symbols()
    .map((symbol) => {
      const whole = new vscode.Range(symbol.line, 0, symbol.endLine, 0);
      return new vscode.DocumentSymbol(symbol.name, symbol.kind, KINDS[symbol.kind], whole, rangeOf(symbol));
    });
}

/** The places that name what the name at a position names; undefined if there is no name. */
function usesByName(document: vscode.TextDocument, position: vscode.Position): vscode.Range[] | undefined {
  const at = nameAtPosition(document, position);
  return at?.names.references(at.name, position.line).map(rangeOf);
}

/** The line that defines the name at a position. */
function hoverByName(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
  const at = nameAtPosition(document, position);
  const found = at?.names.definition(at.name, position.line);
  if (!at || !found) return undefined;
  const line = (at.lines[found.line] ?? "").trim();
  const text = new vscode.MarkdownString().appendCodeblock(line, document.languageId);
  return new vscode.Hover(text, new vscode.Range(position.line, at.start, position.line, at.end));
}

function foldsOf(document: vscode.TextDocument): vscode.FoldingRange[] {
  return namesOf(document)
    .names.folds()
    .map(({ start, end }) => new vscode.FoldingRange(start, end));
}
