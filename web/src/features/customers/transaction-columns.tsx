/** The columns of a list of transactions: kind, change, balance and time. */
import type { Transaction } from "@/api/types";
import { decimalAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { kindLabel } from "@/lib/transaction-words";
import { Amount } from "@/ui/amount";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";

export function transactionColumns(scale: number): Column<Transaction>[] {
  return [
    {
      id: "what",
      header: t("Transaction"),
      value: ({ description, kind }) => description || kindLabel(kind),
      cell: (transaction) => <TransactionName transaction={transaction} />,
    },
    {
      id: "amount",
      header: t("Change"),
      numeric: true,
      value: ({ amount }) => decimalAmount(amount, scale),
      cell: ({ amount }) => <Amount change value={amount} scale={scale} className="font-medium" />,
    },
    {
      id: "balance_after",
      header: t("Balance"),
      numeric: true,
      value: ({ balance_after }) => decimalAmount(balance_after, scale),
      cell: ({ balance_after }) => <Amount value={balance_after} scale={scale} />,
    },
    {
      id: "booked_at",
      header: t("When"),
      numeric: true,
      value: ({ booked_at }) => booked_at,
      cell: ({ booked_at }) => (
        <span className="text-ink-soft">
          <Time value={booked_at} />
        </span>
      ),
      from: "md",
    },
  ];
}

function TransactionName({ transaction }: { transaction: Transaction }) {
  const { description, kind, feature, booked_at } = transaction;
  const label = kindLabel(kind);
  return (
    <span className="block min-w-0">
      <span className="block wrap-anywhere font-medium">{description || label}</span>
      <span className="block wrap-anywhere text-ink-faint text-xs">
        {[description ? label : null, feature].filter(Boolean).join(" · ")}
        <span className="block md:hidden">
          <Time value={booked_at} />
        </span>
      </span>
    </span>
  );
}
