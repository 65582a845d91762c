/** The pages of the operator's area about the installation itself, which come together. */
import type { ReactNode } from "react";
import { HealthPage } from "./health-page";
import { SigningKeysPage } from "./keys-page";
import { MailPage } from "./mail-page";
import { OperatorWebhooksPage } from "./webhooks-page";

/** Said apart from them: pages know the routes' types, which must not hang on theirs. */
export type Pages = Record<
  "HealthPage" | "MailPage" | "OperatorWebhooksPage" | "SigningKeysPage",
  () => ReactNode
>;

export const pages: Pages = { HealthPage, MailPage, OperatorWebhooksPage, SigningKeysPage };
