/** Creates a link for a customer: to buy a pack or a plan, or to Stripe's portal. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { createCustomerLink, type Offered, packsQuery, plansQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import type { Pack, Plan } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { websiteQuery } from "@/api/websites";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { perPeriod } from "@/lib/plan-words";
import { Button } from "@/ui/button";
import { CodeBlock } from "@/ui/code-block";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Loadable } from "@/ui/loadable";
import { Refusal } from "@/ui/refusal";
import { SelectField } from "@/ui/select-field";
import { SkeletonRows } from "@/ui/skeleton";

type Props = { customer: string; name: string; onClose: () => void };

export function BillingLinkDialog({ customer, name, onClose }: Props) {
  const api = useApi();
  const scope = useWebsiteScope();
  const packs = useQuery(packsQuery(api, scope));
  const plans = useQuery(plansQuery(api, scope));
  const website = useQuery(websiteQuery(api, scope.id));
  const skeleton = <SkeletonRows label={t("Loading the offers")} />;
  return (
    <Dialog title={t("Send a link")} note={t("To {name}.", { name })} onClose={onClose}>
      <Loadable query={website} skeleton={skeleton}>
        {({ url }) => (
          <Loadable query={packs} skeleton={skeleton}>
            {({ items }) => (
              <Loadable query={plans} skeleton={skeleton}>
                {(listed) => (
                  <LinkForm
                    customer={customer}
                    page={url}
                    packs={packOffers(items)}
                    plans={planOffers(listed.items)}
                  />
                )}
              </Loadable>
            )}
          </Loadable>
        )}
      </Loadable>
    </Dialog>
  );
}

/** A pack and a plan can have one code, so the value names the kind as well. */
type Offer = { value: string; label: string; item: Offered };

function packOffers(packs: readonly Pack[]): Offer[] {
  return packs.flatMap(({ code, name, status, version }) => {
    const price = version?.prices[0];
    if (status !== "active" || !price) return [];
    const label = `${name} · ${formatMoney(price.amount_minor, price.currency)}`;
    return [{ value: `pack ${code}`, label, item: { pack: code } }];
  });
}

function planOffers(plans: readonly Plan[]): Offer[] {
  return plans.flatMap(({ code, name, status, version }) => {
    const price = version?.prices[0];
    if (status !== "active" || !version || !price) return [];
    const money = formatMoney(price.amount_minor, price.currency);
    const label = `${name} · ${money} ${perPeriod(version)}`;
    return [{ value: `plan ${code}`, label, item: { plan: code } }];
  });
}

/** No value of an offer is empty. */
const portal = "";

type FormProps = { customer: string; page: string; packs: Offer[]; plans: Offer[] };

function LinkForm({ customer, page, packs, plans }: FormProps) {
  const create = useMutation(createCustomerLink(useApi(), useWebsiteScope(), customer));
  const offers = [...packs, ...plans];
  const [chosen, setChosen] = useState(offers[0]?.value ?? portal);
  // An offer that was archived after the dialog had opened is no longer in the list.
  const offer = offers.find(({ value }) => value === chosen);
  const isPortal = offer === undefined;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!create.isPending) create.mutate({ item: offer?.item ?? null, page });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <SelectField
        label={t("Link to")}
        help={
          isPortal
            ? t("There the customer changes card and address and sees invoices.")
            : t("There the customer pays; the credits are added to this customer.")
        }
        value={offer?.value ?? portal}
        onChange={({ target }) => {
          setChosen(target.value);
          create.reset();
        }}
      >
        <OfferGroup label={t("Packs")} offers={packs} />
        <OfferGroup label={t("Plans")} offers={plans} />
        <option value={portal}>{t("Stripe's customer portal")}</option>
      </SelectField>
      {create.error && <Refusal error={create.error} />}
      <div aria-live="polite">
        {create.data && (
          <CodeBlock
            wraps
            title={t("Link")}
            note={
              isPortal
                ? t("Works for some minutes. Send it to this customer only.")
                : t("Works for an hour. Send it to this customer only.")
            }
            code={create.data}
          />
        )}
      </div>
      <DialogActions cancel={create.data ? t("Close") : t("Cancel")}>
        <Button
          type="submit"
          variant={create.data ? "secondary" : "primary"}
          busy={create.isPending}
        >
          {create.data ? t("New link") : t("Create link")}
        </Button>
      </DialogActions>
    </form>
  );
}

function OfferGroup({ label, offers }: { label: string; offers: Offer[] }) {
  if (offers.length === 0) return null;
  return (
    <optgroup label={label}>
      {offers.map((offer) => (
        <option key={offer.value} value={offer.value}>
          {offer.label}
        </option>
      ))}
    </optgroup>
  );
}
