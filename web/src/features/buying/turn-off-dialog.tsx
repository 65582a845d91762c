/** Asks before an automatic top-up is turned off, and says what then happens. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { turnOffTopUp } from "@/api/top-up-changes";
import type { TopUpPlace } from "@/api/top-ups";
import { t } from "@/lib/language";
import { Confirm } from "@/ui/later";
import { toast } from "@/ui/toast";

type Props = { place: TopUpPlace; onClose: () => void };

export function TurnOffDialog({ place, onClose }: Props) {
  const turnOff = useMutation(turnOffTopUp(useApi(), useQueryClient(), place));
  return (
    <Confirm
      title={t("Turn off automatic top-up?")}
      effect={t(
        "Nothing more is bought by itself. A payment that waits for your bank is cancelled; your credits stay.",
      )}
      action={t("Turn off")}
      cancel={t("Keep it")}
      busy={turnOff.isPending}
      error={turnOff.error}
      onConfirm={() =>
        turnOff.mutate(undefined, {
          onSuccess: () => {
            toast(t("Automatic top-up is off."));
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
