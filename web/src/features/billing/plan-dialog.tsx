/** Adds a plan, or the next version of one, with the buyer's card beside the fields. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { addPlanVersion, savePlan } from "@/api/plans";
import type { Plan } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { PlanCard } from "@/ui/plan-card";
import { Refusal, ToField } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { detailErrors, detailsFrom, PlanDetailFields } from "./plan-detail-fields";
import { PlanFields } from "./plan-fields";
import { readPlan, typedFrom } from "./plan-form";

type Props = {
  /** The plan that gets another version; a new plan if absent. */
  plan?: Plan;
  /** All plans of the website: a new one needs its own code. */
  plans: Plan[];
  currency: string;
  scale: number;
  onClose: () => void;
};

/** The members of the requests whose fields show their own errors. */
const shownFields = [
  ...["name", "description", "family", "credits", "interval_count", "max_quantity", "prices"],
  ...["rollover_cap", "rollover_periods", "trial", "features"],
];

export function PlanDialog({ plan, plans, currency, scale, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const scope = useWebsiteScope();
  const save = useMutation(savePlan(api, queries, scope));
  const add = useMutation(addPlanVersion(api, queries, scope));
  // Fixed at the beginning: a repeat after a refused version finds its own plan in the list.
  const [codes] = useState(() => plans.map(({ code }) => code));
  const [details, setDetails] = useState(() => detailsFrom(plan));
  const [typed, setTyped] = useState(() => typedFrom(plan?.version ?? null, currency, scale));
  /** Counts the attempts, so that each one leads to the first field with an error. */
  const [attempts, setAttempts] = useState(0);
  const { terms, body, errors } = readPlan(typed, scale);
  const ownErrors = plan ? new Map<string, string>() : detailErrors(details, codes);
  const error = save.error ?? add.error;
  const busy = save.isPending || add.isPending;
  const isRight = body !== null && ownErrors.size === 0;

  function errorAt(place: string): string | undefined {
    const own = attempts > 0 ? (errors.get(place) ?? ownErrors.get(place)) : undefined;
    // The server names members; a trial has its error at its first field.
    const member = place === "trial/days" ? "trial" : place;
    return own ?? (error ? problemOf(error).fields.get(member) : undefined);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (!isRight || busy) return;
    try {
      const { code, name, description, family } = details;
      if (!plan) {
        const text = description.trim();
        await save.mutateAsync({
          code,
          body: {
            name: name.trim(),
            family,
            position: codes.length,
            ...(text && { description: text }),
          },
        });
      }
      const version = (plan?.version?.version ?? 0) + 1;
      await add.mutateAsync({ code: plan?.code ?? code, version, body });
    } catch {
      // The mutations show their errors.
      return;
    }
    toast(t("The plan is saved. It is on sale as soon as Stripe has its prices."));
    onClose();
  }

  return (
    <Dialog
      title={plan ? t("New version of {name}", { name: plan.name }) : t("Add a plan")}
      note={
        plan
          ? t("Subscribers keep the version that they bought. New subscribers get this one.")
          : t("Credits that customers get again and again, for a regular payment.")
      }
      wide
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <div className="grid gap-6 lg:grid-cols-[minmax(0,2.2fr)_minmax(0,1fr)] lg:items-start">
          <div className="grid min-w-0 gap-4">
            {!plan && (
              <PlanDetailFields isNew details={details} onChange={setDetails} errorAt={errorAt} />
            )}
            <PlanFields
              typed={typed}
              onChange={(changes) => setTyped({ ...typed, ...changes })}
              errorAt={errorAt}
            />
          </div>
          <div className="rounded-card bg-well p-4 sticky top-0">
            <p className="mb-2 text-ink-faint text-xs">{t("What buyers see")}</p>
            <PlanCard
              scale={scale}
              plan={{
                ...terms,
                name: details.name || t("Name of the plan"),
                description: details.description,
              }}
            />
          </div>
        </div>
        {attempts > 0 && !isRight && <ToField key={attempts} />}
        {error && <Refusal error={error} fields={shownFields} repeatable />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={busy}>
            {plan ? t("Add version") : t("Add plan")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
