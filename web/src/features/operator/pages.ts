/** The pages of the operator's area, which come together. */
import type { ReactNode } from "react";
import { AuditPage } from "./audit-page";
import { HealthPage } from "./health-page";
import { SigningKeysPage } from "./keys-page";
import { MailPage } from "./mail-page";
import { UserPage } from "./user-page";
import { UsersPage } from "./users-page";
import { OperatorWebhooksPage } from "./webhooks-page";
import { OperatorWebsitesPage } from "./websites-page";

/** Said apart from them: pages know the routes' types, which must not hang on theirs. */
export type Pages = Record<
  | "AuditPage"
  | "HealthPage"
  | "MailPage"
  | "OperatorWebhooksPage"
  | "OperatorWebsitesPage"
  | "SigningKeysPage"
  | "UserPage"
  | "UsersPage",
  () => ReactNode
>;

export const pages: Pages = {
  AuditPage,
  HealthPage,
  MailPage,
  OperatorWebhooksPage,
  OperatorWebsitesPage,
  SigningKeysPage,
  UserPage,
  UsersPage,
};
