/** Rotation of an API key: the expiry of its old secrets, and the queries that the page repeats. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anApiKey, aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ofMode, ok, showScreen } from "@/testing/screen";

const keys: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/api-keys": ofMode([anApiKey()]),
};

test("a key is rotated with an overlap", async () => {
  let sent: unknown;
  showScreen("/s/web_1/keys?key=key_1", {
    ...keys,
    "POST /v1/api-keys/{id}/rotate": async (request) => {
      sent = await request.json();
      return Response.json({ api_key: anApiKey(), key: "tg_live_next" });
    },
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Production" }));
  fireEvent.click(dialog.getByLabelText("None"));
  expect(dialog.getByText("All secrets in use stop working now.")).toBeDefined();
  fireEvent.click(dialog.getByLabelText("1 hour"));
  expect(dialog.getByText("Older ones stay valid until they expire.")).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Rotate key" }));
  expect(await screen.findByText("tg_live_next")).toBeDefined();
  expect(sent).toEqual({ overlap_seconds: 3600 });
});

test("the list is loaded again although the response to a rotation was lost", async () => {
  const list = vi.fn(ofMode([anApiKey()]));
  showScreen("/s/web_1/keys?key=key_1", {
    ...keys,
    "GET /v1/api-keys": list,
    "POST /v1/api-keys/{id}/rotate": () => Promise.reject(new TypeError("Failed to fetch")),
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Production" }));
  const loaded = list.mock.calls.length;
  fireEvent.click(dialog.getByRole("button", { name: "Rotate key" }));
  expect(await dialog.findByText("No connection")).toBeDefined();
  await waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(loaded));
});

test("a secret that works ends at once only after a question", async () => {
  const rotated = vi.fn(ok({ api_key: anApiKey(), key: "tg_live_next" }));
  showScreen("/s/web_1/keys?key=key_1", { ...keys, "POST /v1/api-keys/{id}/rotate": rotated });
  const dialog = within(await screen.findByRole("dialog", { name: "Production" }));
  fireEvent.click(dialog.getByLabelText("None"));
  fireEvent.click(dialog.getByRole("button", { name: /^Rotate key/ }));
  const confirmation = within(
    await screen.findByRole("alertdialog", { name: "Rotate Production at once?" }),
  );
  expect(rotated).not.toHaveBeenCalled();
  fireEvent.click(confirmation.getByRole("button", { name: "Rotate key" }));
  expect(await screen.findByText("tg_live_next")).toBeDefined();
});
