/** The pages of the operator's area about people, their websites and what they did, which come together. */
import type { ReactNode } from "react";
import { AuditPage } from "./audit-page";
import { UserPage } from "./user-page";
import { UsersPage } from "./users-page";
import { OperatorWebsitesPage } from "./websites-page";

/** Said apart from them: pages know the routes' types, which must not hang on theirs. */
export type PeoplePages = Record<
  "AuditPage" | "OperatorWebsitesPage" | "UserPage" | "UsersPage",
  () => ReactNode
>;

export const pages: PeoplePages = { AuditPage, OperatorWebsitesPage, UserPage, UsersPage };
