/** The lists of payments and subscriptions, and the pages of one, in one chunk: the first load names each chunk. */
import type { ReactNode } from "react";
import { PaymentPage } from "./payment-page";
import { PaymentsPage } from "./payments-page";
import { SubscriptionPage } from "./subscription-page";
import { SubscriptionsPage } from "./subscriptions-page";

/** A separate type: pages use the routes' types, which must not depend on the pages' types. */
export type Pages = Record<
  "PaymentPage" | "PaymentsPage" | "SubscriptionPage" | "SubscriptionsPage",
  () => ReactNode
>;

export const pages: Pages = { PaymentPage, PaymentsPage, SubscriptionPage, SubscriptionsPage };
