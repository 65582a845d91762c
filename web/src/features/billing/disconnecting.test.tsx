/** The owner disconnects an account with a live subscription by a second press. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { billingSettings } from "@/testing/billing-fixtures";
import { aWebsite } from "@/testing/fixtures";
import { ok, refusal, showScreen } from "@/testing/screen";

const connection = {
  id: "scn_1",
  is_linked: true,
  mode: "test",
  stripe_account_id: "acct_1",
  account_name: "Pictures",
  state: "active",
  permissions: [],
};

test("an account with a live subscription is disconnected by a second press", async () => {
  const sent: unknown[] = [];
  showScreen("/s/web_1/billing?mode=test", {
    "GET /v1/websites": ok({ items: [aWebsite()] }),
    "GET /v1/websites/{id}": ok(aWebsite()),
    "GET /v1/stripe-connections": ok({ items: [connection] }),
    "GET /v1/billing/settings": ok(billingSettings),
    "POST /v1/stripe-connections/{id}/disconnect": async (request) => {
      sent.push(await request.json());
      if (sent.length > 1) return Response.json({ ...connection, state: "disconnected" });
      return refusal(409, { title: "Exists", detail: "A subscription is live." })(request);
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Disconnect…" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Disconnect Stripe?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Disconnect" }));
  expect(await dialog.findByText("A subscription is live.")).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Disconnect anyway" }));
  expect(await screen.findByText("Stripe is disconnected.")).toBeDefined();
  expect(sent).toEqual([{ force: false }, { force: true }]);
});
