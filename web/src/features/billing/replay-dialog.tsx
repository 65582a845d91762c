/** Asks the operator to confirm that all objects with an error are applied again. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { replayDeadLetters } from "@/api/reconcile";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { Confirm } from "@/ui/later";
import { toast } from "@/ui/toast";

/** The server applies at most this many objects by one request. */
const mostAtOnce = 500;

export function ReplayDialog({ error, onClose }: { error: string; onClose: () => void }) {
  const replay = useMutation(replayDeadLetters(useApi(), useQueryClient()));
  return (
    <Confirm
      title={t("Apply all with this error again?")}
      effect={t(
        "“{error}”: each object is fetched from Stripe, at most 500 at a time. Nothing is granted twice.",
        { error },
      )}
      action={t("Apply again")}
      busy={replay.isPending}
      error={replay.error}
      onClose={onClose}
      onConfirm={() =>
        replay.mutate(
          { error },
          {
            onSuccess: ({ replayed }) => {
              toast(replayedWords(replayed));
              onClose();
            },
          },
        )
      }
    />
  );
}

function replayedWords(count: number): string {
  if (count === mostAtOnce) return t("500 objects are applied again. Repeat it for the others.");
  return t("Applied again: {count}.", { count: formatAmount(count) });
}
