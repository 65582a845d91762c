/** The user menu by mouse and by keyboard. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/lib/language";
import { ok, showScreen, signedInWith } from "@/testing/screen";

vi.mock("@/lib/language", async (load) => ({
  ...(await load<typeof import("@/lib/language")>()),
  switchLanguage: vi.fn(),
}));

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset["theme"];
});

const responses = {
  "GET /v1/me/credits": ok({ balances: [] }),
  "GET /v1/me/transactions": ok({ items: [], next_cursor: null }),
};

async function openMenu(session = signedInWith({})) {
  const { router } = showScreen("/", responses, session);
  const button = await screen.findByRole("button", { name: /Your account: Ada Lovelace/ });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button);
  const signOut = await screen.findByRole("button", { name: "Sign out" });
  return { router, button, signOut };
}

test("the menu shows the user, links to the profile, and closes on navigation", async () => {
  const { router, button } = await openMenu();
  expect(screen.getByText("ada@example.com")).toBeDefined();
  const panel = document.getElementById(button.getAttribute("aria-controls") ?? "");
  fireEvent.click(within(panel as HTMLElement).getByRole("link", { name: "Profile" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/account"));
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

test("the theme follows the system until the user chooses one, and can follow it again", async () => {
  await openMenu();
  const themes = within(screen.getByRole("group", { name: "Theme" }));
  const root = document.documentElement;
  expect(themes.getByRole<HTMLInputElement>("radio", { name: "System" }).checked).toBe(true);
  // A chosen theme stays when the system's theme changes, even if both were equal.
  fireEvent.click(themes.getByRole("radio", { name: "Light" }));
  expect([root.dataset["theme"], localStorage.getItem("tollgate.theme")]).toEqual([
    "light",
    "light",
  ]);
  fireEvent.click(themes.getByRole("radio", { name: "Dark" }));
  expect(themes.getByRole<HTMLInputElement>("radio", { name: "Dark" }).checked).toBe(true);
  expect(localStorage.getItem("tollgate.theme")).toBe("dark");
  fireEvent.click(themes.getByRole("radio", { name: "System" }));
  expect([root.dataset["theme"], localStorage.getItem("tollgate.theme")]).toEqual([
    undefined,
    null,
  ]);
});

test("another language is switched to", async () => {
  await openMenu();
  const choices = within(screen.getByRole("group", { name: "Language" }));
  expect(choices.getByRole<HTMLInputElement>("radio", { name: "English" }).checked).toBe(true);
  fireEvent.click(choices.getByRole("radio", { name: "Deutsch" }));
  expect(vi.mocked(switchLanguage)).toHaveBeenCalledExactlyOnceWith("de");
});

test("Escape closes it and gives the focus back", async () => {
  const { button, signOut } = await openMenu();
  signOut.focus();
  fireEvent.keyDown(signOut, { key: "Escape" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(button);
});

test("it signs out, and says why it could not", async () => {
  const signOut = vi.fn(async () => {
    throw new TypeError("Failed to fetch");
  });
  const menu = await openMenu(signedInWith({ signOut }));
  fireEvent.click(menu.signOut);
  expect((await screen.findByRole("alert")).textContent).toContain("No connection");
  expect(signOut).toHaveBeenCalledTimes(1);
});
