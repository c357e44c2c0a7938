/**
 * Small files of every format and every container, made by the project, on which the laws are checked and fuzzing
 * begins.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { lastModule, firstModule } from "../fixtures/iree/modules.mjs";
import { wrapInZip } from "../fixtures/iree/builder.mjs";
import * as boxes from "./boxes";
import { encodeCompressed, encodeModule } from "./bytecode";
import { brokenNames, sampleModule } from "./bytecodeSample";
import { doubledConstants, doubledTypes, nestedBlocks, nestedTypes } from "./hostile/llvm";
import { doubledAttributes, nestedRegions } from "./hostile/mlir";
import { fixtureBytes } from "./pexe";

/** A file with a description. */
export interface Seed {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const FOLDERS = ["samples", "test/fixtures/llvm", "test/fixtures/mlir", "test/fixtures/tileir"];
const MODULE = /\.(?:bc|pexe|mlirbc|vmfb|tileirbc)$/;
/** Levels of nesting or doubling: few enough to be printed completely. */
const LEVELS = 9;

const files = (): Seed[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => MODULE.test(name))
      .map((name) => ({ name: `${folder}/${name}`, bytes: new Uint8Array(readFileSync(path.join(folder, name))) })),
  );
const inBoxes = (): Seed[] =>
  Object.entries({
    "GNU archive": boxes.GNU,
    "BSD archive": boxes.BSD,
    ELF: boxes.ELF,
    "Mach-O": boxes.MACHO,
    COFF: boxes.COFF,
    DXIL: boxes.DXIL,
    bundle: boxes.clangBundle([
      ["host", []],
      ["hip-amdgcn-amd-amdhsa--gfx906", boxes.MODULE],
    ]),
    "zlib bundle": boxes.compressedBundle(1, "zlib", boxes.MODULE),
    "offload binary": boxes.offloadBinary(1, boxes.MODULE),
    "Metal library": boxes.metalLibrary("kernel", boxes.MODULE),
    xar: boxes.xar("module", boxes.MODULE),
    wasm: boxes.wasm([[".llvmbc", boxes.MODULE]]),
  }).map(([name, bytes]) => ({ name, bytes: Uint8Array.from(bytes) }));

/** Every seed; reads the project's files from the working folder. */
export function seeds(): readonly Seed[] {
  return [
    ...files(),
    ...["instructions", "messages", "aligned", "damage"].map((name) => ({
      name: `PNaCl ${name}`,
      bytes: fixtureBytes(`${name}.listing`),
    })),
    { name: "IREE, first era", bytes: firstModule().bytes },
    { name: "IREE, last era", bytes: lastModule().bytes },
    { name: "IREE archive", bytes: wrapInZip(lastModule().bytes).bytes },
    { name: "LLVM 1.x", bytes: encodeModule(sampleModule) },
    { name: "LLVM 1.x, names of two lines", bytes: encodeModule(brokenNames) },
    { name: "LLVM 1.x, compressed", bytes: encodeCompressed(sampleModule) },
    ...inBoxes(),
    { name: "nested blocks", bytes: nestedBlocks(LEVELS) },
    { name: "nested types", bytes: nestedTypes(LEVELS) },
    { name: "nested regions", bytes: nestedRegions(LEVELS) },
    { name: "doubled constants", bytes: doubledConstants(LEVELS) },
    { name: "constants in a circle", bytes: doubledConstants(LEVELS, true) },
    { name: "doubled types", bytes: doubledTypes(LEVELS) },
    { name: "doubled attributes", bytes: doubledAttributes(LEVELS) },
  ];
}
