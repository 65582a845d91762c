/** Shows one card for each balance: available credits and how they are calculated. */
import { Wallet } from "lucide-react";
import type { Balance } from "@/api/types";
import { hostOf } from "@/lib/address";
import { formatAmount, unitLabel } from "@/lib/amount";
import { rich, t } from "@/lib/language";
import { paths } from "@/paths";
import { Amount } from "@/ui/amount";
import { Badge } from "@/ui/badge";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Bone, Skeleton } from "@/ui/skeleton";
import { Time } from "@/ui/time";

export function BalanceCards({ balances }: { balances: Balance[] }) {
  if (balances.length === 0) return <NoBalances />;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {balances.map((balance) => (
        <li
          key={`${balance.website?.id ?? "all"} ${balance.mode} ${balance.unit}`}
          className="min-w-0"
        >
          <BalanceCard balance={balance} />
        </li>
      ))}
    </ul>
  );
}

function BalanceCard({ balance }: { balance: Balance }) {
  const { website, available, posted, held, debt, scale, unit } = balance;
  const name = website?.name ?? t("All websites");
  return (
    <Card aria-label={t("Balance at {name}", { name })} className="flex h-full flex-col p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="truncate font-semibold">{name}</h2>
          {website && <WebsiteLink url={website.url} />}
        </div>
        <span className="flex shrink-0 flex-wrap justify-end gap-1">
          {balance.mode === "test" && <Badge tone="warn">{t("Test")}</Badge>}
          {available <= 0 && <Badge tone="warn">{t("Nothing left")}</Badge>}
        </span>
      </div>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-2">
        <Amount
          value={available}
          scale={scale}
          className="font-semibold text-4xl tracking-[-0.03em]"
        />
        <span className="text-ink-soft text-sm">
          {t("{unit} available", { unit: unitLabel(unit, available, scale) })}
        </span>
      </p>
      <dl className="mt-5 flex flex-wrap gap-x-6 gap-y-3 border-hairline border-t pt-4 text-sm">
        <Part label={t("Balance")} value={posted} scale={scale} />
        <Part label={t("On hold")} value={held} scale={scale} />
        {debt > 0 && <Part label={t("Owed")} value={debt} scale={scale} />}
      </dl>
      <p className="mt-auto pt-4 text-ink-faint text-xs">
        {rich("Last change {time}", { time: <Time value={balance.updated_at} /> })}
      </p>
    </Card>
  );
}

function WebsiteLink({ url }: { url: string | null | undefined }) {
  if (!url) return null;
  return (
    <a
      href={url}
      rel="noreferrer"
      className="flex min-h-7 items-center text-ink-faint text-sm underline-offset-4 hover:text-ink hover:underline"
    >
      <span className="truncate">{hostOf(url)}</span>
    </a>
  );
}

function Part({ label, value, scale }: { label: string; value: number; scale: number }) {
  return (
    <div>
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="font-medium tabular-nums">{formatAmount(value, { scale })}</dd>
    </div>
  );
}

function NoBalances() {
  return (
    <Card>
      <EmptyState
        icon={Wallet}
        title={t("No credits yet")}
        action={
          <ButtonLink variant="primary" to={paths.newWebsite()}>
            {t("Register a website")}
          </ButtonLink>
        }
      >
        {t(
          "Each website that grants or sells you credits gets a card here. To try it, register a website and grant yourself 100 credits.",
        )}
      </EmptyState>
    </Card>
  );
}

export function BalanceCardsSkeleton() {
  return (
    <Skeleton label={t("Loading your balances")}>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {["a", "b"].map((card) => (
          <Card key={card} className="p-5">
            <Bone className="h-4 w-36" />
            <Bone className="mt-2 h-3 w-24" />
            <Bone className="mt-7 h-9 w-24" />
            <Bone className="mt-7 h-3.5 w-36" />
            <Bone className="mt-6 h-3 w-24" />
          </Card>
        ))}
      </div>
    </Skeleton>
  );
}
