/** Lists a website's API keys in one mode: permissions, expiry and last use. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { KeyRound, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { keysQuery } from "@/api/keys";
import { useOpened } from "@/api/opened";
import type { ApiKey } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { useScale } from "@/api/websites";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { SecretDialog } from "@/ui/later-secret";
import { ListCard } from "@/ui/list-card";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { type Column, sortingOf, textOfSorting } from "@/ui/table-column";
import { Time } from "@/ui/time";

const NewKeyDialog = lazy(async () => ({
  default: (await import("./new-key-dialog")).NewKeyDialog,
}));
const KeyDialog = lazy(async () => ({ default: (await import("./key-dialog")).KeyDialog }));

const columns: Column<ApiKey>[] = [
  {
    id: "name",
    header: t("Key"),
    value: ({ name }) => name,
    cell: ({ name, prefix }) => (
      <span className="block min-w-0">
        <span className="block break-words font-medium">{name}</span>
        <code className="block whitespace-nowrap font-mono text-ink-faint text-xs">{prefix}…</code>
      </span>
    ),
  },
  {
    id: "status",
    header: t("State"),
    value: ({ status }) => status,
    cell: (key) => <State apiKey={key} />,
  },
  {
    id: "scopes",
    header: t("Permissions"),
    value: ({ scopes }) => scopes.join(" "),
    cell: ({ scopes }) => (
      <span className="font-mono text-ink-soft text-xs">{scopes.join(", ") || t("none")}</span>
    ),
    from: "lg",
  },
  {
    id: "last_used_at",
    header: t("Last used"),
    value: ({ last_used_at }) => last_used_at ?? "",
    cell: ({ last_used_at }) =>
      last_used_at ? (
        <Time value={last_used_at} />
      ) : (
        <span className="text-ink-faint">{t("Never")}</span>
      ),
    from: "sm",
  },
  {
    id: "created_at",
    header: t("Created"),
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
    from: "md",
  },
];

function State({ apiKey }: { apiKey: ApiKey }) {
  if (apiKey.status === "revoked") return <Badge>{t("Revoked")}</Badge>;
  if (apiKey.status === "expired") return <Badge>{t("Expired")}</Badge>;
  if (apiKey.previous_secret_until) return <Badge tone="warn">{t("Rotating")}</Badge>;
  return <Badge tone="good">{t("Active")}</Badge>;
}

export function KeysPage() {
  const scope = useWebsiteScope();
  const navigate = useNavigate();
  const { key: openId, sort } = useSearch({ strict: false });
  const keys = useQuery(keysQuery(useApi(), scope));
  const scale = useScale();
  const making = useOpened("new");
  const [secret, setSecret] = useState<string | null>(null);
  const open = keys.data?.items.find(({ id }) => id === openId);
  const here = { to: paths.keys(), params: { site: scope.id } } as const;
  const search = sort ? { sort } : {};
  const closed = { ...here, search: search, resetScroll: false };
  const shownOnce = secret !== null && (
    <Suspense>
      <SecretDialog
        title={t("Save this key now")}
        kind="apiKey"
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </Suspense>
  );
  const create = (
    <Button variant="primary" onClick={making.open}>
      <Plus aria-hidden className="size-4" />
      {t("Create a key")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("API keys")}
        note={
          scope.mode === "live"
            ? t("Your back end uses these keys. They move real credits.")
            : t("For trying things out. They move play credits only.")
        }
        action={create}
      />
      <ListCard
        label={t("API keys")}
        columns={columns}
        query={keys}
        rowId={({ id }) => id}
        sorting={sortingOf(sort)}
        onSort={(sorting) => void navigate({ ...here, search: { sort: textOfSorting(sorting) } })}
        link={({ id }, content, className) => (
          <Link {...here} search={{ ...search, key: id }} className={className} resetScroll={false}>
            {content}
          </Link>
        )}
        empty={
          <EmptyState icon={KeyRound} title={t("No keys yet")}>
            {t(
              "Your back end uses a key to spend and grant credits. You choose what each key may do.",
            )}
          </EmptyState>
        }
      />
      <Suspense>
        {making.isOpen && (
          <Loadable framed query={scale} skeleton={null}>
            {(scale) => (
              <NewKeyDialog
                scale={scale}
                onClose={making.close}
                onMade={(made) => {
                  making.close();
                  setSecret(made);
                }}
              />
            )}
          </Loadable>
        )}
        {open ? (
          <Loadable framed query={scale} skeleton={null}>
            {(scale) => (
              <KeyDialog
                apiKey={open}
                scale={scale}
                onRotated={setSecret}
                onClose={() => void navigate(closed)}
                onRevoked={() => void navigate({ ...closed, ignoreBlocker: true })}
              >
                {shownOnce}
              </KeyDialog>
            )}
          </Loadable>
        ) : (
          shownOnce
        )}
      </Suspense>
    </>
  );
}
