/** The command bar opens by key, arrow keys move the selection, and it finds pages. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Customer } from "@/api/types";
import { aCustomer, aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen, silence } from "@/testing/screen";

Element.prototype.scrollIntoView = () => undefined;

const atlas = aWebsite({ id: "web_2", name: "Atlas", url: "https://atlas.example" });

const responses: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite(), atlas] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/websites/{id}/summary": silence,
  "GET /v1/api-keys": ok({ items: [], next_cursor: null }),
  "GET /v1/customers": silence,
  "GET /v1/me": ok({ is_operator: false }),
};

beforeEach(() => localStorage.clear());

async function open() {
  // The frame handles keys from now on.
  await screen.findAllByRole("heading", { level: 1 });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  return screen.findByRole("combobox", { name: "Search or jump to" });
}

const marked = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;

test("a page is reached by its name and the keyboard alone", async () => {
  showScreen("/s/web_1?mode=test", responses);
  await screen.findByRole("heading", { name: "Overview" });
  const field = await open();
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: "ke" } });
  expect(marked(field)).toMatch(/^API keys/);
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(marked(field)).toMatch(/^Keyboard shortcuts/);
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(marked(field)).toMatch(/^Create an API key/);
  fireEvent.keyDown(field, { key: "ArrowDown" });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(await screen.findByRole("heading", { level: 1, name: "API keys" })).toBeDefined();
  expect(screen.queryByRole("combobox")).toBeNull();
  // The link keeps the mode of the current website.
  expect(screen.getByText(/They move play credits only/)).toBeDefined();
  // The previous page is among the recent ones.
  await open();
  const recent = within(screen.getByRole("group", { name: "Recent" }));
  expect(recent.getByRole("option", { name: /Overview/ })).toBeDefined();
});

function aFind(customer: Customer) {
  const total = { count: 1, is_exact: true };
  return Response.json({ items: [customer], next_cursor: null, total });
}

test("customers of the website are found by email, a moment after the last key", async () => {
  const list = vi.fn((_: Request) => aFind(aCustomer()));
  showScreen("/s/web_1/keys", { ...responses, "GET /v1/customers": list });
  const field = await open();
  for (const value of ["gr", "gra", "grac"]) fireEvent.change(field, { target: { value } });
  const options = await screen.findByRole("option", { name: /Grace Hopper/ });
  const requests = list.mock.calls.map(([{ url }]) => new URL(url).searchParams.get("q"));
  expect(requests).toEqual(["grac"]);
  expect(screen.getByText("1 found")).toBeDefined();
  fireEvent.click(options);
  await vi.waitFor(() =>
    expect(screen.queryByRole("dialog", { name: "Search or jump to" })).toBeNull(),
  );
});

test("Enter opens no customer that was found for an earlier text", async () => {
  let respond: (response: Response) => void = () => undefined;
  const pages = [
    Promise.resolve(aFind(aCustomer({ id: "ann", name: "Ann" }))),
    new Promise<Response>((resolve) => {
      respond = resolve;
    }),
  ];
  const { router } = showScreen("/s/web_1/keys", {
    ...responses,
    "GET /v1/customers": () => pages.shift() ?? Response.error(),
    "GET /v1/customers/{id}": silence,
    "GET /v1/customers/{id}/balance": silence,
  });
  const field = await open();
  fireEvent.change(field, { target: { value: "ann" } });
  await screen.findByRole("option", { name: /Ann/ });
  // Ann stays visible until the response: before the request and while it is pending.
  fireEvent.change(field, { target: { value: "bob" } });
  expect(marked(field)).toMatch(/^Ann/);
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(pages).toHaveLength(0));
  expect(marked(field)).toMatch(/^Ann/);
  fireEvent.keyDown(field, { key: "Enter" });
  respond(aFind(aCustomer({ id: "bob", name: "Bob" })));
  await screen.findByRole("option", { name: /Bob/ });
  expect(router.state.location.pathname).toBe("/s/web_1/keys");
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(router.state.location.pathname).toBe("/s/web_1/customers/bob"));
});

test("other websites are found by name and by host", async () => {
  showScreen("/s/web_1/keys", responses);
  const field = await open();
  fireEvent.change(field, { target: { value: "atlas.ex" } });
  const websites = within(await screen.findByRole("group", { name: "Websites" }));
  expect(websites.getByRole("option", { name: /Atlas/ })).toBeDefined();
  fireEvent.change(field, { target: { value: "nothing like it" } });
  expect(await screen.findByText(/^Nothing found/)).toBeDefined();
});

test("a question mark shows the shortcuts, unless the user types or has turned single keys off", async () => {
  showScreen("/s/web_1/keys", responses);
  await screen.findByRole("heading", { name: "API keys" });
  fireEvent.keyDown(document.body, { key: "?" });
  expect(await screen.findByRole("heading", { name: "Keyboard shortcuts" })).toBeDefined();
  fireEvent.click(screen.getByRole("switch", { name: "Single-key shortcuts" }));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  fireEvent.keyDown(document.body, { key: "?" });
  expect(screen.queryByRole("heading", { name: "Keyboard shortcuts" })).toBeNull();
  const field = await open();
  localStorage.clear();
  fireEvent.keyDown(field, { key: "?" });
  expect(screen.queryByRole("heading", { name: "Keyboard shortcuts" })).toBeNull();
  // The bar also finds the list of keys, for users who do not know its key.
  fireEvent.change(field, { target: { value: "shortcuts" } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(await screen.findByRole("heading", { name: "Keyboard shortcuts" })).toBeDefined();
});

test("the command bar does not open over a dialog", async () => {
  showScreen("/s/web_1/keys", responses);
  const [create] = await screen.findAllByRole("button", { name: "Create a key" });
  if (create) fireEvent.click(create);
  await screen.findByRole("dialog", { name: "Create a key" });
  fireEvent.keyDown(document.body, { key: "k", metaKey: true });
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("the keys that open the bar close it as well, and the focus is back where it was", async () => {
  showScreen("/s/web_1/keys", responses);
  await screen.findByRole("heading", { name: "API keys" });
  const [link] = screen.getAllByRole("link", { name: "Webhooks" });
  link?.focus();
  const field = await open();
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: "ke" } });
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: "k", ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  expect(document.activeElement).toBe(link);
});

test("recent pages say of which website they are, and whether of its play credits", async () => {
  const { router } = showScreen("/s/web_1/keys", responses);
  await screen.findByRole("heading", { name: "API keys" });
  for (const href of ["/s/web_1/keys?mode=test", "/account", "/s/web_2/keys", "/sites"]) {
    await act(() => router.navigate({ href }));
  }
  await open();
  const recent = within(screen.getByRole("group", { name: "Recent" }));
  const text = recent.getAllByRole("option").map(({ textContent }) => textContent);
  expect(text).toEqual(["API keysAtlas", "Profile", "API keysPaperplane · Test"]);
});

const absent: FakeResponses = {
  "GET /v1/payments/{id}": refusal(404, { title: "Not found" }),
  "GET /v1/checkout-sessions/{id}": refusal(404, { title: "Not found" }),
};
const ofPayment = (request: Request) => {
  const isAsked = new URL(request.url).searchParams.get("object") !== null;
  return Response.json({ items: isAsked ? [{ id: "pmt_12345678" }] : [], next_cursor: null });
};
const checkout = { payment_id: "pmt_12345678", customer_id: "cus_12345678" };

test.each([
  ["pmt_12345678", "Payment", { "GET /v1/payments/{id}": ok({ id: "pmt_12345678" }) }],
  ["rfd_12345678", "Refund", { "GET /v1/payments": ofPayment }],
  ["dsp_12345678", "Dispute", { "GET /v1/payments": ofPayment }],
  ["chk_12345678", "Checkout", { "GET /v1/checkout-sessions/{id}": ok(checkout) }],
] satisfies [string, string, FakeResponses][])(
  "%s leads to its payment",
  async (id, kind, found) => {
    const { router } = showScreen("/s/web_1/keys", { ...responses, ...absent, ...found });
    const field = await open();
    fireEvent.change(field, { target: { value: id } });
    await screen.findByRole("option", { name: new RegExp(`^${id}.*${kind}`) });
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() =>
      expect(router.state.location.pathname).toBe("/s/web_1/payments/pmt_12345678"),
    );
  },
);

test("an unpaid checkout leads to its customer", async () => {
  const { router } = showScreen("/s/web_1/keys", {
    ...responses,
    "GET /v1/checkout-sessions/{id}": ok({ ...checkout, payment_id: null }),
    "GET /v1/customers/{id}": silence,
    "GET /v1/customers/{id}/balance": silence,
  });
  const field = await open();
  fireEvent.change(field, { target: { value: "chk_12345678" } });
  await screen.findByRole("option", { name: /^chk_12345678.*Checkout/ });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/s/web_1/customers/cus_12345678"),
  );
});
