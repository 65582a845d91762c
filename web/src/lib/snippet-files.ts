/** Loads the unchanged snippets from `snippets/` at the repository's root. */
const shownFirst = import.meta.glob<string>("../../../snippets/next/**", {
  eager: true,
  query: "?raw",
  import: "default",
});
const lists = import.meta.glob<Framework[]>("../../../snippets/frameworks.json", {
  eager: true,
  import: "default",
});

type SnippetFile = { path: string; title?: string; note?: string };

/** The install commands, files and run commands for one framework. */
export type Framework = {
  id: string;
  /** The tab that shows several frameworks by label; without a group, the label is the tab. */
  group?: string;
  label: string;
  title: string;
  note: string;
  /** Shell commands in their order. */
  install: string[];
  files: SnippetFile[];
  run: string[];
  /** The snippet runs in the browser, so it uses the public client. */
  isPage?: boolean;
};

export const frameworks: readonly Framework[] = Object.values(lists).flat();

const textsByFramework = new Map<string, Promise<string[]>>();

/** Returns the texts of a framework's files in order, with placeholders; the same promise each time. */
export function snippetTexts({ id, files }: Framework): Promise<string[]> {
  const known = textsByFramework.get(id);
  if (known) return known;
  const texts = Promise.all(files.map(({ path }) => textOf(`../../../snippets/${id}/${path}`)));
  textsByFramework.set(id, texts);
  // A failed load is repeated on the next press.
  texts.catch(() => textsByFramework.delete(id));
  return texts;
}

async function textOf(key: string): Promise<string> {
  const text = shownFirst[key] ?? (await import("./more-snippets")).moreSnippets[key];
  if (text === undefined) throw new Error(`${key} is not there`);
  return text;
}
