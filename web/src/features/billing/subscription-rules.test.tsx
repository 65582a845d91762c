/** The rules of subscriptions are saved with all other settings, and each form keeps those of the other. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { billingSettings } from "@/testing/billing-fixtures";
import { aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, showScreen } from "@/testing/screen";

const connection = {
  id: "scn_1",
  is_linked: true,
  mode: "test",
  stripe_account_id: "acct_pretend",
  account_name: "Pretend",
  state: "active",
  permissions: [],
};

async function showSettings() {
  let saved = billingSettings;
  const save = vi.fn(async (request: Request) => {
    saved = { ...billingSettings, ...(await request.clone().json()) };
    return Response.json(saved);
  });
  const responses: FakeResponses = {
    "GET /v1/websites": ok({ items: [aWebsite()] }),
    "GET /v1/websites/{id}": ok(aWebsite()),
    "GET /v1/stripe-connections": ok({ items: [connection] }),
    "GET /v1/billing/settings": () => Response.json(saved),
    "PUT /v1/billing/settings": save,
  };
  showScreen("/s/web_1/billing?mode=test", responses);
  const rules = within(await screen.findByRole("region", { name: "Rules of subscriptions" }));
  return { save, rules };
}

test("rules outside of their limits are not sent", async () => {
  const { save, rules } = await showSettings();
  const days = rules.getByLabelText("Days of grace after an unpaid renewal");
  fireEvent.change(days, { target: { value: "61" } });
  fireEvent.click(rules.getByRole("button", { name: "Save rules" }));
  expect(await rules.findByText("Enter a whole number from 0 to 60.")).toBeDefined();
  expect(document.activeElement).toBe(days);
  expect(save).not.toHaveBeenCalled();
});

test("both forms keep what the other one has saved", async () => {
  const { save, rules } = await showSettings();
  fireEvent.change(rules.getByLabelText("Days of grace after an unpaid renewal"), {
    target: { value: "0" },
  });
  fireEvent.click(rules.getByRole("radio", { name: "Rest of the period" }));
  fireEvent.click(rules.getByRole("radio", { name: "No second trial" }));
  fireEvent.click(rules.getByRole("button", { name: "Save rules" }));
  expect(await screen.findByText("The rules of subscriptions are saved.")).toBeDefined();
  const rulesSaved = {
    grace_days: 0,
    renewal_grace_hours: 24,
    change_mode: "prorate",
    repeat_trial: "refuse",
    dispute_cancels: true,
  };
  const { connection: _, ...others } = billingSettings;
  expect(await save.mock.calls[0]?.[0].json()).toEqual({ ...others, ...rulesSaved });
  const selling = within(screen.getByRole("region", { name: "How you sell" }));
  fireEvent.click(selling.getByRole("radio", { name: "Invoice" }));
  fireEvent.click(selling.getByRole("button", { name: "Save settings" }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(await save.mock.calls[1]?.[0].json()).toEqual({
    ...others,
    ...rulesSaved,
    documents: "invoice",
  });
});

test("the highest monthly top-up is read as money, and an empty one is no limit", async () => {
  const { save } = await showSettings();
  const selling = within(screen.getByRole("region", { name: "How you sell" }));
  const most = selling.getByLabelText<HTMLInputElement>("Highest monthly top-up, in EUR");
  expect(most.value).toBe("200.00");
  fireEvent.change(most, { target: { value: "a lot" } });
  fireEvent.click(selling.getByRole("button", { name: "Save settings" }));
  expect(await selling.findByText("Enter an amount such as 9.00.")).toBeDefined();
  expect(document.activeElement).toBe(most);
  expect(save).not.toHaveBeenCalled();
  fireEvent.change(most, { target: { value: "150" } });
  fireEvent.click(selling.getByRole("button", { name: "Save settings" }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  expect(await save.mock.calls[0]?.[0].json()).toMatchObject({ topup_month_max: 15_000 });
  expect(await screen.findByText("The billing settings are saved.")).toBeDefined();
  fireEvent.change(most, { target: { value: "" } });
  fireEvent.click(selling.getByRole("button", { name: "Save settings" }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(await save.mock.calls[1]?.[0].json()).not.toHaveProperty("topup_month_max");
});
