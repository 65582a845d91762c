/** Pages of a list that is paged by cursor: their size, and the way back that the API does not give. */

const key = "tollgate.pages";
/** Older steps are forgotten. */
const most = 200;

export const pageSizes = ["25", "50", "100"] as const;

/** Rows on a page, as an address asks for it. */
export function pageSizeOf(text: string | undefined): number {
  return Number(pageSizes.find((size) => size === text) ?? pageSizes[0]);
}

type Steps = [cursor: string, previous: string][];

function steps(): Steps {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Keeps from which page somebody went to the page of this cursor; the first page has an empty one. */
export function rememberStep(cursor: string, previous: string): void {
  const others = steps().filter(([known]) => known !== cursor);
  try {
    sessionStorage.setItem(key, JSON.stringify([...others, [cursor, previous]].slice(-most)));
  } catch {
    // Without storage there is still the way to the first page.
  }
}

/** The cursor of the page before; null when it is not known, as after a link from elsewhere. */
export function previousOf(cursor: string): string | null {
  return steps().find(([known]) => known === cursor)?.[1] ?? null;
}
