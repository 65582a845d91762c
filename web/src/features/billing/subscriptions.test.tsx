/** An owner finds subscriptions, cancels, resumes and changes them, and sees the price before. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aCustomer, aWebsite } from "@/testing/fixtures";
import { aChangePreview, aPlan, aPlanVersion, aSubscription } from "@/testing/plan-fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";

const team = aPlan({
  id: "pln_2",
  code: "team",
  name: "Team",
  version: aPlanVersion({
    max_quantity: 10,
    prices: [{ currency: "eur", amount_minor: 2900, stripe: null }],
  }),
});
const website: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/customers/{id}": ok(aCustomer()),
  "GET /v1/plans": ok({ items: [aPlan(), team], next_cursor: null }),
};

function showOne(subscription: ReturnType<typeof aSubscription>, responses: FakeResponses = {}) {
  return showScreen("/s/web_1/subscriptions/sbs_1", {
    ...website,
    "GET /v1/subscriptions/{id}": ok(subscription),
    ...responses,
  });
}

/** The bodies and idempotency keys of the requests of a fake. */
async function sent(fake: { mock: { calls: [Request][] } }) {
  const requests = fake.mock.calls.map(([request]) => request);
  const bodies = await Promise.all(requests.map((request) => request.clone().json()));
  return { bodies, keys: requests.map((request) => request.headers.get("idempotency-key")) };
}

test("the list is narrowed by state, and each row knows its customer", async () => {
  const items = [aSubscription({ quantity: 3, cancel_at: "2026-12-20T10:00:00Z" })];
  const list = vi.fn((_: Request) => Response.json({ items, next_cursor: null }));
  showScreen("/s/web_1/subscriptions", { ...website, "GET /v1/subscriptions": list });
  const row = await screen.findByRole("link", { name: "Pro × 3" });
  expect(row.getAttribute("href")).toBe("/s/web_1/subscriptions/sbs_1");
  const table = within(screen.getByRole("table", { name: "Subscriptions" }));
  expect(table.getByText("Ending")).toBeDefined();
  expect(table.getByRole("link", { name: "cus_1" })).toBeDefined();
  fireEvent.change(screen.getByLabelText("State"), { target: { value: "past_due" } });
  await waitFor(() => {
    expect(new URL(list.mock.lastCall?.[0].url ?? "").searchParams.get("status")).toBe("past_due");
  });
});

test("without subscriptions the page leads to the plans", async () => {
  showScreen("/s/web_1/subscriptions", {
    ...website,
    "GET /v1/subscriptions": ok({ items: [], next_cursor: null }),
  });
  expect(await screen.findByText("No subscriptions yet")).toBeDefined();
  expect(screen.getByText(/^A subscription appears here/)).toBeDefined();
});

test("a subscription is described in words, with its customer", async () => {
  showOne(aSubscription({ payment_url: "https://invoice.example", status: "past_due" }));
  const card = within(await screen.findByRole("region", { name: "Subscription" }));
  expect(card.getByText("Payment overdue")).toBeDefined();
  expect(card.getByText(/^A renewal is unpaid/)).toBeDefined();
  expect(await card.findByRole("link", { name: "Grace Hopper" })).toBeDefined();
  const invoice = card.getByRole("link", { name: "Open the unpaid invoice" });
  expect(invoice.getAttribute("href")).toBe("https://invoice.example");
  expect(screen.queryByRole("button", { name: "Change plan…" })).toBeNull();
});

test("an unknown subscription has a page of its own", async () => {
  showScreen("/s/web_1/subscriptions/sbs_9", {
    ...website,
    "GET /v1/subscriptions/{id}": refusal(404, { title: "Not found" }),
  });
  expect(await screen.findByRole("heading", { name: "Subscription not found" })).toBeDefined();
});

test("a subscription is canceled with its period", async () => {
  const cancel = vi.fn((_: Request) => Response.json(aSubscription()));
  showOne(aSubscription(), { "POST /v1/subscriptions/{id}/cancel": cancel });
  fireEvent.click(await screen.findByRole("button", { name: "Cancel subscription…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel Pro?" }));
  expect(dialog.getByText(/until 20 December 2026/)).toBeDefined();
  expect(dialog.queryByRole("checkbox")).toBeNull();
  fireEvent.click(dialog.getByRole("button", { name: "Cancel at the end of the period" }));
  expect(await screen.findByText("The subscription ends on 20 December 2026.")).toBeDefined();
  expect((await sent(cancel)).bodies).toEqual([{ at: "period_end" }]);
});

test("a subscription that is to end can end now, without its credits, or resume", async () => {
  const cancel = vi.fn((_: Request) => Response.json(aSubscription()));
  const resume = vi.fn((_: Request) => Response.json(aSubscription()));
  showOne(aSubscription({ cancel_at: "2026-12-20T10:00:00Z" }), {
    "POST /v1/subscriptions/{id}/cancel": cancel,
    "POST /v1/subscriptions/{id}/resume": resume,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Cancel subscription…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel Pro?" }));
  expect(dialog.queryByRole("radio")).toBeNull();
  fireEvent.click(dialog.getByRole("checkbox"));
  fireEvent.click(dialog.getByRole("button", { name: "End now" }));
  await waitFor(() => expect(cancel).toHaveBeenCalledTimes(1));
  expect((await sent(cancel)).bodies).toEqual([{ at: "now", expire: true }]);
  fireEvent.click(await screen.findByRole("button", { name: "Resume…" }));
  const confirm = within(await screen.findByRole("alertdialog", { name: "Resume Pro?" }));
  fireEvent.click(confirm.getByRole("button", { name: "Resume subscription" }));
  expect(await screen.findByText("The subscription continues.")).toBeDefined();
  expect(resume.mock.calls[0]?.[0].headers.get("idempotency-key")).toBeTruthy();
});

async function openChange(responses: FakeResponses) {
  showOne(aSubscription(), responses);
  fireEvent.click(await screen.findByRole("button", { name: "Change plan…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change Pro" }));
  fireEvent.change(await dialog.findByLabelText("Plan"), { target: { value: "team" } });
  return dialog;
}

test("a change shows its price and credits, and is sent with the amount that was shown", async () => {
  const preview = vi.fn((_: Request) =>
    Response.json(aChangePreview({ effect: "prorate", prorated_at: "2026-11-27T10:00:00Z" })),
  );
  const change = vi.fn((_: Request) => Response.json(aSubscription({ plan: "team" })));
  const dialog = await openChange({
    "POST /v1/subscriptions/{id}/preview": preview,
    "POST /v1/subscriptions/{id}/change": change,
  });
  expect(await dialog.findByText(/the rest of the period is paid/)).toBeDefined();
  expect(dialog.getByText("€29.00 on 27 December 2026, before added taxes")).toBeDefined();
  expect(dialog.getAllByText("5,000")).toHaveLength(2);
  fireEvent.click(dialog.getByRole("button", { name: "Change plan and charge €29.00" }));
  expect(await screen.findByText("The subscription is changed.")).toBeDefined();
  expect((await sent(preview)).bodies[0]).toEqual({ plan: "team", quantity: 1 });
  expect((await sent(change)).bodies).toEqual([
    {
      plan: "team",
      quantity: 1,
      expected_amount_minor: 2900,
      prorated_at: "2026-11-27T10:00:00Z",
    },
  ]);
});

test("an amount that has changed is shown again before it is sent", async () => {
  let amount = 2900;
  const change = vi
    .fn<(request: Request) => Response | Promise<Response>>()
    .mockImplementationOnce((request) => {
      amount = 3000;
      const type = "https://id.example/problems/amount-changed";
      return refusal(409, { type, title: "Another amount" })(request);
    })
    .mockImplementation(() => Response.json(aSubscription()));
  const dialog = await openChange({
    "POST /v1/subscriptions/{id}/preview": () =>
      Response.json(aChangePreview({ amount_due_minor: amount })),
    "POST /v1/subscriptions/{id}/change": change,
  });
  fireEvent.click(await dialog.findByRole("button", { name: "Change plan and charge €29.00" }));
  expect(await dialog.findByText(/^The amount has changed since you saw it/)).toBeDefined();
  const again = await dialog.findByRole("button", { name: "Change plan and charge €30.00" });
  await waitFor(() => expect(again.hasAttribute("disabled")).toBe(false));
  fireEvent.click(again);
  await waitFor(() => expect(change).toHaveBeenCalledTimes(2));
  const { bodies, keys } = await sent(change as { mock: { calls: [Request][] } });
  expect(bodies[1]).toMatchObject({ expected_amount_minor: 3000 });
  expect(keys[0]).not.toBe(keys[1]);
});

test("after a declined card the next attempt is a new request", async () => {
  const type = "https://id.example/problems/payment-declined";
  const change = vi.fn(refusal(402, { type, title: "Declined" }));
  const dialog = await openChange({
    "POST /v1/subscriptions/{id}/preview": ok(aChangePreview()),
    "POST /v1/subscriptions/{id}/change": change,
  });
  const name = "Change plan and charge €29.00";
  fireEvent.click(await dialog.findByRole("button", { name }));
  expect(await dialog.findByText(/^The customer's card was declined/)).toBeDefined();
  const again = dialog.getByRole("button", { name });
  await waitFor(() => expect(again.hasAttribute("disabled")).toBe(false));
  fireEvent.click(again);
  await waitFor(() => expect(change).toHaveBeenCalledTimes(2));
  const { keys } = await sent(change);
  expect(keys[0]).not.toBe(keys[1]);
});

test("a payment that the bank wants confirmed gives a link for the customer", async () => {
  const dialog = await openChange({
    "POST /v1/subscriptions/{id}/preview": ok(aChangePreview()),
    "POST /v1/subscriptions/{id}/change": refusal(402, {
      type: "https://id.example/problems/payment-action-required",
      payment_url: "https://invoice.example/i/1",
    }),
  });
  fireEvent.click(await dialog.findByRole("button", { name: /^Change plan and charge/ }));
  expect(await dialog.findByText("https://invoice.example/i/1")).toBeDefined();
  expect(dialog.getByText(/within 23 hours/)).toBeDefined();
});

test("a change that waits for the next period charges nothing now", async () => {
  const dialog = await openChange({
    "POST /v1/subscriptions/{id}/preview": ok(
      aChangePreview({ effect: "at_period_end", amount_due_minor: 0, credits_now: 0 }),
    ),
  });
  expect(await dialog.findByText(/with the next period/)).toBeDefined();
  expect(dialog.getByRole("button", { name: "Change plan" })).toBeDefined();
});
