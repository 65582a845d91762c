/** The page shows the server's sums by month, what is owed as credits, and saves the server's file. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { saveFile } from "@/lib/save-file";
import { aRevenuePeriod } from "@/testing/billing-fixtures";
import { aUser, aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen, signedInWith } from "@/testing/screen";

vi.mock("@/lib/save-file", () => ({ saveFile: vi.fn() }));

beforeEach(() => vi.mocked(saveFile).mockClear());

const items = [
  aRevenuePeriod({
    period: "2026-10",
    payments_minor: 123_456,
    discounts_minor: 1_200,
    balance_minor: 120_000,
    deferred_minor: 100_000,
  }),
  aRevenuePeriod({
    earned_minor: 2_500,
    disputes_minor: -100,
    balance_minor: 100,
    deferred_minor: -2_500,
  }),
];
const age = {
  month: "2026-10",
  currency: "eur",
  lots: 1,
  credits: 54_000,
  deferred_minor: 97_500,
};
const subscriptions = [
  { currency: "eur", mrr_minor: 38_700, active: 42, trialing: 5, past_due: 1 },
  { currency: "jpy", mrr_minor: 900, active: 1, trialing: 0, past_due: 0 },
];
const website: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite({ scale: 2 })),
  "GET /v1/revenue": ok({ from: "2025-12-01", to: "2026-11-27", items, subscriptions }),
  "GET /v1/revenue/liability": ok({
    at: "2026-11-27T10:00:00Z",
    items: [{ currency: "eur", deferred_minor: 97_500 }],
    ages: [age],
  }),
};

function cellsOf(row: HTMLElement): string[] {
  return within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent ?? "");
}

test("months and totals are the server's sums, and each month ends with what is owed", async () => {
  const asked: string[] = [];
  showScreen("/s/web_1/revenue", {
    ...website,
    "GET /v1/revenue": ({ url }) => {
      asked.push(new URL(url).search);
      return Response.json({ from: "2025-12-01", to: "2026-11-27", items, subscriptions });
    },
  });
  const table = within(await screen.findByRole("table", { name: "EUR" }));
  const headings = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings).toEqual([
    "Month",
    "Received",
    "Discounts",
    "Earned",
    "Breakage",
    "Refunds",
    "Disputes",
    "Fees",
    "Tax",
    "Net",
    "Owed at the end",
  ]);
  const [, october, november, total] = table.getAllByRole("row");
  if (!october || !november || !total) throw new Error("the table has four rows");
  const zero = "0.00";
  const none = Array(5).fill(zero);
  expect(cellsOf(october)).toEqual(["1,234.56", "12.00", zero, ...none, "1,200.00", "1,000.00"]);
  const figures = ["25.00", zero, zero, "−1.00", zero, zero];
  expect(cellsOf(november)).toEqual([zero, zero, ...figures, "1.00", "975.00"]);
  expect(cellsOf(total)).toEqual(["1,234.56", "12.00", ...figures, "1,201.00", "975.00"]);
  expect(within(october).getByRole("rowheader").textContent).toBe("Oct 2026");
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/^\?from=\d{4}-\d\d-01&by=month$/);
});

test("the chart names its table, and has a bar for each sum above zero", async () => {
  vi.setSystemTime("2026-11-27T10:00:00Z");
  showScreen("/s/web_1/revenue", website);
  const name = "Received and earned by month in EUR; the table has the figures";
  const chart = await screen.findByRole("img", { name });
  expect(chart.querySelectorAll(".series-0")).toHaveLength(1);
  expect(chart.querySelectorAll(".series-2")).toHaveLength(1);
  expect(chart.textContent).toContain("2026");
  vi.useRealTimers();
});

test("subscriptions are shown by currency, and never added up", async () => {
  showScreen("/s/web_1/revenue", website);
  const table = within(await screen.findByRole("table", { name: "Subscriptions now" }));
  const [, euros, yen] = table.getAllByRole("row");
  if (!euros || !yen) throw new Error("the table has three rows");
  expect(cellsOf(euros)).toEqual(["€387.00", "42", "5", "1"]);
  expect(cellsOf(yen)).toEqual(["¥900", "1", "0", "0"]);
});

test("the operator sees the revenue of all websites, without what is owed", async () => {
  const asked: string[] = [];
  const dollars = aRevenuePeriod({ currency: "usd", payments_minor: 700, balance_minor: 700 });
  showScreen(
    "/operator/billing?list=revenue",
    {
      "GET /v1/me": ok(aUser({ is_operator: true })),
      "GET /v1/operator/billing/reconcile": ok({ items: [] }),
      "GET /v1/operator/revenue": ({ url }) => {
        asked.push(new URL(url).search);
        const all = [...items, dollars];
        return Response.json({ from: "2025-12-01", to: "2026-11-27", items: all, subscriptions });
      },
    },
    signedInWith({ mayOperate: true }),
  );
  const euros = within(await screen.findByRole("table", { name: "EUR" }));
  const headings = euros.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings.at(-1)).toBe("Net");
  const [, october] = euros.getAllByRole("row");
  expect(october && cellsOf(october).at(-1)).toBe("1,200.00");
  expect(screen.getByRole("table", { name: "USD" })).toBeDefined();
  expect(screen.getByRole("table", { name: "Subscriptions now" })).toBeDefined();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/^\?from=\d{4}-\d\d-01&by=month$/);
  const lists = within(screen.getByRole("navigation", { name: "Lists" }));
  expect(lists.getByRole("link", { name: "Revenue" }).getAttribute("aria-current")).toBe("page");
});

test("the payments of a period are saved as well", async () => {
  const asked: string[] = [];
  showScreen("/s/web_1/revenue", {
    ...website,
    "GET /v1/revenue/payments": ({ url, headers }) => {
      asked.push(`${headers.get("accept")} ${new URL(url).search}`);
      return new Response("date\r\n");
    },
  });
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2025-01-01" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2025-12-31" } });
  fireEvent.click(screen.getByRole("button", { name: "Download payments" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
  expect(asked).toEqual(["text/csv ?from=2025-01-01&to=2025-12-31"]);
  expect(vi.mocked(saveFile).mock.calls[0]?.[0]).toBe("payments-2025-01-01-2025-12-31.csv");
});

test("what is owed now is shown by the month of the purchase", async () => {
  showScreen("/s/web_1/revenue", website);
  const table = within(await screen.findByRole("table", { name: "Owed as credits now" }));
  await waitFor(() => expect(table.getByRole("cell", { name: "540.00" })).toBeDefined());
  expect(table.getAllByRole("cell", { name: "€975.00" })).toHaveLength(2);
});

test("a website without revenue can still download its journal", async () => {
  showScreen("/s/web_1/revenue", {
    ...website,
    "GET /v1/revenue": ok({
      from: "2025-12-01",
      to: "2026-11-27",
      items: [],
      subscriptions: [],
    }),
    "GET /v1/revenue/liability": ok({ at: "2026-11-27T10:00:00Z", items: [], ages: [] }),
  });
  await screen.findByText("No revenue in these months");
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByRole("button", { name: "Download journal" })).toBeDefined();
});

test("the journal of a period is saved as the server writes it, in either format and mode", async () => {
  const asked: (string | null)[][] = [];
  showScreen("/s/web_1/revenue?mode=test", {
    ...website,
    "GET /v1/revenue/journal": ({ url, headers }) => {
      const { searchParams } = new URL(url);
      asked.push([headers.get("accept"), headers.get("tollgate-mode"), String(searchParams)]);
      return new Response("date\r\n");
    },
  });
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2025-01-01" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2025-12-31" } });
  fireEvent.click(screen.getByRole("button", { name: "Download journal" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
  fireEvent.change(screen.getByLabelText("Format"), { target: { value: "application/jsonl" } });
  fireEvent.click(screen.getByRole("button", { name: "Download journal" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(2));
  const days = "from=2025-01-01&to=2025-12-31";
  expect(asked).toEqual([
    ["text/csv", "test", days],
    ["application/jsonl", "test", days],
  ]);
  const saved = vi.mocked(saveFile).mock.calls;
  expect(saved.map(([name]) => name)).toEqual([
    "journal-2025-01-01-2025-12-31.csv",
    "journal-2025-01-01-2025-12-31.jsonl",
  ]);
  expect(await new Response(saved[0]?.[2]).text()).toBe("date\r\n");
});

test("a period of more than 366 days or without its first day is not sent", async () => {
  showScreen("/s/web_1/revenue", website);
  const button = await screen.findByRole("button", { name: "Download journal" });
  const [from, to] = [screen.getByLabelText("From"), screen.getByLabelText("To")];
  fireEvent.change(to, { target: { value: "2025-01-01" } });
  for (const first of ["2024-01-01", "2025-01-02", ""]) {
    fireEvent.change(from, { target: { value: first } });
    expect(screen.queryByRole("alert")).toBeNull();
    fireEvent.click(button);
    expect(screen.getByRole("alert").textContent).toContain("366 days at most");
  }
  expect(saveFile).not.toHaveBeenCalled();
});

test("a refused or broken download saves nothing and says why", async () => {
  showScreen("/s/web_1/revenue", {
    ...website,
    "GET /v1/revenue/journal": refusal(403, { title: "Forbidden", detail: "It is not yours." }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Download journal" }));
  expect((await screen.findByRole("alert")).textContent).toContain("It is not yours.");
  expect(saveFile).not.toHaveBeenCalled();
});
