/** What a column of a table is, without the table: pages say it, and only the table loads what draws it. */
import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  /** The bare value, for sorting; and for the file, where nothing else is said. */
  value: (row: Row) => string | number;
  /** The text in the file: amounts as decimals, whose digits no number with a fraction holds exactly. */
  inFile?: (row: Row) => string;
  /** What is shown; the value when absent. */
  cell?: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  numeric?: boolean;
  /** Left out on screens narrower than this. */
  from?: "sm" | "md" | "lg";
};

export type Sorting = { column: string; descending: boolean };

/** "name" and "-name", as an address says it. */
export function sortingOf(text: string | undefined): Sorting | null {
  if (text === undefined) return null;
  return { column: text.replace(/^-/, ""), descending: text.startsWith("-") };
}

export function textOfSorting({ column, descending }: Sorting): string {
  return descending ? `-${column}` : column;
}
