/** Shows a finding to the owner, who looks at it in Stripe, applies its object again, or accepts it with a reason. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { connectionsQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { acceptFinding, replayObject } from "@/api/reconcile";
import type { BillingFinding, StripeObjectKind } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { objectInStripe } from "@/lib/stripe-dashboard";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { FindingDetails } from "./finding-details";
import { findingWords } from "./finding-words";

type Props = { finding: BillingFinding; onClose: () => void };

export function FindingDialog({ finding, onClose }: Props) {
  const api = useApi();
  const scope = useWebsiteScope();
  const connections = useQuery(connectionsQuery(api, scope));
  const account = connections.data?.items.find(({ id }) => id === finding.connection_id);
  const { title, meaning } = findingWords(finding.kind);
  const isOpen = finding.state === "open";
  const kind = appliedKind(finding);
  const object = { kind: finding.object_kind, id: finding.stripe_object };
  const link = objectInStripe(object, account);
  return (
    <Dialog side title={title} note={meaning} onClose={onClose}>
      <FindingDetails finding={finding} link={link}>
        {isOpen && kind && <ApplyAgain kind={kind} id={finding.stripe_object} />}
        {isOpen && finding.kind === "drifted-price" && (
          <ButtonLink to={paths.packs()} params={{ site: scope.id }}>
            {t("Packs")}
          </ButtonLink>
        )}
      </FindingDetails>
      {isOpen && <AcceptForm finding={finding} onClose={onClose} />}
    </Dialog>
  );
}

/** Returns the kind under which the inbox applies the object; the customer of a finding is our own. */
function appliedKind({ object_kind }: BillingFinding): StripeObjectKind | null {
  const kinds = ["session", "payment", "price"] as const;
  return kinds.find((kind) => kind === object_kind) ?? null;
}

function ApplyAgain({ kind, id }: { kind: StripeObjectKind; id: string }) {
  const replay = useMutation(replayObject(useApi(), useWebsiteScope()));
  return (
    <>
      <Button
        busy={replay.isPending}
        onClick={() =>
          replay.mutate(
            { kind, id },
            {
              onSuccess: () =>
                toast(t("It is fetched from Stripe and applied. Compare again to see the result.")),
            },
          )
        }
      >
        {t("Apply again")}
      </Button>
      {replay.error && <Refusal error={replay.error} repeatable />}
    </>
  );
}

function AcceptForm({ finding, onClose }: Props) {
  const accept = useMutation(
    acceptFinding(useApi(), useQueryClient(), useWebsiteScope(), finding.id),
  );
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const fields = accept.error ? problemOf(accept.error).fields : null;
  const isMissing = isChecked && reason.trim() === "";

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (reason.trim() === "" || accept.isPending) return;
    accept.mutate(reason.trim(), {
      onSuccess: () => {
        toast(t("The finding is accepted."));
        onClose();
      },
    });
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      className="mt-6 grid gap-4 border-hairline border-t pt-5"
      aria-labelledby="accept-finding"
    >
      <div>
        <h3 id="accept-finding" className="font-semibold text-sm">
          {t("Accept the difference")}
        </h3>
        <p className="text-pretty text-ink-faint text-sm">
          {t("No payment and no credits change. It comes back only if one of its sides changes.")}
        </p>
      </div>
      <TextField
        label={t("Reason")}
        help={t("Kept in the audit log with your name.")}
        maxLength={200}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={fields?.get("reason") ?? (isMissing ? t("Enter a reason.") : undefined)}
      />
      {accept.error && <Refusal error={accept.error} fields={["reason"]} repeatable />}
      <Button type="submit" busy={accept.isPending} className="justify-self-start">
        {t("Accept finding")}
      </Button>
    </form>
  );
}
