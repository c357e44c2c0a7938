/** PNaCl files for tests, written from listings (tools/pexe-encoder.mjs). */
import { readFileSync } from "node:fs";
import path from "node:path";
import { encodeListing } from "../../tools/pexe-encoder.mjs";

function read(file: string): string {
  return readFileSync(path.resolve(file), "latin1");
}

/** A file of test/fixtures/pnacl as a byte string. */
export function fixture(name: string): string {
  return read(`test/fixtures/pnacl/${name}`);
}
/** The bytes of the file of a fixture's listing. */
export function fixtureBytes(name: string): Uint8Array {
  return encodeListing(fixture(name));
}
/** The sample: its listing and its bytes. */
export function factorial(): { readonly listing: string; readonly bytes: Uint8Array } {
  const bytes = new Uint8Array(readFileSync(path.resolve("samples/factorial.pexe")));
  return { listing: read("samples/factorial.listing"), bytes };
}
