/** Shows one API key: permissions, limits, rotation and revocation. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { revokeKey, rotateKey, setKeyCaps } from "@/api/keys";
import type { ApiKey } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { useOwnName } from "@/auth/own-name";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { absoluteTime } from "@/lib/time";
import { Button } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Dialog } from "@/ui/dialog";
import { Facts } from "@/ui/facts";
import { OverlapField } from "@/ui/overlap-field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { CapsFields, capsOf } from "./caps-fields";
import { KeyForm } from "./key-form";

type Props = {
  apiKey: ApiKey;
  /** The decimal places of the website's credits. */
  scale: number;
  onRotated: (secret: string) => void;
  onClose: () => void;
  /** A revoked key has no form, so the dialog does not ask about unsaved text. */
  onRevoked: () => void;
  /** A dialog above this one, so that unsaved text stays. */
  children: ReactNode;
};

export function KeyDialog({ apiKey, scale, onRotated, onClose, onRevoked, children }: Props) {
  const { id, name, status } = apiKey;
  const [isEnding, setEnding] = useState(false);
  const revoke = useMutation(revokeKey(useApi(), useQueryClient(), useWebsiteScope(), id));
  return (
    <Dialog side title={name} onClose={onClose}>
      <div className="grid gap-6">
        <KeyFacts apiKey={apiKey} scale={scale} />
        {status === "active" && (
          <>
            <KeyForm apiKey={apiKey} />
            <Caps apiKey={apiKey} scale={scale} />
            <Rotation apiKey={apiKey} onRotated={onRotated} />
            <section aria-label={t("End")}>
              <Button variant="danger" onClick={() => setEnding(true)}>
                {t("Revoke key…")}
              </Button>
            </section>
          </>
        )}
      </div>
      {/* The confirmation is above the dialog and does not replace it: unsaved text stays if the user cancels. */}
      {isEnding && (
        <Confirm
          title={t("Revoke {name}?", { name })}
          effect={t("Requests with this key are refused from now on. This cannot be undone.")}
          action={t("Revoke key")}
          busy={revoke.isPending}
          error={revoke.error}
          onClose={() => setEnding(false)}
          onConfirm={() =>
            revoke.mutate(undefined, {
              onSuccess: () => {
                toast(t("{name} is revoked.", { name }));
                onRevoked();
              },
            })
          }
        />
      )}
      {children}
    </Dialog>
  );
}

function KeyFacts({ apiKey, scale }: Pick<Props, "apiKey" | "scale">) {
  const { caps, created_by } = apiKey;
  const ownName = useOwnName(created_by);
  const when = (time: string | null | undefined) => time && absoluteTime(time);
  return (
    <Facts
      facts={[
        [t("Prefix"), apiKey.prefix, "code"],
        [t("Id"), apiKey.id, "code"],
        [t("Permissions"), apiKey.status !== "active" && (apiKey.scopes.join(", ") || t("None"))],
        [t("Last used"), when(apiKey.last_used_at) ?? t("Never")],
        [t("Created"), when(apiKey.created_at)],
        ownName ? [t("Created by"), ownName] : [t("Created by"), created_by, "code"],
        [t("Expires"), when(apiKey.expires_at)],
        [t("Old secret until"), when(apiKey.previous_secret_until)],
        [t("Revoked"), when(apiKey.revoked_at)],
        [
          t("Spent today"),
          typeof caps.spent_today === "number" && formatAmount(caps.spent_today, { scale }),
        ],
      ]}
    />
  );
}

function Caps({ apiKey, scale }: Pick<Props, "apiKey" | "scale">) {
  const { per_operation, per_day } = apiKey.caps;
  const typedAs = (cap: number | null | undefined) =>
    typeof cap === "number" ? formatAmount(cap, { scale }) : "";
  const save = useMutation(setKeyCaps(useApi(), useQueryClient(), useWebsiteScope(), apiKey.id));
  const [typed, setTyped] = useState({
    perOperation: typedAs(per_operation),
    perDay: typedAs(per_day),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const caps = capsOf(typed, scale);
    if (caps === null || save.isPending) return;
    save.mutate(caps, { onSuccess: () => toast(t("The limits are saved.")) });
  }

  return (
    <form onSubmit={submit} noValidate aria-label={t("Spending limits")} className="grid gap-3">
      <h3 className="font-semibold text-sm">{t("Spending limits")}</h3>
      <CapsFields scale={scale} value={typed} onChange={setTyped} />
      {save.error && <Refusal error={save.error} />}
      <Button type="submit" size="small" busy={save.isPending} className="justify-self-start">
        {t("Save limits")}
      </Button>
    </form>
  );
}

function Rotation({ apiKey, onRotated }: Pick<Props, "apiKey" | "onRotated">) {
  const rotate = useMutation(rotateKey(useApi(), useQueryClient(), useWebsiteScope(), apiKey.id));
  const [overlap, setOverlap] = useState("86400");
  const [isAsking, setAsking] = useState(false);
  const endsAtOnce = overlap === "0";
  // mutateAsync also resolves after the dialog was closed: the secret is shown only once.
  const run = () =>
    void rotate.mutateAsync(Number(overlap)).then(
      ({ key }) => {
        setAsking(false);
        onRotated(key);
        // The response contains the secret: the dialog keeps no copy.
        rotate.reset();
      },
      () => undefined,
    );
  return (
    <section aria-label={t("New secret")} className="grid gap-3">
      <h3 className="font-semibold text-sm">{t("New secret")}</h3>
      <OverlapField
        atOnce={t("All secrets in use stop working now.")}
        value={overlap}
        onChange={setOverlap}
      />
      {!isAsking && rotate.error && <Refusal error={rotate.error} />}
      <Button
        size="small"
        busy={rotate.isPending}
        className="justify-self-start"
        onClick={endsAtOnce ? () => setAsking(true) : run}
      >
        {endsAtOnce ? t("Rotate key…") : t("Rotate key")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("Rotate {name} at once?", { name: apiKey.name })}
          effect={t(
            "All secrets in use stop working now. Requests from your back end fail until it has the new one.",
          )}
          action={t("Rotate key")}
          busy={rotate.isPending}
          error={rotate.error}
          onClose={() => setAsking(false)}
          onConfirm={run}
        />
      )}
    </section>
  );
}
