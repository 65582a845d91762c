/** Lists the keys that sign tokens: current, upcoming and retiring; and rotates them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { rotateSigningKeys, signingKeysQuery } from "@/api/operator";
import type { OperatorSigningKey } from "@/api/types";
import { t } from "@/lib/language";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Confirm } from "@/ui/later";
import { ListCard } from "@/ui/list-card";
import { PageHeader } from "@/ui/page-header";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";
import { stateWord } from "./state-word";

function when(time: string | null | undefined) {
  return time ? <Time value={time} /> : "–";
}

const columns: Column<OperatorSigningKey>[] = [
  {
    id: "kid",
    header: t("Key"),
    value: ({ kid }) => kid,
    cell: ({ kid, alg }) => (
      <span className="block min-w-0">
        <code className="block break-all font-mono text-[0.8125rem]">{kid}</code>
        <span className="block text-ink-faint text-xs">{alg}</span>
      </span>
    ),
  },
  {
    id: "state",
    header: t("State"),
    value: ({ state }) => state,
    cell: ({ state }) => (
      <Badge tone={state === "signing" || state === "active" ? "good" : "neutral"}>
        {stateWord(state)}
      </Badge>
    ),
  },
  {
    id: "signs_from",
    header: t("Signs from"),
    value: ({ signs_from }) => signs_from ?? "",
    cell: ({ signs_from }) => when(signs_from),
    from: "sm",
  },
  {
    id: "retires_at",
    header: t("Retires"),
    value: ({ retires_at }) => retires_at ?? "",
    cell: ({ retires_at }) => when(retires_at),
    from: "md",
  },
  {
    id: "created_at",
    header: t("Created"),
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
    from: "lg",
  },
];

export function SigningKeysPage() {
  const keys = useQuery(signingKeysQuery(useApi()));
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <PageHeader
        title={t("Signing keys")}
        note={t("Replaced automatically. Rotate them yourself if one may have leaked.")}
        action={<Button onClick={() => setAsking(true)}>{t("Rotate…")}</Button>}
      />
      <ListCard
        label={t("Signing keys")}
        columns={columns}
        query={keys}
        rowId={({ kid }) => kid}
        empty={
          <EmptyState icon={KeyRound} title={t("No keys")}>
            {t("The identity provider creates its first keys when it starts.")}
          </EmptyState>
        }
      />
      <Suspense>{isAsking && <Rotate onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}

function Rotate({ onClose }: { onClose: () => void }) {
  const rotate = useMutation(rotateSigningKeys(useApi(), useQueryClient()));
  return (
    <Confirm
      title={t("Rotate the signing keys?")}
      effect={t(
        "New keys are published now and sign tokens after every verifier had time to fetch them. No one is signed out.",
      )}
      action={t("Rotate keys")}
      busy={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onConfirm={() =>
        rotate.mutate(undefined, {
          onSuccess: () => {
            toast(t("New keys are published."));
            onClose();
          },
        })
      }
    />
  );
}
