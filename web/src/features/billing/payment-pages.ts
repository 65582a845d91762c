/** The list of payments and the page of one, in one chunk. */
import type { ReactNode } from "react";
import { PaymentPage } from "./payment-page";
import { PaymentsPage } from "./payments-page";

/** A separate type: pages use the routes' types, which must not depend on the pages' types. */
export type Pages = Record<"PaymentPage" | "PaymentsPage", () => ReactNode>;

export const pages: Pages = { PaymentPage, PaymentsPage };
