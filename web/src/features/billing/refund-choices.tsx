/** The choice between the possible refunds, and the field of an own amount. */
import { type ReactNode, useId } from "react";
import type { RefundOffer, RefundPreview } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { TextField } from "@/ui/field";
import { offersOf, type RefundPart } from "./refund-choice";

type Props = {
  preview: RefundPreview;
  scale: number;
  part: RefundPart;
  onPart: (part: RefundPart) => void;
  typed: string;
  onTyped: (typed: string) => void;
  error: "amount" | "too-much" | null;
};

export function RefundChoices(props: Props) {
  const { preview, scale, part, onPart, typed, onTyped, error } = props;
  const name = useId();
  const { currency, remaining_minor } = preview;
  const left = formatMoney(remaining_minor, currency);
  const choice = (value: RefundPart) => ({
    name,
    isChosen: part === value,
    onChoose: () => onPart(value),
  });
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium text-sm">{t("Refund")}</legend>
      {offersOf(preview).map((offer) => (
        <Choice
          key={offer.what}
          {...choice(offer.what)}
          title={offer.what === "unspent" ? t("Unused credits") : t("Everything")}
          figure={formatMoney(offer.amount_minor, currency)}
        >
          {noteOf(offer, scale)}
        </Choice>
      ))}
      <Choice {...choice("amount")} title={t("Another amount")}>
        {t("At most {left}.", { left })}
      </Choice>
      {part === "amount" && (
        <TextField
          label={t("Amount in {currency}", { currency: currency.toUpperCase() })}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => onTyped(target.value)}
          error={
            error === "too-much"
              ? t("Only {left} is left of this payment.", { left })
              : error === "amount"
                ? t("Enter an amount above zero.")
                : undefined
          }
        />
      )}
    </fieldset>
  );
}

/** Says which credits go with an offer. */
function noteOf({ what, credits, used_credits }: RefundOffer, scale: number): string {
  const figure = (units: number) => formatAmount(units, { scale });
  if (credits === 0) return t("No credits are taken back.");
  if (what === "unspent") {
    return t("Takes back {credits} unused credits. Nothing is owed.", { credits: figure(credits) });
  }
  if (used_credits === credits) {
    return t("Takes back {credits} credits, all of them used.", { credits: figure(credits) });
  }
  return used_credits === 0
    ? t("Takes back {credits} credits.", { credits: figure(credits) })
    : t("Takes back {credits} credits, of which {used} were used.", {
        credits: figure(credits),
        used: figure(used_credits),
      });
}

type ChoiceProps = {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  title: string;
  figure?: string;
  children: ReactNode;
};

function Choice({ name, isChosen, onChoose, title, figure, children }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-control border border-hairline-strong px-4 py-3 text-sm has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
      />
      <span className="grid min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-4 font-medium">
          {title}
          {figure && <span className="tabular-nums">{figure}</span>}
        </span>
        <span className="text-pretty text-ink-soft">{children}</span>
      </span>
    </label>
  );
}
