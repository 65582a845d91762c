/** A website's transactions are filtered by the address and paged in both directions. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { anExplanation, aTransaction, aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, showScreen } from "@/testing/screen";

const website: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/features": ok({ items: [], next_cursor: null }),
};

beforeEach(() => sessionStorage.clear());

function lastQuery(list: { mock: { lastCall?: [Request] | undefined } }) {
  return Object.fromEntries(new URL(list.mock.lastCall?.[0].url ?? "").searchParams);
}

test("the address narrows transactions by kind, feature and whole days in UTC", async () => {
  const list = vi.fn((_: Request) => Response.json({ items: [aTransaction()], next_cursor: null }));
  const search = "kind=spend&feature=llm.tokens&from=2026-11-01&to=2026-11-02&size=50";
  const { router } = showScreen(`/s/web_1/transactions?${search}`, {
    ...website,
    "GET /v1/transactions": list,
  });
  await screen.findByRole("table", { name: "Transactions" });
  expect(lastQuery(list)).toEqual({
    limit: "50",
    kind: "spend",
    feature: "llm.tokens",
    from: "2026-11-01T00:00:00Z",
    to: "2026-11-03T00:00:00.000Z",
  });
  fireEvent.change(screen.getByLabelText("Kind"), { target: { value: "grant" } });
  await waitFor(() => expect(lastQuery(list)["kind"]).toBe("grant"));
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(lastQuery(list)).toEqual({ limit: "50" }));
  expect(router.state.location.search).toEqual({ size: "50" });
});

test("an address that the API would refuse asks for everything", async () => {
  const list = vi.fn((_: Request) => Response.json({ items: [], next_cursor: null }));
  showScreen("/s/web_1/transactions?kind=theft&from=yesterday&to=2026-02-31x&size=7", {
    ...website,
    "GET /v1/transactions": list,
  });
  expect(await screen.findByText("No transactions yet")).toBeDefined();
  expect(lastQuery(list)).toEqual({ limit: "25" });
});

test("pages lead forwards and back, also after a reload", async () => {
  const pages: Record<string, string | null> = { "": "two", two: "three", three: null };
  const list = vi.fn((request: Request) => {
    const cursor = new URL(request.url).searchParams.get("cursor") ?? "";
    return Response.json({ items: [aTransaction()], next_cursor: pages[cursor] ?? null });
  });
  const responses = { ...website, "GET /v1/transactions": list };
  const first = showScreen("/s/web_1/transactions", responses);
  fireEvent.click(await screen.findByRole("link", { name: "Next page" }));
  await waitFor(() => expect(lastQuery(list)["cursor"]).toBe("two"));
  fireEvent.click(await screen.findByRole("link", { name: "Next page" }));
  await waitFor(() => expect(lastQuery(list)["cursor"]).toBe("three"));
  first.unmount();
  showScreen("/s/web_1/transactions?cursor=three", responses);
  fireEvent.click(await screen.findByRole("link", { name: "Previous page" }));
  await waitFor(() => expect(lastQuery(list)["cursor"]).toBe("two"));
  fireEvent.click(await screen.findByRole("link", { name: "Previous page" }));
  await waitFor(() => expect(lastQuery(list)["cursor"]).toBeUndefined());
  expect(screen.queryByRole("link", { name: "Previous page" })).toBeNull();
});

test("a customer whom the website gave no name goes by a short id", async () => {
  const id = "cus_01a2182a64ca7279ab4315a609496554";
  const customer = { external_id: null, email: null, name: null };
  showScreen("/s/web_1/transactions", {
    ...website,
    "GET /v1/transactions": ok({
      items: [aTransaction({ customer_id: id, customer })],
      next_cursor: null,
    }),
  });
  const link = await screen.findByRole("link", { name: "cus_…496554" });
  expect(link.getAttribute("href")).toBe(`/s/web_1/customers/${id}`);
});

test("a row opens what happened, and names its customer", async () => {
  showScreen("/s/web_1/transactions", {
    ...website,
    "GET /v1/transactions": ok({ items: [aTransaction()], next_cursor: null }),
    "GET /v1/transactions/{id}": ok(anExplanation()),
  });
  const table = within(await screen.findByRole("table", { name: "Transactions" }));
  const [row, customer] = table.getAllByRole("link");
  expect(customer?.getAttribute("href")).toBe("/s/web_1/customers/cus_1");
  expect(customer?.textContent).toBe("grace@example.com");
  expect(table.getByText("cus_1")).toBeDefined();
  fireEvent.click(row as HTMLElement);
  expect(await screen.findByRole("dialog", { name: "What happened" })).toBeDefined();
});

test.each([
  ["usr_1", "Ada Lovelace", "DD"],
  ["usr_2", "usr_2", "CODE"],
])("%s moved credits by hand and is shown as %s", async (id, text, tag) => {
  const person = {
    kind: "person",
    id,
    key_prefix: null,
    client_id: "web",
    session_id: null,
    jti: null,
  };
  showScreen("/s/web_1/transactions?transaction=txn_1", {
    ...website,
    "GET /v1/transactions": ok({ items: [], next_cursor: null }),
    "GET /v1/transactions/{id}": ok(anExplanation({ actor: person })),
  });
  const dialog = within(await screen.findByRole("dialog", { name: "What happened" }));
  expect((await dialog.findByText(text)).tagName).toBe(tag);
  expect(dialog.queryAllByRole("button", { name: "Copy id of the person" })).toHaveLength(
    tag === "CODE" ? 1 : 0,
  );
});
