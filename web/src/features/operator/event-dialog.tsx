/** One line of the audit trail, whole. */
import type { AuditLine } from "@/api/types";
import { absoluteTime } from "@/lib/time";
import { CodeBlock } from "@/ui/code-block";
import { Dialog } from "@/ui/dialog";
import { Facts } from "@/ui/facts";

export function EventDialog({ event, onClose }: { event: AuditLine; onClose: () => void }) {
  const { act, at, actor, subject, detail, id, ...where } = event;
  return (
    <Dialog side title={act} onClose={onClose}>
      <div className="grid gap-6">
        <Facts
          facts={[
            ["When", absoluteTime(at)],
            ["Who", actor.name],
            ["Who, kind", actor.kind],
            ["Who, id", actor.id, "code"],
            ["To whom, kind", subject.kind],
            ["To whom, id", subject.id, "code"],
            ["Reason", reasonIn(detail)],
            ["Website", where.website_id, "code"],
            ["Client", where.client_id, "code"],
            ["Session", where.session_id, "code"],
            ["Entry", id, "code"],
          ]}
        />
        {detail !== null && detail !== undefined && (
          <CodeBlock
            title="Detail"
            code={typeof detail === "string" ? detail : JSON.stringify(detail, null, 2)}
          />
        )}
      </div>
    </Dialog>
  );
}

/** What the operator gave as the reason, if anything. */
function reasonIn(detail: unknown): string | null {
  const isTold = typeof detail === "object" && detail !== null && "reason" in detail;
  return isTold && typeof detail.reason === "string" ? detail.reason : null;
}
