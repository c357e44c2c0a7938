/** The command line: the same engine as the editor's, for scripts, `git diff` and tests. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readDefinitions } from "../document/definitions";
import type { IrDocument, OpenOptions } from "../document/document";
import { Unreadable } from "../document/window";
import { openDocument } from "../formats/detect";
import { watchSteps } from "../kit/steps";
import { problemsOf } from "../session/facts/problems";
import { setDemangler } from "../session/names/demangle";
import { encoded, unicode } from "../session/names/unicode";
import type { Call } from "./call";
import { UsageError, WRONG_USAGE } from "./call";
import { OF_ONE_FORMAT } from "./usage";
import type { Subject } from "./commands";
import {
  at,
  checkCommand,
  complain,
  DEEPEST,
  dumpOptions,
  extract,
  noticeText,
  outline,
  problemText,
  show,
  stats,
  symbols,
  text,
  tree,
} from "./commands";
import { diff } from "./diff";
import { InputError, openInput } from "./input";
import { memory } from "./memory";
import { ClosedPipe, Output, OutputError } from "./output";

/** Exit statuses: read; damaged or unknown. */
const READ = 0;
const DAMAGED = 1;

/** `text` for `git diff`: the file's name is neutral, problems are comment lines. */
async function textconv(subject: Subject, out: Output): Promise<void> {
  await text({ ...subject, name: basename(subject.name) }, {}, out);
  for (const notice of subject.document.notices?.() ?? []) out.printText(`; ${noticeText("", notice)}\n`);
  for (const problem of problemsOf(subject.document)) out.printText(`; ${problemText("", problem)}\n`);
}

/** Runs the command for one document; returns whether the document is sound. */
async function run(call: Call, subject: Subject, out: Output): Promise<boolean> {
  const { document } = subject;
  let sound = true;
  switch (call.name) {
    case "show":
      show(subject, call.flags, out);
      break;
    case "text":
      await text(subject, call.flags, out);
      break;
    case "dump":
      for (const piece of document.dump(dumpOptions(subject, call.flags))) out.print(piece);
      break;
    case "tree":
      tree(subject, out);
      break;
    case "outline":
      outline(subject, call.flags, out);
      break;
    case "symbols":
      symbols(subject, call.flags, out);
      break;
    case "at":
      at(subject, call.rest[0], out);
      break;
    case "check":
      sound = checkCommand(subject, out);
      break;
    case "stats":
      stats(subject, call.flags, out);
      break;
    case "textconv":
      await textconv(subject, out);
      break;
  }
  return sound && document.problems().length === 0;
}

/** Most members that a message names. */
const SHOWN_MEMBERS = 8;

/**
 * The members with that name or path: a path is names of nested documents joined by `/`. A name may itself contain a
 * `/`.
 */
function membersOf(
  document: IrDocument,
  name: string,
  depth: number,
): readonly { readonly path: string; readonly document: IrDocument }[] {
  return document.derived().flatMap((derived) => {
    const path = `(${derived.name})`;
    if (derived.name === name || derived.name.endsWith(`(${name})`)) return [{ path, document: derived.open() }];
    if (depth === 0 || !name.startsWith(`${derived.name}/`)) return [];
    const inner = membersOf(derived.open(), name.slice(derived.name.length + 1), depth - 1);
    return inner.map((found) => ({ path: `${path}${found.path}`, document: found.document }));
  });
}

/** The documents that the command works on: the file itself, or the members that `--member` names. */
function subjects(call: Call, document: IrDocument, file: Omit<Subject, "document">): readonly Subject[] {
  const member = call.flags.member;
  if (member === undefined) return [{ document, ...file }];
  const found = membersOf(document, encoded(member), DEEPEST);
  if (found.length === 0) {
    const names = document.derived().map((d) => unicode(d.name));
    const some = names.slice(0, SHOWN_MEMBERS).join(", ") + (names.length > SHOWN_MEMBERS ? ", …" : "");
    throw new UsageError(`${file.name}: no member ${member}${names.length === 0 ? "" : `; there are ${some}`}`);
  }
  return found.map(({ path, document: inner }) => ({ ...file, document: inner, name: `${file.name}${unicode(path)}` }));
}

/**
 * The member whose bytes `extract` prints.
 * @throws {UsageError} unless `--member` names exactly one
 */
function extracted(call: Call, document: IrDocument, file: Omit<Subject, "document">): Subject {
  const { member } = call.flags;
  if (member === undefined) throw new UsageError("extract: --member NAME is missing; bitscope outline tells the names");
  const [first, ...others] = subjects(call, document, file);
  if (!first || others.length > 0)
    throw new UsageError(`${file.name}: ${others.length + 1} members are named ${member}`);
  return first;
}

/**
 * Refuses options of another format, unless the file contains others that may have them.
 * @throws {UsageError} that names the option
 */
function refuseForeign({ flags }: Call, { document, name }: Subject): void {
  for (const [option, only] of Object.entries(OF_ONE_FORMAT)) {
    const isForeign = ![only.format, "unknown"].includes(document.format);
    if (flags[option as keyof typeof OF_ONE_FORMAT] !== undefined && isForeign && document.derived().length === 0)
      throw new UsageError(`${name}: --${option} is only for ${only.name}; this is ${document.title}`);
  }
}

/** How the command line wants the file opened. @throws {InputError} if a file of definitions cannot be read */
function openOptions({ flags }: Call): OpenOptions {
  const dialects = (flags.dialects ?? []).map((file) => {
    try {
      return readDefinitions(readFileSync(file, "utf8"));
    } catch (error) {
      throw new InputError(`${file}: ${(error as Error).message}`);
    }
  });
  return { ...(flags.era === undefined ? {} : { era: flags.era }), ...(dialects.length === 0 ? {} : { dialects }) };
}

async function main(call: Call, out: Output): Promise<number> {
  if (call.name === "diff") return diff([call.file, ...call.rest], call.flags, out);
  const document = openDocument(openInput(call.file), openOptions(call));
  const file = { name: call.file, stdin: call.file === "-" };
  if (call.name === "extract") {
    extract(extracted(call, document, file), out);
    return READ;
  }
  let sound = true;
  for (const subject of subjects(call, document, file)) {
    refuseForeign(call, subject);
    sound = (await run(call, subject, out)) && sound;
    out.flush();
    const quiet = call.name === "textconv" && out.printed;
    if (!quiet) complain(subject, out);
    if (quiet) sound = true;
  }
  const { function: wanted } = call.flags;
  if (wanted !== undefined && sound && !out.printed) throw new UsageError(`${call.file}: no function ${wanted}`);
  return sound ? READ : DAMAGED;
}

/** What ends a call with a message: all other errors are faults of the program. */
const EXPECTED = [UsageError, InputError, OutputError, Unreadable];

/** Carries out a call and returns its exit status. */
async function statusOf(call: Call, out: Output): Promise<number> {
  try {
    const status = await main(call, out);
    out.flush();
    return status;
  } catch (error) {
    if (error instanceof ClosedPipe) return READ;
    if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
    out.complain(`bitscope: ${(error as Error).message}`);
    out.flushErrors();
    return WRONG_USAGE;
  }
}

/** Carries out a call; its exit status becomes that of the process. */
export async function execute(call: Call): Promise<void> {
  watchSteps(() => {
    memory.look();
  });
  setDemangler(() => readFileSync(join(__dirname, "demangle.wasm")));
  process.exitCode = await statusOf(call, new Output());
}
