/** How aliases of the same name are told apart (AliasInitializer::initializeAliases). */
import type { Tables } from "../model/module";
import { namedRelease } from "../model/release";

/** What an alias is printed as: its name, and its number unless that is 0. */
export type AliasNumbers = (alias: string) => { readonly stem: string; readonly number: number };

/** Before MLIR 21 names are counted; one that ends in a digit, and could run into another's number, gets an underscore. */
function counted(): AliasNumbers {
  const counts = new Map<string, number>();
  return (alias) => {
    const stem = endsInDigit(alias) ? `${alias}_` : alias;
    const number = counts.get(stem) ?? 0;
    counts.set(stem, number + 1);
    return { stem, number };
  };
}

/** From MLIR 21 on the first of a name is the name, and the others are the next that are not taken: `x64`, `x64_1`. */
function unique(): AliasNumbers {
  const used = new Set<string>();
  const next = new Map<string, number>();
  return (alias) => {
    if (!used.has(alias)) {
      used.add(alias);
      return { stem: alias, number: 0 };
    }
    const stem = endsInDigit(alias) ? `${alias}_` : alias;
    let number = next.get(stem) ?? 1;
    while (used.has(stem + String(number))) number++;
    used.add(stem + String(number));
    next.set(stem, number + 1);
    return { stem, number };
  };
}

const endsInDigit = (name: string): boolean => /[0-9]$/.test(name);

/** The numbers of a module's aliases, asked for in the order of the definitions. */
export function aliasNumbers({ producer, release }: Pick<Tables, "producer" | "release">): AliasNumbers {
  return (namedRelease(producer) ?? release) < 21 ? counted() : unique();
}
