/** The page after a checkout shows what is booked, and waits until then. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { MySubscription } from "@/api/my-subscriptions";
import { type FakeResponses, ok, showScreen } from "@/testing/screen";
import { aCatalog, aCheckout, aSubscription } from "@/testing/subscription-fixtures";

function showReturn(responses: FakeResponses) {
  showScreen("/account/billing/return?checkout=chk_1&website=web_1", {
    "POST /v1/me/checkout-sessions/{id}/sync": ok(aCheckout()),
    "GET /v1/me/catalog": ok(aCatalog()),
    ...responses,
  });
}

test("a plan is shown once its first invoice is booked", async () => {
  const lists: MySubscription[][] = [[], [aSubscription({ paid_through: null })]];
  showReturn({
    "GET /v1/me/subscriptions": () =>
      Response.json({ items: lists.shift() ?? [aSubscription()], next_cursor: null }),
  });
  expect(await screen.findByText("Your plan is being set up")).toBeDefined();
  expect(screen.queryByRole("link", { name: "Show my balance" })).toBeNull();
  expect(await screen.findByText("Pro is active")).toBeDefined();
  expect(
    screen.getByText(/^2,000 credits are yours\. The plan renews on 14 December/),
  ).toBeDefined();
  const back = await screen.findByRole("link", { name: "Go to Paperplane" });
  expect(back.getAttribute("href")).toBe("https://paperplane.example");
});

test("a trial says until when it is free, and claims no credits of a payment", async () => {
  const trial = aSubscription({
    status: "trialing",
    trial_end: "2026-11-28T10:00:00Z",
    paid_through: null,
  });
  showReturn({ "GET /v1/me/subscriptions": ok({ items: [trial], next_cursor: null }) });
  expect(await screen.findByText("Your free trial of Pro runs")).toBeDefined();
  expect(screen.getByText(/^It lasts until 28 November 2026/)).toBeDefined();
  expect(screen.queryByText(/2,000 credits/)).toBeNull();
});

test("a pack shows its credits without a look at subscriptions", async () => {
  const pack = aCheckout({ plan: null, pack: "small", credits: 500, bonus: 50 });
  showReturn({ "POST /v1/me/checkout-sessions/{id}/sync": ok(pack) });
  expect(await screen.findByText("550 credits are yours")).toBeDefined();
});

test("a payment that takes days is on its way, and claims no credits", async () => {
  const pack = aCheckout({
    state: "processing",
    closed_at: null,
    plan: null,
    pack: "small",
    credits: 500,
    bonus: 50,
  });
  showReturn({ "POST /v1/me/checkout-sessions/{id}/sync": ok(pack) });
  expect(await screen.findByText("Your payment is on its way")).toBeDefined();
  expect(screen.getByText(/^This method of payment takes some days\./)).toBeDefined();
  expect(screen.queryByText(/550 credits/)).toBeNull();
  expect(screen.queryByRole("link", { name: "Show my balance" })).toBeNull();
});

test.each([
  [null, "Automatic top-up is on."],
  ["newer-rule", "Your card is saved"],
])("a saved card with the reason %s says if the top-up is on", async (reason, title) => {
  const top_up = {
    pack: "small",
    quantity: 1,
    threshold: 100,
    amount_minor: 1000,
    credits: 500,
    bonus: 50,
    month_max_minor: 5000,
    month_max_count: 5,
    min_seconds: 300,
    consent: "I agree that Paperplane charges my saved card.",
  };
  const checkout = aCheckout({ plan: null, amount_minor: 0, credits: 0, top_up, reason });
  showReturn({ "POST /v1/me/checkout-sessions/{id}/sync": ok(checkout) });
  expect(await screen.findByText(title)).toBeDefined();
});

test("a failed payment of a plan leads back to the offers of the website", async () => {
  showReturn({ "POST /v1/me/checkout-sessions/{id}/sync": ok(aCheckout({ state: "failed" })) });
  expect(await screen.findByText("The payment failed")).toBeDefined();
  const back = screen.getByRole("link", { name: "Back to billing" });
  expect(back.getAttribute("href")).toBe("/account/billing?website=web_1");
});
