/** Creates a link that the owner sends to a customer: to buy a pack, or to Stripe's portal. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { createCustomerLink, packsQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { useWebsiteScope } from "@/api/website-scope";
import { websiteQuery } from "@/api/websites";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
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
  const website = useQuery(websiteQuery(api, scope.id));
  const skeleton = <SkeletonRows label={t("Loading the packs")} />;
  return (
    <Dialog title={t("Send a link")} note={t("To {name}.", { name })} onClose={onClose}>
      <Loadable query={website} skeleton={skeleton}>
        {({ url }) => (
          <Loadable query={packs} skeleton={skeleton}>
            {({ items }) => <LinkForm customer={customer} page={url} offers={offersOf(items)} />}
          </Loadable>
        )}
      </Loadable>
    </Dialog>
  );
}

type Offer = { code: string; label: string };
type ListedPack = {
  code: string;
  name: string;
  status: string;
  version?: { prices: { currency: string; amount_minor: number }[] } | null;
};

function offersOf(packs: readonly ListedPack[]): Offer[] {
  return packs
    .filter(({ status }) => status === "active")
    .flatMap(({ code, name, version }) => {
      const price = version?.prices[0];
      if (!price) return [];
      return [{ code, label: `${name} · ${formatMoney(price.amount_minor, price.currency)}` }];
    });
}

/** No code of a pack is empty. */
const portal = "";

function LinkForm({ customer, page, offers }: { customer: string; page: string; offers: Offer[] }) {
  const create = useMutation(createCustomerLink(useApi(), useWebsiteScope(), customer));
  const [chosen, setChosen] = useState(offers[0]?.code ?? portal);
  const isPortal = chosen === portal;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!create.isPending) create.mutate({ pack: isPortal ? null : chosen, page });
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
        value={chosen}
        onChange={({ target }) => {
          setChosen(target.value);
          create.reset();
        }}
      >
        {offers.map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
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
