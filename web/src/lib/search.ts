/** What an address may say after its question mark. */

/** Reads texts of these names; whatever else stands there, or is none, is left out. */
export function textsOf<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const found: { [Key in Name]?: string } = {};
    for (const name of names) {
      const value = search[name];
      // The router reads figures as numbers; they were typed as texts.
      if (typeof value === "string" && value !== "") found[name] = value;
      else if (typeof value === "number") found[name] = String(value);
    }
    return found;
  };
}

/** The texts that are there: what is absent or empty stays out of an address. */
export function keptOf(texts: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  );
}
