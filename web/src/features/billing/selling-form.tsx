/** Edits how a website sells: currency, tax, documents, top-ups, and what happens after a refund. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { saveBillingSettings } from "@/api/billing";
import { useApi } from "@/api/client";
import type { BillingSettings } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { decimalAmount, decimalText } from "@/lib/amount";
import { t } from "@/lib/language";
import { decimalsOf, typedMoney } from "@/lib/money";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { CardHeader } from "@/ui/card";
import { TextField } from "@/ui/field";
import { Segmented, Tick } from "@/ui/fields";
import { Refusal, ToField } from "@/ui/refusal";
import { SelectField } from "@/ui/select-field";
import { toast } from "@/ui/toast";
import { amountHint, currencies } from "./pack-form";
import { requestOf } from "./settings-request";

const taxes: { value: BillingSettings["tax"]; label: string }[] = [
  { value: "off", label: t("No tax") },
  { value: "automatic", label: t("Stripe Tax") },
];
const behaviors: { value: BillingSettings["tax_behavior"]; label: string }[] = [
  { value: "inclusive", label: t("Included in the price") },
  { value: "exclusive", label: t("Added to the price") },
];
const documents: { value: BillingSettings["documents"]; label: string }[] = [
  { value: "receipt", label: t("Receipt") },
  { value: "invoice", label: t("Invoice") },
];
const shortfalls: { value: BillingSettings["shortfall"]; label: string }[] = [
  { value: "debt", label: t("The customer owes them") },
  { value: "write_off", label: t("They are written off") },
];

/** The limit of top-ups is typed, and the rules of subscriptions have a form of their own. */
function chosenSettings(settings: BillingSettings) {
  const { connection, topup_month_max, ...others } = settings;
  const { grace_days, renewal_grace_hours, change_mode, repeat_trial, dispute_cancels, ...own } =
    others;
  return own;
}

/** Writes a limit as an owner types it; an empty text is no limit. */
function typedLimit({ topup_month_max: most, currency }: BillingSettings): string {
  return most ? decimalText(decimalAmount(most, decimalsOf(currency))) : "";
}

export function SellingForm({ settings }: { settings: BillingSettings }) {
  const save = useMutation(saveBillingSettings(useApi(), useQueryClient(), useWebsiteScope()));
  const [chosen, setChosen] = useState(() => chosenSettings(settings));
  const [limit, setLimit] = useState(() => typedLimit(settings));
  /** Counts the attempts, so that each one leads to the field with an error. */
  const [attempts, setAttempts] = useState(0);
  const most = limit.trim() === "" ? null : typedMoney(limit, chosen.currency);
  const isLimit = limit.trim() === "" || most !== null;
  const set = <Key extends keyof typeof chosen>(key: Key) => {
    return (value: (typeof chosen)[Key]) => setChosen({ ...chosen, [key]: value });
  };
  const options = [...new Set<string>([settings.currency, ...currencies])];

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (!isLimit || save.isPending) return;
    // The form of the rules of subscriptions may have saved other values since.
    save.mutate(requestOf({ ...settings, ...chosen, topup_month_max: most }), {
      onSuccess: () => toast(t("The billing settings are saved.")),
    });
  }

  return (
    <>
      <CardHeader title={t("How you sell")} note={t("Applies to new checkouts and new prices.")} />
      <form onSubmit={submit} noValidate className="grid gap-5 p-5">
        <SelectField
          label={t("Usual currency")}
          value={chosen.currency}
          onChange={(event) => set("currency")(event.target.value)}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {option.toUpperCase()}
            </option>
          ))}
        </SelectField>
        <Segmented
          label={t("Tax")}
          help={t("Stripe Tax must be set up in Stripe's dashboard first.")}
          options={taxes}
          value={chosen.tax}
          onChange={set("tax")}
        />
        {chosen.tax === "automatic" && (
          <Segmented
            label={t("Tax is")}
            options={behaviors}
            value={chosen.tax_behavior}
            onChange={set("tax_behavior")}
          />
        )}
        <Segmented
          label={t("Buyers get")}
          options={documents}
          value={chosen.documents}
          onChange={set("documents")}
        />
        <Segmented
          label={t("Refunded credits that were spent")}
          options={shortfalls}
          value={chosen.shortfall}
          onChange={set("shortfall")}
        />
        <TextField
          label={t("Highest monthly top-up, in {currency}", {
            currency: chosen.currency.toUpperCase(),
          })}
          inputMode="decimal"
          autoComplete="off"
          value={limit}
          onChange={({ target }) => setLimit(target.value)}
          help={t(
            "The most that a customer may set for automatic top-up. Leave empty for no limit.",
          )}
          error={
            attempts > 0 && !isLimit
              ? amountHint(chosen.currency)
              : problemOf(save.error).fields.get("topup_month_max")
          }
        />
        <Tick
          label={t("Freeze credits when a bank asks about a payment")}
          help={t("An inquiry takes no money yet. A dispute always freezes the credits.")}
          checked={chosen.inquiry_freezes}
          onChange={(event) => set("inquiry_freezes")(event.target.checked)}
        />
        <Tick
          label={t("Accept promotion codes")}
          help={t("The codes of your Stripe account. The credits stay the same.")}
          checked={chosen.promotion_codes}
          onChange={(event) => set("promotion_codes")(event.target.checked)}
        />
        <Tick
          label={t("Show prices in the buyer's currency")}
          help={t("Stripe converts them. You are paid in your own currency.")}
          checked={chosen.adaptive_pricing}
          onChange={(event) => set("adaptive_pricing")(event.target.checked)}
        />
        {attempts > 0 && !isLimit && <ToField key={attempts} />}
        {save.error && <Refusal error={save.error} fields={["topup_month_max"]} repeatable />}
        <Button type="submit" busy={save.isPending} className="justify-self-start">
          {t("Save settings")}
        </Button>
      </form>
    </>
  );
}
