/** Tables as CSV (RFC 4180), safe to open in a spreadsheet. */

export function csvOf(header: string[], rows: string[][]): string {
  return [header, ...rows].map((row) => `${row.map(fieldOf).join(",")}\r\n`).join("");
}

/** A text that begins like a formula is one to a spreadsheet; an apostrophe makes it a text again. Numbers stay. */
function fieldOf(value: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(?:\.\d+)?$/.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** How many rows stand below the heading. */
export function rowCount(csv: string): number {
  // Inside quotes a line may break without ending.
  const ends = csv.replaceAll(/"[^"]*"/g, "").match(/\r\n/g)?.length ?? 0;
  return Math.max(0, ends - 1);
}
