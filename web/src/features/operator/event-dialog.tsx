/** Shows one complete entry of the audit log. */
import type { AuditLine } from "@/api/types";
import { actionLabel, kindWord } from "@/lib/audit-words";
import { inSentence, t } from "@/lib/language";
import { absoluteTime } from "@/lib/time";
import { CodeBlock } from "@/ui/code-block";
import { Dialog } from "@/ui/dialog";
import { Code, Facts } from "@/ui/facts";

export function EventDialog({ event, onClose }: { event: AuditLine; onClose: () => void }) {
  const { act, at, actor, subject, detail, id, ...where } = event;
  return (
    <Dialog side title={actionLabel(act)} onClose={onClose}>
      <div className="grid gap-6">
        <Facts
          facts={[
            [t("When"), absoluteTime(at)],
            [t("Actor"), <Party key="who" {...actor} what={t("id of the actor")} />],
            [t("Target"), <Party key="whom" {...subject} what={t("id of the target")} />],
            [t("Reason"), reasonIn(detail)],
            [
              t("Website"),
              where.website_id && (
                <Party
                  key="where"
                  kind="website"
                  name={where.website_name}
                  id={where.website_id}
                  what={inSentence(t("Website id"))}
                />
              ),
            ],
            [t("Action"), act, "code"],
            [t("Client"), where.client_id, "code"],
            [t("Session"), where.session_id, "code"],
            [t("Token"), where.jti, "code"],
            [t("Entry"), id, "code"],
          ]}
        />
        {hasContent(detail) && (
          <CodeBlock
            title={t("Detail")}
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
      {name ?? kindWord(kind)}
      {id && <Code value={id} what={what} />}
    </>
  );
}

/** Returns true for a value that is not empty. */
function hasContent(detail: unknown): boolean {
  if (typeof detail === "object" && detail !== null) return Object.keys(detail).length > 0;
  return detail !== null && detail !== undefined;
}

/** Returns the operator's reason, if the entry has one. */
function reasonIn(detail: unknown): string | null {
  const hasReason = typeof detail === "object" && detail !== null && "reason" in detail;
  return hasReason && typeof detail.reason === "string" ? detail.reason : null;
}
