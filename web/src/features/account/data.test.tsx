/** The user exports their data, and deletes the account only by typing their own address. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { saveFile } from "@/lib/save-file";
import { aProfile } from "@/testing/account-fixtures";
import { aWebsite } from "@/testing/fixtures";
import {
  type FakeResponses,
  ok,
  refusal,
  showScreen,
  signedInWith,
  silence,
} from "@/testing/screen";

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
      "GET /v1/websites": ok({ items: [] }),
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
  await expect.poll(() => act.hasAttribute("disabled")).toBe(false);
  expect(dialog.queryByText(/stops? working/)).toBeNull();
  fireEvent.click(act);
  await vi.waitFor(() =>
    expect(endWithAccount).toHaveBeenCalledExactlyOnceWith("2026-12-06T10:00:00Z"),
  );
  expect(sent).toEqual({ confirm: "ada@example.com" });
});

async function openDialog(websites: FakeResponses["GET /v1/websites"]) {
  showScreen("/account/data", {
    "GET /account/v1/profile": ok(aProfile()),
    ...(websites && { "GET /v1/websites": websites }),
  });
  const open = await screen.findByRole("button", { name: "Delete account…" });
  await expect.poll(() => open.hasAttribute("disabled")).toBe(false);
  fireEvent.click(open);
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account" }));
  const field = dialog.getByLabelText("Type ada@example.com to confirm");
  fireEvent.change(field, { target: { value: "ada@example.com" } });
  return { dialog, act: dialog.getByRole("button", { name: "Delete account" }) };
}

test.each([
  [["Pictures"], "Your website Pictures stops working."],
  [["Pictures", "Books"], "Your 2 websites stop working: Pictures and Books."],
  [["A", "B", "C", "D", "E", "F", "G"], "Your 7 websites stop working: A, B, C, D, E, and 2 more."],
])("an owner of websites is warned that they stop: %j", async (names, text) => {
  const items = names.map((name) => aWebsite({ id: `web_${name}`, name }));
  const { dialog, act } = await openDialog(ok({ items }));
  await dialog.findByText(text);
  expect(
    dialog.getByText(/ask the operator of this installation to hand it over first/),
  ).toBeDefined();
  expect(dialog.getByText(/You can no longer use your credits/)).toBeDefined();
  expect(act.hasAttribute("disabled")).toBe(false);
});

test("nothing is deleted before it is known which websites stop", async () => {
  const { act } = await openDialog(silence);
  expect(act.hasAttribute("disabled")).toBe(true);
});

test("if the websites failed to load, the dialog says that any website stops", async () => {
  const { dialog, act } = await openDialog(refusal(503, { title: "Unavailable" }));
  await dialog.findByText("Any website of yours stops working.");
  await expect.poll(() => act.hasAttribute("disabled")).toBe(false);
});
