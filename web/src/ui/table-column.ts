/** Describes a table's column without its renderer, so that pages do not load the table component. */
import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  /** The raw value for sorting, and for the file if `inFile` is absent. */
  value: (row: Row) => string | number;
  /** The text in the file: amounts as decimals, which a floating-point number cannot hold exactly. */
  inFile?: (row: Row) => string;
  /** The rendered cell; the raw value when absent. */
  cell?: (row: Row) => ReactNode;
  /** Numbers are aligned right. */
  numeric?: boolean;
  /** Hidden on screens narrower than this. */
  from?: "sm" | "md" | "lg";
};

export type Sorting = { column: string; descending: boolean };

/** Parses "name" or "-name" from an address. */
export function sortingOf(text: string | undefined): Sorting | null {
  if (text === undefined) return null;
  return { column: text.replace(/^-/, ""), descending: text.startsWith("-") };
}

export function textOfSorting({ column, descending }: Sorting): string {
  return descending ? `-${column}` : column;
}
