/**
 * VS Code's language features for assembly texts. The session's tokens tell what a name means; if the session does not
 * know a text by its lines, the text itself does (`names.ts`).
 */
import * as vscode from "vscode";
import { lineLabel, phraseText, rangeText, saidText } from "../document/labels";
import type { Card, TextSection } from "../session/protocol";
import { callHierarchy } from "./calls";
import type { LinkedText, LinkedTexts, LinkedToken } from "./linked";
import { definitionByName, registerNames } from "./plainLanguage";
import { referencesAt } from "./references";
import { inlayPositions, LEGEND, semanticTokens } from "./tokens";
import { TEXT_SCHEME } from "./uris";

const KINDS: Readonly<Record<string, vscode.SymbolKind>> = {
  function: vscode.SymbolKind.Function,
  module: vscode.SymbolKind.Module,
  globals: vscode.SymbolKind.Namespace,
  declarations: vscode.SymbolKind.Interface,
};

/** Registers all language features. */
export function registerLanguage(texts: LinkedTexts): vscode.Disposable {
  const selector = { scheme: TEXT_SCHEME };
  const { languages } = vscode;
  return vscode.Disposable.from(
    registerNames(selector, async (document) => (await texts.of(document)) !== undefined),
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (document) => symbols(await texts.of(document)),
    }),
    languages.registerDefinitionProvider(selector, definitions(texts)),
    languages.registerReferenceProvider(selector, references(texts)),
    languages.registerDocumentHighlightProvider(selector, highlights(texts)),
    languages.registerHoverProvider(selector, hovers(texts)),
    languages.registerFoldingRangeProvider(selector, folds(texts)),
    languages.registerDocumentRangeSemanticTokensProvider(
      selector,
      {
        provideDocumentRangeSemanticTokens: async (document, range) => semanticTokens(await texts.of(document), range),
      },
      LEGEND,
    ),
    languages.registerInlayHintsProvider(selector, {
      provideInlayHints: async (document, range) => inlayPositions(await texts.of(document), range),
    }),
    languages.registerCallHierarchyProvider(selector, callHierarchy(texts)),
  );
}

function definitions(texts: LinkedTexts): vscode.DefinitionProvider {
  return {
    provideDefinition: async (document, position) => {
      const text = await texts.of(document);
      const token = await text?.token(position);
      if (!text || !token) return undefined;
      // An alias is a name of the text only: MLIR's printer makes it, and no record defines it.
      return (await definitionOf(text, token)) ?? definitionByName(document, position);
    },
  };
}

function references(texts: LinkedTexts): vscode.ReferenceProvider {
  return {
    provideReferences: async (document, position, { includeDeclaration }, cancel) => {
      const text = await texts.of(document);
      if (!text) return undefined;
      const found = await referencesAt(text, position, cancel);
      return found.filter(({ hit }) => includeDeclaration || !hit.definition).map(({ location }) => location);
    },
  };
}

function highlights(texts: LinkedTexts): vscode.DocumentHighlightProvider {
  const { Write, Read } = vscode.DocumentHighlightKind;
  return {
    provideDocumentHighlights: async (document, position, cancel) => {
      const text = await texts.of(document);
      if (!text) return undefined;
      const found = await referencesAt(text, position, cancel);
      return found.map(
        ({ hit, location }) => new vscode.DocumentHighlight(location.range, hit.definition ? Write : Read),
      );
    },
  };
}

function hovers(texts: LinkedTexts): vscode.HoverProvider {
  return {
    provideHover: async (document, position) => {
      const text = await texts.of(document);
      const token = await text?.token(position);
      const card = text && token && (await text.document.api.hover(text.placeOf(token)));
      if (!card) return undefined;
      const shown = cardText(card);
      const defined = (await definitionOf(text, token))?.range.start.line;
      // The line that defines a name tells more than any description of it.
      if (defined !== undefined && defined !== position.line)
        shown.appendCodeblock(document.lineAt(defined).text.trim(), document.languageId);
      const { line, start, length } = token;
      return new vscode.Hover(shown, new vscode.Range(line, start, line, start + length));
    },
  };
}

function folds(texts: LinkedTexts): vscode.FoldingRangeProvider {
  return {
    provideFoldingRanges: async (document) => {
      const sections = await (await texts.of(document))?.sections();
      return sections
        ?.filter(({ line, end }) => end - 1 > line)
        .map(({ line, end }) => new vscode.FoldingRange(line, end - 2 > line ? end - 2 : end - 1));
    },
  };
}

/** Where the record is that defines what a token names, as a place in the text. */
async function definitionOf(text: LinkedText, token: LinkedToken): Promise<vscode.Location | undefined> {
  const target = await text.document.api.definition(text.placeOf(token));
  return target ? text.locationOf(target) : undefined;
}

async function symbols(text: LinkedText | undefined): Promise<vscode.DocumentSymbol[] | undefined> {
  const sections = await text?.sections();
  return sections?.flatMap((section) => {
    const { kind, title, line, end } = section;
    const symbol = KINDS[kind];
    if (symbol === undefined) return [];
    const whole = new vscode.Range(line, 0, Math.max(line, end - 1), 0);
    const [name, detail] = [bothNames(section), title === section.name ? "" : title];
    return [new vscode.DocumentSymbol(name, detail, symbol, whole, new vscode.Range(line, 0, line, 0))];
  });
}

/** A function's name as people know it, then as the file has it: Go to Symbol searches only in what it shows as a name. */
function bothNames({ name, plain }: TextSection): string {
  return plain === undefined ? name : `${plain} ${name}`;
}

/** A hover card in Markdown. */
function cardText({ title, container, words, lines, description, range, encoding }: Card): vscode.MarkdownString {
  const { t } = vscode.l10n;
  const markdown = new vscode.MarkdownString();
  markdown.appendMarkdown("**").appendText(phraseText(title, t)).appendMarkdown("**");
  if (container !== undefined) markdown.appendText(`  ${phraseText(container, t)}`);
  markdown.appendMarkdown("\n\n");
  const facts = [
    ...words.map(({ word, meaning }) => [word, meaning]),
    ...lines.map((line) => [lineLabel(line, t), saidText(line, t)]),
    ...(range === undefined ? [] : [[t("bits"), rangeText(range, t)]]),
    ...(encoding === undefined ? [] : [[t("encoding"), phraseText(encoding, t)]]),
  ];
  for (const [label = "", value = ""] of facts) {
    markdown.appendMarkdown("- *").appendText(label).appendMarkdown("* ").appendText(value).appendMarkdown("\n");
  }
  if (description !== undefined) markdown.appendMarkdown("\n").appendText(description);
  return markdown;
}
