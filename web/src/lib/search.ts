/** Reads and writes search parameters of addresses. */

/** Returns a reader of these text parameters; it ignores others and wrong types. */
export function textsOf<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const result: { [Key in Name]?: string } = {};
    for (const name of names) {
      const value = search[name];
      // The router parses digits as numbers; the user typed a text.
      if (typeof value === "string" && value !== "") result[name] = value;
      else if (typeof value === "number") result[name] = String(value);
    }
    return result;
  };
}

/** Returns the parameters without absent or empty texts. */
export function withoutEmpty(texts: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  );
}
