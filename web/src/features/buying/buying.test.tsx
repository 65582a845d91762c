/** A buyer subscribes, sees the plan's state, ends it and takes the end back. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aBalance } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";
import {
  aCatalog,
  aCatalogPlan,
  aCheckout,
  aPreview,
  aSubscription,
} from "@/testing/subscription-fixtures";
import { noTopUp } from "@/testing/top-up-fixtures";

const nothingPaid = ok({ items: [], next_cursor: null });

function showBilling(responses: FakeResponses = {}, address = "/account/billing") {
  return showScreen(address, {
    "GET /v1/me/credits": ok({ balances: [aBalance()] }),
    "GET /v1/me/subscriptions": nothingPaid,
    "GET /v1/me/catalog": ok(aCatalog()),
    "GET /v1/me/top-up": ok(noTopUp()),
    "GET /v1/me/payments": nothingPaid,
    "POST /v1/me/subscriptions/{id}/preview": ok(aPreview()),
    ...responses,
  });
}

const subscribed = (changes: Parameters<typeof aSubscription>[0] = {}) =>
  ok({ items: [aSubscription(changes)], next_cursor: null });

/** An address within the page, which jsdom can open. */
const stripe = "http://localhost:8080/#stripe";

test("a plan shows its price, credits and trial, and starts a checkout with the seats", async () => {
  const start = vi.fn(async () => Response.json(aCheckout({ state: "open", url: stripe })));
  const trial = { days: 14, credits: 100, needs_card: true };
  const plan = aCatalogPlan({
    max_quantity: 5,
    trial,
    features: [{ feature: "image", credits: 50 }],
  });
  showBilling({
    "GET /v1/me/catalog": ok(aCatalog({ plans: [plan] })),
    "POST /v1/me/checkout-sessions": start,
  });
  const card = within(await screen.findByRole("article"));
  expect(card.getByText("€19.00")).toBeDefined();
  expect(card.getByText("2,000 credits per month")).toBeDefined();
  expect(card.getByText("50 more credits for image")).toBeDefined();
  expect(card.getByText("14 days free with 100 credits")).toBeDefined();
  fireEvent.change(card.getByLabelText("Seats"), { target: { value: "6" } });
  fireEvent.click(card.getByRole("button", { name: "Subscribe to Pro" }));
  expect(await card.findByText("Enter a whole number from 1 to 5.")).toBeDefined();
  expect(document.activeElement).toBe(card.getByLabelText("Seats"));
  fireEvent.change(card.getByLabelText("Seats"), { target: { value: "3" } });
  fireEvent.click(card.getByRole("button", { name: "Subscribe to Pro" }));
  await waitFor(() => expect(start).toHaveBeenCalledTimes(1));
  const [request] = (start.mock.calls as unknown as [Request][])[0] ?? [];
  expect(await request?.json()).toEqual({
    website: "web_1",
    mode: "live",
    plan: "pro",
    quantity: 3,
    currency: "eur",
    success_url: "http://localhost:8080/account/billing/return?website=web_1",
    cancel_url: "http://localhost:8080/account/billing?website=web_1",
    locale: "en",
  });
});

test("a refused checkout says why at its plan", async () => {
  const title = "A subscription already exists.";
  showBilling({ "POST /v1/me/checkout-sessions": refusal(409, { title, detail: "Reload." }) });
  fireEvent.click(await screen.findByRole("button", { name: "Subscribe to Pro" }));
  expect(await screen.findByText(title)).toBeDefined();
});

test("the own plan shows its next payment at the price that it keeps, and other plans are a change", async () => {
  const team = aCatalogPlan({ code: "team", name: "Team" });
  showBilling({
    "GET /v1/me/subscriptions": subscribed({ quantity: 2 }),
    "GET /v1/me/catalog": ok(aCatalog({ plans: [aCatalogPlan(), team] })),
    "POST /v1/me/subscriptions/{id}/preview": ok(aPreview({ amount_next_minor: 1500 })),
  });
  const own = within(await screen.findByRole("article", { name: "Pro" }));
  expect(own.getByText("Renews on 14 December 2026.")).toBeDefined();
  expect(await own.findByText("€15.00 on 14 December 2026")).toBeDefined();
  expect(own.getByText("2,000 per month")).toBeDefined();
  expect(screen.getByText("Your plan")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Subscribe/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Change to Team" })).toBeDefined();
});

test("a plan of another family can be subscribed to as well", async () => {
  const extra = aCatalogPlan({ code: "extra", name: "Extra", family: "extras" });
  showBilling({
    "GET /v1/me/subscriptions": subscribed(),
    "GET /v1/me/catalog": ok(aCatalog({ plans: [aCatalogPlan(), extra] })),
  });
  expect(await screen.findByRole("button", { name: "Subscribe to Extra" })).toBeDefined();
});

test("a failed renewal asks for the payment, and for another card", async () => {
  const portal = vi.fn(async () => Response.json({ url: stripe }));
  const payment_url = "https://invoice.stripe.com/i/1";
  showBilling({
    "GET /v1/me/subscriptions": subscribed({ status: "past_due", payment_url }),
    "POST /v1/me/portal-sessions": portal,
  });
  expect(await screen.findByText("Pro at Paperplane: your payment is missing.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Pay now" }).getAttribute("href")).toBe(payment_url);
  expect(screen.queryByRole("button", { name: "Change plan" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Change card" }));
  await waitFor(() => expect(portal).toHaveBeenCalledTimes(1));
  const [request] = (portal.mock.calls as unknown as [Request][])[0] ?? [];
  expect(await request?.json()).toMatchObject({ website: "web_1", mode: "live" });
});

test("a subscription stays manageable while the offers cannot be read", async () => {
  showBilling({
    "GET /v1/me/subscriptions": subscribed(),
    "GET /v1/me/catalog": refusal(403, { title: "The website is suspended.", detail: "Wait." }),
  });
  expect(await screen.findByText("The website is suspended.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Cancel plan" })).toBeDefined();
});

test.each([
  ["With the period", "period_end", /It runs until 14 December 2026/],
  ["Now", "now", /Paid time is not refunded; its credits stay until 14 December 2026/],
] as const)("a plan that ends %s says what stays", async (label, at, effect) => {
  const end = "2026-12-14T10:00:00Z";
  const changed = at === "now" ? { status: "canceled", ended_at: end } : { cancel_at: end };
  const cancel = vi.fn(async () => Response.json(aSubscription(changed)));
  let list = subscribed();
  showBilling({
    "GET /v1/me/subscriptions": (request) => list(request),
    "POST /v1/me/subscriptions/{id}/cancel": (request) => {
      list = subscribed(changed);
      return (cancel as (request: Request) => Promise<Response>)(request);
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Cancel plan" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Cancel Pro?" }));
  fireEvent.click(dialog.getByRole("radio", { name: label }));
  expect(dialog.getByText(effect)).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Cancel plan" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  const [request] = (cancel.mock.calls as unknown as [Request][])[0] ?? [];
  expect(await request?.json()).toEqual({ at });
  const next = at === "now" ? "Subscribe to Pro" : "Resume plan";
  expect(await screen.findByRole("button", { name: next })).toBeDefined();
});

test("a planned end and a planned change are taken back", async () => {
  let list = subscribed({ next_plan: "team", next_quantity: 3 });
  const team = aCatalogPlan({ code: "team", name: "Team" });
  const resume = vi.fn(() => {
    list = subscribed();
    return Response.json(aSubscription());
  });
  showBilling({
    "GET /v1/me/subscriptions": (request) => list(request),
    "GET /v1/me/catalog": ok(aCatalog({ plans: [aCatalogPlan(), team] })),
    "POST /v1/me/subscriptions/{id}/resume": resume,
  });
  expect(await screen.findByText("From 14 December 2026 on: Team, 3 seats.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Take back the change" }));
  expect(await screen.findByText("The planned change is taken back.")).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/^From 14 December/)).toBeNull());
  expect(resume).toHaveBeenCalledTimes(1);
});
