/** Adds a pack, or the next version of one, with the buyer's card beside the fields. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { addPackVersion, savePack } from "@/api/billing";
import { useApi } from "@/api/client";
import type { Pack } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { decimalAmount } from "@/lib/amount";
import { amountRule } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { decimalsOf } from "@/lib/money";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { PackCard } from "@/ui/pack-card";
import { Refusal } from "@/ui/refusal";
import { SelectField } from "@/ui/select-field";
import { toast } from "@/ui/toast";
import { amountHint, codeOf, currencies, readVersion, type TypedVersion } from "./pack-form";

type Props = {
  /** The pack that gets another version; a new pack if absent. */
  pack?: Pack;
  currency: string;
  scale: number;
  position: number;
  onClose: () => void;
};

const shownFields = ["code", "name", "credits", "bonus", "expires_days", "prices"];

function typedFrom(pack: Pack | undefined, currency: string, scale: number): TypedVersion {
  const version = pack?.version;
  const price = version?.prices[0];
  if (!version || !price) return { credits: "", bonus: "", days: "365", currency, price: "" };
  return {
    credits: decimalAmount(version.credits, scale),
    bonus: version.bonus > 0 ? decimalAmount(version.bonus, scale) : "",
    days: version.expires_days?.toString() ?? "",
    currency: price.currency,
    price: decimalAmount(price.amount_minor, decimalsOf(price.currency)),
  };
}

export function PackDialog({ pack, currency, scale, position, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const scope = useWebsiteScope();
  const save = useMutation(savePack(api, queries, scope));
  const add = useMutation(addPackVersion(api, queries, scope));
  const [name, setName] = useState(pack?.name ?? "");
  const [typed, setTyped] = useState(() => typedFrom(pack, currency, scale));
  const [isChecked, setChecked] = useState(false);
  const read = readVersion(typed, scale);
  const code = pack?.code ?? codeOf(name);
  const error = save.error ?? add.error;
  const busy = save.isPending || add.isPending;
  const options = [...new Set<string>([typed.currency, ...currencies])];
  const field = (key: keyof TypedVersion) => ({
    autoComplete: "off",
    value: typed[key],
    onChange: ({ target }: { target: HTMLInputElement | HTMLSelectElement }) =>
      setTyped({ ...typed, [key]: target.value }),
  });
  const errorOf = (isRight: boolean, rule: string) => (isChecked && !isRight ? rule : undefined);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    const { body } = read;
    if (body === null || code === "" || busy) return;
    try {
      if (!pack) await save.mutateAsync({ code, body: { name: name.trim(), position } });
      const version = (pack?.version?.version ?? 0) + 1;
      await add.mutateAsync({ code, version, body });
    } catch {
      // The mutations show their errors.
      return;
    }
    toast(t("The pack is saved. It is on sale as soon as Stripe has its price."));
    onClose();
  }

  return (
    <Dialog
      title={pack ? t("Change {name}", { name: pack.name }) : t("Add a pack")}
      note={
        pack
          ? t("Earlier buyers keep what they bought. New buyers get this version.")
          : t("Credits that customers buy for one price.")
      }
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {!pack && (
          <TextField
            label={t("Name")}
            autoComplete="off"
            maxLength={80}
            placeholder={t("500 credits")}
            value={name}
            onChange={(event) => setName(event.target.value)}
            help={
              code === ""
                ? t("Buyers see it.")
                : t("Buyers see it. Your back end sells it by the code {code}.", { code })
            }
            error={errorOf(code !== "", t("Enter a name with letters or digits."))}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t("Credits")}
            inputMode="decimal"
            {...field("credits")}
            error={errorOf(read.credits !== null, t("Enter {rule}.", { rule: amountRule(scale) }))}
          />
          <TextField
            label={t("Free bonus (optional)")}
            inputMode="decimal"
            {...field("bonus")}
            error={errorOf(read.bonus !== null, t("Enter {rule}.", { rule: amountRule(scale) }))}
          />
          <TextField
            label={t("Price")}
            inputMode="decimal"
            {...field("price")}
            error={errorOf(read.minor !== null, amountHint(typed.currency))}
          />
          <SelectField label={t("Currency")} {...field("currency")}>
            {options.map((option) => (
              <option key={option} value={option}>
                {option.toUpperCase()}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t("Valid for days (optional)")}
            inputMode="numeric"
            {...field("days")}
            help={t("Leave empty for credits that do not expire.")}
            error={errorOf(read.isDays, t("Enter a whole number of days, at most 3,650."))}
          />
        </div>
        <div className="rounded-card bg-well p-4">
          <p className="mb-2 text-ink-faint text-xs">{t("What buyers see")}</p>
          <PackCard
            scale={scale}
            pack={{
              name: pack?.name ?? name,
              description: pack?.description ?? null,
              credits: read.credits,
              bonus: read.bonus ?? 0,
              expires_days: read.days,
              price: { currency: typed.currency, amount_minor: read.minor },
            }}
          />
        </div>
        {error && <Refusal error={error} fields={shownFields} repeatable />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={busy}>
            {pack ? t("Add version") : t("Add pack")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
