/** Home and the list of transactions in each state. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { saveFile } from "@/lib/save-file";
import { aBalance, aTransaction } from "@/testing/fixtures";
import { ok, refusal, showScreen, silence } from "@/testing/screen";

vi.mock("@/lib/save-file", () => ({ saveFile: vi.fn() }));

const busy = { title: "Briefly unavailable", detail: "The books are busy.", request_id: "req_7" };

test("home shows what is left and what happened", async () => {
  showScreen("/", {
    "GET /v1/me/credits": ok({
      balances: [
        aBalance(),
        aBalance({
          website: { id: "web_2", name: "Atlas", url: "https://atlas.example" },
          mode: "test",
          scale: 2,
          posted: 0,
          held: 0,
          debt: 1250,
          available: 0,
        }),
      ],
    }),
    "GET /v1/me/transactions": ok({
      items: [
        aTransaction(),
        aTransaction({
          id: "txn_2",
          kind: "grant",
          amount: 10000,
          balance_after: 10000,
          description: null,
          website: { id: "web_2", name: "Atlas" },
          mode: "test",
        }),
      ],
      next_cursor: null,
    }),
  });
  const paperplane = within(await screen.findByRole("region", { name: "Balance at Paperplane" }));
  expect(paperplane.getByText("1,240")).toBeDefined();
  expect(paperplane.getByText("1,300")).toBeDefined();
  const atlas = within(screen.getByRole("region", { name: "Balance at Atlas" }));
  expect(atlas.getByText("Nothing left")).toBeDefined();
  expect(atlas.getByText("Test")).toBeDefined();
  expect(atlas.getByText("12.50")).toBeDefined();

  const table = await screen.findByRole("table", { name: "Latest transactions" });
  const [, spend, grant] = within(table).getAllByRole("row");
  expect(spend?.textContent).toContain("Poster, large");
  expect(spend?.textContent).toContain("−5");
  expect(spend?.textContent).toContain("95");
  // A website's decimal places apply to its transactions.
  expect(grant?.textContent).toContain("+100.00");
  expect(grant?.textContent).toContain("Credits granted");
  expect(grant?.textContent).toContain("Test");
  expect(spend?.textContent).not.toContain("Test");
});

test("home says that it is loading", async () => {
  showScreen("/", { "GET /v1/me/credits": silence, "GET /v1/me/transactions": silence });
  expect(await screen.findByText("Loading your balances")).toBeDefined();
});

test("an empty home offers the first step", async () => {
  showScreen("/", {
    "GET /v1/me/credits": ok({ balances: [] }),
    "GET /v1/me/transactions": ok({ items: [], next_cursor: null }),
  });
  expect(await screen.findByText("No credits yet")).toBeDefined();
  expect(screen.getAllByRole("link", { name: "Register a website" }).length).toBeGreaterThan(0);
  expect(await screen.findByText("No transactions yet")).toBeDefined();
});

test("an error shows a text and its request id, and one button retries", async () => {
  let failing = true;
  showScreen("/", {
    "GET /v1/me/credits": (request) =>
      (failing ? refusal(503, busy) : ok({ balances: [aBalance()] }))(request),
    "GET /v1/me/transactions": ok({ items: [], next_cursor: null }),
  });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The books are busy.");
  expect(alert.textContent).toContain("req_7");
  failing = false;
  fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("region", { name: "Balance at Paperplane" })).toBeDefined();
});

test("no figure is shown before its website's decimal places are known, or without them", async () => {
  let respond: (response: Response) => void = () => undefined;
  const messages = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  const grant = { kind: "grant", amount: 10000, balance_after: 10000 };
  const atlas = { id: "txn_2", website: { id: "web_2", name: "Atlas" } };
  const transactions = vi.fn(
    ok({
      items: [aTransaction(grant), aTransaction({ ...grant, ...atlas })],
      next_cursor: null,
    }),
  );
  showScreen("/account/credits", {
    "GET /v1/me/credits": () => messages,
    "GET /v1/me/transactions": transactions,
  });
  await vi.waitFor(() => expect(transactions).toHaveBeenCalled());
  expect(screen.getByText("Loading your transactions")).toBeDefined();
  respond(Response.json({ balances: [aBalance({ scale: 2 })] }));
  const table = await screen.findByRole("table", { name: "All transactions" });
  const [, known, unknown] = within(table).getAllByRole("row");
  expect(known?.textContent).toContain("+100.00");
  expect(unknown?.textContent).toContain("Atlas––");
  expect(table.textContent).not.toContain("10,000");
});

test("the list loads page by page and hands cursors back unharmed", async () => {
  const cursors: (string | null)[] = [];
  showScreen("/account/credits", {
    "GET /v1/me/credits": ok({ balances: [] }),
    "GET /v1/me/transactions": (request) => {
      const cursor = new URL(request.url).searchParams.get("cursor");
      cursors.push(cursor);
      return Response.json({
        items: [aTransaction({ id: `txn_${cursors.length}` })],
        next_cursor: cursor === null ? "a+b/c=&d" : null,
      });
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByText("These are all 2 transactions.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  expect(cursors).toEqual([null, "a+b/c=&d"]);
});

test("a page that fails leaves the shown ones standing", async () => {
  showScreen("/account/credits", {
    "GET /v1/me/credits": ok({ balances: [] }),
    "GET /v1/me/transactions": (request) =>
      (request.url.includes("cursor")
        ? refusal(500, busy)
        : ok({ items: [aTransaction()], next_cursor: "c" }))(request),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Load more" }));
  expect((await screen.findByRole("alert")).textContent).toContain("req_7");
  expect(screen.getByRole("table", { name: "All transactions" })).toBeDefined();
});

test("the file holds every transaction, with exact figures", async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const pages = [
    { items: [aTransaction({ description: "=1+1" })], next_cursor: "c" },
    { items: [aTransaction({ description: "=1+1" })], next_cursor: "c" },
    {
      items: [
        aTransaction({ id: "txn_2", kind: "grant", amount: most, balance_after: most }),
        aTransaction({ id: "txn_3", website: { id: "web_9", name: "Atlas" } }),
      ],
      next_cursor: null,
    },
  ];
  showScreen("/account/credits", {
    "GET /v1/me/credits": ok({ balances: [aBalance({ scale: 6 })] }),
    "GET /v1/me/transactions": () => Response.json(pages.shift()),
  });
  fireEvent.click(await screen.findByRole("button", { name: "CSV" }));
  expect(await screen.findByText("3 transactions are saved.")).toBeDefined();
  const [name, type, text = ""] = vi.mocked(saveFile).mock.lastCall ?? [];
  expect([name, type]).toEqual(["credits.csv", "text/csv"]);
  const [head, ...rows] = String(text).split("\r\n");
  expect(head).toBe("Id,When,What,Description,Website,Mode,Change,Balance,Decimal places");
  expect(rows).toEqual([
    "txn_1,2026-11-20T10:00:00Z,Credits spent,'=1+1,Paperplane,live,-0.000005,0.000095,6",
    'txn_2,2026-11-20T10:00:00Z,Credits granted,"Poster, large",Paperplane,live,9007199254.740991,9007199254.740991,6',
    'txn_3,2026-11-20T10:00:00Z,Credits spent,"Poster, large",Atlas,live,-5,95,not known',
    "",
  ]);
});
