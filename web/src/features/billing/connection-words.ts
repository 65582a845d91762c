/** The reasons why a Stripe account needs attention. */
import { t } from "@/lib/language";

export const connectionReasons: Readonly<Record<string, string>> = {
  "missing-permission": t("The key lacks a permission. Edit the key in Stripe, then check again."),
  "endpoint-missing": t("Stripe has no endpoint for events any more. “Check now” makes it again."),
  "endpoint-off": t("Stripe switched the endpoint for events off. “Check now” switches it on."),
  "bad-signatures": t("Events arrive with wrong signatures."),
  unreachable: t("Stripe could not be reached for ten minutes. It is tried again."),
  silent: t("Events do not arrive by webhook. They are read from Stripe instead."),
  "key-refused": t("Stripe refuses the key. Nothing is sold until you replace it."),
};
