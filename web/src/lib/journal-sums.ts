/** Adds up the entries of a money journal by currency, as a statement for an accountant. */
import { dateLanguage, t } from "./language";

/** A debit is above zero, a credit below zero. */
export type Entry = { kind: string; account: string; currency: string; amount_minor: number };

export type SumLine = { id: string; label: string; minor: number; isTotal?: boolean };
type Section = { title: string; lines: SumLine[] };
export type Statement = { currency: string; sections: Section[] };

/** Returns one statement for each currency; no amount is converted. */
export function statementsOf(entries: readonly Entry[]): Statement[] {
  const currencies = [...new Set(entries.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => ({
    currency,
    sections: sectionsOf(entries.filter((entry) => entry.currency === currency)),
  }));
}

function sectionsOf(entries: Entry[]): Section[] {
  const sum = (isMeant: (entry: Entry) => boolean) =>
    entries.filter(isMeant).reduce((total, { amount_minor }) => total + amount_minor, 0);
  const account = (name: string) => sum((entry) => entry.account === name);
  const atStripe = (...kinds: string[]) =>
    sum((entry) => entry.account === "stripe" && kinds.includes(entry.kind));
  const moved = [
    { id: "payments", label: t("Payments"), minor: atStripe("payment") },
    { id: "refunds", label: t("Refunds"), minor: atStripe("refund", "refund_undo") },
    { id: "disputes", label: t("Disputes"), minor: atStripe("dispute") },
    { id: "fees", label: t("Fees of Stripe"), minor: atStripe("fee") },
  ];
  const stripe = account("stripe");
  const rest = stripe - total(moved);
  const result = [
    { id: "earned", label: t("Used credits"), minor: -account("earned") },
    { id: "breakage", label: t("Expired credits"), minor: -account("breakage") },
    { id: "refunded", label: t("Refunds of used credits"), minor: -account("refunds") },
    { id: "lost", label: t("Lost disputes of used credits"), minor: -account("dispute_losses") },
    { id: "costs", label: t("Fees of Stripe"), minor: -account("fees") },
  ];
  const owed = [
    {
      id: "deferred",
      label: t("Credits that customers can still use"),
      minor: -account("deferred"),
    },
    { id: "tax", label: t("Taxes"), minor: -account("tax") },
    { id: "disputed", label: t("Money that banks hold in disputes"), minor: account("disputed") },
    { id: "conversion", label: t("Converted currencies"), minor: account("conversion") },
  ];
  return [
    {
      title: t("Money at Stripe"),
      lines: [
        ...known([...moved, { id: "other", label: t("Other movements"), minor: rest }]),
        { id: "stripe", label: t("Change at Stripe"), minor: stripe, isTotal: true },
      ],
    },
    {
      title: t("Revenue"),
      lines: [
        ...known(result),
        { id: "result", label: t("Revenue after fees"), minor: total(result), isTotal: true },
      ],
    },
    { title: t("Change of what is owed"), lines: known(owed) },
  ].filter(({ lines }) => lines.length > 0);
}

const total = (lines: SumLine[]) => lines.reduce((sum, { minor }) => sum + minor, 0);

const known = (lines: SumLine[]) => lines.filter(({ minor }) => minor !== 0);

const monthName = new Intl.DateTimeFormat(dateLanguage, {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

export type Month = { value: string; label: string; from: string; to: string };

/** The last months in UTC, the current one first. */
export function lastMonths(count: number, now: number): Month[] {
  const today = new Date(now);
  return Array.from({ length: count }, (_, back) => {
    const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1);
    const last = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back + 1, 0);
    const from = new Date(first).toISOString().slice(0, 10);
    const to = new Date(last).toISOString().slice(0, 10);
    return { value: from.slice(0, 7), label: monthName.format(first), from, to };
  });
}
