/** The pages of the operator's area about people and their websites, which come together. */
import type { ReactNode } from "react";
import { UserPage } from "./user-page";
import { UsersPage } from "./users-page";
import { OperatorWebsitesPage } from "./websites-page";

/** Said apart from them: pages know the routes' types, which must not hang on theirs. */
export type PeoplePages = Record<
  "OperatorWebsitesPage" | "UserPage" | "UsersPage",
  () => ReactNode
>;

export const pages: PeoplePages = { OperatorWebsitesPage, UserPage, UsersPage };
