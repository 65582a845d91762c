/** An owner sees the automatic top-up of a customer, and turns it off. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aCustomer, aCustomerBalance, aTransaction, aWebsite } from "@/testing/fixtures";
import { ok, showScreen } from "@/testing/screen";
import { aTopUp } from "@/testing/top-up-fixtures";

const nothing = ok({ items: [], next_cursor: null });

test("the card of billing shows the rule, which the owner turns off", async () => {
  const turnOff = vi.fn(async (_: Request) => Response.json(aTopUp({ state: "off" })));
  showScreen("/s/web_1/customers/cus_1", {
    "GET /v1/websites": ok({ items: [aWebsite()] }),
    "GET /v1/customers/{id}": ok(aCustomer()),
    "GET /v1/customers/{id}/balance": ok(aCustomerBalance()),
    "GET /v1/features": nothing,
    "GET /v1/transactions": ok({ items: [aTransaction()], next_cursor: null }),
    "GET /v1/stripe-connections": ok({ items: [] }),
    "GET /v1/payments": nothing,
    "GET /v1/subscriptions": nothing,
    "GET /v1/customers/{id}/top-up": ok(aTopUp()),
    "DELETE /v1/customers/{id}/top-up": turnOff,
  });
  const card = within(await screen.findByRole("region", { name: "Billing" }));
  expect(await card.findByText(/^When fewer than 500 credits are left/)).toBeDefined();
  expect(card.getByText("€40.00 of €100.00 this month")).toBeDefined();
  fireEvent.click(card.getByRole("button", { name: "Turn off top-up…" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Turn off" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(turnOff.mock.calls[0]?.[0].headers.get("tollgate-website")).toBe("web_1");
  expect(card.queryByText("Automatic top-up")).toBeNull();
});
