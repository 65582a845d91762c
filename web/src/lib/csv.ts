/** Tables as CSV (RFC 4180), safe to open in a spreadsheet. */

export function csvOf(header: string[], rows: string[][]): string {
  return [header, ...rows].map((row) => `${row.map(fieldOf).join(",")}\r\n`).join("");
}

/** Spreadsheets pass over blanks and invisible characters before the sign that begins a formula. */
const passedOver = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/u;

/** Spreadsheets read a text that begins like a formula as one; an apostrophe makes it a text again. Numbers stay. */
function fieldOf(value: string): string {
  // NFKC turns the full-width and small forms of a sign into the sign.
  const visible = value.normalize("NFKC").replace(passedOver, "");
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(value);
  const isFormula = (/^[=+\-\u2212@]/.test(visible) || /^[\t\r\n]/.test(value)) && !isNumber;
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** How many rows stand below the heading. */
export function rowCount(csv: string): number {
  // Inside quotes a line may break without ending.
  const ends = csv.replaceAll(/"[^"]*"/g, "").match(/\r\n/g)?.length ?? 0;
  return Math.max(0, ends - 1);
}
