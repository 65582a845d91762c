/** The profile page in each state, changing the name, and sign-out. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aProfile } from "@/testing/account-fixtures";
import { ok, refusal, showScreen, signedInWith, silence } from "@/testing/screen";

test("the profile shows who I am", async () => {
  showScreen("/account", { "GET /account/v1/profile": ok(aProfile({ is_operator: true })) });
  expect(await screen.findByRole("heading", { name: "Ada Lovelace" })).toBeDefined();
  expect(screen.getByText("Operator")).toBeDefined();
  expect(screen.getByText("ada@example.com")).toBeDefined();
  expect(screen.getByText("Verified")).toBeDefined();
  expect(screen.getByText("4 March 2026")).toBeDefined();
});

test("missing objects are called missing", async () => {
  showScreen("/account", {
    "GET /account/v1/profile": ok({ ...aProfile(), name: null, email_verified: false }),
  });
  expect(await screen.findByText("Not given")).toBeDefined();
  expect(screen.getByText("Not verified")).toBeDefined();
});

test("sign-out is available while the profile loads and after it failed", async () => {
  const { unmount } = showScreen("/account", { "GET /account/v1/profile": silence });
  expect(await screen.findByText("Loading your profile")).toBeDefined();
  expect(screen.getByRole("button", { name: "Sign out" })).toBeDefined();
  unmount();
  showScreen("/account", {
    "GET /account/v1/profile": refusal(403, { title: "No", detail: "Not you." }),
  });
  expect((await screen.findByRole("alert")).textContent).toContain("Not you.");
  expect(screen.getByRole("button", { name: "Sign out" })).toBeDefined();
});

test("a refused name is shown at its field, and an accepted one is saved", async () => {
  const responses = [
    refusal(400, { title: "No", errors: [{ pointer: "/name", detail: "Too long." }] }),
    ok(aProfile({ name: "Ada King" })),
  ];
  const bodies: unknown[] = [];
  const refresh = vi.fn(async () => undefined);
  showScreen(
    "/account",
    {
      "GET /account/v1/profile": ok(aProfile()),
      "PATCH /account/v1/profile": async (request) => {
        bodies.push(await request.clone().json());
        return responses.shift()?.(request) ?? Response.error();
      },
    },
    signedInWith({ refresh }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Change name" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change name" }));
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: " Ada King " } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Too long.")).toBeDefined();
  expect(refresh).not.toHaveBeenCalled();
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { name: "Ada King" })).toBeDefined();
  expect(bodies).toEqual([{ name: "Ada King" }, { name: "Ada King" }]);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test("only changed details are sent, and empty ones are removed", async () => {
  const bodies: unknown[] = [];
  showScreen("/account", {
    "GET /account/v1/profile": ok(aProfile({ given_name: "Ada", locale: "en" })),
    "PATCH /account/v1/profile": async (request) => {
      bodies.push(await request.clone().json());
      return ok(aProfile({ given_name: "Augusta" }))(request);
    },
  });
  const button = await screen.findByRole("button", { name: "Change details" });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
  fireEvent.click(button);
  const dialog = within(await screen.findByRole("dialog", { name: "Change details" }));
  fireEvent.change(dialog.getByLabelText("First name"), { target: { value: " Augusta " } });
  fireEvent.change(dialog.getByLabelText("Language"), { target: { value: "" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bodies).toEqual([{ given_name: "Augusta", locale: "" }]);
});

test("signing out that fails says why", async () => {
  const signOut = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  showScreen("/account", { "GET /account/v1/profile": ok(aProfile()) }, signedInWith({ signOut }));
  fireEvent.click(await screen.findByRole("button", { name: "Sign out" }));
  expect((await screen.findByRole("alert")).textContent).toContain("No connection");
  expect(signOut).toHaveBeenCalledTimes(1);
});
