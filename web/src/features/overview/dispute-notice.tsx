/** Reminds an owner of disputes that need an answer, with the earliest deadline. */
import { useQueries } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useApi } from "@/api/client";
import { disputesQuery } from "@/api/refunds";
import type { Dispute } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { firstToAnswer, needsAnswer } from "@/lib/dispute-words";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { AnswerBy } from "@/ui/answer-by";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/notice";

/** The list is only counted, and a website has few open disputes. */
const limit = 100;

/** Renders nothing while no dispute needs an answer. */
export function DisputeNotice() {
  const api = useApi();
  const scope = useWebsiteScope();
  const waiting = useQueries({
    queries: (["open", "inquiry"] as const).map((state) =>
      disputesQuery(api, scope, { state, limit }),
    ),
    combine: waitingOf,
  });
  const first = firstToAnswer(waiting);
  if (first === null) return null;
  return (
    <div className="mb-6">
      <Notice icon={ShieldAlert} tone="warn">
        <p className="font-semibold">
          {waiting.length === 1
            ? t("A dispute needs your answer.")
            : t("{count} disputes need your answer.", { count: waiting.length })}
        </p>
        <p>
          <AnswerBy due={first.due_by ?? null} />
        </p>
        {waiting.length === 1 ? (
          <ButtonLink
            size="small"
            className="mt-2"
            to={paths.payment()}
            params={{ site: scope.id, payment: first.payment_id }}
          >
            {t("Show the dispute")}
          </ButtonLink>
        ) : (
          <ButtonLink
            size="small"
            className="mt-2"
            to={paths.disputes()}
            params={{ site: scope.id }}
          >
            {t("Show the disputes")}
          </ButtonLink>
        )}
      </Notice>
    </div>
  );
}

/** One function for all renderings, so that the list changes only with the disputes. */
function waitingOf(results: { data: { items: Dispute[] } | undefined }[]): Dispute[] {
  return results.flatMap(({ data }) => data?.items ?? []).filter(needsAnswer);
}
