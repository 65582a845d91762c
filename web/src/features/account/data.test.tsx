/** One's data as a file, and the end of the account only by typing one's own address. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { saveFile } from "@/lib/save-file";
import { aProfile } from "@/testing/account-fixtures";
import { ok, showScreen, signedInWith } from "@/testing/screen";

vi.mock("@/lib/save-file", () => ({ saveFile: vi.fn() }));

test("everything is saved as one file", async () => {
  showScreen("/account/data", {
    "GET /account/v1/profile": ok(aProfile()),
    "GET /account/v1/export": ok({ user: { id: "usr_1" } }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Download my data" }));
  await vi.waitFor(() =>
    expect(saveFile).toHaveBeenCalledWith(
      "tollgate-my-data.json",
      "application/json",
      expect.stringContaining('"usr_1"'),
    ),
  );
});

test("the account is deleted only when the address is typed, and the session ends with it", async () => {
  let sent: unknown;
  const endWithAccount = vi.fn(async () => undefined);
  showScreen(
    "/account/data",
    {
      "GET /account/v1/profile": ok(aProfile()),
      "POST /account/v1/deletion": async (request) => {
        sent = await request.json();
        return Response.json({ at: "2026-12-06T10:00:00Z" }, { status: 202 });
      },
    },
    signedInWith({ endWithAccount }),
  );
  const open = await screen.findByRole("button", { name: "Delete account…" });
  await expect.poll(() => open.hasAttribute("disabled")).toBe(false);
  fireEvent.click(open);
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account" }));
  const field = dialog.getByLabelText("Type ada@example.com to confirm");
  const act = dialog.getByRole("button", { name: "Delete account" });
  fireEvent.change(field, { target: { value: "ada" } });
  expect(act.hasAttribute("disabled")).toBe(true);
  fireEvent.change(field, { target: { value: "Ada@example.com " } });
  fireEvent.click(act);
  await vi.waitFor(() =>
    expect(endWithAccount).toHaveBeenCalledExactlyOnceWith("2026-12-06T10:00:00Z"),
  );
  expect(sent).toEqual({ confirm: "ada@example.com" });
});
