/** The permissions that the restricted key of a Stripe account needs. */
import { Check, X } from "lucide-react";
import type { CheckedStripeConnection } from "@/api/types";
import { t } from "@/lib/language";

/** The names are those of Stripe's dashboard, which has them in English. */
export const writePermissions = [
  "Customers",
  "Products",
  "Prices",
  "Checkout Sessions",
  "Charges and Refunds",
  "Subscriptions",
  "Invoices",
  "Customer portal",
  "Webhook Endpoints",
] as const;

export const readPermissions = [
  "PaymentIntents",
  "PaymentMethods",
  "SetupIntents",
  "Disputes",
  "Events",
  "Balance",
  "Balance Transactions",
] as const;

type Checked = CheckedStripeConnection["permissions"];

export function PermissionList({ permissions }: { permissions: Checked }) {
  return (
    <ul className="grid gap-1 text-sm sm:grid-cols-2">
      {permissions.map(({ name, is_granted, is_required }) => (
        <li key={name} className="flex items-start gap-2">
          {is_granted ? (
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
          ) : (
            <X aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          )}
          <span>
            {name}
            <span className="sr-only">{is_granted ? t("granted") : t("missing")}</span>
            {!is_granted && !is_required && (
              <span className="text-ink-faint"> {t("(optional)")}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
