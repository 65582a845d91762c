/** API keys are listed, created, changed, rotated and revoked. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { anApiKey, aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ofMode, ok, showScreen } from "@/testing/screen";

const keys: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/api-keys": ofMode([
    anApiKey(),
    anApiKey({ id: "key_2", name: "Nightly", status: "revoked" }),
    anApiKey({ id: "key_3", name: "Play", mode: "test" }),
  ]),
};

test("keys of the two modes are never in one list", async () => {
  const live = showScreen("/s/web_1/keys", keys);
  const table = within(await screen.findByRole("table", { name: "API keys" }));
  expect(table.getAllByRole("link")).toHaveLength(2);
  expect(table.getByText("Revoked")).toBeDefined();
  live.unmount();
  showScreen("/s/web_1/keys?mode=test", keys);
  const test = within(await screen.findByRole("table", { name: "API keys" }));
  expect(test.getAllByRole("link").map((link) => link.textContent)).toEqual(["Playtg_live_Q7…"]);
});

test("an empty list has one button to create a key", async () => {
  showScreen("/s/web_1/keys", { ...keys, "GET /v1/api-keys": ofMode([]) });
  await screen.findByText("No keys yet");
  expect(screen.getAllByRole("button", { name: "Create a key" })).toHaveLength(1);
});

test("a heading sorts the list, and the address says so", async () => {
  showScreen("/s/web_1/keys?sort=-name", keys);
  const table = within(await screen.findByRole("table", { name: "API keys" }));
  const names = () => table.getAllByRole("link").map((link) => link.textContent?.slice(0, 4));
  expect(names()).toEqual(["Prod", "Nigh"]);
  fireEvent.click(table.getByRole("button", { name: "Key" }));
  const heading = await table.findByRole("columnheader", { name: "Key" });
  await expect.poll(() => heading.getAttribute("aria-sort")).toBe("ascending");
  expect(names()).toEqual(["Nigh", "Prod"]);
});

test("a new key says what it may, and its secret is shown once", async () => {
  let sent: unknown;
  showScreen("/s/web_1/keys?mode=test", {
    ...keys,
    "POST /v1/api-keys": async (request) => {
      sent = await request.json();
      return Response.json({ api_key: anApiKey(), key: "tg_test_whole" }, { status: 201 });
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Create a key" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create a key" }));
  fireEvent.click(dialog.getByRole("button", { name: "Create key" }));
  expect(dialog.getByText("Give the key a name.")).toBeDefined();
  expect(sent).toBeUndefined();
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "Worker" } });
  fireEvent.click(dialog.getByLabelText("Read customers, balances and ledgers"));
  fireEvent.change(dialog.getByLabelText("Limit per day (UTC)"), { target: { value: "5,000" } });
  fireEvent.click(dialog.getByRole("button", { name: "Create key" }));
  const secret = within(await screen.findByRole("dialog", { name: "Save this key now" }));
  expect(secret.getByText("tg_test_whole")).toBeDefined();
  expect(sent).toEqual({
    name: "Worker",
    mode: "test",
    scopes: ["credits.spend", "billing.read", "billing.sell"],
    caps: { per_day: 5000 },
  });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  expect(screen.getByText("tg_test_whole")).toBeDefined();
  fireEvent.click(secret.getByRole("button", { name: "I have saved it" }));
  expect(screen.queryByText("tg_test_whole")).toBeNull();
});

test("limits are shown and sent with the decimal places of the website's credits", async () => {
  let sent: unknown;
  const caps = { per_day: 500_000, per_operation: null, spent_today: 1205 };
  showScreen("/s/web_1/keys?key=key_1", {
    ...keys,
    "GET /v1/websites/{id}": ok(aWebsite({ scale: 2 })),
    "GET /v1/api-keys": ofMode([anApiKey({ caps })]),
    "PUT /v1/api-keys/{id}/caps": async (request) => {
      sent = await request.json();
      return Response.json(anApiKey());
    },
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Production" }));
  expect(dialog.getByText("12.05")).toBeDefined();
  expect(dialog.getByLabelText("Limit per day (UTC)")).toHaveProperty("value", "5,000.00");
  const perOperation = dialog.getByLabelText("Limit per operation");
  fireEvent.change(perOperation, { target: { value: "0.125" } });
  expect(dialog.getByText(/at most 2 decimal places, or leave empty\.$/)).toBeDefined();
  fireEvent.change(perOperation, { target: { value: "0.5" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save limits" }));
  expect(await screen.findByText("The limits are saved.")).toBeDefined();
  expect(sent).toEqual({ per_operation: 50, per_day: 500_000 });
});

test("limits of a website missing in the cached list wait for its decimal places", async () => {
  let tell: (response: Response) => void = () => undefined;
  const messages = new Promise<Response>((resolve) => {
    tell = resolve;
  });
  const caps = { per_day: 500_000, per_operation: null, spent_today: null };
  // With the dialog's code loaded, a dialog that does not wait would appear with the table.
  await import("./key-dialog");
  showScreen("/s/web_1/keys?key=key_1", {
    "GET /v1/websites": ok({ items: [] }),
    "GET /v1/websites/{id}": () => messages,
    "GET /v1/api-keys": ofMode([anApiKey({ caps })]),
  });
  await screen.findByText("tg_live_Q7…");
  expect(screen.queryByRole("dialog")).toBeNull();
  tell(Response.json(aWebsite({ scale: 2 })));
  const perDay = await screen.findByLabelText("Limit per day (UTC)");
  expect(perDay).toHaveProperty("value", "5,000.00");
});

test("a created or rotated key is shown even if the dialog was closed before the response", async () => {
  let respond: (response: Response) => void = () => undefined;
  const later = () =>
    new Promise<Response>((resolve) => {
      respond = resolve;
    });
  showScreen("/s/web_1/keys", {
    ...keys,
    "POST /v1/api-keys": later,
    "POST /v1/api-keys/{id}/rotate": later,
  });
  const close = async () => {
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  fireEvent.click(await screen.findByRole("link", { name: /^Production/ }));
  fireEvent.click(await screen.findByRole("button", { name: "Rotate key" }));
  await close();
  respond(Response.json({ api_key: anApiKey(), key: "tg_live_next" }));
  expect(await screen.findByText("tg_live_next")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "I have saved it" }));

  fireEvent.click(screen.getByRole("button", { name: "Create a key" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create a key" }));
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "Nightly" } });
  fireEvent.click(dialog.getByRole("button", { name: "Create key" }));
  await close();
  respond(Response.json({ api_key: anApiKey(), key: "tg_live_new" }));
  expect(await screen.findByText("tg_live_new")).toBeDefined();
});

test("revoking names the key and says what ends", async () => {
  let isRevoked = false;
  showScreen("/s/web_1/keys?key=key_1", {
    ...keys,
    "POST /v1/api-keys/{id}/revoke": () => {
      isRevoked = true;
      return Response.json(anApiKey({ status: "revoked" }));
    },
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Production" }));
  // A revoked key drops the typed name, so the dialog closes without a question.
  fireEvent.input(dialog.getByLabelText("Name"), { target: { value: "Reports" } });
  fireEvent.click(dialog.getByRole("button", { name: "Revoke key…" }));
  const confirmation = within(
    await screen.findByRole("alertdialog", { name: "Revoke Production?" }),
  );
  expect(isRevoked).toBe(false);
  fireEvent.click(confirmation.getByRole("button", { name: "Revoke key" }));
  expect(await screen.findByText("Production is revoked.")).toBeDefined();
  expect(isRevoked).toBe(true);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("a key gets another name and other scopes while it is in use", async () => {
  let sent: unknown;
  showScreen("/s/web_1/keys?key=key_1", {
    ...keys,
    "PATCH /v1/api-keys/{id}": async (request) => {
      sent = await request.json();
      return Response.json(anApiKey());
    },
  });
  const form = within(await screen.findByRole("form", { name: "Name and permissions" }));
  const name = form.getByLabelText("Name");
  fireEvent.change(name, { target: { value: " " } });
  fireEvent.click(form.getByRole("button", { name: "Save name and permissions" }));
  expect(form.getByText("Give the key a name.")).toBeDefined();
  expect(sent).toBeUndefined();
  fireEvent.change(name, { target: { value: "Reports" } });
  fireEvent.click(form.getByLabelText("Spend, hold and refund credits"));
  fireEvent.click(form.getByRole("button", { name: "Save name and permissions" }));
  expect(await screen.findByText("The key is saved.")).toBeDefined();
  expect(sent).toEqual({ name: "Reports", scopes: ["customers.read"] });
});

test("cancelling a revocation keeps the typed text", async () => {
  showScreen("/s/web_1/keys?key=key_1", keys);
  const dialog = within(await screen.findByRole("dialog", { name: "Production" }));
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "Reports" } });
  fireEvent.change(dialog.getByLabelText("Limit per operation"), { target: { value: "7" } });
  fireEvent.click(dialog.getByRole("button", { name: "Revoke key…" }));
  const confirmation = within(
    await screen.findByRole("alertdialog", { name: "Revoke Production?" }),
  );
  fireEvent.click(confirmation.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  const again = within(screen.getByRole("dialog", { name: "Production" }));
  expect(again.getByLabelText("Name")).toHaveProperty("value", "Reports");
  expect(again.getByLabelText("Limit per operation")).toHaveProperty("value", "7");
});

test("after a rotation the typed text is still there", async () => {
  showScreen("/s/web_1/keys?key=key_1", {
    ...keys,
    "POST /v1/api-keys/{id}/rotate": ok({ api_key: anApiKey(), key: "tg_live_next" }),
  });
  const sheet = async () => within(await screen.findByRole("dialog", { name: "Production" }));
  const dialog = await sheet();
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "Reports" } });
  fireEvent.change(dialog.getByLabelText("Limit per day (UTC)"), { target: { value: "70" } });
  for (const overlap of ["1 day", "None"]) {
    fireEvent.click((await sheet()).getByLabelText(overlap));
    fireEvent.click((await sheet()).getByRole("button", { name: /^Rotate key/ }));
    if (overlap === "None") {
      const confirmation = within(await screen.findByRole("alertdialog"));
      fireEvent.click(confirmation.getByRole("button", { name: "Rotate key" }));
    }
    const secret = within(await screen.findByRole("dialog", { name: "Save this key now" }));
    expect(secret.getByText("tg_live_next")).toBeDefined();
    expect(screen.queryByRole("alertdialog")).toBeNull();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    fireEvent.click(secret.getByRole("button", { name: "I have saved it" }));
    expect((await sheet()).getByLabelText("Name")).toHaveProperty("value", "Reports");
    expect((await sheet()).getByLabelText("Limit per day (UTC)")).toHaveProperty("value", "70");
    expect(screen.queryByText("tg_live_next")).toBeNull();
  }
});

test("a hidden limit does not block the form", async () => {
  let sent: unknown;
  showScreen("/s/web_1/keys?mode=test", {
    ...keys,
    "POST /v1/api-keys": async (request) => {
      sent = await request.json();
      return Response.json({ api_key: anApiKey(), key: "tg_test_whole" }, { status: 201 });
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Create a key" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create a key" }));
  const name = dialog.getByLabelText("Name");
  expect(name).toHaveProperty("maxLength", 80);
  fireEvent.change(name, { target: { value: "Worker" } });
  fireEvent.change(dialog.getByLabelText("Limit per operation"), { target: { value: "abc" } });
  fireEvent.click(dialog.getByLabelText("Spend, hold and refund credits"));
  fireEvent.click(dialog.getByRole("button", { name: "Create key" }));
  expect(await screen.findByText("tg_test_whole")).toBeDefined();
  const scopes = ["customers.read", "billing.read", "billing.sell"];
  expect(sent).toEqual({ name: "Worker", mode: "test", scopes });
});
