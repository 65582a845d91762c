/** A change of a plan is previewed, sent with the amount that was seen, and leads on when it is refused. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aBalance } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";
import { aCatalog, aCatalogPlan, aPreview, aSubscription } from "@/testing/subscription-fixtures";
import { noTopUp } from "@/testing/top-up-fixtures";

const team = aCatalogPlan({
  code: "team",
  name: "Team",
  credits: 9000,
  max_quantity: 10,
  prices: [{ currency: "eur", amount_minor: 4900 }],
});
const upgrade = aPreview({
  plan: "team",
  effect: "restart",
  amount_due_minor: 4900,
  amount_next_minor: 4900,
  credits_now: 9000,
  credits_next: 9000,
});

/** Previews the own plan, and the team's with this answer. */
const previews =
  (answer: () => unknown) =>
  async (request: Request): Promise<Response> => {
    const { plan } = await request.json();
    return Response.json(plan === "team" ? answer() : aPreview());
  };

async function openDialog(responses: FakeResponses = {}, subscription = aSubscription()) {
  showScreen("/account/billing", {
    "GET /v1/me/credits": ok({ balances: [aBalance()] }),
    "GET /v1/me/subscriptions": ok({ items: [subscription], next_cursor: null }),
    "GET /v1/me/catalog": ok(aCatalog({ plans: [aCatalogPlan(), team] })),
    "GET /v1/me/top-up": ok(noTopUp()),
    "GET /v1/me/payments": ok({ items: [], next_cursor: null }),
    "POST /v1/me/subscriptions/{id}/preview": previews(() => upgrade),
    ...responses,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Change to Team" }));
  return within(await screen.findByRole("dialog", { name: "Change plan" }));
}

const problem = (status: number, slug: string, members: Record<string, unknown> = {}) =>
  refusal(status, {
    type: `http://localhost:8080/problems/${slug}`,
    title: "Refused.",
    detail: "Nothing was done.",
    ...members,
  });

test("the preview shows what is paid now and next, and the change sends that amount", async () => {
  const change = vi.fn(async (_: Request) => Response.json(aSubscription({ plan: "team" })));
  const dialog = await openDialog({ "POST /v1/me/subscriptions/{id}/change": change });
  expect(dialog.getByRole<HTMLInputElement>("radio", { name: /^Team/ }).checked).toBe(true);
  expect(await dialog.findByText(/^A new period begins today/)).toBeDefined();
  expect(dialog.getByText("€49.00 on 14 December 2026, before added taxes")).toBeDefined();
  expect(dialog.getAllByText("9,000")).toHaveLength(2);
  fireEvent.click(await dialog.findByRole("button", { name: "Pay €49.00 and change" }));
  expect(await screen.findByText("Your plan is changed.")).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await change.mock.calls[0]?.[0].json()).toEqual({
    plan: "team",
    quantity: 1,
    expected_amount_minor: 4900,
  });
});

test("more seats of the own plan are paid in proportion, at the time of the preview", async () => {
  const prorated_at = "2026-11-20T10:00:00Z";
  const change = vi.fn(async (_: Request) => Response.json(aSubscription({ quantity: 3 })));
  const seats = aPreview({ effect: "prorate", amount_due_minor: 700, prorated_at });
  const own = aCatalogPlan({ max_quantity: 5 });
  const dialog = await openDialog({
    "GET /v1/me/catalog": ok(aCatalog({ plans: [own, team] })),
    "POST /v1/me/subscriptions/{id}/preview": async (request) => {
      const { quantity } = await request.json();
      return Response.json(quantity === 3 ? seats : aPreview());
    },
    "POST /v1/me/subscriptions/{id}/change": change,
  });
  fireEvent.click(dialog.getByRole("radio", { name: /^Pro/ }));
  expect(await dialog.findByText(/^This is what you have/)).toBeDefined();
  const confirm = dialog.getByRole<HTMLButtonElement>("button", { name: "Confirm change" });
  expect(confirm.disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText("Seats"), { target: { value: "6" } });
  fireEvent.click(confirm);
  expect(await dialog.findByText("Enter a whole number from 1 to 5.")).toBeDefined();
  fireEvent.change(dialog.getByLabelText("Seats"), { target: { value: "3" } });
  fireEvent.click(await dialog.findByRole("button", { name: "Pay €7.00 and change" }));
  await waitFor(() => expect(change).toHaveBeenCalledTimes(1));
  expect(await change.mock.calls[0]?.[0].json()).toEqual({
    quantity: 3,
    expected_amount_minor: 700,
    prorated_at,
  });
});

test("a cheaper plan waits for the end of the period", async () => {
  const later = aPreview({ plan: "team", effect: "at_period_end", amount_next_minor: 900 });
  const dialog = await openDialog({
    "POST /v1/me/subscriptions/{id}/preview": previews(() => later),
    "POST /v1/me/subscriptions/{id}/change": ok(aSubscription({ next_plan: "team" })),
  });
  expect(await dialog.findByText(/^You keep what you have until 14 December 2026/)).toBeDefined();
  fireEvent.click(await dialog.findByRole("button", { name: "Confirm change" }));
  expect(await screen.findByText("The change is planned.")).toBeDefined();
});

test("a changed amount shows the new preview, and is confirmed again", async () => {
  let amount = 4900;
  const change = vi.fn(async (request: Request) => {
    const { expected_amount_minor } = await request.json();
    amount = 5100;
    return expected_amount_minor === amount
      ? Response.json(aSubscription({ plan: "team" }))
      : problem(409, "amount-changed", { amount_due_minor: amount })(request);
  });
  const dialog = await openDialog({
    "POST /v1/me/subscriptions/{id}/preview": previews(() => ({
      ...upgrade,
      amount_due_minor: amount,
    })),
    "POST /v1/me/subscriptions/{id}/change": change,
  });
  fireEvent.click(await dialog.findByRole("button", { name: "Pay €49.00 and change" }));
  expect(await dialog.findByText(/^The amount has changed since you saw it/)).toBeDefined();
  fireEvent.click(await dialog.findByRole("button", { name: "Pay €51.00 and change" }));
  expect(await screen.findByText("Your plan is changed.")).toBeDefined();
});

test("a payment that the bank wants confirmed leads to the invoice", async () => {
  const payment_url = "https://invoice.stripe.com/i/1";
  const dialog = await openDialog({
    "POST /v1/me/subscriptions/{id}/change": problem(402, "payment-action-required", {
      payment_url,
    }),
  });
  fireEvent.click(await dialog.findByRole("button", { name: "Pay €49.00 and change" }));
  expect(await dialog.findByText("Your bank asks you to confirm the payment.")).toBeDefined();
  const link = dialog.getByRole("link", { name: "Open the invoice" });
  expect(link.getAttribute("href")).toBe(payment_url);
  expect(document.activeElement).toBe(link);
  expect(dialog.queryByRole("radio")).toBeNull();
});

test("a declined card can be changed, and the next try has a key of its own", async () => {
  const keys: (string | null)[] = [];
  const dialog = await openDialog({
    "POST /v1/me/subscriptions/{id}/change": (request) => {
      keys.push(request.headers.get("idempotency-key"));
      return keys.length === 1
        ? problem(402, "payment-declined", { decline_code: "insufficient_funds" })(request)
        : Response.json(aSubscription({ plan: "team" }));
    },
  });
  fireEvent.click(await dialog.findByRole("button", { name: "Pay €49.00 and change" }));
  expect(await dialog.findByText("Your card was declined.")).toBeDefined();
  expect(dialog.getByRole("button", { name: "Change card" })).toBeDefined();
  fireEvent.click(await dialog.findByRole("button", { name: "Pay €49.00 and change" }));
  expect(await screen.findByText("Your plan is changed.")).toBeDefined();
  expect(new Set(keys).size).toBe(2);
});

test("a lost answer keeps its key, so that a repeat is not done twice", async () => {
  const keys: (string | null)[] = [];
  const dialog = await openDialog({
    "POST /v1/me/subscriptions/{id}/change": (request) => {
      keys.push(request.headers.get("idempotency-key"));
      return keys.length === 1
        ? problem(502, "payment-provider-error", { retryable: true })(request)
        : Response.json(aSubscription({ plan: "team" }));
    },
  });
  fireEvent.click(await dialog.findByRole("button", { name: "Pay €49.00 and change" }));
  expect(await dialog.findByText("Refused.")).toBeDefined();
  fireEvent.click(await dialog.findByRole("button", { name: "Pay €49.00 and change" }));
  expect(await screen.findByText("Your plan is changed.")).toBeDefined();
  expect(new Set(keys).size).toBe(1);
});
