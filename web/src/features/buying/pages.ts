/** The pages on which a user buys credits, in one chunk. */
import type { ReactNode } from "react";
import { BoughtPage } from "./bought-page";
import { BuyingPage } from "./buying-page";
import { OffersPage } from "./offers-page";

/** A separate type: pages use the routes' types, which must not depend on the pages' types. */
export type Pages = Record<"BoughtPage" | "BuyingPage" | "OffersPage", () => ReactNode>;

export const pages: Pages = { BoughtPage, BuyingPage, OffersPage };
