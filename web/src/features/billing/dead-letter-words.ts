/** Describes errors of objects that could not be applied, and the kinds of objects. */
import { t } from "@/lib/language";

type ErrorAdvice = { starts: string; text: string };

const replayLater = t("Look at Stripe's status page, then apply it again.");

/** The errors of the server, by their beginnings; their texts are the same in every language. */
const advices: readonly ErrorAdvice[] = [
  { starts: "Stripe is not available", text: replayLater },
  {
    starts: "the key lacks a permission",
    text: t("The owner edits the key in Stripe and checks the connection. Then apply it again."),
  },
  {
    starts: "Stripe refused the key",
    text: t("The owner enters a new key. The objects are then applied by themselves."),
  },
  {
    starts: "too many calls",
    text: t("Other software uses the limit of the account. Apply it again later."),
  },
  {
    starts: "Stripe refused the call",
    text: t("The server should not send this call: report it."),
  },
  {
    starts: "the response is not one of Stripe's API",
    text: t("A proxy answered, or the setting API_STRIPE_API_BASE is wrong."),
  },
  {
    starts: "an error on our side",
    text: t("Look for the object's id in the server's log, then apply it again."),
  },
  {
    starts: "it was tried too often",
    text: t("Look for the object's id in the server's log, then apply it again."),
  },
];

const otherwise = t(
  "The object contradicts our records. Compare it in Stripe before you apply it again.",
);

export function errorAdvice(error: string | null): string {
  return advices.find(({ starts }) => error?.startsWith(starts))?.text ?? otherwise;
}

const kinds: Readonly<Record<string, string>> = {
  session: t("Checkout"),
  payment: t("Payment"),
  customer: t("Customer"),
  price: t("Price"),
  product: t("Product"),
};

export function objectKindWord(kind: string): string {
  return kinds[kind] ?? kind;
}
