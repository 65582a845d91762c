/** A buyer turns an automatic top-up on with consent, sees what it needs, and turns it off. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { TopUp, TopUpAttempt } from "@/api/top-ups";
import { aBalance } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";
import { aCatalog, aPublicCatalog } from "@/testing/subscription-fixtures";
import { aCatalogPack, anAttempt, aTopUp, noTopUp } from "@/testing/top-up-fixtures";

const nothing = ok({ items: [], next_cursor: null });
/** An address within the page, which jsdom can open. */
const stripe = "http://localhost:8080/#stripe";

function showBilling(rule: TopUp, responses: FakeResponses = {}, attempts: TopUpAttempt[] = []) {
  return showScreen("/account/billing", {
    "GET /v1/me/credits": ok({ balances: [aBalance()] }),
    "GET /v1/me/subscriptions": nothing,
    "GET /v1/me/catalog": ok(aCatalog({ plans: [], packs: [aCatalogPack()] })),
    "GET /v1/me/payments": nothing,
    "GET /v1/me/top-up": ok(rule),
    "GET /v1/me/top-up/attempts": ok({ items: attempts, next_cursor: null }),
    ...responses,
  });
}

const card = async () => within(await screen.findByRole("article", { name: "Automatic top-up" }));

async function openForm(action: string) {
  fireEvent.click(await screen.findByRole("button", { name: action }));
  return within(await screen.findByRole("dialog", { name: "Automatic top-up" }));
}

const problem = (status: number, slug: string, members: Record<string, unknown> = {}) =>
  refusal(status, {
    type: `http://localhost:8080/problems/${slug}`,
    title: "Refused.",
    detail: "Nothing was done.",
    ...members,
  });

const start = "Turn on automatic top-up";
const sentence =
  "I agree that Paperplane charges my saved card €20.00 for 5,000 credits each time fewer than 500 are left, at most €100.00 and 5 times a month, until I turn it off.";

test("the sentence that is shown is sent as the consent, and a change of the terms takes it back", async () => {
  const save = vi.fn(async (_: Request) => Response.json(aTopUp({ state: "needs_card" })));
  showBilling(noTopUp(), { "PUT /v1/me/top-up": save });
  const dialog = await openForm(start);
  fireEvent.click(dialog.getByRole("button", { name: "Turn on" }));
  const tick = dialog.getByRole<HTMLInputElement>("checkbox", { name: sentence });
  expect(await dialog.findByText("Tick the sentence if you agree.")).toBeDefined();
  expect(document.activeElement).toBe(tick);
  fireEvent.click(tick);
  expect(tick.checked).toBe(true);
  const threshold = dialog.getByLabelText("Buy when fewer credits than this are left");
  fireEvent.change(threshold, { target: { value: "5000" } });
  fireEvent.click(dialog.getByRole("button", { name: "Turn on" }));
  expect(await dialog.findByText(/^Enter a number above zero and below 5,000/)).toBeDefined();
  expect(document.activeElement).toBe(threshold);
  fireEvent.change(threshold, { target: { value: "400" } });
  const changed = dialog.getByRole<HTMLInputElement>("checkbox", { name: /fewer than 400 are/ });
  expect(changed.checked).toBe(false);
  fireEvent.click(changed);
  expect(save).not.toHaveBeenCalled();
  fireEvent.click(dialog.getByRole("button", { name: "Turn on" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await save.mock.calls[0]?.[0].json()).toEqual({
    website: "web_1",
    mode: "live",
    pack: "large",
    quantity: 1,
    currency: "eur",
    threshold: 400,
    month_max_minor: 10_000,
    month_max_count: 5,
    consent: sentence.replace("500", "400"),
  });
  expect(await screen.findByText("Saved. Add a card to start automatic top-up.")).toBeDefined();
});

test("lower limits are saved without a consent, unless the server wants one", async () => {
  const answers = [problem(409, "needs-consent"), ok(aTopUp())];
  const save = vi.fn(async (request: Request) => (answers.shift() ?? ok(aTopUp()))(request));
  showBilling(aTopUp(), { "PUT /v1/me/top-up": save });
  const dialog = await openForm("Change top-up");
  expect(dialog.queryByRole("checkbox")).toBeNull();
  fireEvent.change(dialog.getByLabelText("At most per month, in EUR"), { target: { value: "60" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/Tick the sentence above\.$/)).toBeDefined();
  const first: Record<string, unknown> = await save.mock.calls[0]?.[0].json();
  expect(first).toMatchObject({ month_max_minor: 6000, min_seconds: 600 });
  expect(first).not.toHaveProperty("consent");
  fireEvent.click(dialog.getByRole("checkbox"));
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(await save.mock.calls[1]?.[0].json()).toHaveProperty("consent");
});

test.each([
  [problem(422, "cap-too-low"), /^One purchase costs more than this/],
  [
    refusal(400, {
      title: "Refused.",
      detail: "Wrong.",
      errors: [{ pointer: "#/month_max_minor", detail: "The website allows up to 50.00." }],
    }),
    "The website allows up to 50.00.",
  ],
])("a refused limit says why at its field", async (answer, text) => {
  showBilling(aTopUp(), { "PUT /v1/me/top-up": answer });
  const dialog = await openForm("Change top-up");
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(text)).toBeDefined();
  const field = dialog.getByLabelText("At most per month, in EUR");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
});

test("a rule shows its sentence, month, card and purchases, and is turned off", async () => {
  const attempts = [
    anAttempt(),
    anAttempt({ id: "top_2", state: "failed", code: "insufficient_funds", payment: null }),
  ];
  let rule = aTopUp();
  const turnOff = vi.fn(() => {
    rule = aTopUp({ state: "off" });
    return Response.json(rule);
  });
  const responses: FakeResponses = {
    "GET /v1/me/top-up": () => Response.json(rule),
    "DELETE /v1/me/top-up": turnOff,
  };
  showBilling(rule, responses, attempts);
  const shown = await card();
  expect(shown.getByText(/^When fewer than 500 credits are left, buy 5,000/)).toBeDefined();
  expect(shown.getByText("On")).toBeDefined();
  const used = shown.getByRole("progressbar", { name: "Used of the monthly limit" });
  expect(used.getAttribute("aria-valuetext")).toBe("€40.00 of €100.00 this month");
  expect(shown.getByText("2 of 5; a new month begins on 1 December 2026")).toBeDefined();
  expect(shown.getByText("visa •••• 4242")).toBeDefined();
  expect(await shown.findByText("Paid")).toBeDefined();
  expect(shown.getByText("Too little money on the account")).toBeDefined();
  fireEvent.click(shown.getByRole("button", { name: "Turn off" }));
  const dialog = within(
    await screen.findByRole("alertdialog", { name: "Turn off automatic top-up?" }),
  );
  fireEvent.click(dialog.getByRole("button", { name: "Turn off" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(turnOff).toHaveBeenCalledTimes(1);
  expect(await screen.findByRole("button", { name: start })).toBeDefined();
});

test("a payment that waits for the bank leads to its page", async () => {
  const payment_url = "https://invoice.stripe.com/i/1";
  showBilling(aTopUp({ state: "needs_action", payment_url }));
  const link = await screen.findByRole("link", { name: "Confirm payment" });
  expect(link.getAttribute("href")).toBe(payment_url);
});

test("a missing card leads to Stripe's page, which knows buyers only", async () => {
  const answers = [problem(404, "not-found"), ok({ url: stripe })];
  const portal = vi.fn((request: Request) => (answers.shift() ?? ok({ url: stripe }))(request));
  showBilling(aTopUp({ state: "needs_card", card: null }), {
    "POST /v1/me/portal-sessions": portal,
  });
  const shown = await card();
  expect(shown.getByText("No card is saved.")).toBeDefined();
  expect(shown.queryByRole("button", { name: "Try the purchase again" })).toBeNull();
  fireEvent.click(shown.getByRole("button", { name: "Add a card" }));
  expect(await shown.findByText(/^Buy a plan or a pack here once\./)).toBeDefined();
  fireEvent.click(shown.getByRole("button", { name: "Add a card" }));
  await waitFor(() => expect(portal).toHaveBeenCalledTimes(2));
});

test("a purchase that was not paid is tried again, but not while another one is open", async () => {
  const answers = [problem(409, "topup-pending"), ok(aTopUp())];
  const retry = vi.fn((request: Request) => (answers.shift() ?? ok(aTopUp()))(request));
  const next_at = new Date(Date.now() + 3_600_000).toISOString();
  showBilling(aTopUp({ next_at }), { "POST /v1/me/top-up/retry": retry });
  const shown = await card();
  expect(shown.getByText(/^The last purchase was not paid/)).toBeDefined();
  fireEvent.click(shown.getByRole("button", { name: "Try the purchase again" }));
  expect(await shown.findByText(/^A purchase is still being paid/)).toBeDefined();
  fireEvent.click(shown.getByRole("button", { name: "Try the purchase again" }));
  expect(await screen.findByText("The purchase is tried again.")).toBeDefined();
  const keys = retry.mock.calls.map(([request]) => request.headers.get("idempotency-key"));
  expect(new Set(keys).size).toBe(2);
});

test("a rule that a dispute turned off says so, and terms without consent lead to the form", async () => {
  const { unmount } = showBilling(aTopUp({ state: "off", reason: "dispute" }));
  expect(await screen.findByText(/because a payment is disputed\.$/)).toBeDefined();
  unmount();
  showBilling(aTopUp({ state: "needs_consent" }));
  const dialog = await openForm("Check and agree");
  expect(dialog.getByRole("checkbox", { name: sentence })).toBeDefined();
});

test("a rule stays manageable while its pack is not sold, and nothing is shown without both", async () => {
  const catalog = { "GET /v1/me/catalog": ok(aCatalog({ packs: [] })) };
  const { unmount } = showBilling(aTopUp(), catalog);
  const shown = await card();
  expect(shown.getByRole("button", { name: "Turn off" })).toBeDefined();
  expect(shown.queryByRole("button", { name: "Change top-up" })).toBeNull();
  unmount();
  showBilling(noTopUp(), catalog);
  expect(await screen.findByRole("button", { name: "Subscribe to Pro" })).toBeDefined();
  expect(screen.queryByText("Automatic top-up")).toBeNull();
});

test("the page of offers leads to the top-up of its website", async () => {
  showScreen("/buy/web_1?test=1", {
    "GET /v1/me/credits": ok({ balances: [] }),
    "GET /v1/me/subscriptions": nothing,
    "GET /v1/public/catalog/{website}": ok(
      aPublicCatalog({ mode: "test", plans: [], packs: [aCatalogPack()] }),
    ),
  });
  const link = await screen.findByRole("link", { name: "Set up automatic top-up" });
  expect(link.getAttribute("href")).toMatch(
    /^\/account\/billing\?website=web_1&test=(?:1|%221%22)#top-up-web_1-test$/,
  );
});

test("a purchase that is paid while the page loads shows its credits", async () => {
  let available = 45;
  const responses: FakeResponses = {
    "GET /v1/me/credits": () => Response.json({ balances: [aBalance({ available })] }),
    "GET /v1/me/top-up/attempts": () => {
      available = 595;
      const items = [anAttempt({ settled_at: new Date().toISOString() })];
      return Response.json({ items, next_cursor: null });
    },
  };
  showBilling(aTopUp(), responses);
  expect(await screen.findByText("595 credits available")).toBeDefined();
});
