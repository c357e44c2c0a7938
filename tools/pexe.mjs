#!/usr/bin/env node
/** Writes a `.pexe` from its listing. Usage: node tools/pexe.mjs LISTING PEXE */
import { readFileSync, writeFileSync } from "node:fs";
import { encodeListing } from "./pexe-encoder.mjs";

const [, , from, to] = process.argv;
if (to === undefined) {
  console.error("usage: node tools/pexe.mjs LISTING PEXE");
  process.exit(2);
}
writeFileSync(to, encodeListing(readFileSync(from, "latin1")));
