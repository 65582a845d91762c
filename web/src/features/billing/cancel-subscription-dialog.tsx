/** Cancels a subscription with its period, or now, and says what happens to money and credits. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { cancelSubscription } from "@/api/subscription-changes";
import type { Subscription, SubscriptionCancelRequest } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { calendarDay } from "@/lib/time";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Segmented, Tick } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { useCommandKey } from "./command-key";
import { planTitle } from "./subscription-columns";

type Props = { subscription: Subscription; onClose: () => void };
type End = SubscriptionCancelRequest["at"];

const ends: { value: End; label: string }[] = [
  { value: "period_end", label: t("With the period") },
  { value: "now", label: t("Now") },
];

export function CancelSubscriptionDialog({ subscription, onClose }: Props) {
  const { id, cancel_at, period_end, paid_through } = subscription;
  const cancel = useMutation(cancelSubscription(useApi(), useQueryClient(), useWebsiteScope(), id));
  const { keyOf, renewAfter } = useCommandKey();
  // A subscription that is to end with its period can only end earlier.
  const isPlanned = cancel_at !== null;
  const [at, setAt] = useState<End>(isPlanned ? "now" : "period_end");
  const [expires, setExpires] = useState(false);
  const isNow = at === "now";
  const until = calendarDay(paid_through ?? period_end);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (cancel.isPending) return;
    const body: SubscriptionCancelRequest = { at, ...(isNow && expires && { expire: true }) };
    cancel.mutate(
      { idempotencyKey: keyOf([id, body]), body },
      {
        onSettled: (_, error) => renewAfter(error),
        onSuccess: () => {
          toast(
            isNow
              ? t("The subscription has ended.")
              : t("The subscription ends on {day}.", { day: calendarDay(period_end) }),
          );
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title={t("Cancel {plan}?", { plan: planTitle(subscription) })}
      note={t(
        "No money goes back. To give it back, refund the last payment on the page of payments.",
      )}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {!isPlanned && (
          <Segmented label={t("It ends")} options={ends} value={at} onChange={setAt} />
        )}
        <p aria-live="polite" className="text-pretty text-ink-soft text-sm">
          {isNow
            ? t("The customer is not subscribed from now on. This cannot be taken back.")
            : t("The customer stays subscribed until {day}. You can resume it until then.", {
                day: calendarDay(period_end),
              })}
        </p>
        {isNow && (
          <Tick
            label={t("Let the credits of the plan expire at once")}
            help={t("Otherwise the customer can use them until {day}.", { day: until })}
            checked={expires}
            onChange={({ target }) => setExpires(target.checked)}
          />
        )}
        {cancel.error && <Refusal error={cancel.error} repeatable />}
        <DialogActions cancel={t("Keep it")}>
          <Button type="submit" variant="danger" busy={cancel.isPending}>
            {isNow ? t("End now") : t("Cancel at the end of the period")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
