/** An owner repairs a connection whose events have wrong signatures: Stripe gets a new endpoint. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { billingSettings } from "@/testing/billing-fixtures";
import { aWebsite } from "@/testing/fixtures";
import { ok, refusal, showScreen } from "@/testing/screen";

const active = {
  id: "scn_1",
  is_linked: true,
  mode: "test",
  stripe_account_id: "acct_pretend",
  account_name: "Pretend",
  state: "active",
  reason: null,
  permissions: [],
};
const degraded = { ...active, state: "degraded", reason: "bad-signatures" };

async function showConnection(
  shown: typeof degraded,
  renew: (request: Request) => Response | Promise<Response>,
) {
  let connection: typeof active | typeof degraded = shown;
  const renewed = vi.fn(async (request: Request) => {
    const response = await renew(request);
    if (response.ok) connection = active;
    return response;
  });
  showScreen("/s/web_1/billing?mode=test", {
    "GET /v1/websites": ok({ items: [aWebsite()] }),
    "GET /v1/websites/{id}": ok(aWebsite()),
    "GET /v1/stripe-connections": () => Response.json({ items: [connection] }),
    "GET /v1/billing/settings": ok(billingSettings),
    "POST /v1/stripe-connections/{id}/signing-secret": renewed,
  });
  const card = within(await screen.findByRole("region", { name: "Pretend" }));
  return { card, renewed };
}

test("the owner repairs a connection with bad signatures", async () => {
  const { card, renewed } = await showConnection(degraded, ok(active));
  expect(card.getByText("Events arrive with wrong signatures.")).toBeDefined();
  fireEvent.click(card.getByRole("button", { name: "Repair" }));
  expect(await screen.findByText("Endpoint repaired")).toBeDefined();
  expect(renewed).toHaveBeenCalledTimes(1);
  const request = renewed.mock.calls[0]?.[0];
  expect(request?.url).toContain("/v1/stripe-connections/scn_1/signing-secret");
  expect(await request?.text()).toBe("");
  await waitFor(() => expect(card.queryByRole("button", { name: "Repair" })).toBeNull());
});

test("a refused repair says why, and can be repeated", async () => {
  const title = "Stripe does not answer";
  const { card } = await showConnection(degraded, refusal(502, { title }));
  fireEvent.click(card.getByRole("button", { name: "Repair" }));
  expect(await card.findByText(title)).toBeDefined();
  expect(card.getByRole("button", { name: "Repair" })).toBeDefined();
});

test("another trouble needs no new endpoint", async () => {
  const { card } = await showConnection({ ...degraded, reason: "silent" }, ok(active));
  expect(card.getByRole("button", { name: "Check now" })).toBeDefined();
  expect(card.queryByRole("button", { name: "Repair" })).toBeNull();
});
