/** Shows one feature: its current price and all past and future prices. */
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Plus, Tag } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useApi } from "@/api/client";
import { featureQuery, pricesQuery } from "@/api/features";
import type { Feature, Price } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { useScale } from "@/api/websites";
import { t } from "@/lib/language";
import { priceWords } from "@/lib/price-words";
import { absoluteTime } from "@/lib/time";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Button, ButtonLink } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { Loadable } from "@/ui/loadable";
import { Missing } from "@/ui/missing";
import { PageHeader } from "@/ui/page-header";
import { Pager } from "@/ui/pager";
import { SkeletonRows } from "@/ui/skeleton";
import type { Column } from "@/ui/table-column";

const PriceDialog = lazy(async () => ({ default: (await import("./price-dialog")).PriceDialog }));

export function FeaturePage() {
  const { feature: code = "" } = useParams({ strict: false });
  const scope = useWebsiteScope();
  const feature = useQuery(featureQuery(useApi(), scope, code));
  const scale = useScale();
  const skeleton = <SkeletonRows label={t("Loading the feature")} />;
  return (
    <Loadable
      framed
      page={t("Feature")}
      missing={
        <Missing
          title={t("Feature not found")}
          action={
            <ButtonLink variant="primary" to={paths.features()} params={{ site: scope.id }}>
              {t("Features and prices")}
            </ButtonLink>
          }
        >
          {t("This website has no feature with the code {code} in this mode, live or test.", {
            code,
          })}
        </Missing>
      }
      query={feature}
      skeleton={skeleton}
    >
      {(data) => (
        <Loadable framed page={t("Feature")} query={scale} skeleton={skeleton}>
          {(scale) => <Prices feature={data} scale={scale} />}
        </Loadable>
      )}
    </Loadable>
  );
}

function columnsOf(current: number | undefined, scale: number): Column<Price>[] {
  return [
    {
      id: "version",
      header: t("Version"),
      value: ({ version }) => version,
      cell: ({ version, effective_at }) => (
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {version}
          {version === current && <Badge tone="good">{t("Current")}</Badge>}
          {Date.parse(effective_at) > Date.now() && <Badge>{t("Upcoming")}</Badge>}
        </span>
      ),
    },
    { id: "price", header: t("Price"), value: (price) => priceWords(price, scale) },
    {
      id: "effective_at",
      header: t("Valid from"),
      numeric: true,
      value: ({ effective_at }) => effective_at,
      cell: ({ effective_at }) => (
        <time dateTime={effective_at} className="text-ink-soft">
          {absoluteTime(effective_at)}
        </time>
      ),
    },
  ];
}

function Prices({ feature, scale }: { feature: Feature; scale: number }) {
  const scope = useWebsiteScope();
  const { cursor } = useSearch({ strict: false });
  const page = useQuery(pricesQuery(useApi(), scope, feature.code, cursor ? { cursor } : {}));
  const columns = useMemo(
    () => columnsOf(feature.price?.version, scale),
    [feature.price?.version, scale],
  );
  const [isAdding, setAdding] = useState(false);
  const here = {
    to: paths.feature(),
    params: { site: scope.id, feature: feature.code },
  } as const;
  const items = page.data?.items ?? [];
  const latest = Math.max(0, ...items.map(({ version }) => version));
  return (
    <>
      <PageHeader
        title={feature.name}
        note={
          <span className="flex flex-wrap items-center gap-x-3">
            <Link
              to={paths.features()}
              params={{ site: scope.id }}
              className="inline-flex min-h-7 items-center text-sm underline-offset-4 hover:underline"
            >
              {t("← Features and prices")}
            </Link>
            <code className="font-mono text-sm">{feature.code}</code>
          </span>
        }
        action={
          // The next version follows the latest one, which is on the first page.
          cursor === undefined &&
          page.data && (
            <Button variant="primary" onClick={() => setAdding(true)}>
              <Plus aria-hidden className="size-4" />
              {t("Add a price")}
            </Button>
          )
        }
      />
      <ListCard
        label={t("Prices")}
        columns={columns}
        query={page}
        rowId={({ version }) => String(version)}
        empty={
          <EmptyState icon={Tag} title={t("No price yet")}>
            {t(
              "Add a price to charge by quantity. Prices never change: a new version replaces the current one.",
            )}
          </EmptyState>
        }
        pager={
          page.data && (
            <Pager
              link={here}
              parameters={{}}
              cursor={cursor}
              next={page.data.next_cursor}
              status={t("{count} on this page.", { count: page.data.items.length })}
            />
          )
        }
      />
      <Suspense>
        {isAdding && (
          <PriceDialog
            feature={feature}
            version={latest + 1}
            scale={scale}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </>
  );
}
