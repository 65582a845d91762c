/** Every text of the console is in the catalogue, and the German catalogue is complete. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const source = join(root, "src");
/** @type {Record<string, string>} */
const german = JSON.parse(readFileSync(join(root, "translations/de.json"), "utf8"));

const names = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (name) =>
    /\.tsx?$/.test(name) && !/\.test\.|^testing\/|^api\/generated\/|^lib\/language\.ts/.test(name),
);
const trees = new Map(
  names.map((name) => [name, parse(name, readFileSync(join(source, name), "utf8"))]),
);

/** @param {string} name @param {string} text */
function parse(name, text) {
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
}

/** @param {ts.Node} node @param {(node: ts.Node) => boolean | void} visit A visit that returns true goes no deeper. */
function walk(node, visit) {
  if (visit(node) !== true) ts.forEachChild(node, (child) => walk(child, visit));
}

/** @param {ts.Node} node @returns {node is ts.CallExpression} */
const isTranslation = (node) =>
  ts.isCallExpression(node) && /^(?:t|rich)$/.test(node.expression.getText());

/** @param {ts.Node} node */
function placeOf(node) {
  const tree = node.getSourceFile();
  return `${tree.fileName}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/** @param {string} text */
const placeholders = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();

/** @returns {ts.CallExpression[]} */
function translations() {
  /** @type {ts.CallExpression[]} */
  const found = [];
  for (const tree of trees.values()) {
    walk(tree, (node) => {
      if (isTranslation(node)) found.push(node);
    });
  }
  return found;
}

/** @param {ts.CallExpression} call */
function keyOf({ arguments: [text] }) {
  return text !== undefined && ts.isStringLiteralLike(text) ? text.text : null;
}

/** Returns the texts of the snippet lists; names of languages and programs are not translated. @returns {string[]} */
function textsOfSnippets() {
  const list = join(root, "../snippets/frameworks.json");
  /** @typedef {{ title?: string, note?: string }} Said */
  /** @type {(Said & { files: Said[] })[]} */
  const frameworks = JSON.parse(readFileSync(list, "utf8"));
  return frameworks
    .flatMap((framework) => [framework, ...framework.files])
    .flatMap(({ title = "", note = "" }) => [title, note])
    .filter((text) => text.includes(" "));
}

test("every text to translate is written where it is used", () => {
  expect(
    translations()
      .filter((call) => keyOf(call) === null)
      .map(placeOf),
  ).toEqual([]);
});

test("the German catalogue has every text, and no other", () => {
  const used = new Set([...translations().map(keyOf), ...textsOfSnippets()]);
  expect([...used].filter((key) => key !== null && german[key] === undefined)).toEqual([]);
  expect(Object.keys(german).filter((key) => !used.has(key))).toEqual([]);
  expect(Object.keys(german)).toEqual(Object.keys(german).sort());
});

test("a German text has the placeholders of the English one, and the call has their values", () => {
  const wrong = Object.entries(german).filter(
    ([english, text]) => `${placeholders(english)}` !== `${placeholders(text)}`,
  );
  expect(wrong).toEqual([]);
  const calls = translations().filter((call) => {
    const [text, values] = call.arguments;
    if (values !== undefined && !ts.isObjectLiteralExpression(values)) return false;
    const given = values?.properties.map(({ name }) => `{${name?.getText()}}`) ?? [];
    const original = text !== undefined && ts.isStringLiteralLike(text) ? text.text : "";
    return `${placeholders(original)}` !== `${given.sort()}`;
  });
  expect(calls.map(placeOf)).toEqual([]);
});

test("the German of a file's heading leads back to its English", () => {
  /** @type {Set<string | null>} */
  const headings = new Set();
  for (const [name, tree] of trees) {
    walk(tree, (node) => {
      const isHeading = ts.isPropertyAssignment(node.parent ?? node)
        ? node.parent.getText().startsWith("header:")
        : false;
      const isInFile = isHeading || name === "lib/transaction-words.ts";
      if (isTranslation(node) && isInFile) headings.add(keyOf(node));
    });
  }
  expect(headings.size).toBeGreaterThan(40);
  const lost = [...headings].filter((key) => key !== null && firstInGermanOf(key) !== key);
  expect(lost).toEqual([]);
});

/** Finds a key as inEnglish() does. @param {string} key */
function firstInGermanOf(key) {
  return Object.keys(german).find((english) => german[english] === german[key]);
}

/** @param {string} from @param {string} path */
function moduleOf(from, path) {
  const base = path.startsWith("@/")
    ? path.slice(2)
    : relative(source, join(source, dirname(from), path));
  return [base, `${base}.ts`, `${base}.tsx`].find((name) => trees.has(name));
}

/** Modules of the entry file, which runs before the catalogue is loaded. */
function firstModules() {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string | undefined} name */
  function add(name) {
    const tree = name === undefined ? undefined : trees.get(name);
    if (name === undefined || tree === undefined || found.has(name)) return;
    found.add(name);
    for (const statement of tree.statements) {
      if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly) continue;
      const { moduleSpecifier } = statement;
      if (ts.isStringLiteral(moduleSpecifier)) add(moduleOf(name, moduleSpecifier.text));
    }
  }
  add("main.tsx");
  return found;
}

test("the first file translates nothing before the catalogue is loaded", () => {
  /** @type {string[]} */
  const early = [];
  const modules = firstModules();
  expect(modules.size).toBeGreaterThan(50);
  for (const name of modules) {
    const tree = trees.get(name);
    if (tree === undefined) continue;
    walk(tree, (node) => {
      if (isTranslation(node) && !ts.isFunctionLike(node)) early.push(placeOf(node));
      return ts.isFunctionLike(node);
    });
  }
  expect(early).toEqual([]);
});

/** Names, codes and examples that are the same in every language. */
const same = new Set([
  "Tollgate",
  "CSV",
  ".env",
  "email@example.com",
  "English",
  "Deutsch",
  "image.large",
  "tools.read tools.call",
]);
/** @param {string} text */
const isText = (text) =>
  /\p{L}{2}/u.test(text) && !same.has(text.trim()) && !/^https?:\/\//.test(text.trim());

const spokenAttributes =
  /^(?:aria-label|title|placeholder|label|alt|help|note|effect|action|cancel|word|none|strip|status)$/;
const spokenProperties = /^(?:label|title|header|words|note|effect|action|said)$/;

/** Returns the literal texts that an expression can have. @param {ts.Node} node @returns {ts.Node[]} */
function writtenIn(node) {
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) {
    return node.expression ? writtenIn(node.expression) : [];
  }
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(writtenIn);
  if (ts.isBinaryExpression(node)) {
    const isChoice = /^(?:&&|\|\||\?\?)$/.test(node.operatorToken.getText());
    return isChoice ? [node.left, node.right].flatMap(writtenIn) : [];
  }
  if (ts.isStringLiteralLike(node)) return isText(node.text) ? [node] : [];
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
    const own = parts.some(({ text }) => isText(text.replace("· Tollgate", ""))) ? [node] : [];
    return [...own, ...node.templateSpans.flatMap(({ expression }) => writtenIn(expression))];
  }
  return [];
}

/** @param {ts.Node} node @returns {ts.Node[]} */
function rawTexts(node) {
  if (ts.isJsxText(node)) return isText(node.text) ? [node] : [];
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return writtenIn(node);
  if (ts.isJsxAttribute(node) && spokenAttributes.test(node.name.getText())) {
    return node.initializer ? writtenIn(node.initializer) : [];
  }
  if (ts.isPropertyAssignment(node) && spokenProperties.test(node.name.getText())) {
    return writtenIn(node.initializer);
  }
  if (ts.isCallExpression(node) && node.expression.getText() === "toast") {
    return node.arguments.flatMap(writtenIn);
  }
  return [];
}

test("every visible text on the pages is translated", () => {
  /** @type {string[]} */
  const raw = [];
  for (const tree of trees.values()) {
    walk(tree, (node) => {
      for (const found of rawTexts(node)) raw.push(`${placeOf(found)} ${found.getText().trim()}`);
    });
  }
  expect(raw).toEqual([]);
});
