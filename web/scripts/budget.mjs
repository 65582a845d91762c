/** Fails the build when the first load or any further route has grown past its budget (gzip, 1 kB = 1000 bytes). */
import { readFile, rm, stat } from "node:fs/promises";

const budgets = { firstLoadScript: 150_000, firstLoadStyle: 8_000, furtherRoute: 25_000 };
const dist = new URL("../dist/", import.meta.url);

/** @typedef {{ file: string, isEntry?: boolean, imports?: string[], css?: string[] }} Chunk */
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(await readFile(new URL(".vite/manifest.json", dist), "utf8"));

/** @param {string} file */
const gzipped = async (file) => (await stat(new URL(`${file}.gz`, dist))).size;

/** @param {string[]} files */
const total = async (files) =>
  (await Promise.all(files.map(gzipped))).reduce((sum, size) => sum + size, 0);

/** @param {string} key @param {Set<string>} [seen] @returns {Set<string>} */
function withImports(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) withImports(next, seen);
  return seen;
}

/** @param {Iterable<string>} keys */
const chunks = (keys) => [...keys].flatMap((key) => manifest[key] ?? []);

const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
const first = new Set(entries.flatMap((key) => [...withImports(key)]));
const firstChunks = chunks(first);

/** @type {[string, number, number][]} */
const lines = [
  ["first load, script", await total(firstChunks.map((c) => c.file)), budgets.firstLoadScript],
  [
    "first load, style",
    await total(firstChunks.flatMap((c) => c.css ?? [])),
    budgets.firstLoadStyle,
  ],
];
for (const chunk of chunks(Object.keys(manifest).filter((key) => !first.has(key)))) {
  if (chunk.file.endsWith(".js"))
    lines.push([chunk.file, await gzipped(chunk.file), budgets.furtherRoute]);
}

for (const [name, size, budget] of lines) {
  const over = size > budget;
  console.log(
    `${over ? "OVER" : "ok  "} ${name}: ${(size / 1000).toFixed(1)} of ${budget / 1000} kB`,
  );
  if (over) process.exitCode = 1;
}

// The manifest is for this script; visitors have no use for it.
await rm(new URL(".vite", dist), { recursive: true });
