/** Shows a finding of any Stripe account to the operator, who accepts those of the platform's own accounts. */
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { acceptPlatformFinding } from "@/api/reconcile";
import type { BillingFinding } from "@/api/types";
import { t } from "@/lib/language";
import { Dialog } from "@/ui/dialog";
import { Code } from "@/ui/facts";
import { AcceptFindingForm } from "./accept-finding-form";
import { FindingDetails } from "./finding-details";
import { findingWords } from "./finding-words";

type Props = { finding: BillingFinding; onClose: () => void };

export function OperatorFindingDialog({ finding, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const { title, meaning } = findingWords(finding.kind);
  const isOfPlatform = finding.owner_user_id === null;
  return (
    <Dialog side title={title} note={meaning} onClose={onClose}>
      <FindingDetails finding={finding} />
      {isOfPlatform && finding.state === "open" && (
        <AcceptFindingForm
          accept={acceptPlatformFinding(api, queries, finding.id)}
          onAccepted={onClose}
        />
      )}
      {!isOfPlatform && (
        <div className="mt-6 border-hairline border-t pt-5 text-sm">
          <p className="text-ink-faint">{t("Only the account's owner accepts it. Connection:")}</p>
          <Code value={finding.connection_id} what={t("Connection")} />
        </div>
      )}
    </Dialog>
  );
}
