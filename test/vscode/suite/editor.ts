/** What VS Code itself shows of an open file: its tab, its problems, its texts and their language features. */
import * as vscode from "vscode";

function equal<T>(actual: T, expected: T): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`expected ${b}, got ${a}`);
}
function ok(value: unknown, message: string): void {
  if (!value) throw new Error(message);
}

/** Repeats a question until the answer is not empty. */
async function until<T>(what: string, ask: () => T | undefined | false | Thenable<T | undefined | false>): Promise<T> {
  for (const end = Date.now() + 30000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const value = await ask();
    if (value !== undefined && value !== false) return value;
  }
  throw new Error(`timeout: ${what}`);
}

function sample(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error("no folder is open");
  return vscode.Uri.joinPath(folder.uri, name);
}
function activeTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab;
}
/** The custom editor's tab that `open` opens. A workbench that is still starting may lose a call, so it is repeated. */
async function customTab(open: () => Thenable<unknown>): Promise<vscode.TabInputCustom> {
  let openedAt = 0;
  return until("a custom tab", async () => {
    if (Date.now() - openedAt > 8000) {
      openedAt = Date.now();
      await open();
    }
    const tab = activeTab()?.input;
    return tab instanceof vscode.TabInputCustom ? tab : undefined;
  });
}
async function openAssembly(name: string): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand("bitscope.openAssembly", sample(name));
  return until("the assembly's text", () => {
    const editor = vscode.window.activeTextEditor;
    return editor?.document.uri.scheme === "bitscope-text" ? editor.document : undefined;
  });
}
function positionOf(document: vscode.TextDocument, text: string, from = 0): vscode.Position {
  const at = document.getText().indexOf(text, from);
  ok(at >= 0, `${text} is not in the text`);
  return document.positionAt(at);
}

describe("in the extension host", () => {
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("a .pexe opens in the custom editor by itself", async () => {
    const input = await customTab(() => vscode.commands.executeCommand("vscode.open", sample("factorial.pexe")));
    equal(input.viewType, "bitscope.editor");
  });

  it("any file opens with it by the command", async () => {
    const input = await customTab(() => vscode.commands.executeCommand("bitscope.openFile", sample("notes.txt")));
    equal(input.uri.path.endsWith("/notes.txt"), true);
  });

  it("problems of a damaged file are in the Problems panel, those of a sound one are not", async () => {
    await vscode.commands.executeCommand("vscode.open", sample("damaged.pexe"));
    const found = await until("problems", () => {
      const all = vscode.languages.getDiagnostics(sample("damaged.pexe"));
      return all.length > 0 ? all : undefined;
    });
    ok(/^\d+:[0-7]: /.test(found[0]?.message ?? ""), `the message has a position: ${found[0]?.message ?? ""}`);
    equal(found[0]?.source, "Bitscope");
    await vscode.commands.executeCommand("vscode.open", sample("factorial.pexe"));
    await until("the other tab", () => (activeTab()?.label === "factorial.pexe" ? true : undefined));
    equal(vscode.languages.getDiagnostics(sample("factorial.pexe")).length, 0);
  });

  it("the assembly opens as a text document", async () => {
    const document = await openAssembly("factorial.pexe");
    ok(document.getText().includes("%v3 = mul i32 %p0, %v2;"), "the product is in the text");
    equal(document.languageId, "bitscope-assembly");
  });

  it("the assembly has an outline, definitions, references, hovers and folds", async () => {
    const document = await openAssembly("factorial.pexe");
    const { uri } = document;
    const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
      vscode.commands.executeCommand<T>(`vscode.execute${command}`, uri, ...args);
    const symbols = await run<vscode.DocumentSymbol[]>("DocumentSymbolProvider");
    ok(
      symbols.some((symbol) => symbol.name === "@f0"),
      "the function is in the outline",
    );
    const use = positionOf(document, "%v2;");
    const [definition] = await run<vscode.Location[]>("DefinitionProvider", use);
    equal(document.lineAt(definition?.range.start.line ?? 0).text.trim(), "%v2 = call i32 @f0(i32 %v1);");
    const references = await run<vscode.Location[]>("ReferenceProvider", use);
    equal(references.length, 2);
    const hovers = await run<vscode.Hover[]>("HoverProvider", use);
    const text = hovers.flatMap((h) => h.contents.map((c) => (typeof c === "string" ? c : c.value))).join("\n");
    ok(text.includes("%v2 = call"), `the hover shows the definition: ${text}`);
    const folds = await run<vscode.FoldingRange[]>("FoldingRangeProvider");
    ok(folds.length > 2, "blocks can be folded");
  });

  it("an LLVM module's text has features from the file: symbols, uses, hovers, calls, positions", async () => {
    const document = await openAssembly("factorial.bc");
    const { uri } = document;
    const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
      vscode.commands.executeCommand<T>(`vscode.execute${command}`, uri, ...args);
    const symbols = await run<vscode.DocumentSymbol[]>("DocumentSymbolProvider");
    const head = symbols.find(({ kind }) => kind === vscode.SymbolKind.Function);
    ok(head && document.lineAt(head.range.start.line).text.startsWith("define"), "a function is where its head is");
    const text = document.getText();
    const call = /call .*?(@[\w.]+)\(/.exec(text.slice(text.indexOf("define")));
    const name = call?.[1] ?? "";
    const use = positionOf(document, name, text.indexOf(call?.[0] ?? "")).translate(0, 1);
    const [definition] = await run<vscode.Location[]>("DefinitionProvider", use);
    const target = document.lineAt(definition?.range.start.line ?? 0).text;
    ok(/^(define|declare)/.test(target) && target.includes(name), `the definition of ${name}: ${target}`);
    const references = await run<vscode.Location[]>("ReferenceProvider", use);
    ok(
      references.every(({ range }) => document.getText(range) === name),
      "references are names",
    );
    equal(references.length, text.split(name).length - 1);
    const hovers = await run<vscode.Hover[]>("HoverProvider", use);
    const hover = hovers.flatMap((h) => h.contents.map((c) => (typeof c === "string" ? c : c.value))).join("\n");
    ok(hover.includes("bits"), `the hover has bits: ${hover}`);
    const folds = await run<vscode.FoldingRange[]>("FoldingRangeProvider");
    ok(
      folds.some(({ start }) => start === head?.range.start.line),
      "the function can be folded",
    );
    await vscode.workspace
      .getConfiguration("bitscope")
      .update("inlayPositions", true, vscode.ConfigurationTarget.Global);
    const hints = await run<vscode.InlayHint[]>("InlayHintProvider", new vscode.Range(0, 0, document.lineCount, 0));
    await vscode.workspace
      .getConfiguration("bitscope")
      .update("inlayPositions", undefined, vscode.ConfigurationTarget.Global);
    ok(
      hints.some(({ label }) => typeof label === "string" && /^\d+:[0-7]$/.test(label)),
      "lines have positions",
    );
    const at = definition?.range.start ?? use;
    const [item] = await vscode.commands.executeCommand<vscode.CallHierarchyItem[]>(
      "vscode.prepareCallHierarchy",
      uri,
      at,
    );
    if (target.startsWith("define")) {
      const calls = await vscode.commands.executeCommand<vscode.CallHierarchyIncomingCall[]>(
        "vscode.provideIncomingCalls",
        item,
      );
      ok(calls.length > 0, "somebody calls it");
    }
  });

  it("a line of the text leads back to its record", async () => {
    const document = await openAssembly("factorial.bc");
    const editor = vscode.window.activeTextEditor;
    const line = positionOf(document, " ret ");
    if (editor) editor.selection = new vscode.Selection(line, line);
    await vscode.commands.executeCommand("bitscope.showInBitscope");
    await until("the editor", () => (activeTab()?.input instanceof vscode.TabInputCustom ? true : undefined));
    await vscode.commands.executeCommand("bitscope.openAssembly", sample("factorial.bc"));
    await until("the same line", () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.scheme === "bitscope-text" && active.selection.active.line === line.line;
    });
  });

  it("two disassemblies are compared in the diff editor", async () => {
    const other = sample("changed.pexe");
    await vscode.commands.executeCommand("bitscope.compareDisassembly", sample("factorial.pexe"), [
      sample("factorial.pexe"),
      other,
    ]);
    const input = await until("a diff tab", () => {
      const tab = activeTab()?.input;
      return tab instanceof vscode.TabInputTextDiff ? tab : undefined;
    });
    equal([input.original.scheme, input.modified.scheme], ["bitscope-compare", "bitscope-compare"]);
  });
});
