/** One line of the audit trail, whole. */
import type { AuditEvent } from "@/api/types";
import { absoluteTime } from "@/lib/time";
import { CodeBlock } from "@/ui/code-block";
import { Dialog } from "@/ui/dialog";
import { Facts } from "@/ui/facts";

export function EventDialog({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { act, at, actor, subject, detail, request_id, id } = event;
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
            ["Request", request_id, "code"],
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
