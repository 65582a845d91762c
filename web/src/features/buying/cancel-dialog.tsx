/** Asks when a subscription is to end, and says what stays. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/client";
import { cancelSubscription, type MySubscription } from "@/api/my-subscriptions";
import { t } from "@/lib/language";
import { calendarDay } from "@/lib/time";
import { Segmented } from "@/ui/fields";
import { Confirm } from "@/ui/later";
import { toast } from "@/ui/toast";

type Props = { subscription: MySubscription; onClose: () => void };

export function CancelDialog({ subscription, onClose }: Props) {
  const { id, period_end, paid_through } = subscription;
  const cancel = useMutation(cancelSubscription(useApi(), useQueryClient(), id));
  const [at, setAt] = useState<"period_end" | "now">("period_end");
  const day = calendarDay(period_end);
  return (
    <Confirm
      title={t("Cancel {name}?", { name: subscription.plan_name ?? t("Your plan") })}
      effect={
        at === "period_end"
          ? t("It runs until {day} and is not renewed. You can resume it until then.", { day })
          : t("It ends at once. Paid time is not refunded; its credits stay until {day}.", {
              day: calendarDay(paid_through ?? period_end),
            })
      }
      action={t("Cancel plan")}
      cancel={t("Keep plan")}
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={() =>
        cancel.mutate(at, {
          onSuccess: () => {
            toast(
              at === "period_end"
                ? t("Your plan ends on {day}.", { day })
                : t("Your plan has ended."),
            );
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <Segmented
        label={t("It ends")}
        options={[
          { value: "period_end", label: t("With the period") },
          { value: "now", label: t("Now") },
        ]}
        value={at}
        onChange={setAt}
      />
    </Confirm>
  );
}
