/** The list of customers and a customer's page show the right data and send the right changes. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  aCustomer,
  aCustomerBalance,
  anExplanation,
  aTransaction,
  aWebsite,
} from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";

const websites: FakeResponses = { "GET /v1/websites": ok({ items: [aWebsite()] }) };

function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

function aPage(items: unknown[], more: object = {}) {
  return Response.json({
    items,
    next_cursor: null,
    total: { count: items.length, is_exact: true },
    ...more,
  });
}

/** Returns the parameters of the last request for the list. */
function lastRequest(list: { mock: { calls: [Request][] } }) {
  const last = list.mock.calls.at(-1)?.[0].url ?? "";
  return Object.fromEntries(new URL(last).searchParams);
}

test("customers are requested for the website in the address, and each row links to a customer", async () => {
  const list = vi.fn((_: Request) => aPage([aCustomer()], { next_cursor: "c/2=" }));
  showScreen("/s/web_1/customers", { ...websites, "GET /v1/customers": list });
  const table = await screen.findByRole("table", { name: "Customers" });
  const link = within(table).getByRole("link", { name: /Grace Hopper/ });
  expect(link.getAttribute("href")).toBe("/s/web_1/customers/cus_1");
  expect(within(table).getByText("1,240")).toBeDefined();
  expect(list.mock.calls[0]?.[0].headers.get("Tollgate-Website")).toBe("web_1");
  expect(list.mock.calls[0]?.[0].headers.get("Tollgate-Mode")).toBeNull();
  expect(screen.queryByText(/^Test mode/)).toBeNull();
  fireEvent.click(screen.getByRole("link", { name: "Next page" }));
  await vi.waitFor(() => expect(lastRequest(list)).toEqual({ limit: "25", cursor: "c/2=" }));
});

test("a search is sent when the user pauses, and says when there is no match", async () => {
  const list = vi.fn((request: Request) =>
    aPage(new URL(request.url).searchParams.has("q") ? [] : [aCustomer()]),
  );
  showScreen("/s/web_1/customers", { ...websites, "GET /v1/customers": list });
  const field = await screen.findByLabelText("Find customers by email, name or id");
  for (const value of ["n", "no", "nob"]) fireEvent.change(field, { target: { value } });
  expect(await screen.findByText("No customers found for “nob”")).toBeDefined();
  expect(list).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole("button", { name: "Show all customers" }));
  expect(await screen.findByRole("link", { name: /Grace Hopper/ })).toBeDefined();
  expect(field).toHaveProperty("value", "");
});

test("filters and headings narrow and sort by address, each from the first page", async () => {
  const list = vi.fn((_: Request) => aPage([aCustomer()]));
  showScreen("/s/web_1/customers?q=gr&cursor=c", { ...websites, "GET /v1/customers": list });
  await screen.findByRole("table", { name: "Customers" });
  fireEvent.change(screen.getByLabelText("Balance"), { target: { value: "depleted" } });
  await vi.waitFor(() =>
    expect(lastRequest(list)).toEqual({ limit: "25", q: "gr", state: "depleted" }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Credits" }));
  await vi.waitFor(() => expect(lastRequest(list)["sort"]).toBe("-available"));
  const heading = screen.getByRole("columnheader", { name: "Credits" });
  await vi.waitFor(() => expect(heading.getAttribute("aria-sort")).toBe("descending"));
  expect(screen.queryByRole("button", { name: "Last seen" })).toBeNull();
});

test("the file holds all that is found, not just the page that is shown", async () => {
  const pages = [
    aPage([aCustomer()], { next_cursor: "2", total: { count: 10_000, is_exact: false } }),
    aPage([aCustomer()], { next_cursor: "2" }),
    aPage([aCustomer({ id: "cus_2", name: "Ada, Countess" })]),
  ];
  const requests = vi.fn((_: Request) => pages.shift() ?? Response.error());
  const saved: Blob[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { revokeObjectURL: () => undefined }));
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return "blob:customers";
  };
  showScreen("/s/web_1/customers?q=a", { ...websites, "GET /v1/customers": requests });
  expect(await screen.findByText("more than 10,000")).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: "CSV" }));
  expect(await screen.findByText("2 customers are saved.")).toBeDefined();
  const text = (await saved[0]?.text()) ?? "";
  expect(text.split("\r\n")).toHaveLength(4);
  expect(text).toContain('cus_2,"Ada, Countess",grace@example.com,user-42,1240');
  expect(lastRequest(requests)).toEqual({ limit: "100", q: "a", cursor: "2" });
});

function sheet(more: FakeResponses = {}): FakeResponses {
  return {
    ...websites,
    "GET /v1/customers/{id}": ok(aCustomer()),
    "GET /v1/customers/{id}/balance": ok(aCustomerBalance()),
    "GET /v1/features": ok({ items: [], next_cursor: null }),
    "GET /v1/transactions": ok({ items: [aTransaction()], next_cursor: null }),
    ...more,
  };
}

test("a sheet shows what there is, when it ends, and what happened", async () => {
  showScreen("/s/web_1/customers/cus_1", sheet());
  expect(await screen.findByRole("heading", { level: 1, name: "Grace Hopper" })).toBeDefined();
  expect(screen.getByText("1,240")).toBeDefined();
  expect(screen.getByText("300 expire on 24 December 2026.")).toBeDefined();
  const ledger = await screen.findByRole("table", { name: "Ledger" });
  expect(within(ledger).getByText("Poster, large")).toBeDefined();
  expect(within(ledger).getByText("\u22125")).toBeDefined();
});

test("a grant shows old, change and new, wants a reason, and is sent once more under its key", async () => {
  const sent: [string | null, unknown][] = [];
  const responses = [
    Response.json({ status: 503 }, { status: 503 }),
    Response.json({ transaction: aTransaction(), balance: aCustomerBalance() }),
  ];
  showScreen(
    "/s/web_1/customers/cus_1",
    sheet({
      "POST /v1/grants": async (request) => {
        sent.push([request.headers.get("Idempotency-Key"), await request.json()]);
        return responses.shift() ?? Response.error();
      },
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Grant credits" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Grant credits" }));
  type("Credits", "160");
  expect(dialog.getByText("1,400")).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Grant credits" }));
  expect(document.activeElement).toBe(dialog.getByLabelText("Reason"));
  expect(sent).toEqual([]);
  type("Reason", "Thanks");
  fireEvent.click(dialog.getByRole("button", { name: "Grant credits" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("Briefly unavailable");
  fireEvent.click(dialog.getByRole("button", { name: "Grant credits" }));
  expect(await screen.findByText("160 granted to Grace Hopper.")).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[0]?.[0]).toBeTruthy();
  expect(sent[0]?.[1]).toEqual({
    customer: { id: "cus_1" },
    amount: 160,
    kind: "promo",
    reason: "Thanks",
  });
});

test("a refused limit is shown at its field", async () => {
  showScreen(
    "/s/web_1/customers/cus_1",
    sheet({
      "PUT /v1/customers/{id}/overdraft-limit": refusal(400, {
        title: "The request is not valid",
        detail: "One field needs another look.",
        errors: [{ pointer: "/limit", detail: "Too high." }],
      }),
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Overdraft limit" }));
  await screen.findByRole("dialog", { name: "Overdraft limit" });
  type("Limit", "50");
  expect(screen.getByText("1,290")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Save limit" }));
  expect(await screen.findByText("Too high.")).toBeDefined();
  expect(screen.getByLabelText("Limit").getAttribute("aria-invalid")).toBe("true");
});

test("a spending limit is set per day or month, shows the rest, and is removed by an empty field", async () => {
  const sent: unknown[] = [];
  const limit = {
    cap: 500,
    period: "month",
    spent: 120,
    resets_at: "2026-12-01T00:00:00Z",
  } as const;
  showScreen(
    "/s/web_1/customers/cus_1",
    sheet({
      "GET /v1/customers/{id}/balance": ok(aCustomerBalance({ spend_limit: limit })),
      "PUT /v1/customers/{id}/spend-limit": async (request) => {
        sent.push(await request.json());
        return Response.json(aCustomerBalance());
      },
    }),
  );
  expect(await screen.findByText("120 of 500 this month")).toBeDefined();
  const open = async () => {
    fireEvent.click(await screen.findByRole("button", { name: "Spending limit" }));
    return within(await screen.findByRole("dialog", { name: "Spending limit" }));
  };
  const dialog = await open();
  expect(dialog.getByText("380 left this month.")).toBeDefined();
  type("Limit", "100");
  expect(dialog.getByText("0 left this month.")).toBeDefined();
  type("Limit", "0");
  fireEvent.click(dialog.getByRole("button", { name: "Save limit" }));
  expect(dialog.getByText("Enter a number above zero.")).toBeDefined();
  type("Limit", "1,000");
  fireEvent.click(dialog.getByRole("radio", { name: "Day" }));
  expect(dialog.getByRole("status").textContent).toBe("");
  fireEvent.click(dialog.getByRole("button", { name: "Save limit" }));
  expect(await screen.findByText("Grace Hopper may spend 1,000 a day.")).toBeDefined();
  const again = await open();
  type("Limit", "");
  fireEvent.click(again.getByRole("button", { name: "Save limit" }));
  expect(await screen.findByText("Grace Hopper has no spending limit.")).toBeDefined();
  expect(sent).toEqual([{ cap: 1000, period: "day" }, {}]);
});

test("a spend is explained, and given back for a reason", async () => {
  let sent: unknown;
  showScreen(
    "/s/web_1/customers/cus_1?transaction=txn_1",
    sheet({
      "GET /v1/transactions/{id}": ok(anExplanation()),
      "POST /v1/transactions/{id}/reverse": async (request) => {
        sent = await request.json();
        return Response.json({
          transaction: aTransaction({ amount: 5 }),
          balance: aCustomerBalance(),
        });
      },
    }),
  );
  const dialog = within(await screen.findByRole("dialog", { name: "What happened" }));
  expect(await dialog.findByText("Your back end, with an API key")).toBeDefined();
  expect(dialog.getByText("job-1")).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Refund credits…" }));
  const confirmation = within(await screen.findByRole("alertdialog", { name: "Refund 5?" }));
  fireEvent.click(confirmation.getByRole("button", { name: "Refund" }));
  expect(confirmation.getByText("Enter a reason. It is kept in the ledger.")).toBeDefined();
  type("Reason", "It failed");
  fireEvent.click(confirmation.getByRole("button", { name: "Refund" }));
  expect(await screen.findByText("5 refunded.")).toBeDefined();
  expect(sent).toEqual({ reason: "It failed" });
});

test("test mode is requested by its own header, and links keep it", async () => {
  const list = vi.fn((_: Request) => aPage([aCustomer()]));
  showScreen("/s/web_1/customers?mode=test", { ...websites, "GET /v1/customers": list });
  expect(await screen.findByText("People with play credits on this website.")).toBeDefined();
  await screen.findByRole("table", { name: "Customers" });
  expect(list.mock.calls[0]?.[0].headers.get("Tollgate-Mode")).toBe("test");
  expect(screen.getByText("Test mode – play credits only")).toBeDefined();
  const [live] = await screen.findAllByRole("link", { name: "Live" });
  expect(live?.getAttribute("href")).toBe("/s/web_1/customers");
  const [same] = screen.getAllByRole("link", { name: "Customers" });
  expect(same?.getAttribute("href")).toBe("/s/web_1/customers?mode=test");
});
