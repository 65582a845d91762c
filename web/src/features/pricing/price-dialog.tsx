/** Adds the next price of a feature; earlier spends keep the price that they were made with. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { addPrice } from "@/api/features";
import type { Feature } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { amountRule, typedAmount } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { priceWords } from "@/lib/price-words";
import { problemOf } from "@/lib/problem";
import { momentOf } from "@/lib/time";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

type Props = { feature: Feature; version: number; scale: number; onClose: () => void };

const shownFields = ["credits", "per_units", "min_charge", "effective_at"];

export function PriceDialog({ feature, version, scale, onClose }: Props) {
  const add = useMutation(addPrice(useApi(), useQueryClient(), useWebsiteScope(), feature.code));
  const [typed, setTyped] = useState({ credits: "", units: "1", least: "0", from: "" });
  const [isChecked, setChecked] = useState(false);
  const credits = typedAmount(typed.credits, scale);
  const per_units = typedAmount(typed.units, 0);
  const min_charge = typedAmount(typed.least, scale);
  const isWhole = credits !== null && per_units !== null && per_units > 0 && min_charge !== null;
  const from = momentOf(typed.from);
  const isPast = from !== null && Date.parse(from) < Date.now();
  const fields = add.error ? problemOf(add.error).fields : null;
  const field = (name: keyof typeof typed) => ({
    autoComplete: "off",
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: target.value }),
  });
  const errorOf = (isRight: boolean, rule: string) => (isChecked && !isRight ? rule : undefined);
  const amountError = (isRight: boolean, places: number) =>
    errorOf(isRight, t("Enter {rule}.", { rule: amountRule(places) }));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (!isWhole || isPast || add.isPending) return;
    const body = {
      credits,
      per_units,
      min_charge,
      ...(from !== null && { effective_at: from }),
    };
    add.mutate(
      { version, body },
      {
        onSuccess: () => {
          toast(t("Version {version} of the price is added.", { version }));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title={t("Add a price")}
      note={t("{name}, version {version}.", { name: feature.name, version })}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            label={t("Credits")}
            inputMode="decimal"
            {...field("credits")}
            error={fields?.get("credits") ?? amountError(credits !== null, scale)}
          />
          <TextField
            label={t("Per units")}
            inputMode="numeric"
            {...field("units")}
            error={fields?.get("per_units") ?? amountError(per_units !== null && per_units > 0, 0)}
          />
          <TextField
            label={t("Minimum")}
            inputMode="decimal"
            {...field("least")}
            error={fields?.get("min_charge") ?? amountError(min_charge !== null, scale)}
          />
        </div>
        <TextField
          label={t("Valid from (UTC, optional)")}
          type="datetime-local"
          {...field("from")}
          help={t("Leave empty to start now.")}
          error={
            fields?.get("effective_at") ??
            errorOf(!isPast, t("Enter a time in the future, or leave empty."))
          }
        />
        <div className="rounded-control bg-well px-4 py-3 text-sm">
          <p className="text-ink-faint text-xs">{t("Now")}</p>
          <p>{feature.price ? priceWords(feature.price, scale) : t("No price")}</p>
          <p className="mt-2 text-ink-faint text-xs">{t("Then")}</p>
          <p role="status" className="font-medium">
            {isWhole ? priceWords({ credits, per_units, min_charge }, scale) : "…"}
          </p>
        </div>
        {add.error && <Refusal error={add.error} fields={shownFields} repeatable />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={add.isPending}>
            {t("Add price")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
