/** Payments are refunded after a preview, and disputes show their deadline and their credits. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aDispute, aPayment } from "@/testing/billing-fixtures";
import { aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";

const connection = { is_linked: true, mode: "live", stripe_account_id: "acct_1" };
const website: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/stripe-connections": ok({ items: [connection] }),
};

const unspent = {
  what: "unspent",
  amount_minor: 540,
  credits: 330,
  unused_credits: 330,
  held_credits: 0,
  used_credits: 0,
};
const full = { ...unspent, what: "full", amount_minor: 900, credits: 550, used_credits: 220 };
const preview = {
  currency: "eur",
  remaining_minor: 900,
  unspent_credits: 330,
  shortfall: "debt",
  is_disputed: false,
  offers: [unspent, full],
};

function previewed(request: Request): Response {
  const amount = new URL(request.url).searchParams.get("amount_minor");
  const own = { ...unspent, what: "amount", amount_minor: Number(amount), credits: 122 };
  return Response.json({ ...preview, offers: amount ? [unspent, full, own] : preview.offers });
}

const made = {
  id: "rfd_1",
  amount_minor: 540,
  state: "succeeded",
  reason: null,
  failure: null,
  actor: "usr_1",
  stripe_refund: "re_1",
  created_at: "2026-11-20T10:00:00Z",
} as const;

async function openDialog(responses: FakeResponses) {
  showScreen("/s/web_1/payments/pmt_1", {
    ...website,
    "GET /v1/payments/{id}": ok(aPayment()),
    "GET /v1/payments/{id}/refund-preview": previewed,
    ...responses,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Refund…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Refund payment" }));
  await dialog.findByRole("radio", { name: /^Unused credits/ });
  return dialog;
}

test("the unused part is chosen first, and each choice says which credits go", async () => {
  const dialog = await openDialog({});
  const unused = dialog.getByRole<HTMLInputElement>("radio", { name: /^Unused credits/ });
  expect(unused.checked).toBe(true);
  expect(dialog.getByRole("button", { name: "Refund €5.40" })).toBeDefined();
  fireEvent.click(dialog.getByRole("radio", { name: /^Everything/ }));
  expect(dialog.getByText("used, owed by the customer")).toBeDefined();
  expect(dialog.getByRole("link", { name: "billing settings" })).toBeDefined();
});

test("a payment whose credits were all used offers everything, and says so", async () => {
  showScreen("/s/web_1/payments/pmt_1?open=refund", {
    ...website,
    "GET /v1/payments/{id}": ok(aPayment()),
    "GET /v1/payments/{id}/refund-preview": ok({
      ...preview,
      shortfall: "write_off",
      offers: [{ ...full, credits: 220, unused_credits: 0, used_credits: 220 }],
    }),
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Refund payment" }));
  expect(await dialog.findByText("Takes back 220 credits, all of them used.")).toBeDefined();
  expect(dialog.getByText("used, written off")).toBeDefined();
  expect(dialog.queryByText("unused, taken at once")).toBeNull();
  expect(dialog.queryByRole("radio", { name: /^Unused/ })).toBeNull();
});

test("an amount that is too large is refused before it is sent", async () => {
  const dialog = await openDialog({});
  fireEvent.click(dialog.getByRole("radio", { name: /^Another amount/ }));
  fireEvent.change(dialog.getByLabelText("Amount in EUR"), { target: { value: "9.01" } });
  fireEvent.click(dialog.getByRole("button", { name: "Refund" }));
  expect(await dialog.findByText("Only €9.00 is left of this payment.")).toBeDefined();
});

test("a repeated refund keeps its idempotency key, and sends the chosen amount and reason", async () => {
  const refund = vi
    .fn<(request: Request) => Promise<Response>>()
    .mockResolvedValueOnce(
      await refusal(502, { title: "Stripe does not answer" })(new Request("http://x")),
    )
    .mockResolvedValueOnce(Response.json({ refund: made, payment: aPayment({ refunds: [made] }) }));
  const dialog = await openDialog({ "POST /v1/payments/{id}/refunds": refund });
  fireEvent.click(dialog.getByRole("radio", { name: /^Another amount/ }));
  fireEvent.change(dialog.getByLabelText("Amount in EUR"), { target: { value: "2" } });
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "duplicate" } });
  fireEvent.click(await dialog.findByRole("button", { name: "Refund €2.00" }));
  await dialog.findByText("Stripe does not answer");
  fireEvent.click(await dialog.findByRole("button", { name: "Refund €2.00" }));
  await waitFor(() => expect(refund).toHaveBeenCalledTimes(2));
  const [first, second] = refund.mock.calls.map(([request]) => request);
  expect(await first?.clone().json()).toEqual({
    what: "amount",
    amount_minor: 200,
    reason: "duplicate",
  });
  expect(first?.headers.get("idempotency-key")).toBe(second?.headers.get("idempotency-key"));
});

test("a disputed payment has no refund, and shows the deadline, the credits and the way to Stripe", async () => {
  const payment = aPayment({
    disputes: [aDispute()],
    withdrawn_minor: 900,
    credits_frozen: 330,
  });
  showScreen("/s/web_1/payments/pmt_1", { ...website, "GET /v1/payments/{id}": ok(payment) });
  const card = within(await screen.findByRole("region", { name: "Dispute" }));
  expect(card.getByText("3 days left")).toBeDefined();
  expect(card.getByText(/^330 credits are frozen/)).toBeDefined();
  const link = await card.findByRole("link", { name: "Answer in Stripe" });
  expect(link.getAttribute("href")).toBe("https://dashboard.stripe.com/acct_1/payments/pi_1");
  expect(screen.queryByRole("button", { name: "Refund…" })).toBeNull();
});

test("a payment in review is accepted after a confirmation", async () => {
  const reviewed = aPayment({ state: "review", reason: "amount-mismatch", credits: 0, lots: [] });
  let shown = reviewed;
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const accept = vi.fn((_: Request) => {
    shown = aPayment();
    return Response.json(shown);
  });
  const show = async () => {
    if (accept.mock.calls.length > 0) await arrival;
    return Response.json(shown);
  };
  showScreen("/s/web_1/payments/pmt_1", {
    ...website,
    "GET /v1/payments/{id}": show,
    "POST /v1/payments/{id}/accept": accept,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Accept…" }));
  const dialog = within(
    await screen.findByRole("alertdialog", { name: "Accept the payment of €9.00?" }),
  );
  expect(accept).not.toHaveBeenCalled();
  fireEvent.click(dialog.getByRole("button", { name: "Accept payment" }));
  // The message does not wait for the changed payment, with which the dialog ends.
  expect(await screen.findByText(/^The payment is accepted/)).toBeDefined();
  arrive();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Accept…" })).toBeNull());
  expect(accept).toHaveBeenCalledTimes(1);
});

test("a payment in another account cannot be accepted", async () => {
  const payment = aPayment({ state: "review", reason: "connection-mismatch" });
  showScreen("/s/web_1/payments/pmt_1?open=accept", {
    ...website,
    "GET /v1/payments/{id}": ok(payment),
  });
  expect(await screen.findByRole("button", { name: "Refund…" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Accept…" })).toBeNull();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("the list of disputes is narrowed by state, and each row knows its payment", async () => {
  const items = [aDispute({ currency: "usd" })];
  const list = vi.fn((_: Request) => Response.json({ items, next_cursor: null }));
  showScreen("/s/web_1/disputes", {
    ...website,
    // No payment is loaded for it.
    "GET /v1/disputes": list,
  });
  expect(await screen.findByRole("link", { name: "$9.00" })).toBeDefined();
  const answer = await screen.findByRole("link", { name: /^Answer in Stripe/ });
  expect(answer.getAttribute("href")).toBe("https://dashboard.stripe.com/acct_1/payments/pi_1");
  fireEvent.change(screen.getByLabelText("State"), { target: { value: "lost" } });
  await waitFor(() => {
    expect(new URL(list.mock.lastCall?.[0].url ?? "").searchParams.get("state")).toBe("lost");
  });
});

test("a failed refund says that the credits are given back", async () => {
  const failed = { ...made, state: "failed", failure: "expired_or_canceled_card" } as const;
  const payment = aPayment({ refunds: [failed] });
  showScreen("/s/web_1/payments/pmt_1", { ...website, "GET /v1/payments/{id}": ok(payment) });
  const card = within(await screen.findByRole("region", { name: "Refunds" }));
  expect(card.getByText(/Stripe says: expired_or_canceled_card/)).toBeDefined();
  expect(card.getByText(/By Ada Lovelace/)).toBeDefined();
});
