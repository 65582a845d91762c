/** Shows the money that a website owes as credits now, by the month in which they were bought. */
import type { DeferredRevenue, DeferredRevenueAge } from "@/api/types";
import { useScale } from "@/api/websites";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { Card, CardHeader } from "@/ui/card";
import { monthLabel } from "./revenue-statements";

const figure = "py-1.5 pr-5 pl-1 text-right tabular-nums";
const words = "py-1.5 pr-5 pl-5 text-left";

type Props = { owed: DeferredRevenue[]; ages: DeferredRevenueAge[] };

export function OwedCredits({ owed, ages }: Props) {
  const { data: scale } = useScale();
  return (
    <Card aria-labelledby="owed-credits" className="overflow-clip">
      <CardHeader
        id="owed-credits"
        title={t("Owed as credits now")}
        note={t("Money received for credits that are neither used, expired nor returned.")}
      />
      <table aria-labelledby="owed-credits" className="w-full text-sm">
        <thead>
          <tr className="border-hairline border-b bg-well text-ink-faint text-xs">
            <th scope="col" className={`${words} font-medium`}>
              {t("Bought in")}
            </th>
            <th scope="col" className={`${figure} font-medium`}>
              {t("Credits left")}
            </th>
            <th scope="col" className={`${figure} font-medium`}>
              {t("Owed")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {ages.map(({ month, currency, credits, deferred_minor }) => (
            <tr key={`${month} ${currency}`}>
              <th scope="row" className={`${words} font-normal`}>
                {monthLabel(month)}
              </th>
              <td className={figure}>
                {scale === undefined ? "…" : formatAmount(credits, { scale })}
              </td>
              <td className={figure}>{formatMoney(deferred_minor, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {owed.map(({ currency, deferred_minor }) => (
            <tr key={currency} className="border-hairline border-t font-semibold">
              <th scope="row" colSpan={2} className={words}>
                {t("Total")}
              </th>
              <td className={figure}>{formatMoney(deferred_minor, currency)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </Card>
  );
}
