/** The pages of the operator's area about the installation itself and what was done in it, which come together. */
import type { ReactNode } from "react";
import { AuditPage } from "./audit-page";
import { HealthPage } from "./health-page";
import { SigningKeysPage } from "./keys-page";
import { MailPage } from "./mail-page";
import { OperatorWebhooksPage } from "./webhooks-page";

/** Said apart from them: pages know the routes' types, which must not hang on theirs. */
export type Pages = Record<
  "AuditPage" | "HealthPage" | "MailPage" | "OperatorWebhooksPage" | "SigningKeysPage",
  () => ReactNode
>;

export const pages: Pages = {
  AuditPage,
  HealthPage,
  MailPage,
  OperatorWebhooksPage,
  SigningKeysPage,
};
