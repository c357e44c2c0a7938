/**
 * Searches the assembly of a file for a word that is not in it, as the editor does. Usage: node out/bench/find.js FILE
 */
import { FileSource } from "../extension/session/bytes/file";
import type { FindQuery } from "../extension/session/protocol";
import { Session } from "../extension/session/session";

/** A word that is in no file. */
const WORD = "zyxwvutsrqponmlkjihgfedcba";

async function main(file: string): Promise<void> {
  const session = await Session.open(new FileSource(file));
  const call = { signal: new AbortController().signal, progress: () => undefined };
  await session.api.opened(undefined as never, call);
  const query: FindQuery = {
    text: WORD,
    matchCase: true,
    wholeWord: false,
    regex: false,
    scope: "assembly",
    folds: { arrangement: "assembly", base: "none", toggled: [], detail: false },
  };
  const { hits } = await session.api.find(query, call);
  console.log(`${hits} hits`);
  session.dispose();
}

const [file] = process.argv.slice(2);
if (file !== undefined) void main(file);
