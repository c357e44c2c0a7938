/** Enums that vhlo, stablehlo, mhlo and chlo number alike. `-`: an unused number. */

const ENUMS = {
  comparison_direction: "EQ NE GE GT LE LT",
  comparison_type: "NOTYPE FLOAT TOTALORDER SIGNED UNSIGNED",
  api_version:
    "API_VERSION_UNSPECIFIED API_VERSION_ORIGINAL API_VERSION_STATUS_RETURNING API_VERSION_STATUS_RETURNING_UNIFIED API_VERSION_TYPED_FFI",
  fft_type: "FFT IFFT RFFT IRFFT",
  precision: "DEFAULT HIGH HIGHEST",
  rng_algorithm: "DEFAULT THREE_FRY PHILOX",
  rng_distribution: "- UNIFORM NORMAL",
  transpose: "TRANSPOSE_INVALID NO_TRANSPOSE TRANSPOSE ADJOINT",
  kind: "sharding",
  fusion_kind: "kLoop kInput kOutput kCustom",
  result_accuracy_mode: "DEFAULT HIGHEST TOLERANCE",
} as const;

/** The name of an enum's case; its number if it has no name. `mnemonic`: with or without vhlo's version. */
export function hloEnumCase(mnemonic: string, value: number | bigint): string {
  const name = mnemonic.replace(/_v\d+$/, "");
  const cases = Object.hasOwn(ENUMS, name) ? ENUMS[name as keyof typeof ENUMS].split(" ") : [];
  const found = cases[Number(value)];
  return found === undefined || found === "-" ? String(value) : found;
}

/** Whether an attribute with this mnemonic is an enum. */
export function isHloEnum(mnemonic: string): boolean {
  return Object.hasOwn(ENUMS, mnemonic.replace(/_v\d+$/, ""));
}
