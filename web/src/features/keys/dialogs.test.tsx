/** Dialogs with a form focus the right field, and ask before unsaved text is lost. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { anApiKey, aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ofMode, ok, showScreen } from "@/testing/screen";
import { anEndpoint } from "@/testing/webhook-fixtures";

const responses: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/api-keys": ofMode([anApiKey()]),
  "GET /v1/features": ok({ items: [], next_cursor: null }),
  "GET /v1/webhook-endpoints": ofMode([anEndpoint()]),
};

// Dialogs load on first use, which is slow on a busy machine.
beforeAll(async () => {
  await import("./new-key-dialog");
}, 60_000);

async function openDialog(address: string, button: string): Promise<HTMLElement> {
  showScreen(address, responses);
  const [first] = await screen.findAllByRole("button", { name: button });
  if (first === undefined) throw new Error(`no button ${button}`);
  fireEvent.click(first);
  return screen.findByRole("dialog");
}

test.each([
  ["/s/web_1/keys", "Create a key", "Name"],
  ["/s/web_1/features", "Add a feature", "Name"],
  ["/s/web_1/webhooks", "Add an endpoint", "Address"],
])("%s: the focus of its form starts at the first field", async (address, button, field) => {
  const dialog = within(await openDialog(address, button));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(field)));
});

test("closing a form with typed text asks first", async () => {
  const dialog = await openDialog("/s/web_1/keys", "Create a key");
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  fireEvent.click(screen.getByRole("button", { name: "Create a key" }));
  const again = within(await screen.findByRole("dialog"));
  fireEvent.input(again.getByLabelText("Name"), { target: { value: "Nightly" } });
  fireEvent.click(again.getByRole("button", { name: "Cancel" }));
  const confirmation = within(await screen.findByRole("alertdialog"));
  fireEvent.click(confirmation.getByRole("button", { name: "Keep editing" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(again.getByLabelText<HTMLInputElement>("Name").value).toBe("Nightly");

  fireEvent.click(again.getByRole("button", { name: "Close" }));
  const second = within(await screen.findByRole("alertdialog"));
  fireEvent.click(second.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test.each([
  ["/s/web_1/settings", "Name"],
  ["/sites/new", "Name"],
])("%s with typed text asks before another page", async (address, field) => {
  const { router } = showScreen(address, responses);
  fireEvent.input(await screen.findByLabelText(field), { target: { value: "Kite" } });
  void router.navigate({ to: "/sites" });
  const confirmation = within(
    await screen.findByRole("alertdialog", { name: "Leave without saving?" }),
  );
  expect(router.state.location.pathname).toBe(address);
  fireEvent.click(confirmation.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/sites"));
});

test("the dialog of an API key says that only a hash of it is stored", async () => {
  responses["POST /v1/api-keys"] = ok({ api_key: anApiKey(), key: "tg_live_whole" }, 201);
  const dialog = within(await openDialog("/s/web_1/keys", "Create a key"));
  fireEvent.input(dialog.getByLabelText("Name"), { target: { value: "Nightly" } });
  fireEvent.click(dialog.getByRole("button", { name: "Create key" }));
  expect(await screen.findByText(/stores only a hash/)).toBeDefined();
});

test("the dialog of a signing secret says that it is stored encrypted", async () => {
  responses["POST /v1/webhook-endpoints"] = ok({ endpoint: anEndpoint(), secret: "whsec_1" }, 201);
  const dialog = within(await openDialog("/s/web_1/webhooks", "Add an endpoint"));
  fireEvent.input(dialog.getByLabelText("Address"), { target: { value: "https://a.example/" } });
  fireEvent.click(dialog.getByRole("button", { name: "Add endpoint" }));
  expect(await screen.findByText(/keeps it encrypted/)).toBeDefined();
  expect(screen.queryByText(/hash/)).toBeNull();
});

test.each([
  ["usr_1", "Ada Lovelace"],
  ["usr_2", "usr_2"],
])("a key that %s created says %s", async (created_by, text) => {
  showScreen("/s/web_1/keys?key=key_1", {
    ...responses,
    "GET /v1/api-keys": ofMode([anApiKey({ created_by })]),
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Production" }));
  expect(dialog.getByText(text)).toBeDefined();
});
