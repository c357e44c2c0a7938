/**
 * How short a record of METADATA_BLOCK may be: the least that readers of all releases since LLVM 3.7 take, which the
 * oldest writers wrote. Source: the checks in parseOneMetadata.
 */
import { Code } from "../spec/metadataCodes";

const LEAST: Readonly<Record<number, number>> = {
  [Code.LOCATION]: 5,
  [Code.GENERIC_DEBUG]: 4,
  [Code.ENUMERATOR]: 3,
  [Code.BASIC_TYPE]: 6,
  [Code.STRING_TYPE]: 8,
  [Code.DERIVED_TYPE]: 12,
  [Code.COMPOSITE_TYPE]: 16,
  [Code.SUBROUTINE_TYPE]: 3,
  [Code.MODULE]: 5,
  [Code.FILE]: 3,
  [Code.COMPILE_UNIT]: 14,
  [Code.SUBPROGRAM]: 18,
  [Code.LEXICAL_BLOCK]: 5,
  [Code.LEXICAL_BLOCK_FILE]: 4,
  [Code.COMMON_BLOCK]: 6,
  [Code.NAMESPACE]: 3,
  [Code.TEMPLATE_TYPE]: 3,
  [Code.TEMPLATE_VALUE]: 5,
  [Code.GLOBAL_VAR]: 11,
  [Code.LOCAL_VAR]: 8,
  [Code.LABEL]: 5,
  [Code.EXPRESSION]: 1,
  [Code.GLOBAL_VAR_EXPR]: 3,
  [Code.OBJC_PROPERTY]: 8,
  [Code.IMPORTED_ENTITY]: 6,
  [Code.MACRO]: 5,
  [Code.MACRO_FILE]: 5,
};

/** Whether a record has too few operands for its code. `length`: how many it has. */
export function isTooShort(code: number, length: number): boolean {
  return length < (LEAST[code] ?? 0);
}
