/** The snippets of all tabs but the first, in one file that is fetched when one of them is pressed. */
export const moreSnippets = import.meta.glob<string>(
  ["../../../snippets/*/**", "!../../../snippets/next/**"],
  { eager: true, query: "?raw", import: "default" },
);
