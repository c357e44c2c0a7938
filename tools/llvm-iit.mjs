/**
 * Decodes the signatures of intrinsics in the output of `llvm-tblgen -gen-intrinsic-impl` (IIT_Table and IIT_LongEncodingTable of
 * IntrinsicImpl.inc) and writes each as a text: the result's type, then those of the parameters. Source: DecodeIITType.
 *
 * A type is a letter, for some with a number, and for some with the types that it consists of after it:
 *
 *   v void   h half   b bfloat   f float   d double   q fp128   g ppc_fp128   iN integer   m metadata   t token   x MMX   y AMX
 *   c, r, k target types aarch64.svcount, wasm.externref, wasm.funcref   . more parameters of any type
 *   VN vector, WN scalable vector: element      sN struct: N members      pN pointer to opaque, in address space N
 *   PN pointer with a pointee, in address space N: pointee
 *   oN the next type of the overload, N: 0 any, 1 integer, 2 floating-point, 3 pointer, each alone or in vectors; 4 to 7 the same,
 *      only as vectors; 8 to 11 only alone
 *
 * The others depend on type N of the overload: =N the same, eN with elements twice as wide, uN half as wide, wN a vector of as many
 * of the type after it, lN its element type, nN/D a vector of a Dth of the elements, DN and QN twice and four times as many elements
 * of half and a quarter of the width, zN integers of the same width, aN a pointer to it, @N a pointer to its element type.
 * *N and &N are also the next type of the overload: a vector of pointers to elements of N, and a pointer to one.
 */

/** The names of the codes up to LLVM 16, whose IntrinsicImpl.inc lacks them. */
const OLD_NAMES =
  "Done I1 I8 I16 I32 I64 F16 F32 F64 V2 V4 V8 V16 V32 PTR ARG V64 MMX TOKEN METADATA EMPTYSTRUCT STRUCT2 STRUCT3 STRUCT4 " +
  "STRUCT5 EXTEND_ARG TRUNC_ARG ANYPTR V1 VARARG HALF_VEC_ARG SAME_VEC_WIDTH_ARG PTR_TO_ARG PTR_TO_ELT VEC_OF_ANYPTRS_TO_ELT " +
  "I128 V512 V1024 STRUCT6 STRUCT7 STRUCT8 F128 VEC_ELEMENT SCALABLE_VEC SUBDIVIDE2_ARG SUBDIVIDE4_ARG VEC_OF_BITCASTS_TO_INT " +
  "V128 BF16 STRUCT9 V256 AMX PPCF128 V3 EXTERNREF FUNCREF ANYPTR_TO_ELT I2 I4";

/** Codes that are a type by themselves. */
const SIMPLE = {
  Done: "v",
  F16: "h",
  BF16: "b",
  F32: "f",
  F64: "d",
  F128: "q",
  PPCF128: "g",
  METADATA: "m",
  TOKEN: "t",
  MMX: "x",
  AMX: "y",
  AARCH64_SVCOUNT: "c",
  VARARG: ".",
  EMPTYSTRUCT: "s0",
};
/** Codes followed by a number of the overload. */
const DEPENDENT = {
  EXTEND_ARG: "e",
  TRUNC_ARG: "u",
  VEC_ELEMENT: "l",
  SUBDIVIDE2_ARG: "D",
  SUBDIVIDE4_ARG: "Q",
  VEC_OF_BITCASTS_TO_INT: "z",
  SAME_VEC_WIDTH_ARG: "w",
  PTR_TO_ARG: "a",
  PTR_TO_ELT: "@",
  MATCH: "=",
};
/** The form of an overloaded type by its kind up to LLVM 22: any, integer, floating-point, vector, pointer. */
const KINDS = [0, 1, 2, 4, 11];
const MATCHING = 7;

/** Decodes one signature from bytes. */
class Decoder {
  text = "";
  overloads = 0;

  constructor(bytes, at, names, release) {
    Object.assign(this, { bytes, at, names, release });
  }

  signature() {
    do this.type();
    while (this.at < this.bytes.length && this.bytes[this.at] !== 0);
    return this.text;
  }

  /** The next byte; up to LLVM 22, one that would be the last may be left out if it is 0. */
  next() {
    return this.bytes[this.at++] ?? 0;
  }

  type(scalable = false) {
    const name = this.names.get(this.next());
    if (name === undefined) throw new Error(`unknown code ${this.bytes[this.at - 1]}`);
    if (Object.hasOwn(SIMPLE, name)) this.text += SIMPLE[name];
    else if (Object.hasOwn(DEPENDENT, name)) this.dependent(name);
    else if (/^I\d/.test(name)) this.text += name.toLowerCase();
    else if (/^V\d/.test(name)) this.inner(`${scalable || this.takesMark() ? "W" : "V"}${name.slice(1)}`);
    else if (name.startsWith("STRUCT")) this.struct(name === "STRUCT" ? this.next() + 2 : Number(name.slice(6)));
    else this.special(name);
  }

  /** Since LLVM 23 the mark of a scalable vector follows the vector's code; before, it precedes it. */
  takesMark() {
    if (this.release < 23 || this.names.get(this.bytes[this.at]) !== "SCALABLE_VEC") return false;
    this.at++;
    return true;
  }

  /** A type with one type in it. */
  inner(head) {
    this.text += head;
    this.type();
  }

  struct(count) {
    this.text += `s${count}`;
    for (let i = 0; i < count; i++) this.type();
  }

  dependent(name) {
    this.text += DEPENDENT[name] + this.reference();
    if (name === "SAME_VEC_WIDTH_ARG") this.type();
  }

  /** The number of a type of the overload, which up to LLVM 22 shares its byte with a kind. */
  reference() {
    return this.release >= 23 ? this.next() : this.next() >> 3;
  }

  special(name) {
    switch (name) {
      case "SCALABLE_VEC":
        return this.type(true);
      case "PTR":
        return this.pointer(0);
      case "ANYPTR":
      case "PTR_AS":
        return this.pointer(this.next());
      case "EXTERNREF":
      case "FUNCREF":
        return this.webReference(name);
      case "ARG":
        return this.argument(this.next());
      case "ANY": {
        this.next();
        const kinds = this.next();
        return this.overload(`o${(kinds >> 4) * 4 + (kinds & 15)}`);
      }
      case "HALF_VEC_ARG":
        return void (this.text += `n${this.reference()}/2`);
      case "ONE_NTH_ELTS_VEC_ARG": {
        const number = this.next();
        return void (this.text += `n${number}/${this.next()}`);
      }
      case "VEC_OF_ANYPTRS_TO_ELT":
      case "ANYPTR_TO_ELT": {
        this.next();
        return this.overload(`${name === "ANYPTR_TO_ELT" ? "&" : "*"}${this.next()}`);
      }
      default:
        throw new Error(`unknown code ${name}`);
    }
  }

  pointer(space) {
    if (this.release >= 17) this.text += `p${space}`;
    else this.inner(`P${space}`);
  }

  /** WebAssembly's references: pointers in address spaces of their own, to an empty struct with typed pointers; since 23, target types. */
  webReference(name) {
    const isExternal = name === "EXTERNREF";
    if (this.release >= 23) this.text += isExternal ? "r" : "k";
    else if (this.release >= 17) this.text += isExternal ? "p10" : "p20";
    else this.text += isExternal ? "P10s0" : "P20i8";
  }

  /** Up to LLVM 22: the next type of the overload, or one that is the same as another. */
  argument(byte) {
    const number = byte >> 3;
    const kind = byte & 7;
    if (kind === MATCHING || number !== this.overloads) this.text += `=${number}`;
    else this.overload(`o${KINDS[kind]}`);
  }

  overload(text) {
    this.text += text;
    this.overloads++;
  }
}

/** The content of a C++ table of numbers, without comments. */
function entriesOf(source, table) {
  const start = source.indexOf(`${table}[] = {`);
  const content = source.slice(source.indexOf("{", start) + 1, source.indexOf("};", start));
  return content
    .replaceAll(/\/\*.*?\*\/|\/\/.*/g, "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** The names of the codes, by code. */
function codeNames(source) {
  const start = source.indexOf("GET_INTRINSIC_IITINFO");
  if (start < 0) return new Map(OLD_NAMES.split(" ").map((name, code) => [code, name]));
  const content = source.slice(start, source.indexOf("#endif", start));
  return new Map([...content.matchAll(/IIT_(\w+) = (\d+)/g)].map(([, name, code]) => [Number(code), name]));
}

/** The digits of a number in base 16, the lowest first. */
function nibbles(value) {
  const found = [];
  do found.push(value % 16);
  while ((value = Math.floor(value / 16)) > 0);
  return found;
}

/** The signature of each intrinsic in an IntrinsicImpl.inc, in the order of their ids. */
export function signaturesOf(source, release) {
  const names = codeNames(source);
  const long = entriesOf(source, "IIT_LongEncodingTable").map(Number);
  return entriesOf(source, "IIT_Table").map((entry) => {
    const offset = /\| (\d+)$/.exec(entry);
    const bytes = offset ? long : nibbles(Number(entry));
    return new Decoder(bytes, offset ? Number(offset[1]) : 0, names, release).signature();
  });
}
