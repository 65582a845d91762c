/** Files have the bytes that other programs expect. */
import { expect, test, vi } from "vitest";
import { saveFile } from "./save-file";

async function bytesOf(type: string, content: string | Blob): Promise<number[]> {
  const saved: Blob[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { revokeObjectURL: () => undefined }));
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return "blob:file";
  };
  saveFile("file", type, content);
  return [...new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer(0))];
}

test("a CSV file begins with one byte order mark", async () => {
  expect(await bytesOf("text/csv", "ä")).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa4]);
  expect(await bytesOf("text/csv", "\ufeffä")).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa4]);
});

test("a CSV file of the server gets a byte order mark too", async () => {
  expect(await bytesOf("text/csv", new Blob(["ä"]))).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa4]);
});

test("a JSON file has no byte order mark", async () => {
  expect(await bytesOf("application/json", "{}")).toEqual([0x7b, 0x7d]);
});
