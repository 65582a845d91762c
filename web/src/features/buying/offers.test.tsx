/** The page of one website's offers works signed out and signed in, in a frame of its own. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Session } from "@/auth/session";
import { aBalance } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";
import { aCheckout, aPublicCatalog } from "@/testing/subscription-fixtures";

const signedIn: FakeResponses = {
  "GET /v1/me/credits": ok({ balances: [aBalance({ mode: "test", available: 3 })] }),
  "GET /v1/me/subscriptions": ok({ items: [], next_cursor: null }),
  "GET /v1/public/catalog/{website}": ok(aPublicCatalog({ mode: "test" })),
};

const aPack = {
  code: "small",
  name: "Starter",
  description: null,
  version: 1,
  credits: 500,
  bonus: 50,
  expires_days: null,
  bonus_expires_days: null,
  feature: null,
  first_only: false,
  prices: [{ currency: "eur", amount_minor: 900 }],
};

function signedOut(signIn: () => Promise<void>): Session {
  return {
    status: "signed-out",
    endedElsewhere: false,
    goneForGood: null,
    failure: { title: "No answer in time", detail: "Try again.", code: null },
    signIn,
  };
}

test("a visitor sees the brand and the offers, signs in to buy, and comes back", async () => {
  // The router writes a text of digits with quotation marks.
  const signIn = vi.fn(async () => undefined);
  const find = vi.fn(async (_: Request) =>
    Response.json(aPublicCatalog({ mode: "test", packs: [aPack] })),
  );
  showScreen("/buy/web_1?test=1", { "GET /v1/public/catalog/{website}": find }, signedOut(signIn));
  expect(await screen.findByText("No answer in time")).toBeDefined();
  expect(screen.getByRole("heading", { name: "Get credits" })).toBeDefined();
  expect(screen.getByText("€9.00")).toBeDefined();
  expect(screen.getByRole("button", { name: "Sign in to buy Starter" })).toBeDefined();
  const frame = screen.getByRole("main").parentElement;
  expect(frame?.style.getPropertyValue("--primary")).toBe("#c2410c");
  expect(screen.getByRole("link", { name: "Privacy" }).getAttribute("href")).toBe(
    "https://paperplane.example/privacy",
  );
  expect(screen.queryByRole("link", { name: "Terms" })).toBeNull();
  expect(screen.queryByRole("link", { name: "All my plans and payments" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Sign in to buy Pro" }));
  await waitFor(() =>
    expect(signIn).toHaveBeenCalledWith(
      expect.stringMatching(/^\/buy\/web_1\?test=(?:1|%221%22)$/),
    ),
  );
  expect(find).toHaveBeenCalledTimes(1);
  expect(find.mock.calls[0]?.[0].url).toMatch(/\/v1\/public\/catalog\/web_1\?mode=test$/);
});

test("a user sees the website's name and offers without the app's navigation", async () => {
  const start = vi.fn(async (_: Request) =>
    Response.json(aCheckout({ state: "open", url: "http://localhost:8080/#stripe" })),
  );
  showScreen("/buy/web_1?test=1", { ...signedIn, "POST /v1/me/checkout-sessions": start });
  expect(await screen.findByRole("heading", { name: "Get credits" })).toBeDefined();
  const home = screen.getByRole("link", { name: "Paperplane" });
  expect(home.getAttribute("href")).toBe("https://paperplane.example");
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(await screen.findByText("3 credits available")).toBeDefined();
  await waitFor(() => expect(document.title).toBe("Get credits · Paperplane · Tollgate"));
  fireEvent.click(await screen.findByRole("button", { name: "Subscribe to Pro" }));
  await waitFor(() => expect(start).toHaveBeenCalledTimes(1));
  expect(await start.mock.calls[0]?.[0].json()).toMatchObject({
    mode: "test",
    cancel_url: "http://localhost:8080/buy/web_1?website=web_1&test=1",
  });
});

test("a website that sells nothing says so, to visitors as well", async () => {
  const missing = refusal(404, { title: "Not found.", detail: "Check the id." });
  const responses = { ...signedIn, "GET /v1/public/catalog/{website}": missing };
  const shown = showScreen("/buy/web_9", responses);
  expect(await screen.findByRole("heading", { name: "Nothing is sold here" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to billing" })).toBeDefined();
  shown.unmount();
  showScreen(
    "/buy/web_9",
    responses,
    signedOut(async () => undefined),
  );
  expect(await screen.findByRole("heading", { name: "Nothing is sold here" })).toBeDefined();
  expect(screen.queryByRole("link", { name: "Back to billing" })).toBeNull();
});
