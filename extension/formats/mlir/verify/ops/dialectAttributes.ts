/** What dialects demand of attributes of any op whose names begin with theirs (Dialect::verifyOperationAttribute). */

/** The attributes of a dialect by their names: what their text begins with. */
interface Allowed {
  readonly names: Readonly<Record<string, string>>;
  readonly refusal: (name: string) => string;
  /** What is said of an attribute that begins otherwise. */
  readonly mismatch?: (name: string, start: string) => string;
}

const ALLOWED: Readonly<Record<string, Allowed>> = {
  dlti: {
    names: {
      "dlti.dl_spec": "#dlti.dl_spec",
      "dlti.map": "#dlti.map",
      "dlti.target_system_spec": "#dlti.target_system_spec",
    },
    refusal: (name) => `attribute '${name}' not supported by dialect`,
    mismatch: (name, start) => `'${name}' is expected to be a ${start} attribute`,
  },
  linalg: {
    names: { "linalg.memoized_indexing_maps": "" },
    refusal: (name) => `attribute '"${name}"' not supported by the linalg dialect`,
  },
  spirv: {
    names: { "spirv.entry_point_abi": "#spirv.entry_point_abi", "spirv.target_env": "#spirv.target_env" },
    refusal: (name) => `found unsupported '${name}' attribute on operation`,
    mismatch: (name, start) => `'${name}' attribute must be ${start}`,
  },
};

/**
 * The fault of an attribute.
 * @param isLoaded whether the file has something of a dialect
 * @param text what the attribute's text begins with
 */
export function namedFault(
  name: string,
  isLoaded: (dialect: string) => boolean,
  text: () => string,
): string | undefined {
  const dialect = name.slice(0, Math.max(0, name.indexOf(".")));
  const allowed = Object.hasOwn(ALLOWED, dialect) ? ALLOWED[dialect] : undefined;
  if (!allowed || !isLoaded(dialect)) return undefined;
  const start = allowed.names[name];
  if (start === undefined) return allowed.refusal(name);
  return text().startsWith(start) ? undefined : allowed.mismatch?.(name, start);
}
