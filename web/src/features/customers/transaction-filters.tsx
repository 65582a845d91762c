/** Filters a list of transactions by kind, feature and days; the address stores the filters. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useApi } from "@/api/client";
import type { TransactionSearch } from "@/api/customers";
import { featuresQuery } from "@/api/features";
import type { TransactionKind } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { kindLabel } from "@/lib/transaction-words";
import { Button } from "@/ui/button";
import { DayField } from "@/ui/day-field";
import { Filter } from "@/ui/filter";

const kinds: TransactionKind[] = [
  "grant",
  "spend",
  "capture",
  "expiry",
  "reversal",
  "void",
  "transfer",
  "claw_back",
  "write_off",
];

const anyKind = { value: "", label: t("Any kind") };
const kindOptions = [anyKind, ...kinds.map((value) => ({ value, label: kindLabel(value) }))];

function isDay(text: string | undefined): text is string {
  return /^\d{4}-\d\d-\d\d$/.test(text ?? "") && !Number.isNaN(Date.parse(text ?? ""));
}

/** Returns the filters of the address without values that the API refuses. */
export function useTransactionSearch(): Omit<TransactionSearch, "customer"> {
  const { kind, feature, from, to } = useSearch({ strict: false });
  const known = kinds.find((one) => one === kind);
  return {
    ...(known && { kind: known }),
    ...(feature && { feature }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

export type Changes = { kind?: string; feature?: string; from?: string; to?: string };

type Props = {
  search: Omit<TransactionSearch, "customer">;
  /** An empty text removes a filter. */
  onChange: (changes: Changes) => void;
};

export function TransactionFilters({ search, onChange }: Props) {
  const features = useQuery(featuresQuery(useApi(), useWebsiteScope(), {}));
  const { kind = "", feature = "", from = "", to = "" } = search;
  const known = (features.data?.items ?? []).map(({ code, name }) => ({
    value: code,
    label: name,
  }));
  // The feature of the address may be on a later page of the list.
  const isKnown = feature === "" || known.some(({ value }) => value === feature);
  const featureOptions = [
    { value: "", label: t("Any feature") },
    ...known,
    ...(isKnown ? [] : [{ value: feature, label: feature }]),
  ];
  return (
    <>
      <Filter
        label={t("Kind")}
        options={kindOptions}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
      />
      {featureOptions.length > 1 && (
        <Filter
          label={t("Feature")}
          options={featureOptions}
          value={feature}
          onChange={(next) => onChange({ feature: next })}
        />
      )}
      <DayField
        label={t("From")}
        max={to}
        value={from}
        onChange={(day) => onChange({ from: day })}
      />
      <DayField label={t("To")} min={from} value={to} onChange={(day) => onChange({ to: day })} />
      {Object.keys(search).length > 0 && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => onChange({ kind: "", feature: "", from: "", to: "" })}
        >
          {t("Clear filters")}
        </Button>
      )}
    </>
  );
}
