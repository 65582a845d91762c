/** Writes dist/landing.html: the app's page with the landing page's HTML and without the app. */
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "vite";

const dist = new URL("../dist/", import.meta.url);
const server = await createServer({
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, watch: null, ws: false },
});
const { landingMarkup } = await server.ssrLoadModule("/src/features/session/static-landing.tsx");
const { loadCatalogue } = await server.ssrLoadModule("/src/lib/language.ts");
let markup = landingMarkup();
await loadCatalogue("de");
markup += landingMarkup();
await server.close();

/** @param {string} text @param {RegExp} place @param {string} content */
function put(text, place, content) {
  if (!place.test(text)) throw new Error(`dist/index.html has nothing like ${place}`);
  return text.replace(place, () => content);
}

let page = await readFile(new URL("index.html", dist), "utf8");
page = put(page, /<html lang="en">/, '<html lang="en" class="landing">');
page = put(page, / *<script type="module"[^>]*><\/script>\n/, "");
page = put(
  page,
  /<\/head>/,
  `  <link rel="stylesheet" href="/landing.css" />
    <script src="/language.js"></script>
    <script src="/landing.js" defer></script>
  </head>`,
);
page = put(page, /<div id="root"><\/div>/, markup);
page = put(page, / *<noscript>.*<\/noscript>\n/, "");
await writeFile(new URL("landing.html", dist), page);
