/** Links an assembly text to its document: the token at a line and column, and the line of a place in the document. */
import * as vscode from "vscode";
import type { Documents, OpenDocument } from "../editor/documents";
import type { RowPlace, Target, TextLine, TextSection, TextToken, TokenPlace } from "../session/protocol";
import { textOf } from "./uris";

/** Lines per page, and how many pages are kept per document. */
const PAGE = 250;
const KEPT = 40;

/** The assembly with nothing folded: its lines are those of the text. */
export const WHOLE = { base: "none", toggled: [], detail: false, arrangement: "assembly" } as const;

/** A token and its line in a text document. */
export interface LinkedToken extends TextToken {
  readonly line: number;
  readonly index: number;
  readonly row: TextLine;
}

/** The text of one document, as its session knows it. */
export class LinkedText {
  private readonly pages = new Map<number, Promise<readonly TextLine[] | null>>();
  private sectionsAsked: Promise<readonly TextSection[]> | undefined;

  constructor(
    readonly uri: vscode.Uri,
    readonly document: OpenDocument,
    private readonly use: vscode.Disposable,
  ) {}
  dispose(): void {
    this.use.dispose();
  }

  /** A line (from 0); undefined past the end, or if the session does not know the text by its lines. */
  async line(line: number): Promise<TextLine | undefined> {
    const page = Math.floor(line / PAGE);
    const known = this.pages.get(page) ?? this.document.api.textLines({ from: page * PAGE, count: PAGE });
    this.pages.delete(page);
    this.pages.set(page, known);
    known.catch(() => this.pages.delete(page));
    if (this.pages.size > KEPT) this.pages.delete(this.pages.keys().next().value ?? 0);
    return (await known)?.[line - page * PAGE];
  }
  /** Whether the session knows this text by its lines. */
  async isLinked(): Promise<boolean> {
    return (await this.line(0)) !== undefined;
  }
  async token({ line, character }: vscode.Position): Promise<LinkedToken | undefined> {
    const row = await this.line(line);
    const at = (offset: number): number =>
      row?.tokens.findIndex(({ start, length }) => start <= offset && offset < start + length) ?? -1;
    let index = at(character);
    // A position right after a name means that name.
    if (row?.tokens[index]?.symbol === undefined && row?.tokens[at(character - 1)]?.symbol !== undefined)
      index = at(character - 1);
    const token = row?.tokens[index];
    return row && token && { ...token, line, index, row };
  }
  /** A token, in the form that the session's methods take. */
  placeOf({ row, index }: LinkedToken): TokenPlace {
    const { section, entry, line } = row.place;
    return { section, entry, arrangement: "assembly", target: { column: "assembly", line, token: index } };
  }
  async linesOf(places: readonly RowPlace[]): Promise<readonly (number | null)[]> {
    return places.length === 0 ? [] : this.document.api.linesOf({ places });
  }
  /** The location of a target in the text. */
  async locationOf(target: Target): Promise<vscode.Location | undefined> {
    const [line] = await this.linesOf([target]);
    if (line === null || line === undefined) return undefined;
    const token = (await this.line(line))?.tokens[target.token ?? -1];
    const start = token?.start ?? 0;
    return new vscode.Location(this.uri, new vscode.Range(line, start, line, start + (token?.length ?? 0)));
  }
  sections(): Promise<readonly TextSection[]> {
    this.sectionsAsked ??= this.document.api.textSections(null);
    return this.sectionsAsked;
  }
}

/** The linked texts of open text documents. */
export class LinkedTexts implements vscode.Disposable {
  private readonly open = new Map<string, LinkedText>();
  private readonly closing: vscode.Disposable;

  constructor(private readonly documents: Documents) {
    this.closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => this.drop(uri));
  }
  dispose(): void {
    this.closing.dispose();
    for (const text of this.open.values()) text.dispose();
  }
  /** The text of an assembly document; undefined for dumps, statistics and single functions. */
  async of({ uri }: { readonly uri: vscode.Uri }): Promise<LinkedText | undefined> {
    const of = textOf(uri);
    if (of.what !== "text" || of.function !== undefined) return undefined;
    const key = uri.toString();
    let text = this.open.get(key);
    if (!text) {
      const use = this.documents.use(of.uri);
      const follow = use.document.onEvent((event) => {
        if (event.kind === "reloaded" || event.kind === "renumbered") this.drop(uri);
      });
      text = new LinkedText(uri, use.document, vscode.Disposable.from(use, follow));
      this.open.set(key, text);
    }
    return (await text.isLinked().catch(() => false)) ? text : undefined;
  }
  private drop(uri: vscode.Uri): void {
    this.open.get(uri.toString())?.dispose();
    this.open.delete(uri.toString());
  }
}
