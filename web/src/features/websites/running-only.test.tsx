/** A suspended website's pages show a message instead, except those of its payments. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aPayment } from "@/testing/billing-fixtures";
import { aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, showScreen } from "@/testing/screen";

const suspended = (by: "deletion" | "operator"): FakeResponses => ({
  "GET /v1/websites": ok({
    items: [aWebsite({ status: "suspended", suspended_by: by })],
  }),
  "GET /v1/websites/{id}": ok(aWebsite({ status: "suspended", suspended_by: by })),
});

test("pages of a suspended website lead to where it is resumed, and to whom", async () => {
  const own = showScreen("/s/web_1/customers", suspended("deletion"));
  expect(await screen.findByText(/Resume the website in its settings/)).toBeDefined();
  fireEvent.click(screen.getByRole("link", { name: "Go to its settings" }));
  expect(await screen.findByRole("button", { name: "Resume" })).toBeDefined();
  own.unmount();
  showScreen("/s/web_1", suspended("operator"));
  expect(await screen.findByText(/Only the operator can resume it/)).toBeDefined();
  expect(screen.getByText(/Subscriptions still renew/)).toBeDefined();
});

test("payments of a suspended website can be refunded", async () => {
  const connection = { is_linked: true, mode: "live", stripe_account_id: "acct_1" };
  showScreen("/s/web_1/payments/pmt_1", {
    ...suspended("operator"),
    "GET /v1/payments/{id}": ok(aPayment()),
    "GET /v1/stripe-connections": ok({ items: [connection] }),
  });
  expect(await screen.findByRole("button", { name: "Refund…" })).toBeDefined();
});
