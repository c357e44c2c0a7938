/** How aliases with the same name are distinguished (AliasInitializer::initializeAliases). */
import type { Tables } from "../model/module";
import { namedRelease } from "../model/release";

/** Splits an alias into its name and its number; number 0 is not printed. */
export type AliasNumbers = (alias: string) => { readonly stem: string; readonly number: number };

/**
 * Before MLIR 21 equal names are counted; a name that ends in a digit, which could be confused with a number, gets an
 * underscore.
 */
function counted(): AliasNumbers {
  const counts = new Map<string, number>();
  return (alias) => {
    const stem = endsInDigit(alias) ? `${alias}_` : alias;
    const number = counts.get(stem) ?? 0;
    counts.set(stem, number + 1);
    return { stem, number };
  };
}

/** Since MLIR 21 the first alias has the name itself, the others the next free name: `x64`, `x64_1`. */
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

/** The numbers of a module's aliases; must be called in the order of the definitions. */
export function aliasNumbers({ producer, release }: Pick<Tables, "producer" | "release">): AliasNumbers {
  return (namedRelease(producer) ?? release) < 21 ? counted() : unique();
}
