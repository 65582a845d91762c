/** Chooses a plan and seats, shows the preview of the server, and sends the change with the amount that was shown. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { changePreviewQuery, changeSubscription } from "@/api/subscription-changes";
import type { Plan, Subscription, SubscriptionPreview } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { perPeriod, readSeats, seatsRule } from "@/lib/plan-words";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { SelectField } from "@/ui/select-field";
import { SkeletonRows } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { ChangeEffect } from "./change-effect";
import { useCommandKey } from "./command-key";

type Props = {
  subscription: Subscription;
  /** The plans to choose from, with the present one. */
  plans: Plan[];
  scale: number;
  onPaymentNeeded: (url: string) => void;
  onClose: () => void;
};

export function ChangeForm({ subscription, plans, scale, onPaymentNeeded, onClose }: Props) {
  const { id, plan: present } = subscription;
  const change = useMutation(changeSubscription(useApi(), useQueryClient(), useWebsiteScope(), id));
  const { keyOf, renewAfter } = useCommandKey();
  const [code, setCode] = useState(present ?? "");
  const [seats, setSeats] = useState(String(subscription.quantity));
  const quantity = readSeats(seats);
  const isOther = code !== present;
  const isSame = !isOther && quantity === subscription.quantity;
  const { preview, data, refused } = usePreview(subscription, code, isSame ? null : quantity);
  const chosen = plans.find((plan) => plan.code === code);
  // The seats of the present version are known to the server only.
  const hasSeats = subscription.quantity > 1 || (chosen?.version?.max_quantity ?? 1) > 1;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!data || data.effect === "nothing" || change.isPending || preview.isFetching) return;
    const { amount_due_minor, prorated_at } = data;
    const body = {
      expected_amount_minor: amount_due_minor,
      quantity: data.quantity,
      ...(isOther && { plan: code }),
      ...(prorated_at && { prorated_at }),
    };
    change.mutate(
      { idempotencyKey: keyOf([id, body]), body },
      {
        onSettled: (_, error) => renewAfter(error),
        onSuccess: (result) => {
          if ("paymentUrl" in result) {
            onPaymentNeeded(result.paymentUrl);
            return;
          }
          toast(doneWords(data));
          onClose();
        },
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <SelectField
        label={t("Plan")}
        value={code}
        onChange={({ target }) => {
          setCode(target.value);
          change.reset();
        }}
      >
        {plans.map((plan) => (
          <option key={plan.code} value={plan.code}>
            {optionWords(plan, present)}
          </option>
        ))}
      </SelectField>
      {hasSeats && (
        <TextField
          label={t("Seats")}
          inputMode="numeric"
          autoComplete="off"
          value={seats}
          onChange={({ target }) => {
            setSeats(target.value);
            change.reset();
          }}
          error={quantity === null ? seatsRule() : refused}
        />
      )}
      <div aria-live="polite">
        {isSame && (
          <p className="text-ink-soft text-sm">{t("Choose another plan to see what it costs.")}</p>
        )}
        {data && <ChangeEffect preview={data} scale={scale} />}
        {preview.isLoading && <SkeletonRows label={t("Loading the preview")} />}
      </div>
      {preview.error && !isSame && !refused && <Refusal error={preview.error} />}
      {change.error && <Refusal error={change.error} repeatable />}
      <DialogActions>
        <Button
          type="submit"
          variant="primary"
          busy={change.isPending}
          disabled={!data || data.effect === "nothing" || preview.isFetching}
        >
          {submitWords(data)}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Asks for the preview of a change; without a quantity there is nothing to ask. */
function usePreview(subscription: Subscription, code: string, quantity: number | null) {
  const api = useApi();
  const scope = useWebsiteScope();
  const wanted = { quantity: quantity ?? 1, ...(code !== subscription.plan && { plan: code }) };
  const preview = useQuery({
    ...changePreviewQuery(api, scope, subscription.id, wanted),
    enabled: quantity !== null,
  });
  return {
    preview,
    data: quantity === null ? undefined : preview.data,
    refused: preview.error ? problemOf(preview.error).fields.get("quantity") : undefined,
  };
}

function optionWords({ code, name, version }: Plan, present: string | null): string {
  if (code === present) return t("{name} (now)", { name });
  const price = version?.prices[0];
  if (!version || !price) return name;
  return `${name} · ${formatMoney(price.amount_minor, price.currency)} ${perPeriod(version)}`;
}

function submitWords(preview: SubscriptionPreview | undefined): string {
  if (!preview || preview.amount_due_minor <= 0) return t("Change plan");
  const amount = formatMoney(preview.amount_due_minor, preview.currency);
  return t("Change plan and charge {amount}", { amount });
}

function doneWords({ effect }: SubscriptionPreview): string {
  return effect === "at_period_end"
    ? t("The change is planned for the end of the period.")
    : t("The subscription is changed.");
}
