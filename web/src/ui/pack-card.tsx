/** A pack as buyers see it: credits, bonus, price and expiry. The editor shows it beside its fields. */
import type { ReactNode } from "react";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";

type ShownPack = {
  name: string;
  description?: string | null;
  credits: number | null;
  bonus: number;
  expires_days: number | null;
  price: { currency: string; amount_minor: number | null };
};

type Props = { pack: ShownPack; scale: number; action?: ReactNode };

export function PackCard({ pack, scale, action }: Props) {
  const { name, description, credits, bonus, expires_days, price } = pack;
  return (
    <article className="flex h-full flex-col gap-4 rounded-card border border-hairline bg-surface p-5 shadow-card">
      <header className="min-w-0">
        <h3 className="wrap-anywhere font-semibold">{name || t("Name of the pack")}</h3>
        {description && <p className="text-pretty text-ink-soft text-sm">{description}</p>}
      </header>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-3xl tabular-nums tracking-[-0.03em]">
          {credits === null ? "…" : formatAmount(credits, { scale })}
        </span>
        <span className="text-ink-soft text-sm">{t("credits")}</span>
        {bonus > 0 && (
          <span className="rounded-chip bg-accent-soft px-2 py-0.5 font-medium text-accent-ink text-xs">
            {t("+{bonus} free", { bonus: formatAmount(bonus, { scale }) })}
          </span>
        )}
      </p>
      <div className="mt-auto grid gap-3">
        <p className="text-ink-faint text-sm">
          {expires_days === null
            ? t("Does not expire.")
            : t("Valid for {days} days.", { days: expires_days })}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-3 border-hairline border-t pt-4">
          <p className="font-semibold text-lg tabular-nums">
            {price.amount_minor === null ? "…" : formatMoney(price.amount_minor, price.currency)}
          </p>
          {action}
        </div>
      </div>
    </article>
  );
}
