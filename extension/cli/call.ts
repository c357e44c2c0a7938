/** What the words of a command line ask for. Knows no format, so that a wrong call is answered without their code. */
import { parseArgs } from "node:util";
import { calls, options } from "./usage";

/** The parsed options of a command. */
export interface Flags {
  readonly section?: string | undefined;
  readonly all?: boolean | undefined;
  readonly full?: boolean | undefined;
  readonly bytes?: boolean | undefined;
  readonly function?: string | undefined;
  readonly locations?: boolean | undefined;
  readonly positions?: boolean | undefined;
  readonly tables?: boolean | undefined;
  readonly as?: string | undefined;
  readonly json?: boolean | undefined;
  readonly jobs?: string | undefined;
}

/** A command and what it is applied to. */
export interface Call {
  readonly name: string;
  readonly file: string;
  readonly rest: readonly string[];
  readonly flags: Flags & {
    readonly era?: string | undefined;
    readonly member?: string | undefined;
    readonly dialects?: readonly string[] | undefined;
  };
}

/** A command line that cannot be carried out as written. Ends with {@link WRONG_USAGE}. */
export class UsageError extends Error {}

/** The exit status of wrong usage and of I/O errors. */
export const WRONG_USAGE = 2;

/** Reads a command line's words. @throws {UsageError} if they are not a valid command */
export function parseCall(words: readonly string[]): Call | "help" | "version" {
  let parsed;
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals } = parsed;
  if (values.help) return "help";
  if (values.version) return "version";
  const [name, file, ...rest] = positionals;
  const usage = name === undefined ? undefined : calls[name];
  if (name === undefined || !usage)
    throw new UsageError(
      `${name === undefined ? "a command is missing" : `unknown command ${name}`}; see bitscope --help`,
    );
  const stray = Object.keys(values).find((key) => !(usage.options as readonly string[]).includes(key));
  if (stray !== undefined) throw new UsageError(`${name} takes no --${stray}`);
  if (file === undefined || (name !== "diff" && rest.length > (name === "at" ? 1 : 0)))
    throw new UsageError(`usage: bitscope ${name} ${usage.words}`);
  if (file === "-" && rest.includes("-")) throw new UsageError("only one of two files can be standard input");
  return { name, file, rest, flags: values };
}
