/** Takes back the planned end of a subscription, and its planned change, after a confirmation. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { resumeSubscription } from "@/api/subscription-changes";
import type { Subscription } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { calendarDay } from "@/lib/time";
import { Confirm } from "@/ui/confirm";
import { toast } from "@/ui/toast";
import { useCommandKey } from "./command-key";
import { planTitle } from "./subscription-columns";

type Props = { subscription: Subscription; onClose: () => void };

export function ResumeSubscriptionDialog({ subscription, onClose }: Props) {
  const { id, cancel_at, period_end } = subscription;
  const resume = useMutation(resumeSubscription(useApi(), useQueryClient(), useWebsiteScope(), id));
  const { keyOf, renewAfter } = useCommandKey();
  const plan = planTitle(subscription);
  const day = calendarDay(period_end);
  return (
    <Confirm
      title={t("Resume {plan}?", { plan })}
      effect={
        cancel_at
          ? t("The subscription does not end. It renews on {day}, and the customer pays then.", {
              day,
            })
          : t("The planned change is given up. The subscription renews on {day} as it is.", { day })
      }
      action={t("Resume subscription")}
      busy={resume.isPending}
      error={resume.error}
      onConfirm={() =>
        resume.mutate(keyOf(id), {
          onSettled: (_, error) => renewAfter(error),
          onSuccess: () => {
            toast(t("The subscription continues."));
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
