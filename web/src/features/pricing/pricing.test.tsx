/** Features and prices: a new price is shown in words before it is added, and follows the previous version. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Feature, Price } from "@/api/types";
import { aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";

const price: Price = {
  version: 2,
  credits: 2,
  per_units: 1000,
  min_charge: 1,
  effective_at: "2026-11-01T08:00:00Z",
};
const feature: Feature = {
  code: "chat.tokens",
  name: "Chat tokens",
  created_at: "2026-11-01T08:00:00Z",
  price,
};

const prices: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/features": ok({ items: [feature], next_cursor: null }),
  "GET /v1/features/{code}": ok(feature),
  "GET /v1/features/{code}/prices": ok({ items: [price], next_cursor: null }),
};

test("features are listed with what they cost now", async () => {
  showScreen("/s/web_1/features", prices);
  const table = within(await screen.findByRole("table", { name: "Features" }));
  expect(table.getByText("2 credits per 1,000 units, minimum 1")).toBeDefined();
  expect(table.getByRole("link").getAttribute("href")).toBe("/s/web_1/features/chat.tokens");
});

test("a refused code shows the reason; an accepted one leads to its prices", async () => {
  const responses = [
    refusal(400, { title: "Not valid", errors: [{ pointer: "/code", detail: "No blanks." }] }),
    ok(feature),
  ];
  showScreen("/s/web_1/features", {
    ...prices,
    "PUT /v1/features/{code}": (request) => responses.shift()?.(request) ?? Response.error(),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Add a feature" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a feature" }));
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "Chat tokens" } });
  fireEvent.change(dialog.getByLabelText("Code"), { target: { value: "chat tokens" } });
  fireEvent.click(dialog.getByRole("button", { name: "Add feature" }));
  expect(dialog.getByText(/^Use 1 to 64 characters/)).toBeDefined();
  expect(responses).toHaveLength(2);
  fireEvent.change(dialog.getByLabelText("Code"), { target: { value: "chat.tokens" } });
  fireEvent.click(dialog.getByRole("button", { name: "Add feature" }));
  expect(await dialog.findByText("No blanks.")).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Add feature" }));
  expect(await screen.findByRole("table", { name: "Prices" })).toBeDefined();
});

test("the next price says what is and what will be", async () => {
  let sent: [string, unknown] | undefined;
  showScreen("/s/web_1/features/chat.tokens", {
    ...prices,
    "PUT /v1/features/{code}/prices/{version}": async (request) => {
      sent = [new URL(request.url).pathname, await request.json()];
      return Response.json({ ...price, version: 3 });
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Add a price" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a price" }));
  fireEvent.click(dialog.getByRole("button", { name: "Add price" }));
  expect(dialog.getByText("Enter a whole number.")).toBeDefined();
  fireEvent.change(dialog.getByLabelText("Credits"), { target: { value: "5" } });
  expect(dialog.getByText("5 credits per unit")).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Add price" }));
  expect(await screen.findByText("Version 3 of the price is added.")).toBeDefined();
  expect(sent).toEqual([
    "/v1/features/chat.tokens/prices/3",
    { credits: 5, per_units: 1, min_charge: 0 },
  ]);
});

test("a price of credits with parts is shown and sent at their scale", async () => {
  let sent: unknown;
  showScreen("/s/web_1/features/chat.tokens", {
    ...prices,
    // A cached list from before the website was registered.
    "GET /v1/websites": ok({ items: [] }),
    "GET /v1/websites/{id}": ok(aWebsite({ scale: 2 })),
    "PUT /v1/features/{code}/prices/{version}": async (request) => {
      sent = await request.json();
      return Response.json({ ...price, version: 3 });
    },
  });
  const table = within(await screen.findByRole("table", { name: "Prices" }));
  expect(table.getByText("0.02 credits per 1,000 units, minimum 0.01")).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: "Add a price" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a price" }));
  fireEvent.change(dialog.getByLabelText("Credits"), { target: { value: "1" } });
  expect(dialog.getByText("1.00 credit per unit")).toBeDefined();
  fireEvent.change(dialog.getByLabelText("Minimum"), { target: { value: "0.25" } });
  fireEvent.click(dialog.getByRole("button", { name: "Add price" }));
  expect(await screen.findByText("Version 3 of the price is added.")).toBeDefined();
  expect(sent).toEqual({ credits: 100, per_units: 1, min_charge: 25 });
});
