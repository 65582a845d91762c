/** Shows transactions as a table: kind, website, change, balance and time. */
import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import type { Transaction } from "@/api/types";
import { classes } from "@/lib/classes";
import { t } from "@/lib/language";
import { kindLabel } from "@/lib/transaction-words";
import { Amount } from "@/ui/amount";
import { Badge } from "@/ui/badge";
import { Time } from "@/ui/time";
import type { ScaleOf } from "./scales";

type Props = { label: string; transactions: Transaction[]; scaleOf: ScaleOf };

const head = "px-3 py-2.5 font-medium first:pl-5 last:pr-5";
const cell = "px-3 py-3 first:pl-5 last:pr-5";

export function TransactionTable({ label, transactions, scaleOf }: Props) {
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead>
        <tr className="border-hairline border-b bg-well/60 text-ink-faint text-xs">
          <th scope="col" className={classes(head, "text-left")}>
            {t("Transaction")}
          </th>
          <th scope="col" className={classes(head, "hidden text-left md:table-cell")}>
            {t("Website")}
          </th>
          <th scope="col" className={classes(head, "text-right")}>
            {t("Change")}
          </th>
          <th scope="col" className={classes(head, "text-right max-md:pr-5")}>
            {t("Balance")}
          </th>
          <th scope="col" className={classes(head, "hidden text-right md:table-cell")}>
            {t("When")}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {transactions.map((transaction) => (
          <Row
            key={transaction.id}
            transaction={transaction}
            scale={scaleOf(transaction.website?.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { transaction: Transaction; scale: number | undefined };

function Row({ transaction, scale }: RowProps) {
  const { amount, balance_after, booked_at, description, kind, mode, website } = transaction;
  const label = kindLabel(kind);
  const where = website?.name ?? t("All websites");
  return (
    <tr className="hover:bg-well/50">
      <th scope="row" className={classes(cell, "w-full max-w-0 text-left font-normal md:w-[46%]")}>
        <span className="flex items-center gap-3">
          <Direction incoming={amount > 0} />
          <span className="min-w-0">
            <span className="flex items-center gap-2">
              <span className="truncate font-medium">{description || label}</span>
              {mode === "test" && <Badge tone="warn">{t("Test")}</Badge>}
            </span>
            {description && (
              <span className="hidden truncate text-ink-faint text-xs md:block">{label}</span>
            )}
            <span className="flex gap-1 text-ink-faint text-xs md:hidden">
              <span className="truncate">{where}</span>·<Time value={booked_at} />
            </span>
          </span>
        </span>
      </th>
      <td className={classes(cell, "hidden w-[24%] max-w-0 truncate text-ink-soft md:table-cell")}>
        {where}
      </td>
      <td className={classes(cell, "text-right font-medium")}>
        {scale === undefined ? "–" : <Amount change value={amount} scale={scale} />}
      </td>
      <td className={classes(cell, "text-right text-ink-soft max-md:pr-5")}>
        {scale === undefined ? "–" : <Amount value={balance_after} scale={scale} />}
      </td>
      <td className={classes(cell, "hidden text-right text-ink-soft md:table-cell")}>
        <Time value={booked_at} />
      </td>
    </tr>
  );
}

function Direction({ incoming }: { incoming: boolean }) {
  const Icon = incoming ? ArrowDownLeft : ArrowUpRight;
  return (
    <span
      className={classes(
        "hidden size-8 shrink-0 place-items-center rounded-full min-[26rem]:grid",
        incoming ? "bg-accent-soft text-accent-ink" : "bg-well text-ink-soft",
      )}
    >
      <Icon aria-hidden className="size-4" />
    </span>
  );
}
