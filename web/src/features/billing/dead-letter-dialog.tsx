/** Shows an object that could not be applied: its error, what to do, and the button that applies it again. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { replayDeadLetters } from "@/api/reconcile";
import type { StripeInboxObject } from "@/api/types";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Facts } from "@/ui/facts";
import { Refusal } from "@/ui/refusal";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";
import { errorAdvice, objectKindWord } from "./dead-letter-words";

type Props = { letter: StripeInboxObject; onClose: () => void };

export function DeadLetterDialog({ letter, onClose }: Props) {
  const replay = useMutation(replayDeadLetters(useApi(), useQueryClient()));
  const { connection_id, kind, stripe_object, error, stripe_event, checked_at } = letter;
  return (
    <Dialog side title={objectKindWord(kind)} onClose={onClose}>
      <div className="grid gap-6">
        <div className="rounded-control bg-warn-soft px-4 py-3 text-sm text-warn-ink">
          <p className="wrap-anywhere font-semibold">{error ?? t("Unknown")}</p>
          <p className="mt-1 text-pretty">{errorAdvice(error)}</p>
        </div>
        {replay.error && <Refusal error={replay.error} repeatable />}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            busy={replay.isPending}
            onClick={() =>
              replay.mutate(
                { object: { connection_id, kind, stripe_object } },
                {
                  onSuccess: () => {
                    toast(t("It is applied again within seconds."));
                    onClose();
                  },
                },
              )
            }
          >
            {t("Apply again")}
          </Button>
          {error && (
            <ButtonLink
              to={paths.operatorBilling()}
              search={{ list: "dead", error }}
              onClick={onClose}
            >
              {t("All with this error")}
            </ButtonLink>
          )}
        </div>
        <Facts
          facts={[
            [t("Attempts"), letter.attempts],
            [t("Last attempt"), checked_at && <Time value={checked_at} />],
            [t("Connection"), connection_id, "code"],
            [t("Object"), stripe_object, "code"],
            [t("Event"), stripe_event, "code"],
          ]}
        />
      </div>
    </Dialog>
  );
}
