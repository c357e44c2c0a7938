import { getSystemErrorMap } from "node:util";

/** What went wrong in the operating system's words: `no such file or directory`. */
export function systemWords(error: unknown): string {
  const { errno } = error as NodeJS.ErrnoException;
  const known = errno === undefined ? undefined : getSystemErrorMap().get(errno);
  return known ? known[1] : String(error);
}
