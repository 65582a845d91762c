/** Shows a list as a card: search and filters above, then rows or a placeholder, then page links. */
import { Download } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { csvOf } from "@/lib/csv";
import { inEnglish, t } from "@/lib/language";
import { saveFile } from "@/lib/save-file";
import { Button } from "./button";
import { Card } from "./card";
import type { DataTableProps } from "./data-table";
import { Loadable } from "./loadable";
import { SkeletonRows } from "./skeleton";

// The heading appears and the request starts before the table component is loaded.
const Table = lazy(async () => ({ default: (await import("./data-table")).DataTable })) as <
  Row extends object,
>(
  props: DataTableProps<Row>,
) => ReactNode;

type Props<Row extends object> = Omit<DataTableProps<Row>, "rows"> & {
  query: {
    data: { items: Row[] } | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** The name of the saved file without its extension. */
  file?: string;
  /** Search and filters. */
  tools?: ReactNode;
  empty: ReactNode;
  /** Links to the first and the next page. */
  pager?: ReactNode;
};

export function ListCard<Row extends object>(props: Props<Row>) {
  const { query, file, tools, empty, pager, ...table } = props;
  const items = query.data?.items ?? [];
  const skeleton = <SkeletonRows label={t("Loading: {label}", { label: table.label })} />;
  return (
    <Card aria-label={table.label} className="overflow-clip">
      {(tools || file) && (
        <div className="flex flex-wrap items-center gap-2 border-hairline border-b px-5 py-3">
          {tools ?? <h2 className="font-semibold">{table.label}</h2>}
          {file && items.length > 0 && (
            <Button
              size="small"
              className="ml-auto"
              onClick={() => saveFile(`${file}.csv`, "text/csv", tableAsCsv(table, items))}
            >
              <Download aria-hidden className="size-4" />
              {"CSV"}
            </Button>
          )}
        </div>
      )}
      <Loadable query={query} skeleton={skeleton}>
        {({ items: rows }) =>
          rows.length === 0 ? (
            <>
              {empty}
              {pager}
            </>
          ) : (
            <Suspense fallback={skeleton}>
              <Table {...table} rows={rows} />
              {pager}
            </Suspense>
          )
        }
      </Loadable>
    </Card>
  );
}

function tableAsCsv<Row extends object>(
  { columns }: Pick<DataTableProps<Row>, "columns">,
  rows: Row[],
): string {
  return csvOf(
    columns.map(({ header }) => inEnglish(header)),
    rows.map((row) => columns.map(({ value, inFile }) => inFile?.(row) ?? String(value(row)))),
  );
}
