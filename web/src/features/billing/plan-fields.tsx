/** The fields for the terms of a plan's version: period, credits, prices, and the rest that has usual values. */
import type { ChangeEvent } from "react";
import { t } from "@/lib/language";
import { hasMonths } from "@/lib/plan-words";
import { TextField } from "@/ui/field";
import { Segmented, Tick } from "@/ui/fields";
import { SelectField } from "@/ui/select-field";
import { currencies } from "./pack-form";
import { PlanFeatures } from "./plan-features";
import type { TypedPlan } from "./plan-form";
import { TypedRows } from "./typed-rows";

export type PlanFieldsProps = {
  typed: TypedPlan;
  onChange: (changes: Partial<TypedPlan>) => void;
  /** Returns the error of a field, such as `trial/days`. */
  errorAt: (place: string) => string | undefined;
};

const intervals: { value: TypedPlan["interval"]; label: string }[] = [
  { value: "week", label: t("Weeks") },
  { value: "month", label: t("Months") },
  { value: "year", label: t("Years") },
];
const rhythms: { value: "interval" | "month"; label: string }[] = [
  { value: "interval", label: t("Once in each period") },
  { value: "month", label: t("Each month") },
];
const rollovers: { value: TypedPlan["rollover"]; label: string }[] = [
  { value: "none", label: t("Expire") },
  { value: "capped", label: t("Stay, up to a limit") },
  { value: "all", label: t("Stay") },
];

type TextKey = {
  [Key in keyof TypedPlan]: TypedPlan[Key] extends string ? Key : never;
}[keyof TypedPlan];
type Change = ChangeEvent<HTMLInputElement>;

export function PlanFields(props: PlanFieldsProps) {
  const { typed, onChange, errorAt } = props;
  const isLong = hasMonths({ interval: typed.interval, interval_count: Number(typed.count) });
  const text = (key: TextKey, place: string) => ({
    autoComplete: "off",
    inputMode: "numeric" as const,
    value: typed[key],
    onChange: ({ target }: Change) => onChange({ [key]: target.value }),
    error: errorAt(place),
  });
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label={t("Paid every")} {...text("count", "interval_count")} />
        <SelectField
          label={t("Unit of the period")}
          value={typed.interval}
          onChange={({ target }) => {
            const chosen = intervals.find(({ value }) => value === target.value);
            if (chosen) onChange({ interval: chosen.value });
          }}
        >
          {intervals.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("Credits")}
          {...text("credits", "credits")}
          inputMode="decimal"
          help={
            typed.isMonthly && isLong
              ? t("The credits of each month.")
              : t("The credits of each paid period.")
          }
        />
        <TextField
          label={t("Most seats")}
          {...text("seats", "max_quantity")}
          help={t("Seats multiply price and credits. 1 for a plan without seats.")}
        />
      </div>
      {isLong && (
        <Segmented
          label={t("Credits are granted")}
          options={rhythms}
          value={typed.isMonthly ? "month" : "interval"}
          onChange={(value) => onChange({ isMonthly: value === "month" })}
        />
      )}
      <Prices {...props} />
      <Segmented
        label={t("Unused credits at the end of a period")}
        options={rollovers}
        value={typed.rollover}
        onChange={(rollover) => onChange({ rollover })}
      />
      {typed.rollover !== "none" && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {typed.rollover === "capped" && (
            <TextField
              label={t("Credits that stay, at most")}
              {...text("cap", "rollover_cap")}
              inputMode="decimal"
            />
          )}
          <TextField
            label={t("Further periods")}
            {...text("periods", "rollover_periods")}
            help={t("Then they expire.")}
          />
        </div>
      )}
      <Tick
        label={t("Begin with a free trial")}
        help={t("Once for each person and card.")}
        checked={typed.hasTrial}
        onChange={({ target }) => onChange({ hasTrial: target.checked })}
      />
      {typed.hasTrial && (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField label={t("Days of the trial")} {...text("trialDays", "trial/days")} />
            <TextField
              label={t("Credits of the trial (optional)")}
              {...text("trialCredits", "trial/credits")}
              inputMode="decimal"
            />
          </div>
          <Tick
            label={t("Ask for a card first")}
            help={t("Without a card, the subscription ends with the trial.")}
            checked={typed.needsCard}
            onChange={({ target }) => onChange({ needsCard: target.checked })}
          />
        </>
      )}
      <PlanFeatures {...props} />
    </>
  );
}

function Prices({ typed, onChange, errorAt }: PlanFieldsProps) {
  const { prices } = typed;
  const used = new Set(prices.map(({ currency }) => currency));
  const free = currencies.filter((currency) => !used.has(currency));
  return (
    <TypedRows
      isNeeded
      label={t("Prices of one period")}
      rows={prices.map(({ currency, amount }) => ({
        id: currency,
        label: t("Price in {currency}", { currency: currency.toUpperCase() }),
        value: amount,
        error: errorAt(`prices/${currency}`),
      }))}
      onType={(id, amount) =>
        onChange({
          prices: prices.map((price) => (price.currency === id ? { ...price, amount } : price)),
        })
      }
      onRemove={(id) => onChange({ prices: prices.filter(({ currency }) => currency !== id) })}
      options={free.map((currency) => ({ value: currency, label: currency.toUpperCase() }))}
      further={t("Another currency")}
      onAdd={(currency) => onChange({ prices: [...prices, { currency, amount: "" }] })}
      error={errorAt("prices")}
    />
  );
}
