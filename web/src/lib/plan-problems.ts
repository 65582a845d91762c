/** Says what to do next when the server refuses a request about a plan or a subscription. */
import { t } from "./language";

type Words = { detail: string; field?: string };

/** By the problem, and by its reason if there are several. */
const words: Readonly<Record<string, Words>> = {
  "catalog-version-taken": {
    detail: t("Another version was added in the meantime. Look at it first, then add yours again."),
  },
  "unknown-feature": {
    field: "features",
    detail: t("One of these features does not exist. Choose another one, or remove it."),
  },
  "amount-mismatch amount": {
    field: "price",
    detail: t("The price at Stripe has another amount. Add a version with that amount first."),
  },
  "amount-mismatch currency": {
    field: "price",
    detail: t("The version has no price in the currency of this price. Add such a version first."),
  },
  "amount-mismatch interval": {
    field: "price",
    detail: t("The price at Stripe has another period. Add a version with that period first."),
  },
  "amount-changed": {
    detail: t("The amount has changed since you saw it. Look at the new amount, then send again."),
  },
  "payment-declined": {
    detail: t(
      "The customer's card was declined, and nothing was changed. Send the customer a link to change the card, then try again.",
    ),
  },
  "subscription-not-changeable canceling": {
    detail: t("The subscription is about to end. Resume it first."),
  },
  "subscription-not-changeable pending": {
    detail: t("An earlier change waits for its payment. Wait until it is paid or given up."),
  },
  "subscription-not-changeable in-progress": {
    detail: t("Another request changes the subscription at the moment. Try again in a minute."),
  },
  "subscription-not-changeable paused": {
    detail: t("Payments are paused at Stripe. Continue them in Stripe's dashboard first."),
  },
  "subscription-not-changeable unknown-plan": {
    detail: t(
      "Its price at Stripe belongs to no plan. Map the price to a version of a plan first.",
    ),
  },
  "subscription-not-changeable past_due": {
    detail: t("A renewal is not paid. The customer has to pay it first."),
  },
};

/** Returns the body with the words for a known problem; another body stays as it is. */
export function withNextStep(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const text = (name: string) => String(Reflect.get(body, name) ?? "");
  const problem = text("type").split("/").at(-1) ?? "";
  const reason = text("reason") || text("difference");
  const known = words[`${problem} ${reason}`] ?? words[problem];
  if (known === undefined) return body;
  const { detail, field } = known;
  return { ...body, detail, ...(field && { errors: [{ pointer: `/${field}`, detail }] }) };
}
