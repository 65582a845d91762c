/** The operator's pages about users and their websites, in one chunk. */
import type { ReactNode } from "react";
import { UserPage } from "./user-page";
import { UsersPage } from "./users-page";
import { OperatorWebsitesPage } from "./websites-page";

/** A separate type: pages use the routes' types, which must not depend on the pages' types. */
export type UserPages = Record<"OperatorWebsitesPage" | "UserPage" | "UsersPage", () => ReactNode>;

export const pages: UserPages = { OperatorWebsitesPage, UserPage, UsersPage };
