/** Refunds a payment: first shows for each choice what the buyer gets and which credits are taken back. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { refundPayment, refundPreviewQuery } from "@/api/refunds";
import type { PaymentDetail, RefundPreview, RefundRequest } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { createIdempotencyKeys } from "@/lib/idempotency";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Loadable } from "@/ui/loadable";
import { Notice } from "@/ui/notice";
import { Refusal } from "@/ui/refusal";
import { SelectField } from "@/ui/select-field";
import { SkeletonRows } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { offersOf, type RefundPart, readRefund } from "./refund-choice";
import { RefundChoices } from "./refund-choices";
import { RefundEffect } from "./refund-effect";

type Props = { payment: PaymentDetail; scale: number; onClose: () => void };

export function RefundDialog(props: Props) {
  const { payment, onClose } = props;
  const preview = useQuery(refundPreviewQuery(useApi(), useWebsiteScope(), payment.id, null));
  return (
    <Dialog
      title={t("Refund payment")}
      note={t("Stripe sends the money back to the buyer's card or account. It takes 5 to 10 days.")}
      onClose={onClose}
    >
      <Loadable
        query={preview}
        skeleton={<SkeletonRows label={t("Loading the possible refunds")} />}
      >
        {(data) =>
          data.offers.length === 0 ? (
            <Notice icon={ShieldAlert} tone="warn">
              {data.is_disputed
                ? t("A bank disputes this payment and has the money. Answer the dispute instead.")
                : t("Nothing of this payment is left to refund.")}
            </Notice>
          ) : (
            <RefundForm {...props} preview={data} />
          )
        }
      </Loadable>
    </Dialog>
  );
}

/** The choices load after the dialog has opened. One function for all renderings, so that React calls it once. */
function focusOnChoice(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>("input:checked")?.focus();
}

type Reason = NonNullable<RefundRequest["reason"]>;

const reasons: { value: Reason | ""; label: string }[] = [
  { value: "", label: t("No reason") },
  { value: "requested_by_customer", label: t("Requested by the customer") },
  { value: "duplicate", label: t("Paid twice") },
  { value: "fraudulent", label: t("Fraudulent") },
];

function RefundForm({ payment, scale, preview, onClose }: Props & { preview: RefundPreview }) {
  const api = useApi();
  const scope = useWebsiteScope();
  const refund = useMutation(refundPayment(api, useQueryClient(), scope, payment.id));
  const [keyOf] = useState(() => createIdempotencyKeys());
  const offers = offersOf(preview);
  const [part, setPart] = useState<RefundPart>(offers[0]?.what ?? "full");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState<Reason | "">("");
  const [isChecked, setChecked] = useState(false);
  const read = readRefund(typed, preview);
  const minor = "minor" in read ? read.minor : null;
  const exact = useQuery({
    ...refundPreviewQuery(api, scope, payment.id, minor),
    enabled: part === "amount" && minor !== null,
  });
  const all = part === "amount" ? (exact.data?.offers ?? []) : offers;
  const offer = all.find(({ what }) => what === part) ?? null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (part === "amount" && minor === null) {
      event.currentTarget.querySelector<HTMLElement>("input[type=text]")?.focus();
      return;
    }
    if (refund.isPending) return;
    const body: RefundRequest = {
      what: part,
      ...(part === "amount" && minor !== null && { amount_minor: minor }),
      ...(reason && { reason }),
    };
    refund.mutate(
      { idempotencyKey: keyOf([payment.id, body]), body },
      {
        onSuccess: ({ refund: made }) => {
          const amount = formatMoney(made.amount_minor, preview.currency);
          toast(t("{amount} goes back to the buyer.", { amount }));
          onClose();
        },
      },
    );
  }

  return (
    <form ref={focusOnChoice} onSubmit={submit} noValidate className="grid gap-4">
      <RefundChoices
        preview={preview}
        scale={scale}
        part={part}
        onPart={setPart}
        typed={typed}
        onTyped={setTyped}
        error={isChecked && "error" in read ? read.error : null}
      />
      <RefundEffect offer={offer} preview={preview} scale={scale} isLoading={exact.isFetching} />
      <SelectField
        label={t("Reason")}
        value={reason}
        onChange={({ target }) =>
          setReason(reasons.find(({ value }) => value === target.value)?.value ?? "")
        }
        {...(reason === "fraudulent" && {
          help: t("Stripe then adds the card and the email address to your block lists."),
        })}
      >
        {reasons.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {refund.error && <Refusal error={refund.error} repeatable />}
      <DialogActions>
        <Button type="submit" variant="primary" busy={refund.isPending}>
          {refund.isPending
            ? t("Refunding…")
            : offer
              ? t("Refund {amount}", { amount: formatMoney(offer.amount_minor, preview.currency) })
              : t("Refund")}
        </Button>
      </DialogActions>
    </form>
  );
}
