/** Saves a text or a downloaded file in the browser. */

/** Without a byte order mark, Excel reads a CSV file in a regional encoding. */
const byteOrderMark = "\ufeff";

/** The server writes no byte order mark into its files. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const isMarked = typeof content === "string" && content.startsWith(byteOrderMark);
  const parts = type === "text/csv" && !isMarked ? [byteOrderMark, content] : [content];
  const address = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
