/** A page with unsaved text is covered after its session ended, and loses nothing. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ok, showScreen, signedInWith } from "@/testing/screen";

const responses = { "GET /v1/websites": ok({ items: [] }) };

test("unsaved text stays under the cover until the user is back", async () => {
  const giveUp = vi.fn();
  const { become } = showScreen("/sites/new", responses);
  fireEvent.input(await screen.findByLabelText("Name"), { target: { value: "Kite" } });
  become(signedInWith({ lapse: { address: async () => "http://localhost:8080/x", giveUp } }));
  const cover = within(await screen.findByRole("dialog", { name: "You were signed out" }));
  expect(cover.getByText(/Sign in again as Ada Lovelace/)).toBeDefined();
  expect(document.activeElement).toBe(cover.getByRole("button", { name: "Sign in again" }));
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  await waitFor(() => {
    fireEvent.click(cover.getByRole("button", { name: "Sign in again" }));
    expect(opened).toHaveBeenCalled();
  });
  expect(await cover.findByText(/in another tab of this browser/)).toBeDefined();
  fireEvent.click(cover.getByRole("button", { name: "Discard changes" }));
  expect(giveUp).toHaveBeenCalledTimes(1);
  become(signedInWith({}));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Kite");
});
