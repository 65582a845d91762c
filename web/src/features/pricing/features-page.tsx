/** Lists a website's features with their current prices. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, Tags } from "lucide-react";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/client";
import { featuresQuery, saveFeature } from "@/api/features";
import { useOpened } from "@/api/opened";
import type { Feature } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { useScale } from "@/api/websites";
import { t } from "@/lib/language";
import { priceWords } from "@/lib/price-words";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { Pager } from "@/ui/pager";
import { SkeletonRows } from "@/ui/skeleton";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";

const FeatureDialog = lazy(async () => ({
  default: (await import("./feature-dialog")).FeatureDialog,
}));

const columnsAt = (scale: number): Column<Feature>[] => [
  {
    id: "name",
    header: t("Feature"),
    value: ({ name }) => name,
    cell: ({ name, code }) => (
      <span className="block min-w-0">
        <span className="block break-words font-medium">{name}</span>
        <code className="block break-all font-mono text-ink-faint text-xs">{code}</code>
      </span>
    ),
  },
  {
    id: "price",
    header: t("Current price"),
    value: ({ price }) => (price ? priceWords(price, scale) : ""),
    cell: ({ price }) =>
      price ? priceWords(price, scale) : <Badge tone="warn">{t("No price yet")}</Badge>,
  },
  {
    id: "created_at",
    header: t("Added"),
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
    from: "md",
  },
];

export function FeaturesPage() {
  const api = useApi();
  const scope = useWebsiteScope();
  const scale = useScale();
  const navigate = useNavigate();
  const { cursor } = useSearch({ strict: false });
  const page = useQuery(featuresQuery(api, scope, cursor ? { cursor } : {}));
  const save = useMutation(saveFeature(api, useQueryClient(), scope));
  const adding = useOpened("new");
  const here = { to: paths.features(), params: { site: scope.id } } as const;
  const add = (
    <Button variant="primary" onClick={adding.open}>
      <Plus aria-hidden className="size-4" />
      {t("Add a feature")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Features and prices")}
        note={t("Your back end sends a quantity; the price here sets the credits.")}
        action={add}
      />
      <Loadable framed query={scale} skeleton={<SkeletonRows label={t("Loading the features")} />}>
        {(scale) => (
          <ListCard
            label={t("Features")}
            columns={columnsAt(scale)}
            query={page}
            rowId={({ code }) => code}
            file="features"
            link={({ code }, content, className) => (
              <Link
                to={paths.feature()}
                params={{ site: scope.id, feature: code }}
                className={className}
              >
                {content}
              </Link>
            )}
            empty={
              <EmptyState icon={Tags} title={t("No features yet")}>
                {t(
                  "A feature is what you charge for, such as an image or a thousand tokens. Without features, your back end sends the amount of credits.",
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
        )}
      </Loadable>
      <Suspense>
        {adding.isOpen && (
          <FeatureDialog
            busy={save.isPending}
            error={save.error}
            onClose={adding.close}
            onSave={(feature) =>
              save.mutate(feature, {
                onSuccess: ({ code }) =>
                  void navigate({
                    to: paths.feature(),
                    params: { site: scope.id, feature: code },
                  }),
              })
            }
          />
        )}
      </Suspense>
    </>
  );
}
