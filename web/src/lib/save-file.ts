/** Saves a text as a file in the browser. */

/** Without a byte order mark, Excel reads a CSV file in a regional encoding. */
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
