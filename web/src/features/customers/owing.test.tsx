/** A grant to a customer with debt shows its result by the website's credit policy, once the policy is loaded. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aCustomer, aCustomerBalance, aTransaction, aWebsite } from "@/testing/fixtures";
import { ok, showScreen, silence } from "@/testing/screen";

const owing = { posted: 0, held: 0, debt: 40, overdraft_limit: 50, available: 10 };
const policy = { mode: "live", restored_days: 30, debt_repaid_by: "purchases" };

async function openGrant(creditPolicy: ReturnType<typeof ok>) {
  showScreen("/s/web_1/customers/cus_1", {
    "GET /v1/websites": ok({ items: [aWebsite()] }),
    "GET /v1/customers/{id}": ok(aCustomer()),
    "GET /v1/customers/{id}/balance": ok(aCustomerBalance(owing)),
    "GET /v1/features": ok({ items: [], next_cursor: null }),
    "GET /v1/transactions": ok({ items: [aTransaction()], next_cursor: null }),
    "GET /v1/policies/credits": creditPolicy,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Grant credits" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Grant credits" }));
  fireEvent.change(dialog.getByLabelText("Credits"), { target: { value: "30" } });
  return dialog;
}

test("if only purchases repay, a gift is spendable and a purchase repays", async () => {
  const dialog = await openGrant(ok(policy));
  expect(await dialog.findByText("+30 =")).toBeDefined();
  expect(dialog.queryByText(/repays debt/)).toBeNull();
  fireEvent.click(dialog.getByLabelText("Purchased"));
  expect(await dialog.findByText("30 of this repays debt.")).toBeDefined();
});

test("if every grant repays, a gift does", async () => {
  const dialog = await openGrant(ok({ ...policy, debt_repaid_by: "all_grants" }));
  expect(await dialog.findByText("30 of this repays debt.")).toBeDefined();
});

test("nothing is foretold of a gift before the policy is known", async () => {
  const dialog = await openGrant(silence);
  expect(dialog.queryByText(/=$/)).toBeNull();
  expect(dialog.queryByText(/repays debt/)).toBeNull();
});
