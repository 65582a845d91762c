/** An owner makes a link with which a customer buys a pack or a plan. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aCustomer, aCustomerBalance, aTransaction, aWebsite } from "@/testing/fixtures";
import { aPlan, aPlanVersion } from "@/testing/plan-fixtures";
import { ok, refusal, showScreen } from "@/testing/screen";
import { noTopUp } from "@/testing/top-up-fixtures";

const page = "https://shop.example.com";
const nothing = ok({ items: [], next_cursor: null });
const pack = {
  id: "pck_1",
  code: "pro",
  name: "Starter",
  status: "active",
  version: { prices: [{ currency: "eur", amount_minor: 500 }] },
};
const yearly = aPlan({
  id: "pln_2",
  code: "yearly",
  name: "Pro, yearly",
  version: aPlanVersion({ interval: "year" }),
});
const plans = [
  aPlan(),
  yearly,
  aPlan({ id: "pln_3", code: "old", status: "archived" }),
  aPlan({ id: "pln_4", code: "new", version: null }),
];

async function openDialog(create: (request: Request) => Response | Promise<Response>) {
  showScreen("/s/web_1/customers/cus_1", {
    "GET /v1/websites": ok({ items: [aWebsite()] }),
    "GET /v1/websites/{id}": ok(aWebsite({ url: page })),
    "GET /v1/customers/{id}": ok(aCustomer()),
    "GET /v1/customers/{id}/balance": ok(aCustomerBalance()),
    "GET /v1/customers/{id}/top-up": ok(noTopUp()),
    "GET /v1/features": nothing,
    "GET /v1/transactions": ok({ items: [aTransaction()], next_cursor: null }),
    "GET /v1/stripe-connections": ok({
      items: [{ is_linked: true, mode: "live", stripe_account_id: "acct_1" }],
    }),
    "GET /v1/payments": nothing,
    "GET /v1/subscriptions": nothing,
    "GET /v1/packs": ok({ items: [pack], next_cursor: null }),
    "GET /v1/plans": ok({ items: plans, next_cursor: null }),
    "POST /v1/checkout-sessions": create,
  });
  const card = within(await screen.findByRole("region", { name: "Billing" }));
  fireEvent.click(await card.findByRole("button", { name: "Send a link…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send a link" }));
  return { dialog, field: await dialog.findByLabelText("Link to") };
}

test("a link sells a plan that is on sale, also if a pack has its code", async () => {
  const url = "https://checkout.stripe.com/c/pay/cs_1";
  const create = vi.fn((_: Request) => Response.json({ url }));
  const { dialog, field } = await openDialog(create);
  const options = within(field).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "Starter · €5.00",
    "Pro · €9.00 per month",
    "Pro, yearly · €9.00 per year",
    "Stripe's customer portal",
  ]);
  const groups = within(field).getAllByRole("group");
  expect(groups.map((group) => group.getAttribute("label"))).toEqual(["Packs", "Plans"]);
  for (const [value, item] of [
    ["pack pro", { pack: "pro" }],
    ["plan pro", { plan: "pro" }],
  ] as const) {
    fireEvent.change(field, { target: { value } });
    // The link of the former choice disappears first.
    fireEvent.click(await dialog.findByRole("button", { name: "Create link" }));
    expect(await dialog.findByText(url)).toBeDefined();
    expect(await create.mock.lastCall?.[0].json()).toEqual({
      customer: { id: "cus_1" },
      ...item,
      success_url: page,
      cancel_url: page,
    });
  }
});

test("a customer who has the plan already gets no second link", async () => {
  const create = vi.fn(refusal(409, { code: "subscription-exists", detail: "It has one." }));
  const { dialog, field } = await openDialog(create);
  fireEvent.change(field, { target: { value: "plan yearly" } });
  fireEvent.click(dialog.getByRole("button", { name: "Create link" }));
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1));
  expect(await dialog.findByRole("alert")).toBeDefined();
  expect(dialog.queryByText("Works for an hour. Send it to this customer only.")).toBeNull();
});
