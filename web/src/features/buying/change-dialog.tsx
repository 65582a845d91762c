/** Changes the plan or the seats of a subscription: first shows what is paid now and next, then sends that amount. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { BillingProblem } from "@/api/billing-command";
import { useApi } from "@/api/client";
import {
  type CatalogPlan,
  changeSubscription,
  type MySubscription,
  type SubscriptionPreview,
} from "@/api/my-subscriptions";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { seatsRule } from "@/lib/plan-words";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { ChangeEffect } from "./change-effect";
import { ChangeProblem, ConfirmPayment } from "./change-problem";
import { PlanChoices } from "./plan-choices";
import { useWantedChange } from "./use-wanted-change";

type Props = {
  subscription: MySubscription;
  /** The plans of its family that are sold. */
  plans: CatalogPlan[];
  /** The code of the plan that is chosen first; null is its own. */
  plan: string | null;
  scale: number;
  onClose: () => void;
};

export function ChangeDialog(props: Props) {
  const { subscription, onClose } = props;
  const change = useChange(subscription.id);
  const { error } = change;
  const isAtBank = error instanceof BillingProblem && error.slug === "payment-action-required";
  return (
    <Dialog
      title={t("Change plan")}
      note={!isAtBank && t("Nothing is changed or paid before you confirm.")}
      onClose={onClose}
    >
      {isAtBank ? (
        <ConfirmPayment url={error.paymentUrl} />
      ) : (
        <ChangeForm {...props} change={change} />
      )}
    </Dialog>
  );
}

function useChange(id: string) {
  return useMutation(changeSubscription(useApi(), useQueryClient(), id));
}

type FormProps = Props & { change: ReturnType<typeof useChange> };

function ChangeForm({ subscription, plans, plan, scale, onClose, change }: FormProps) {
  const form = useWantedChange(subscription, plans, plan);
  const { confirmable, preview, max } = form;
  const [isChecked, setChecked] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (!form.isTypedRight) {
      event.currentTarget.querySelector<HTMLElement>("input[type=text]")?.focus();
    }
    if (!confirmable || change.isPending) return;
    const { amount_due_minor, prorated_at, effect } = confirmable;
    const done =
      effect === "at_period_end" ? t("The change is planned.") : t("Your plan is changed.");
    change.mutate(
      {
        ...form.wanted,
        expected_amount_minor: amount_due_minor,
        ...(prorated_at && { prorated_at }),
      },
      {
        onSuccess: () => {
          toast(done);
          onClose();
        },
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <PlanChoices
        subscription={subscription}
        plans={plans}
        scale={scale}
        code={form.code}
        onCode={(code) => {
          form.choose(code);
          change.reset();
        }}
      />
      {max > 1 && (
        <TextField
          label={t("Seats")}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={form.typed}
          onChange={({ target }) => {
            form.setTyped(target.value);
            change.reset();
          }}
          error={
            isChecked && !form.isTypedRight
              ? seatsRule(max)
              : problemOf(form.error ?? change.error).fields.get("quantity")
          }
        />
      )}
      <ChangeEffect
        preview={preview}
        scale={scale}
        subscription={subscription}
        isLoading={form.isTypedRight && !form.error}
      />
      {form.error && <Refusal error={form.error} fields={["quantity"]} />}
      {change.error && <ChangeProblem error={change.error} seller={subscription} />}
      <DialogActions>
        <Button
          type="submit"
          variant="primary"
          busy={change.isPending || (form.isTypedRight && !confirmable)}
          disabled={confirmable?.effect === "nothing"}
        >
          {actionWords(confirmable)}
        </Button>
      </DialogActions>
    </form>
  );
}

function actionWords(preview: SubscriptionPreview | undefined): string {
  if (!preview || preview.amount_due_minor === 0) return t("Confirm change");
  const amount = formatMoney(preview.amount_due_minor, preview.currency);
  return t("Pay {amount} and change", { amount });
}
