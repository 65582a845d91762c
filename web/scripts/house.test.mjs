/** Rules of this folder that no linter checks. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test, vi } from "vitest";

const root = join(import.meta.dirname, "..");

/** @param {string} folder @param {RegExp} kind */
function files(folder, kind) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && kind.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { name: relative(root, path), text: readFileSync(path, "utf8") };
    })
    .filter(({ name }) => !name.startsWith("src/api/generated/"));
}

const sources = [
  ...files("src", /\.tsx?$/),
  ...files("scripts", /\.mjs$/),
  ...files("public", /\.js$/),
];
const production = sources.filter(
  ({ name }) =>
    name.startsWith("src/") && !name.includes(".test.") && !name.startsWith("src/testing/"),
);

/** @param {{ name: string, text: string }[]} among @param {(file: { name: string, text: string }) => boolean} rule */
const breaking = (among, rule) => among.filter((file) => !rule(file)).map(({ name }) => name);

test("every file opens with one sentence about its purpose", () => {
  expect(
    breaking(sources, ({ text }) => /^\/\*\* .+\. ?\*\/\n|^\/\*\* .+[.:;,].* \*\/\n/.test(text)),
  ).toEqual([]);
  expect(breaking(files("src", /\.css$/), ({ text }) => /^\/\* .+\. \*\/\n/.test(text))).toEqual(
    [],
  );
});

test("no file is longer than 280 lines", () => {
  expect(breaking(sources, ({ text }) => text.split("\n").length <= 281)).toEqual([]);
});

test("no reminders are left behind", () => {
  const reminder = new RegExp(["TO", "DO|FIX", "ME|X", "XX"].join(""));
  expect(breaking(sources, ({ text }) => !reminder.test(text))).toEqual([]);
});

test("addresses are spelled in paths.ts only", () => {
  // The API's contract types the calls; assets belong to index.html and CSS.
  const elsewhere = production.filter(
    ({ name }) => name !== "src/paths.ts" && !name.startsWith("src/api/"),
  );
  expect(
    breaking(elsewhere, ({ text }) => !/(?<!split\()["'`]\/(?:[a-z][\w/-]*)?["'`?]/.test(text)),
  ).toEqual([]);
});

test("imports flow ui, lib -> api, auth -> features -> routes, and never from feature to feature", () => {
  const floors = ["lib", "ui", "paths", "auth", "api", "features", "routes", "main"];
  /** @param {string} path */
  const floorOf = (path) =>
    floors.findIndex((floor) => new RegExp(`^${floor}(?:/|\\.|$)`).test(path));
  const wrong = [];
  for (const { name, text } of production) {
    const own = floorOf(name.replace("src/", ""));
    for (const [, target] of text.matchAll(/(?:from|import\() ?"@\/([^"]+)"/g)) {
      if (target === undefined) continue;
      const upward = floorOf(target) > own && own >= 0;
      const sideways = /^features\//.test(target) && name.startsWith("src/features/");
      if (upward || sideways) wrong.push(`${name} -> ${target}`);
    }
    if (/from "\.\.\//.test(text)) wrong.push(`${name} climbs with ../; use @/`);
  }
  expect(wrong).toEqual([]);
});

test("every effect says why it is one", () => {
  const bare = production.flatMap(({ name, text }) =>
    text
      .split("\n")
      .filter(
        (line, at, all) =>
          /\buse(?:Layout)?Effect\(/.test(line) && !/^\s*\/\//.test(all[at - 1] ?? ""),
      )
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(bare).toEqual([]);
});

test("the tokens are plain CSS, so that the identity provider's pages can use the same file", () => {
  const tokens = readFileSync(join(root, "src/ui/tokens.css"), "utf8");
  expect(tokens).not.toMatch(/@theme|@apply|@import|@tailwind|@layer/);
});

test("the contrast of a colour is counted against the cards of the tokens", () => {
  const tokens = readFileSync(join(root, "src/ui/tokens.css"), "utf8");
  const counted = readFileSync(join(root, "src/lib/color.ts"), "utf8");
  const [, light, dark] = /--surface: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? [];
  expect(counted).toContain(`{ light: "${light}", dark: "${dark}" }`);
});

test("nothing in the pages is inline, and nothing comes from elsewhere", () => {
  for (const page of ["index.html", "public/silent.html"]) {
    const html = readFileSync(join(root, page), "utf8");
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|https?:/);
  }
});

test("the language's key is the same in the app and on the landing page", () => {
  const key = /"(tollgate\.language)"/;
  const early = key.exec(readFileSync(join(root, "public/language.js"), "utf8"));
  const late = key.exec(readFileSync(join(root, "src/lib/language.ts"), "utf8"));
  expect(early?.[1]).toBe("tollgate.language");
  expect(late?.[1]).toBe("tollgate.language");
});

test("the theme's key is the same before and after the first paint", () => {
  const key = /"(tollgate\.theme)"/;
  const early = key.exec(readFileSync(join(root, "public/theme.js"), "utf8"));
  const late = key.exec(readFileSync(join(root, "src/ui/theme.ts"), "utf8"));
  expect(early?.[1]).toBe(late?.[1]);
});

/** @param {Record<string, unknown>} window @param {string} href */
function runSilentPage(window, href) {
  const notify = vi.fn();
  const history = { replaceState: vi.fn() };
  const element = () => ({ append: vi.fn() });
  const page = { createElement: element, head: element(), body: element(), title: "" };
  class Channel {
    /** @param {string} name */
    constructor(name) {
      this.name = name;
    }
    /** @param {unknown} message */
    postMessage(message) {
      notify(this.name, message);
    }
  }
  const names = ["window", "location", "history", "document", "BroadcastChannel"];
  const script = readFileSync(join(root, "public/silent.js"), "utf8");
  new Function(...names, script)(window, new URL(href), history, page, Channel);
  return { notify, history, page };
}

test("the silent page notifies the app around it only", () => {
  const href = "https://app.example/silent?code=c&state=s";
  const postMessage = vi.fn();
  const { notify } = runSilentPage({ parent: { postMessage } }, href);
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(
    { source: "oidc-client", url: href, keepOpen: false },
    "https://app.example",
  );
  expect(notify).not.toHaveBeenCalled();
});

test("in its own window it notifies every tab of the result, leaks no code, and closes", () => {
  const rows = [
    ["?code=c&state=s", "confirmed"],
    ["?error=login_required&state=s", "not-confirmed"],
  ];
  for (const [query, word] of rows) {
    const alone = { close: vi.fn(), postMessage: vi.fn(), parent: {} };
    alone.parent = alone;
    const { notify, history } = runSilentPage(alone, `https://app.example/silent${query}`);
    expect(notify).toHaveBeenCalledExactlyOnceWith("tollgate.session", word);
    expect(history.replaceState).toHaveBeenCalledWith(null, "", "/silent");
    expect(alone.close).toHaveBeenCalledTimes(1);
    expect(alone.postMessage).not.toHaveBeenCalled();
  }
  const opened = { close: vi.fn(), parent: {} };
  opened.parent = opened;
  expect(runSilentPage(opened, "https://app.example/silent").notify).not.toHaveBeenCalled();
});

test("every dependency has its reason in the README, and its version is exact", () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const all = Object.entries({ ...dependencies, ...devDependencies });
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(all.filter(([name]) => !readme.includes(`| \`${name}\` `))).toEqual([]);
});

test("the lock file is whole, so that npm ci works on every platform", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !packages[`node_modules/${name}`]?.version &&
        !packages[`${place}/node_modules/${name}`]?.version,
    ),
  );
  expect(missing).toEqual([]);
});
