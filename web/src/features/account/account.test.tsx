/** The profile in each of its states, and the way out. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aUser } from "@/testing/fixtures";
import { ok, refusal, showScreen, signedIn, silence } from "@/testing/screen";

test("the profile shows who I am", async () => {
  showScreen("/account", { "GET /v1/me": ok(aUser({ is_operator: true })) });
  expect(await screen.findByRole("heading", { name: "Ada Lovelace" })).toBeDefined();
  expect(screen.getByText("Operator")).toBeDefined();
  expect(screen.getByText("ada@example.com")).toBeDefined();
  expect(screen.getByText("Verified")).toBeDefined();
  expect(screen.getByText("4 March 2026")).toBeDefined();
});

test("what is missing is called missing", async () => {
  showScreen("/account", {
    "GET /v1/me": ok(aUser({ name: null, email_verified: false, is_active: false })),
  });
  expect(await screen.findByText("Not given")).toBeDefined();
  expect(screen.getByText("Not verified")).toBeDefined();
  expect(screen.getByText("Deactivated")).toBeDefined();
});

test("loading and failing leave the way out open", async () => {
  const { unmount } = showScreen("/account", { "GET /v1/me": silence });
  expect(await screen.findByText("Loading your profile")).toBeDefined();
  expect(screen.getByRole("button", { name: "Sign out" })).toBeDefined();
  unmount();
  showScreen("/account", { "GET /v1/me": refusal(403, { title: "No", detail: "Not you." }) });
  expect((await screen.findByRole("alert")).textContent).toContain("Not you.");
  expect(screen.getByRole("button", { name: "Sign out" })).toBeDefined();
});

test("signing out that fails says why", async () => {
  const signOut = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  showScreen(
    "/account",
    { "GET /v1/me": ok(aUser()) },
    {
      ...signedIn,
      status: "signed-in",
      holder: { sub: "usr_1", name: null, email: null, emailVerified: false },
      signOut,
    },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Sign out" }));
  expect((await screen.findByRole("alert")).textContent).toContain("No connection");
  expect(signOut).toHaveBeenCalledTimes(1);
});
