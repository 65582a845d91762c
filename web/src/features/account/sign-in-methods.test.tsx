/** The page lists sign-in methods, offers new ones, and explains why the last one stays. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { someSignInMethods } from "@/testing/account-fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";

const gone = () => new Response(null, { status: 204 });

function show(methods = someSignInMethods(), more: FakeResponses = {}) {
  showScreen("/account/sign-in", { "GET /account/v1/sign-in-methods": ok(methods), ...more });
}

test("adding and changing leads to the identity provider's page and back", async () => {
  show();
  const leads = async (name: string | RegExp) =>
    (await screen.findByRole("link", { name })).getAttribute("href");
  const back = "callbackUrl=http%3A%2F%2Flocalhost%3A8080%2Faccount%2Fsign-in";
  const idp = "http://localhost:8080/api/auth";
  expect(await leads("Change the email address")).toBe(`${idp}/account/email?${back}`);
  expect(await leads("at the sign-in service")).toBe(`${idp}/account?${back}`);
  expect(await leads("Add a passkey")).toBe(`${idp}/account/passkeys?${back}`);
  expect(await leads("Link Google")).toBe(`${idp}/account?${back}`);
});

test("the last sign-in method explains why it stays, and has no button", async () => {
  const { email: _, ...methods } = someSignInMethods();
  show({ ...methods, passkeys: [], can_remove: { acc_1: "last-sign-in-method" } });
  expect(await screen.findByText(/Your only way to sign in/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Remove GitHub" })).toBeNull();
});

test("a password that is set can be changed, and providers that are not there are not offered", async () => {
  show(someSignInMethods({ has_password: true, passkeys: [], accounts: [], providers: [] }));
  const change = await screen.findByRole("link", { name: "Change the password" });
  expect(change.getAttribute("href")).toContain("/api/auth/password/change?callbackUrl=");
  expect(screen.getByText("No passkey yet")).toBeDefined();
  expect(screen.queryByRole("region", { name: "Linked accounts" })).toBeNull();
});

test("removing names the thing and what ends with it, and a no stays in the question", async () => {
  let isGone = false;
  show(someSignInMethods(), {
    "DELETE /account/v1/accounts/{account_id}": refusal(409, {
      title: "It is the only sign-in method",
      detail: "Add another one first.",
    }),
    "DELETE /account/v1/passkeys/{passkey_id}": () => {
      isGone = true;
      return gone();
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Remove GitHub" }));
  const first = within(await screen.findByRole("alertdialog", { name: "Remove GitHub?" }));
  expect(first.getByText(/all your other sessions end/)).toBeDefined();
  fireEvent.click(first.getByRole("button", { name: "Remove account" }));
  expect(await first.findByText("It is the only sign-in method")).toBeDefined();
  fireEvent.click(first.getByRole("button", { name: "Cancel" }));
  fireEvent.click(screen.getByRole("button", { name: "Remove Phone" }));
  const second = within(await screen.findByRole("alertdialog", { name: "Remove Phone?" }));
  expect(isGone).toBe(false);
  fireEvent.click(second.getByRole("button", { name: "Remove passkey" }));
  expect(await screen.findByText("Phone is removed.")).toBeDefined();
});

test("a passkey takes another name", async () => {
  let sent: unknown;
  show(someSignInMethods(), {
    "PATCH /account/v1/passkeys/{passkey_id}": async (request) => {
      sent = await request.json();
      return gone();
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Rename Phone" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rename Phone" }));
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "Old phone" } });
  fireEvent.click(dialog.getByRole("button", { name: "Rename" }));
  expect(await screen.findByText("Renamed to Old phone.")).toBeDefined();
  expect(sent).toEqual({ name: "Old phone" });
});
