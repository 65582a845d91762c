/** Shows rows under headings; each row is a link, and users sort by headings here or on the server. */
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";
import { language } from "@/lib/language";
import type { Column, Sorting } from "./table-column";

export type DataTableProps<Row extends object> = {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** Renders the first cell of a row as its link; the class stretches it over the row. */
  link?: (row: Row, content: ReactNode, className: string) => ReactNode;
  /** Sorts here only when the complete list is here: sorting one page of a longer list would mislead. */
  sorting?: Sorting | null;
  onSort?: (sorting: Sorting) => void;
  /** The columns that the server sorts by; rows then keep the server's order. */
  serverSorts?: readonly string[];
};

const hiding = {
  sm: "hidden sm:table-cell",
  md: "hidden md:table-cell",
  lg: "hidden lg:table-cell",
};

/** Any column may be the last visible one, so each gets its right padding; text stays clear of numbers. */
function space(columns: Column<never>[], at: number): string {
  const isAfterNumber = columns[at - 1]?.numeric === true && !columns[at]?.numeric;
  return at === 0 || isAfterNumber ? "pr-5 pl-5" : "pr-5 pl-1";
}

const stretched =
  "after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus";

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, link, sorting = null, onSort, serverSorts } = props;
  const shown = sorting === null || serverSorts ? rows : inOrder(rows, columns, sorting);
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead className="sticky top-0 z-10">
        <tr className="border-hairline border-b bg-well text-ink-faint text-xs">
          {columns.map((column, at) => (
            <Heading
              key={column.id}
              column={column}
              padding={space(columns, at)}
              sorting={sorting}
              {...(onSort && (serverSorts?.includes(column.id) ?? true) && { onSort })}
            />
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {shown.map((row) => (
          <Line key={rowId(row)} row={row} columns={columns} {...(link && { link })} />
        ))}
      </tbody>
    </table>
  );
}

const words = new Intl.Collator(language, { numeric: true });

/** Sorts by the raw values of a column; equal rows keep their order. */
function inOrder<Row>(rows: Row[], columns: Column<Row>[], { column, descending }: Sorting): Row[] {
  const read = columns.find(({ id }) => id === column)?.value;
  if (read === undefined) return rows;
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [read(one), read(other)];
    const isNumeric = typeof a === "number" && typeof b === "number";
    return sign * (isNumeric ? a - b : words.compare(String(a), String(b)));
  });
}

type HeadingProps<Row> = {
  column: Column<Row>;
  padding: string;
  sorting: Sorting | null;
  onSort?: (sorting: Sorting) => void;
};

function Heading<Row>({ column, padding, sorting, onSort }: HeadingProps<Row>) {
  const { id, header, numeric = false, from } = column;
  const isSorted = sorting?.column === id;
  const descending = isSorted && sorting.descending;
  const Arrow = descending ? ArrowDown : ArrowUp;
  const classNames = classes(
    padding,
    "py-1 font-medium",
    numeric ? "text-right" : "text-left",
    // Phones hide this cell, so it needs only one line.
    from && `whitespace-nowrap ${hiding[from]}`,
  );
  if (onSort === undefined) {
    return (
      <th scope="col" className={classes(classNames, "h-9")}>
        {header}
      </th>
    );
  }
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (descending ? "descending" : "ascending") : undefined}
      className={classNames}
    >
      <button
        type="button"
        onClick={() => onSort({ column: id, descending: isSorted && !descending })}
        className="inline-flex min-h-8 items-center gap-1 rounded-chip font-medium hover:text-ink"
      >
        {!numeric && header}
        <Arrow aria-hidden className={classes("size-4", !isSorted && "opacity-0")} />
        {numeric && header}
      </button>
    </th>
  );
}

type LineProps<Row extends object> = {
  row: Row;
  columns: Column<Row>[];
  link?: DataTableProps<Row>["link"];
};

function Line<Row extends object>({ row, columns, link }: LineProps<Row>) {
  return (
    <tr className={classes("relative", link && "hover:bg-well/50")}>
      {columns.map(({ id, cell, value, numeric = false, from }, at) => {
        const content = cell ? cell(row) : value(row);
        const classNames = classes(
          space(columns, at),
          "py-3",
          numeric && "text-right tabular-nums",
          from && hiding[from],
        );
        if (at > 0) {
          return (
            <td key={id} className={classNames}>
              {content}
            </td>
          );
        }
        return (
          <th key={id} scope="row" className={classes(classNames, "text-left font-normal")}>
            {link ? link(row, content, stretched) : content}
          </th>
        );
      })}
    </tr>
  );
}
