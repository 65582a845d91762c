/** The user confirms their identity in a window, in this tab if windows are blocked, or cancels. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Confirmation } from "@/auth/session";
import { ok, showScreen, signedInWith } from "@/testing/screen";

const emptyHome = {
  "GET /v1/me/credits": ok({ balances: [] }),
  "GET /v1/me/transactions": ok({ items: [], next_cursor: null }),
};

function aConfirmation(changes: Partial<Confirmation> = {}): Confirmation {
  return {
    isRefused: false,
    address: async () => "http://localhost:8080/oauth/authorize?max_age=300",
    inThisTab: vi.fn(async () => undefined),
    cancel: vi.fn(),
    ...changes,
  };
}

function requests(changes: Partial<Confirmation> = {}) {
  const confirmation = aConfirmation(changes);
  showScreen("/?x=1", emptyHome, signedInWith({ confirmation }));
  return confirmation;
}

async function dialog() {
  return within(await screen.findByRole("dialog", { name: "Confirm it is you" }));
}

test("a press opens the sign-in in a small window and waits", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(window);
  requests();
  const shown = await dialog();
  const confirm = shown.getByRole("button", { name: "Confirm" });
  await expect.poll(() => confirm.getAttribute("aria-disabled")).toBeNull();
  fireEvent.click(confirm);
  expect(open).toHaveBeenCalledExactlyOnceWith(
    "http://localhost:8080/oauth/authorize?max_age=300",
    "tollgate-confirm",
    expect.stringContaining("popup"),
  );
  expect(await shown.findByText(/This page then continues/)).toBeDefined();
  expect(shown.getByRole("button", { name: "Open the window again" })).toBeDefined();
});

test("if the window is blocked, this tab signs in and returns to this page", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  const { inThisTab } = requests();
  const shown = await dialog();
  const confirm = shown.getByRole("button", { name: "Confirm" });
  await expect.poll(() => confirm.getAttribute("aria-disabled")).toBeNull();
  fireEvent.click(confirm);
  expect(await shown.findByText(/blocked the window/)).toBeDefined();
  expect(inThisTab).not.toHaveBeenCalled();
  fireEvent.click(shown.getByRole("button", { name: "Confirm in this tab" }));
  await vi.waitFor(() => expect(inThisTab).toHaveBeenCalledWith("/?x=1", undefined));
});

test("a window that returned without a confirmation is reported, and can be cancelled", async () => {
  const { cancel } = requests({ isRefused: true });
  const shown = await dialog();
  expect(shown.getByRole("alert").textContent).toContain("Not confirmed");
  fireEvent.click(shown.getByRole("button", { name: "Cancel" }));
  expect(cancel).toHaveBeenCalledTimes(1);
});

test("an unreachable sign-in service is reported, and the same button tries again", async () => {
  const address = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  requests({ address });
  const shown = await dialog();
  expect(await shown.findByText("No connection")).toBeDefined();
  fireEvent.click(shown.getByRole("button", { name: "Confirm" }));
  await vi.waitFor(() => expect(address).toHaveBeenCalledTimes(2));
});

test("after the confirmation the focus is restored", async () => {
  const { become } = showScreen("/", emptyHome);
  const [link] = await screen.findAllByRole("link", { name: "Websites" });
  link?.focus();
  become(signedInWith({ confirmation: aConfirmation() }));
  const shown = await dialog();
  expect(document.activeElement).toBe(shown.getByRole("button", { name: "Cancel" }));
  become(signedInWith({}));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(link);
});
