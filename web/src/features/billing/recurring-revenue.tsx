/** Shows the live subscriptions of each currency: how many there are, and the money that they bring in a month. */
import type { RecurringRevenue as Recurring } from "@/api/types";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { Card, CardHeader } from "@/ui/card";

const figure = "py-1.5 pr-5 pl-1 text-right tabular-nums";
const words = "py-1.5 pr-5 pl-5 text-left";

export function RecurringRevenue({ subscriptions }: { subscriptions: Recurring[] }) {
  const id = "recurring-revenue";
  return (
    <Card aria-labelledby={id} className="overflow-clip">
      <CardHeader
        id={id}
        title={t("Subscriptions now")}
        note={t("Per month by the prices of the plans, before discounts. A trial brings no money.")}
      />
      <table aria-labelledby={id} className="w-full text-sm">
        <thead>
          <tr className="border-hairline border-b bg-well text-ink-faint text-xs">
            <th scope="col" className={`${words} font-medium`}>
              {t("Currency")}
            </th>
            {[t("Per month"), t("Active"), t("In a trial"), t("Past due")].map((heading) => (
              <th key={heading} scope="col" className={`${figure} font-medium`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {subscriptions.map(({ currency, mrr_minor, active, trialing, past_due }) => (
            <tr key={currency}>
              <th scope="row" className={`${words} font-normal`}>
                {currency.toUpperCase()}
              </th>
              <td className={figure}>{formatMoney(mrr_minor, currency)}</td>
              <td className={figure}>{active}</td>
              <td className={figure}>{trialing}</td>
              <td className={figure}>{past_due}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
