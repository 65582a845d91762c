/** Writes tables as CSV (RFC 4180) that is safe to open in a spreadsheet. */

export function csvOf(header: string[], rows: string[][]): string {
  return [header, ...rows].map((row) => `${row.map(fieldOf).join(",")}\r\n`).join("");
}

/** Spreadsheets ignore blanks and invisible characters before the first character of a formula. */
const passedOver = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/u;

/** Spreadsheets interpret a text with a formula's first character; an apostrophe prevents it. Numbers stay. */
function fieldOf(value: string): string {
  // NFKC converts full-width and small forms of a sign to the sign.
  const visible = value.normalize("NFKC").replace(passedOver, "");
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(value);
  const isFormula = (/^[=+\-\u2212@]/.test(visible) || /^[\t\r\n]/.test(value)) && !isNumber;
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the number of rows below the heading. */
export function rowCount(csv: string): number {
  // A line break inside quotes does not end a row.
  const ends = csv.replaceAll(/"[^"]*"/g, "").match(/\r\n/g)?.length ?? 0;
  return Math.max(0, ends - 1);
}
