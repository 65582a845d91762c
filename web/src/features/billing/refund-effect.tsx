/** Shows the effect of a refund before it is made: the money, the credits, and who owes the used ones. */
import { Link } from "@tanstack/react-router";
import type { RefundOffer, RefundPreview } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { formatAmount } from "@/lib/amount";
import { rich, t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";

type Props = {
  offer: RefundOffer | null;
  preview: RefundPreview;
  scale: number;
  isLoading: boolean;
};

export function RefundEffect({ offer, preview, scale, isLoading }: Props) {
  return (
    <div role="status" className="grid gap-1 rounded-control bg-well px-4 py-3 text-sm">
      {offer === null ? (
        <p className="text-ink-soft">
          {isLoading ? t("Counting the credits…") : t("Enter an amount to see its effect.")}
        </p>
      ) : (
        <Lines offer={offer} preview={preview} scale={scale} />
      )}
    </div>
  );
}

type LinesProps = { offer: RefundOffer; preview: RefundPreview; scale: number };

function Lines({ offer, preview, scale }: LinesProps) {
  const { amount_minor, credits, unused_credits, held_credits, used_credits } = offer;
  const figure = (units: number) => formatAmount(units, { scale });
  const isDebt = preview.shortfall === "debt";
  return (
    <>
      <dl className="grid gap-1">
        <Line label={t("The buyer gets back")} isMain>
          {formatMoney(amount_minor, preview.currency)}
        </Line>
        <Line label={t("Credits taken back")} isMain>
          {figure(credits)}
        </Line>
        {credits > unused_credits && (
          <>
            {unused_credits > 0 && (
              <Line label={t("unused, taken at once")}>{figure(unused_credits)}</Line>
            )}
            {held_credits > 0 && (
              <Line label={t("reserved by running jobs, taken when they end")}>
                {figure(held_credits)}
              </Line>
            )}
            {used_credits > 0 && (
              <Line label={isDebt ? t("used, owed by the customer") : t("used, written off")}>
                {figure(used_credits)}
              </Line>
            )}
          </>
        )}
      </dl>
      {used_credits > 0 && <Policy isDebt={isDebt} />}
    </>
  );
}

function Policy({ isDebt }: { isDebt: boolean }) {
  const { id } = useWebsiteScope();
  const settings = (
    <Link
      key="settings"
      to={paths.billingSettings()}
      params={{ site: id }}
      className="font-medium text-accent underline underline-offset-4"
    >
      {t("billing settings")}
    </Link>
  );
  return (
    <p className="text-pretty text-ink-soft">
      {isDebt
        ? rich("Later credits repay the debt first. Your {settings} say so.", { settings })
        : rich("The customer owes nothing. Your {settings} say so.", { settings })}
    </p>
  );
}

type LineProps = { label: string; isMain?: boolean; children: string };

function Line({ label, isMain = false, children }: LineProps) {
  return (
    <div
      className={
        isMain ? "flex justify-between gap-4" : "flex justify-between gap-4 pl-4 text-ink-soft"
      }
    >
      <dt>{label}</dt>
      <dd className={isMain ? "font-semibold tabular-nums" : "tabular-nums"}>{children}</dd>
    </div>
  );
}
