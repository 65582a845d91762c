/** The pages about payments and disputes, in one chunk. */
import type { ReactNode } from "react";
import { DisputesPage } from "./disputes-page";
import { PaymentPage } from "./payment-page";
import { PaymentsPage } from "./payments-page";

/** A separate type: pages use the routes' types, which must not depend on the pages' types. */
export type Pages = Record<"DisputesPage" | "PaymentPage" | "PaymentsPage", () => ReactNode>;

export const pages: Pages = { DisputesPage, PaymentPage, PaymentsPage };
