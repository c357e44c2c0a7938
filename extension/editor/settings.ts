/** Reads the user's settings. */
import * as vscode from "vscode";
import type { Column, ViewSettings } from "../session/protocol/hostApi";
import { fontZoom } from "./fontZoom";

/** The settings of Bitscope and of VS Code's editor that the webview needs. */
export function viewSettings(): ViewSettings {
  const own = vscode.workspace.getConfiguration("bitscope");
  const editor = vscode.workspace.getConfiguration("editor");
  return {
    columns: own.get<Column[]>("columns", ["position", "record", "assembly"]),
    foldPreamble: own.get("foldPreamble", true),
    positionFormat: own.get<ViewSettings["positionFormat"]>("positionFormat", "byte:bit"),
    demangle: own.get("demangle", true),
    integerFormat: own.get<ViewSettings["integerFormat"]>("integerFormat", "decimal"),
    hoverDelay: own.get("hoverDelay", 300),
    scrollSensitivity: editor.get("mouseWheelScrollSensitivity", 1),
    stickyLines: editor.get("stickyScroll.enabled", true) ? editor.get("stickyScroll.maxLineCount", 5) : 0,
    wheelZooms: editor.get("mouseWheelZoom", false),
    fontZoom: fontZoom(),
    wordSeparators: editor.get("wordSeparators", ""),
    lineHeight: editor.get("lineHeight", 0),
    letterSpacing: editor.get("letterSpacing", 0),
    fontLigatures: editor.get<boolean | string>("fontLigatures", false) !== false,
  };
}

/** Whether mangled names are shown as programmers write them. */
export function demangles(): boolean {
  return vscode.workspace.getConfiguration("bitscope").get("demangle", true);
}

/** Most memory that a document may take, in bytes. */
export function maxMemory(): number {
  return vscode.workspace.getConfiguration("bitscope").get("maxMemory", 512) * 1024 * 1024;
}

/** Most disk space that the indexes of very large files may take, in bytes; 0 if none may be kept. */
export function indexSpace(): number {
  return vscode.workspace.getConfiguration("bitscope").get("indexSpace", 1024) * 1024 * 1024;
}
