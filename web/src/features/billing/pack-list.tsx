/** Lists the packs of a website, with their prices at Stripe. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { repairPrice, savePack } from "@/api/billing";
import { useApi } from "@/api/client";
import type { Pack } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { PriceRow } from "./price-row";
import type { OfferPrice } from "./price-state";

const PackDialog = lazy(async () => ({ default: (await import("./pack-dialog")).PackDialog }));

type Props = {
  packs: Pack[];
  scale: number;
  currency: string;
  isAdding: boolean;
  onClose: () => void;
};

export function PackList({ packs, scale, currency, isAdding, onClose }: Props) {
  const [changed, setChanged] = useState<Pack | null>(null);
  return (
    <>
      {packs.length > 0 && (
        <Card aria-labelledby="packs" className="overflow-clip">
          <CardHeader
            id="packs"
            title={t("Packs")}
            note={t("Bought once: a number of credits for one price.")}
          />
          <ul className="divide-y divide-hairline">
            {packs.map((pack) => (
              <li key={pack.id}>
                <PackRow pack={pack} scale={scale} onChange={() => setChanged(pack)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
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
        <h3 className="wrap-anywhere font-medium">{name}</h3>
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
            <PackPriceRow
              key={price.currency}
              code={pack.code}
              version={version.version}
              price={price}
            />
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
          aria-label={
            isArchived ? t("Sell again: {name}", { name }) : t("Archive {name}", { name })
          }
        >
          {isArchived ? t("Sell again") : t("Archive")}
        </Button>
      </div>
      {save.error && <Refusal error={save.error} />}
    </article>
  );
}

type PriceProps = { code: string; version: number; price: OfferPrice };

function PackPriceRow({ code, version, price }: PriceProps) {
  const repair = useMutation(repairPrice(useApi(), useQueryClient(), useWebsiteScope()));
  const { currency } = price;
  return (
    <PriceRow
      price={price}
      repair={{ ...repair, mutate: () => repair.mutate({ code, version, currency }) }}
    />
  );
}
