/** Mach-O's names of CPU types, by number: those of its headers and of the wrapper of a bitstream (mach/machine.h). */
export const CPU_TYPES: ReadonlyMap<number, string> = new Map([
  [7, "i386"],
  [0x01000007, "x86_64"],
  [12, "arm"],
  [0x0100000c, "arm64"],
  [0x0200000c, "arm64_32"],
  [18, "ppc"],
  [0x01000012, "ppc64"],
]);
