/** Lists the packs that a website sells, with their prices at Stripe. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { PackagePlus, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { billingSettingsQuery, packsQuery, repairPrice, savePack } from "@/api/billing";
import { useApi } from "@/api/client";
import { useOpened } from "@/api/opened";
import type { BillingSettings, Pack } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { useScale } from "@/api/websites";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Loadable } from "@/ui/loadable";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { Refusal } from "@/ui/refusal";
import { SkeletonRows } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { type PackPrice, PriceState, priceReason } from "./price-state";

const PackDialog = lazy(async () => ({ default: (await import("./pack-dialog")).PackDialog }));

export function PacksPage() {
  const api = useApi();
  const scope = useWebsiteScope();
  const scale = useScale();
  const packs = useQuery(packsQuery(api, scope));
  const settings = useQuery(billingSettingsQuery(api, scope));
  const adding = useOpened("new");
  const skeleton = <SkeletonRows label={t("Loading the packs")} />;
  return (
    <>
      <PageHeader
        title={t("Packs")}
        note={t("Credits that customers buy, paid into your own Stripe account.")}
        action={
          <Button variant="primary" onClick={adding.open}>
            <Plus aria-hidden className="size-4" />
            {t("Add a pack")}
          </Button>
        }
      />
      {settings.data && settings.data.connection === null && <NotConnected />}
      {scope.mode === "test" && packs.data?.items.some(isOnSale) && (
        <p className="mb-4 text-ink-soft text-sm">
          <a
            href={`${paths.buying()}?website=${scope.id}&test=1`}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            {t("Buy one yourself with a test card")}
          </a>
        </p>
      )}
      <Loadable framed query={scale} skeleton={skeleton}>
        {(scale) => (
          <Loadable framed query={packs} skeleton={skeleton}>
            {({ items }) => (
              <Content
                packs={items}
                scale={scale}
                settings={settings.data}
                isAdding={adding.isOpen}
                onClose={adding.close}
              />
            )}
          </Loadable>
        )}
      </Loadable>
    </>
  );
}

function isOnSale({ status, version }: Pack): boolean {
  return (
    status === "active" && version?.prices.some(({ stripe }) => stripe?.state === "synced") === true
  );
}

function NotConnected() {
  const scope = useWebsiteScope();
  return (
    <div className="mb-4">
      <Notice icon={PackagePlus} tone="warn">
        <p>{t("Nothing is on sale yet: connect your Stripe account first.")}</p>
        <ButtonLink
          className="mt-2"
          size="small"
          to={paths.billingSettings()}
          params={{ site: scope.id }}
        >
          {t("Connect Stripe")}
        </ButtonLink>
      </Notice>
    </div>
  );
}

type ContentProps = {
  packs: Pack[];
  scale: number;
  settings: BillingSettings | undefined;
  isAdding: boolean;
  onClose: () => void;
};

function Content({ packs, scale, settings, isAdding, onClose }: ContentProps) {
  const [changed, setChanged] = useState<Pack | null>(null);
  const currency = settings?.currency ?? "eur";
  return (
    <>
      <Card aria-label={t("Packs")} className="overflow-clip">
        {packs.length === 0 ? (
          <EmptyState icon={PackagePlus} title={t("No packs yet")}>
            {t("A pack is a number of credits for one price, such as 500 credits for €9.")}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-hairline">
            {packs.map((pack) => (
              <li key={pack.id}>
                <PackRow pack={pack} scale={scale} onChange={() => setChanged(pack)} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Suspense>
        {isAdding && (
          <PackDialog currency={currency} scale={scale} position={packs.length} onClose={onClose} />
        )}
        {changed && (
          <PackDialog
            pack={changed}
            currency={currency}
            scale={scale}
            position={changed.position}
            onClose={() => setChanged(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function PackRow({ pack, scale, onChange }: { pack: Pack; scale: number; onChange: () => void }) {
  const save = useMutation(savePack(useApi(), useQueryClient(), useWebsiteScope()));
  const { version, status } = pack;
  const isArchived = status === "archived";
  const { name, description, position } = pack;

  function toggle() {
    const next = isArchived ? "active" : "archived";
    const body = { name, position, status: next, ...(description && { description }) } as const;
    save.mutate(
      { code: pack.code, body },
      {
        onSuccess: () =>
          toast(isArchived ? t("The pack is on sale again.") : t("The pack is no longer sold.")),
      },
    );
  }

  return (
    <article aria-label={name} className="grid gap-3 px-5 py-4 sm:flex sm:items-start sm:gap-6">
      <div className="min-w-0 flex-1">
        <h2 className="wrap-anywhere font-medium">{name}</h2>
        <p className="flex flex-wrap items-center gap-x-3 text-ink-faint text-sm">
          <code className="break-all font-mono text-xs">{pack.code}</code>
          {version && (
            <span>
              {t("{credits} credits", { credits: formatAmount(version.credits, { scale }) })}
              {version.bonus > 0 &&
                ` ${t("+{bonus} free", { bonus: formatAmount(version.bonus, { scale }) })}`}
            </span>
          )}
          {version && <span>{t("Version {version}", { version: version.version })}</span>}
        </p>
      </div>
      <ul className="grid gap-1 sm:min-w-52">
        {isArchived ? (
          <li>
            <Badge>{t("Archived")}</Badge>
          </li>
        ) : version ? (
          version.prices.map((price) => (
            <PriceRow key={price.currency} pack={pack} version={version.version} price={price} />
          ))
        ) : (
          <li>
            <Badge tone="warn">{t("No price yet")}</Badge>
          </li>
        )}
      </ul>
      <div className="flex flex-wrap gap-2">
        {!isArchived && (
          <Button size="small" onClick={onChange} aria-label={t("Change {name}", { name })}>
            {t("Change")}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          busy={save.isPending}
          onClick={toggle}
          aria-label={isArchived ? t("Sell {name} again", { name }) : t("Archive {name}", { name })}
        >
          {isArchived ? t("Sell again") : t("Archive")}
        </Button>
      </div>
      {save.error && <Refusal error={save.error} />}
    </article>
  );
}

function PriceRow({ pack, version, price }: { pack: Pack; version: number; price: PackPrice }) {
  const repair = useMutation(repairPrice(useApi(), useQueryClient(), useWebsiteScope()));
  const { currency } = price;
  const reason = priceReason(price);
  const state = price.stripe?.state;
  const isBroken = state === "drifted" || state === "failed";
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium tabular-nums">
          {formatMoney(price.amount_minor, currency)}
        </span>
        <PriceState price={price} />
      </span>
      {reason && <span className="text-ink-faint text-sm">{reason}</span>}
      {isBroken && (
        <Button
          size="small"
          className="justify-self-start"
          busy={repair.isPending}
          onClick={() => repair.mutate({ code: pack.code, version, currency })}
        >
          {t("Make it again")}
        </Button>
      )}
      {repair.error && <Refusal error={repair.error} />}
    </li>
  );
}
