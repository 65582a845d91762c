/** Shows a finding of any Stripe account to the operator. */
import type { BillingFinding } from "@/api/types";
import { t } from "@/lib/language";
import { Dialog } from "@/ui/dialog";
import { Code } from "@/ui/facts";
import { FindingDetails } from "./finding-details";
import { findingWords } from "./finding-words";

type Props = { finding: BillingFinding; onClose: () => void };

export function OperatorFindingDialog({ finding, onClose }: Props) {
  const { title, meaning } = findingWords(finding.kind);
  return (
    <Dialog side title={title} note={meaning} onClose={onClose}>
      <FindingDetails finding={finding} />
      <div className="mt-6 border-hairline border-t pt-5 text-sm">
        <p className="text-ink-faint">{t("Only the account's owner accepts it. Connection:")}</p>
        <Code value={finding.connection_id} what={t("Connection")} />
      </div>
    </Dialog>
  );
}
