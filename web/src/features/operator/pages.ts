/** The operator's pages about the installation and the audit log, in one chunk. */
import type { ReactNode } from "react";
import { AuditPage } from "./audit-page";
import { HealthPage } from "./health-page";
import { SigningKeysPage } from "./keys-page";
import { MailPage } from "./mail-page";
import { OperatorWebhooksPage } from "./webhooks-page";

/** A separate type: pages use the routes' types, which must not depend on the pages' types. */
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
