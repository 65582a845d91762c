/** The page of one website's offers works signed out and signed in, in a frame of its own. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Session } from "@/auth/session";
import { aBalance } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";
import { aCatalog, aCheckout } from "@/testing/subscription-fixtures";

const signedIn: FakeResponses = {
  "GET /v1/me/credits": ok({ balances: [aBalance({ mode: "test", available: 3 })] }),
  "GET /v1/me/subscriptions": ok({ items: [], next_cursor: null }),
  "GET /v1/me/catalog": ok(aCatalog({ mode: "test" })),
};

test("a visitor signs in first, and comes back to the same offers", async () => {
  // The router writes a text of digits with quotation marks.
  const signIn = vi.fn(async () => undefined);
  const session: Session = {
    status: "signed-out",
    endedElsewhere: false,
    goneForGood: null,
    failure: { title: "No answer in time", detail: "Try again.", code: null },
    signIn,
  };
  showScreen("/buy/web_1?test=1", {}, session);
  expect(await screen.findByText("No answer in time")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() =>
    expect(signIn).toHaveBeenCalledWith(
      expect.stringMatching(/^\/buy\/web_1\?test=(?:1|%221%22)$/),
    ),
  );
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

test("an unknown website says so and leads on", async () => {
  const missing = refusal(404, { title: "Not found.", detail: "Check the id." });
  showScreen("/buy/web_9", { ...signedIn, "GET /v1/me/catalog": missing });
  expect(await screen.findByRole("heading", { name: "Website not found" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to billing" })).toBeDefined();
});
