/** Shows the revenue of one currency: a chart of all months, a row for each month with money, and the totals. */
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { decimalsOf } from "@/lib/money";
import { Card, CardHeader } from "@/ui/card";
import { RevenueChart } from "./revenue-chart";
import { members, monthLabel, type Statement, type Sums } from "./revenue-statements";

const headings: Record<keyof Sums, string> = {
  payments_minor: t("Received"),
  discounts_minor: t("Discounts"),
  earned_minor: t("Earned"),
  breakage_minor: t("Breakage"),
  refunds_minor: t("Refunds"),
  disputes_minor: t("Disputes"),
  fees_minor: t("Fees"),
  tax_minor: t("Tax"),
  balance_minor: t("Net"),
};

const figure = "py-1.5 pr-5 pl-1 text-right tabular-nums";
/** The month stays in view while a narrow screen scrolls. */
const fixed = "sticky left-0 whitespace-nowrap py-1.5 pr-5 pl-5 text-left";

type Props = {
  statement: Statement;
  /** The months of the chart. */
  shown: string[];
};

export function RevenueTable({ statement, shown }: Props) {
  const { currency, months, totals, owed } = statement;
  const id = `revenue-${currency}`;
  const scale = decimalsOf(currency);
  const cells = (sums: Sums, atEnd: number | null) => (
    <>
      {members.map((member) => (
        <td key={member} className={figure}>
          {formatAmount(sums[member], { scale })}
        </td>
      ))}
      {atEnd !== null && <td className={figure}>{formatAmount(atEnd, { scale })}</td>}
    </>
  );
  return (
    <Card className="overflow-clip">
      <CardHeader
        id={id}
        title={currency.toUpperCase()}
        note={t(
          "Received, refunds, disputes and net include tax. Breakage is revenue of expired credits.",
        )}
      />
      <RevenueChart statement={statement} months={shown} />
      {/* Keyboard users must be able to focus a scrolling region. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section aria-labelledby={id} tabIndex={0} className="relative overflow-x-auto">
        <table aria-labelledby={id} className="w-full text-sm">
          <thead>
            <tr className="border-hairline border-b bg-well text-ink-faint text-xs">
              <th scope="col" className={`${fixed} bg-well font-medium`}>
                {t("Month")}
              </th>
              {members.map((member) => (
                <th key={member} scope="col" className={`${figure} whitespace-nowrap font-medium`}>
                  {headings[member]}
                </th>
              ))}
              {owed !== null && (
                <th scope="col" className={`${figure} whitespace-nowrap font-medium`}>
                  {t("Owed at the end")}
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-hairline">
            {months.map(({ period, sums, owed: atEnd }) => (
              <tr key={period}>
                <th scope="row" className={`${fixed} bg-surface font-normal`}>
                  {monthLabel(period)}
                </th>
                {cells(sums, atEnd)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-hairline border-t font-semibold">
              <th scope="row" className={`${fixed} bg-surface`}>
                {t("Total")}
              </th>
              {cells(totals, owed)}
            </tr>
          </tfoot>
        </table>
      </section>
    </Card>
  );
}
