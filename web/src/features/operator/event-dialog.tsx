/** One line of the audit trail, whole. */
import type { AuditLine } from "@/api/types";
import { absoluteTime } from "@/lib/time";
import { CodeBlock } from "@/ui/code-block";
import { Dialog } from "@/ui/dialog";
import { Code, Facts } from "@/ui/facts";
import { stateWord } from "./state-word";

export function EventDialog({ event, onClose }: { event: AuditLine; onClose: () => void }) {
  const { act, at, actor, subject, detail, id, ...where } = event;
  return (
    <Dialog side title={act} onClose={onClose}>
      <div className="grid gap-6">
        <Facts
          facts={[
            ["When", absoluteTime(at)],
            ["Actor", <Party key="who" {...actor} what="id of the actor" />],
            ["Target", <Party key="whom" {...subject} what="id of the target" />],
            ["Reason", reasonIn(detail)],
            ["Website", where.website_id, "code"],
            ["Client", where.client_id, "code"],
            ["Session", where.session_id, "code"],
            ["Token", where.jti, "code"],
            ["Entry", id, "code"],
          ]}
        />
        {isTold(detail) && (
          <CodeBlock
            title="Detail"
            code={typeof detail === "string" ? detail : JSON.stringify(detail, null, 2)}
          />
        )}
      </div>
    </Dialog>
  );
}

type PartyProps = { name?: string | null; kind: string; id: string | null; what: string };

function Party({ name, kind, id, what }: PartyProps) {
  return (
    <>
      {name ? `${name}, ${kind.replaceAll("_", " ")}` : stateWord(kind)}
      {id && <Code value={id} what={what} />}
    </>
  );
}

/** There is something in it. */
function isTold(detail: unknown): boolean {
  if (typeof detail === "object" && detail !== null) return Object.keys(detail).length > 0;
  return detail !== null && detail !== undefined;
}

/** What the operator gave as the reason, if anything. */
function reasonIn(detail: unknown): string | null {
  const hasReason = typeof detail === "object" && detail !== null && "reason" in detail;
  return hasReason && typeof detail.reason === "string" ? detail.reason : null;
}
