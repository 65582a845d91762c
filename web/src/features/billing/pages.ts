/** The pages about packs and payments, in one chunk. */
import type { ReactNode } from "react";
import { PacksPage } from "./packs-page";
import { PaymentPage } from "./payment-page";
import { PaymentsPage } from "./payments-page";

/** A separate type: pages use the routes' types, which must not depend on the pages' types. */
export type Pages = Record<"PacksPage" | "PaymentPage" | "PaymentsPage", () => ReactNode>;

export const pages: Pages = { PacksPage, PaymentPage, PaymentsPage };
