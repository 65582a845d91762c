/** Page sizes and previous pages of lists that the API pages by cursor. */

const key = "tollgate.pages";
/** Older steps are dropped. */
const most = 200;

export const pageSizes = ["25", "50", "100"] as const;

/** Returns the page size from an address. */
export function pageSizeOf(text: string | undefined): number {
  return Number(pageSizes.find((size) => size === text) ?? pageSizes[0]);
}

type Steps = [cursor: string, previous: string][];

function steps(): Steps {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Remembers the page before the page of this cursor; the first page has an empty cursor. */
export function rememberStep(cursor: string, previous: string): void {
  const others = steps().filter(([known]) => known !== cursor);
  try {
    sessionStorage.setItem(key, JSON.stringify([...others, [cursor, previous]].slice(-most)));
  } catch {
    // Without storage, the user can still go to the first page.
  }
}

/** Returns the previous page's cursor; null when unknown, such as after a link from another site. */
export function previousOf(cursor: string): string | null {
  return steps().find(([known]) => known === cursor)?.[1] ?? null;
}
