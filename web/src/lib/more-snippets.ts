/** The snippets of all tabs except the first, in one file that loads when the user opens one of them. */
export const moreSnippets = import.meta.glob<string>(
  ["../../../snippets/*/**", "!../../../snippets/next/**"],
  { eager: true, query: "?raw", import: "default" },
);
