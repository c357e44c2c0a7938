/**
 * What the editor waits for is done in steps, between which a session takes other messages: none makes more entries
 * than a few pages have, whatever the format, and however many rows are asked for.
 */
import assert from "node:assert/strict";
import type { Arrangement } from "../../../extension/document/arrangement";
import type { EntryPage, SectionId, ListingOptions } from "../../../extension/document/section";
import { ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import type { Anchor, RowsAnswer } from "../../../extension/session/protocol";
import { Arranged } from "../../../extension/session/rows/arranged";
import { PAGE } from "../../../extension/session/rows/pages";
import { rowsFor } from "../../../extension/session/rows/rows";
import { Steps } from "../../../extension/session/rows/steps";
import { seeds } from "../../support/seeds";

/** Entries that one step may make: a step looks at an entry and its neighbours, which are in a page each. */
const MOST = 3 * PAGE;

/** An arrangement that counts the entries which it makes. */
function counting(arrangement: Arrangement): { readonly counted: Arrangement; take(): number } {
  let made = 0;
  const entries = (id: SectionId, from: number, count: number, options: ListingOptions): EntryPage => {
    const page = arrangement.entries(id, from, count, options);
    made += page.entries.length;
    return page;
  };
  const counted = new Proxy(arrangement, {
    get: (of, name) => {
      const member: unknown = name === "entries" ? entries : Reflect.get(of, name);
      return typeof member === "function" ? (member.bind(of) as unknown) : member;
    },
  });
  const take = (): number => {
    const now = made;
    made = 0;
    return now;
  };
  return { counted, take };
}

describe("rows are made in steps", () => {
  for (const { name, bytes } of seeds())
    it(name, () => {
      const document = openDocument(new ResidentWindow(bytes));
      const assembly = document.assembly?.({ fileName: "a" });
      for (const background = assembly?.background?.(); background?.next().done === false;);
      for (const arrangement of assembly ? [document, assembly] : [document]) {
        const { counted, take } = counting(arrangement);
        const steps = new Steps(new PagedWindow(new MemorySource(bytes)));
        const arranged = new Arranged("records", counted, document.bits, steps);
        const anchors: readonly Anchor[] = [
          { kind: "line", line: 0 },
          { kind: "bit", bit: document.bits >> 1 },
          { kind: "end" },
        ];
        for (const base of ["none", "all"] as const)
          for (const anchor of anchors) {
            const folds = { base, toggled: [], detail: false };
            const work = rowsFor({ anchor, before: 250, after: 250, folds }, arranged);
            let answer: RowsAnswer | undefined;
            for (let count = 0; !answer; count++) {
              const step = work.next();
              if (step.done) answer = step.value;
              const made = take();
              assert.ok(made <= MOST, `step ${count} of ${anchor.kind} (${base}) made ${made} entries`);
            }
          }
      }
    });
});
