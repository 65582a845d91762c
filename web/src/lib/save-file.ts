/** Hands a text to the browser as a file to keep. */

/** Excel reads a CSV file without a byte order mark in the code page of the country. */
const byteOrderMark = "\ufeff";

export function saveFile(name: string, type: string, text: string): void {
  const needsMark = type === "text/csv" && !text.startsWith(byteOrderMark);
  const content = needsMark ? byteOrderMark + text : text;
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
