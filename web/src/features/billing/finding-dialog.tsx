/** Shows a finding to the owner, who looks at it in Stripe, applies its object again, or accepts it with a reason. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { connectionsQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { acceptFinding, replayObject } from "@/api/reconcile";
import type { BillingFinding, StripeObjectKind } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { objectInStripe } from "@/lib/stripe-dashboard";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { AcceptFindingForm } from "./accept-finding-form";
import { FindingDetails } from "./finding-details";
import { findingWords } from "./finding-words";

type Props = { finding: BillingFinding; onClose: () => void };

export function FindingDialog({ finding, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
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
        {isOpen && (finding.kind === "drifted-price" || finding.kind === "unmapped-price") && (
          <ButtonLink to={paths.plans()} params={{ site: scope.id }}>
            {t("Packs and plans")}
          </ButtonLink>
        )}
      </FindingDetails>
      {isOpen && (
        <AcceptFindingForm
          accept={acceptFinding(api, queries, scope, finding.id)}
          onAccepted={onClose}
        />
      )}
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
