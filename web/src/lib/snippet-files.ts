/** The snippets of `snippets/` at the repository's root, as they are. */
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

/** What to install, paste and run for one way to build a website. */
export type Framework = {
  id: string;
  /** The tab that shows it beside others, each under its label; without one, the label is the tab. */
  group?: string;
  label: string;
  title: string;
  note: string;
  /** Shell commands, one after the other. */
  install: string[];
  files: SnippetFile[];
  run: string[];
  /** It runs in the browser, so it signs in with the client that has no secret. */
  isPage?: boolean;
};

export const frameworks: readonly Framework[] = Object.values(lists).flat();

const textsByFramework = new Map<string, Promise<string[]>>();

/** The texts of a framework's files, in their order, with placeholders; the same promise each time. */
export function snippetTexts({ id, files }: Framework): Promise<string[]> {
  const known = textsByFramework.get(id);
  if (known) return known;
  const texts = Promise.all(files.map(({ path }) => textOf(`../../../snippets/${id}/${path}`)));
  textsByFramework.set(id, texts);
  // What could not be fetched is fetched again at the next press.
  texts.catch(() => textsByFramework.delete(id));
  return texts;
}

async function textOf(key: string): Promise<string> {
  const text = shownFirst[key] ?? (await import("./more-snippets")).moreSnippets[key];
  if (text === undefined) throw new Error(`${key} is not there`);
  return text;
}
