/** Fails the build when the landing page, the first load, a page, or a page with its dialogs exceeds its budget (1 kB = 1000 bytes). */
import { readFile, rm, stat } from "node:fs/promises";

// Billing added a tenth of the texts and seven pages; refunds, disputes and the revenue journal added two pages, a dialog, two
// icons of the menu and 140 texts: each limit is what they need and no more.
const budgets = {
  /** The addresses of comparison, disputes, revenue and the operator's billing add 0.3 kB. */
  firstLoadScript: 150_800,
  firstLoadStyle: 8_100,
  /** One more page without its dialogs. */
  furtherRoute: 25_900,
  /**
   * The first load, the frame, one page, and everything that loads on demand there. Payments and subscriptions need most: their
   * four pages are one chunk, because the first load names each chunk, and five dialogs load on demand there.
   */
  afterIdleScript: 220_800,
  /** The text of the snippets of all tabs except the first, which one press loads. */
  snippets: 15_000,
  /**
   * The German texts, which only German pages load; a fifteenth of them says what to do about findings and dead letters. The
   * acceptance of payments and the notices to owners add 0.4 kB. Plans and subscriptions add 200 texts, which are 6 kB;
   * the buyer's pages of them add 2 kB. Automatic top-up and the buy page for visitors add 70 texts, which are 2 kB.
   */
  catalogue: 52_700,
};
/** Brotli sizes, which all supported browsers use. */
const brotliBudgets = {
  coreScript: 130_000,
  /** The static landing page with all files that it names. */
  landingPage: 60_000,
};
const dist = new URL("../dist/", import.meta.url);

/** @typedef {{ file: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[], css?: string[] }} Chunk */
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(await readFile(new URL(".vite/manifest.json", dist), "utf8"));

/** @param {string} file */
const gzipped = async (file) => (await stat(new URL(`${file}.gz`, dist))).size;

/** @param {Iterable<string>} files */
const total = async (files) =>
  (await Promise.all([...new Set(files)].map(gzipped))).reduce((sum, size) => sum + size, 0);

/** Pages load by address, one alone or an area's together. @param {string} key */
const isPage = (key) => /(?:-page\.tsx|[/-]pages\.ts)$/.test(key);
/**
 * Dialogs and the command bar load on demand, and the parts of an automatic top-up for users who have or start one.
 * @param {string} key
 */
const isCalledFor = (key) =>
  /(?:dialog|confirm|command-bar|top-up-(?:parts|row))(?:\.tsx?|-[\w-]+\.js)$/.test(key);
/** Snippets are text and have a budget of their own. @param {string} key */
const isSnippets = (key) => /more-snippets(?:\.tsx?|-[\w-]+\.js)$/.test(key);

/** The catalogue is text too, and only readers of its language load it. @param {string} key */
const isCatalogue = (key) => key.startsWith("translations/");

/**
 * Returns chunks with their imports, and with the lazy imports that `later` selects.
 * @param {Iterable<string>} keys @param {(key: string) => boolean} [later] @param {Set<string>} [seen]
 */
function withImports(keys, later = () => false, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
    withImports([...imports, ...dynamicImports.filter(later)], later, seen);
  }
  return seen;
}

/** @param {Iterable<string>} keys */
const chunks = (keys) => [...keys].flatMap((key) => manifest[key] ?? []);
/** @param {Iterable<string>} keys */
const scripts = (keys) => chunks(keys).flatMap(({ file }) => (file.endsWith(".js") ? [file] : []));

const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
const first = withImports(entries);
const firstScripts = new Set(scripts(first));
const frame = withImports(entries, (key) => !isPage(key) && !isCatalogue(key));
const pages = [
  ...new Set(chunks(first).flatMap(({ dynamicImports = [] }) => dynamicImports)),
].filter(isPage);
if (pages.length === 0) throw new Error("no page is loaded by itself: are they named otherwise?");

/** @type {[string, number, number][]} */
const lines = [
  ["first load, script", await total(firstScripts), budgets.firstLoadScript],
  [
    "first load, style",
    await total(chunks(first).flatMap((c) => c.css ?? [])),
    budgets.firstLoadStyle,
  ],
];
for (const page of pages) {
  const name = page.replace(/^src\/features\//, "");
  // Stops at chunks of the first load.
  const own = scripts(
    withImports(
      [page],
      (key) => ![isCalledFor, isPage, isSnippets, isCatalogue].some((is) => is(key)),
      new Set(first),
    ),
  );
  const added = own.filter((file) => !firstScripts.has(file));
  lines.push([name, await total(added), budgets.furtherRoute]);
  const isLater = (/** @type {string} */ key) =>
    ![isPage, isSnippets, isCatalogue].some((is) => is(key));
  const all = scripts([...frame, ...withImports([page], isLater)]);
  lines.push([
    `${name}, with all that can be called for`,
    await total(all),
    budgets.afterIdleScript,
  ]);
}
const styles = Object.values(manifest).flatMap((c) => c.css ?? []);
lines.push(["all style", await total(styles), budgets.firstLoadStyle]);
const snippets = scripts(Object.keys(manifest).filter(isSnippets));
if (snippets.length === 0) throw new Error("the snippets are not loaded by themselves");
lines.push(["snippets of further tabs", await total(snippets), budgets.snippets]);
const catalogues = scripts(Object.keys(manifest).filter(isCatalogue));
if (catalogues.length === 0) throw new Error("the catalogue is not loaded by itself");
lines.push(["German catalogue", await total(catalogues), budgets.catalogue]);

/** @param {string} file */
const brotlied = async (file) => (await stat(new URL(`${file}.br`, dist))).size;
/** @param {Iterable<string>} files */
const brotliTotal = async (files) =>
  (await Promise.all([...files].map(brotlied))).reduce((sum, size) => sum + size, 0);
const landing = await readFile(new URL("landing.html", dist), "utf8");
const named = [...landing.matchAll(/(?:src|href)="\/([\w./-]+\.\w+)"/g)].flatMap(
  (match) => match[1] ?? [],
);
if (named.some((file) => firstScripts.has(file))) throw new Error("the landing page loads the app");
lines.push(
  ["core script, brotli", await brotliTotal(firstScripts), brotliBudgets.coreScript],
  [
    "landing page, brotli",
    await brotliTotal(["landing.html", ...named]),
    brotliBudgets.landingPage,
  ],
);

for (const [name, size, budget] of lines) {
  const over = size > budget;
  console.log(
    `${over ? "OVER" : "ok  "} ${name}: ${(size / 1000).toFixed(1)} of ${budget / 1000} kB`,
  );
  if (over) process.exitCode = 1;
}

// Only this script needs the manifest.
await rm(new URL(".vite", dist), { recursive: true });
