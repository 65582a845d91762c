/** Turns an automatic top-up on or changes it; the buyer agrees to the sentence that is sent. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { slugOf } from "@/api/billing-command";
import { useApi } from "@/api/client";
import { saveTopUp } from "@/api/top-up-changes";
import type { TopUp, TopUpPlace } from "@/api/top-ups";
import type { CatalogPack } from "@/api/types";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { seatsRule } from "@/lib/plan-words";
import { problemOf } from "@/lib/problem";
import { topUpSentence } from "@/lib/topup-words";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Tick } from "@/ui/fields";
import { ToField } from "@/ui/refusal";
import { SelectField } from "@/ui/select-field";
import { toast } from "@/ui/toast";
import {
  consentSentence,
  maxCount,
  monthHint,
  needsConsent,
  type Purchase,
  purchasesOf,
  type ReadTerms,
  readTerms,
  startingTerms,
  type TypedTerms,
  thresholdHint,
  wholeTerms,
  writeTerms,
} from "./top-up-form";
import { TopUpProblem } from "./top-up-problem";
import { purchaseWords, savedWords } from "./top-up-words";

/** The members of the request that have fields here. */
const members = ["pack", "threshold", "month_max_minor", "month_max_count"];

type Props = {
  rule: TopUp;
  packs: readonly CatalogPack[];
  place: TopUpPlace;
  /** The name of the seller. */
  seller: string;
  scale: number;
  onClose: () => void;
};

export function TopUpDialog(props: Props) {
  const { rule, packs, onClose } = props;
  const [first, ...others] = purchasesOf(packs, rule);
  if (!first) return null;
  return (
    <Dialog
      title={t("Automatic top-up")}
      note={
        rule.card
          ? t(
              "Nothing is paid unless your credits are low, now or later. You can turn it off at any time.",
            )
          : t("Nothing is paid now. After this you save a card on Stripe's page.")
      }
      onClose={onClose}
    >
      <TopUpForm {...props} purchases={[first, ...others]} />
    </Dialog>
  );
}

type FormProps = Props & { purchases: readonly [Purchase, ...Purchase[]] };

/** The choice of the buyer; values that the buyer did not type follow the pack. */
function useWantedTerms({ rule, purchases, seller, scale }: FormProps) {
  const [pack, setPack] = useState(rule.pack?.code);
  const [typed, setTyped] = useState<Partial<TypedTerms>>({});
  const purchase = purchases.find((one) => one.pack === pack) ?? purchases[0];
  const written = { ...writeTerms(startingTerms(rule, purchase), purchase, scale), ...typed };
  const read = readTerms(written, purchase, scale, rule.limit_minor);
  const terms = wholeTerms(read);
  const wanted = terms && { ...purchase, ...terms };
  return {
    purchase,
    setPack,
    written,
    read,
    wanted,
    type: (changed: Partial<TypedTerms>) => setTyped({ ...typed, ...changed }),
    sentence: wanted && consentSentence(wanted, seller, scale),
  };
}

function TopUpForm(props: FormProps) {
  const { rule, purchases, place, scale, onClose } = props;
  const save = useMutation(saveTopUp(useApi(), useQueryClient(), place));
  const form = useWantedTerms(props);
  const { purchase, wanted, sentence } = form;
  /** A change of the terms changes the sentence, which takes the agreement back. */
  const [agreed, setAgreed] = useState<string | null>(null);
  const [isRequired, setRequired] = useState(false);
  /** Counts the attempts with an error, so that each one leads to the first field that has one. */
  const [attempts, setAttempts] = useState(0);
  const isAsked = wanted !== null && (isRequired || needsConsent(rule, wanted));
  const isAgreed = sentence !== null && agreed === sentence;
  const isReady = wanted !== null && (!isAsked || isAgreed);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isReady) setAttempts(attempts + 1);
    if (!isReady || save.isPending) return;
    const { pack, quantity, currency, threshold, month_max_minor, month_max_count } = wanted;
    save.mutate(
      {
        pack,
        quantity,
        currency,
        threshold,
        month_max_minor,
        month_max_count,
        ...(rule.pack && { min_seconds: rule.min_seconds }),
        ...(isAsked && sentence !== null && { consent: sentence }),
      },
      {
        onSuccess: (saved) => {
          toast(savedWords(saved));
          onClose();
        },
        onError: (error) => {
          if (slugOf(error) === "needs-consent") setRequired(true);
        },
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <SelectField
        label={t("Pack")}
        value={purchase.pack}
        onChange={({ target }) => form.setPack(target.value)}
        error={save.error ? problemOf(save.error).fields.get("pack") : undefined}
      >
        {purchases.map((one) => (
          <option key={one.pack} value={one.pack}>
            {purchaseWords(one, scale)}
          </option>
        ))}
      </SelectField>
      <TermsFields
        written={form.written}
        errors={errorsOf(save.error, attempts > 0 ? form.read : null, purchase, rule, scale)}
        purchase={purchase}
        limit={rule.limit_minor}
        onType={form.type}
      />
      <p role="status" className="text-pretty text-sm">
        {wanted && topUpSentence(wanted, scale)}
      </p>
      {isAsked && (
        <Tick
          label={sentence}
          checked={isAgreed}
          onChange={({ target }) => setAgreed(target.checked ? sentence : null)}
          aria-invalid={attempts > 0 && !isAgreed ? true : undefined}
          help={
            attempts > 0 &&
            !isAgreed && (
              <span role="alert" className="font-medium text-danger">
                {t("Tick the sentence if you agree.")}
              </span>
            )
          }
        />
      )}
      {/* It stays, or it would take the focus from a field whose change takes the agreement back. */}
      {attempts > 0 && <ToField key={attempts} />}
      {save.error && (
        <TopUpProblem
          error={save.error}
          fields={members}
          isAgreed={save.variables?.consent !== undefined}
        />
      )}
      <DialogActions>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {rule.state === "off" ? t("Turn on") : t("Save")}
        </Button>
      </DialogActions>
    </form>
  );
}

type FieldErrors = Record<keyof ReadTerms, string | undefined>;

type FieldsProps = {
  written: TypedTerms;
  errors: FieldErrors;
  purchase: Purchase;
  limit: number | null;
  onType: (changed: Partial<TypedTerms>) => void;
};

function TermsFields({ written, errors, purchase, limit, onType }: FieldsProps) {
  const { currency } = purchase;
  const most = limit === null ? null : formatMoney(limit, currency);
  return (
    <>
      <TextField
        label={t("Buy when fewer credits than this are left")}
        inputMode="decimal"
        autoComplete="off"
        value={written.threshold}
        onChange={({ target }) => onType({ threshold: target.value })}
        error={errors.threshold}
      />
      <TextField
        label={t("At most per month, in {currency}", { currency: currency.toUpperCase() })}
        inputMode="decimal"
        autoComplete="off"
        value={written.month_max_minor}
        onChange={({ target }) => onType({ month_max_minor: target.value })}
        {...(most && { help: t("The website allows up to {most}.", { most }) })}
        error={errors.month_max_minor}
      />
      <TextField
        label={t("At most this many purchases per month")}
        inputMode="numeric"
        autoComplete="off"
        value={written.month_max_count}
        onChange={({ target }) => onType({ month_max_count: target.value })}
        error={errors.month_max_count}
      />
    </>
  );
}

/** Returns the errors of this form, and where it has none those of the server. */
function errorsOf(
  refused: Error | null,
  read: ReadTerms | null,
  purchase: Purchase,
  rule: TopUp,
  scale: number,
): FieldErrors {
  const { fields } = problemOf(refused);
  const lowCap =
    slugOf(refused) === "cap-too-low"
      ? t("One purchase costs more than this. Enter a higher amount.")
      : undefined;
  const hints = {
    threshold: thresholdHint(purchase, scale),
    month_max_minor: monthHint(purchase, rule.limit_minor),
    month_max_count: seatsRule(maxCount),
  };
  const errorOf = (member: keyof ReadTerms) =>
    read && read[member] === null ? hints[member] : fields.get(member);
  return {
    threshold: errorOf("threshold"),
    month_max_minor: errorOf("month_max_minor") ?? lowCap,
    month_max_count: errorOf("month_max_count"),
  };
}
