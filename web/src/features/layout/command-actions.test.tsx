/** The command bar opens any id and runs actions. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anApiKey, anExplanation, aWebsite } from "@/testing/fixtures";
import {
  type FakeResponses,
  ofMode,
  ok,
  refusal,
  showScreen,
  signedInWith,
  silence,
} from "@/testing/screen";
import { anEndpoint } from "@/testing/webhook-fixtures";

const gone = refusal(404, { title: "Not found." });
const none = ok({ items: [], next_cursor: null });
const atlas = aWebsite({ id: "web_2", name: "Atlas", url: "https://atlas.example" });

const responses: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite(), atlas] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/api-keys": ofMode([anApiKey()]),
  "GET /v1/customers": silence,
  "GET /v1/features": none,
  "GET /v1/transactions": none,
  "GET /v1/webhook-endpoints": ofMode([anEndpoint()]),
  "GET /v1/me": ok({ is_operator: false }),
};

async function type(value: string) {
  await screen.findAllByRole("heading", { level: 1 });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("combobox", { name: "Search or jump to" });
  fireEvent.change(field, { target: { value } });
}

test("a transaction of another website opens by its id alone", async () => {
  const requests: (string | null)[] = [];
  const { router } = showScreen("/s/web_1/keys", {
    ...responses,
    "GET /v1/transactions/{id}": (request) => {
      const websiteId = request.headers.get("tollgate-website");
      const mode = request.headers.get("tollgate-mode");
      requests.push(`${websiteId} ${mode}`);
      const isThere = websiteId === "web_2" && mode === "test";
      return isThere ? Response.json(anExplanation()) : (gone(request) as Response);
    },
  });
  await type("txn_0192f0c4a1b2");
  fireEvent.click(await screen.findByRole("option", { name: /Transaction · Atlas · Test/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/s/web_2/transactions"));
  expect(router.state.location.search).toEqual({
    mode: "test",
    transaction: "txn_0192f0c4a1b2",
  });
  // The current website came first.
  expect(requests.slice(0, 4)).toEqual(["web_1 null", "web_1 test", "web_2 null", "web_2 test"]);
});

test.each([
  ["key_0192f0c4a1b2", "GET /v1/api-keys/{id}", anApiKey(), "API key", "/s/web_1/keys"],
  [
    "hold_0192f0c4a1b2",
    "GET /v1/holds/{id}",
    { id: "hold_0192f0c4a1b2", customer_id: "cus_1" },
    "Hold",
    "/s/web_1/customers/cus_1",
  ],
  [
    "whe_0192f0c4a1b2",
    "GET /v1/webhook-endpoints/{id}",
    anEndpoint(),
    "Webhook endpoint",
    "/s/web_1/webhooks/whe_0192f0c4a1b2",
  ],
  [
    "evt_0192f0c4a1b2",
    "GET /v1/webhook-endpoints/{id}/deliveries/{event_id}",
    { delivery: {}, event: {} },
    "Event",
    "/s/web_1/webhooks/whe_1",
  ],
] as const)("%s leads to its page", async (id, call, response, kind, page) => {
  showScreen("/s/web_1/keys", { ...responses, [call]: ok(response) });
  await type(id);
  const option = await screen.findByRole("option", { name: new RegExp(`${kind} · Paperplane$`) });
  expect(option.textContent).toContain(id);
  expect(page).toMatch(/^\/s\/web_1\//);
});

test("an action opens the form for it, and closing the form forgets the address", async () => {
  const { router } = showScreen("/s/web_1/customers", responses);
  await type("create");
  fireEvent.click(await screen.findByRole("option", { name: "Create an API key" }));
  await screen.findByRole("dialog", { name: "Create a key" });
  expect(router.state.location.search).toEqual({ open: "new" });
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(screen.queryByRole("dialog", { name: "Create a key" })).toBeNull();
});

test("signing out is an action, and only operators find the operator's area", async () => {
  const signOut = vi.fn(async () => undefined);
  const shown = showScreen("/s/web_1/keys", responses, signedInWith({ signOut }));
  await type("operator");
  expect(await screen.findByText("Nothing found.")).toBeDefined();
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "sign out" } });
  fireEvent.click(await screen.findByRole("option", { name: "Sign out" }));
  expect(signOut).toHaveBeenCalledTimes(1);
  shown.unmount();
  showScreen("/s/web_1/keys", { ...responses, "GET /v1/me": ok({ is_operator: true }) });
  await type("operator");
  expect(await screen.findByRole("option", { name: "Operator" })).toBeDefined();
});
