/** Overview and usage of a website: figures, bars, tables and empty states. */
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveFile } from "@/lib/save-file";
import { aCustomer, aSummary, aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, showScreen } from "@/testing/screen";

vi.mock("@/lib/save-file", () => ({ saveFile: vi.fn() }));

const none = { spends: 1, quantity: 1, reversed: 0 };
const usage = {
  unit: "credit",
  scale: 0,
  from: "2026-10-22",
  to: "2026-11-20",
  items: [
    { day: "2026-11-19", feature: "summarise", spent: 1_000, ...none },
    { day: "2026-11-20", feature: "summarise", spent: 1_500, ...none },
    { day: "2026-11-20", feature: null, spent: 20, ...none },
  ],
};
const byFeature = [
  { day: null, feature: "summarise", spent: 2_500, ...none },
  { day: null, feature: null, spent: 20, ...none },
];

/** Returns usage as requested: per feature, or per feature and day. */
function requestedUsage({ url }: Request) {
  const by = new URL(url).searchParams.get("by");
  return Response.json(by === "feature" ? { ...usage, items: byFeature } : usage);
}

const responses: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/websites/{id}/summary": ok(aSummary()),
  "GET /v1/usage": requestedUsage,
  "GET /v1/features": ok({
    items: [{ code: "summarise", name: "Summarise" }],
    next_cursor: null,
  }),
  "GET /v1/customers": ok({
    items: [aCustomer()],
    next_cursor: null,
    total: { count: 28, is_exact: true },
  }),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T12:00:00Z") });
});

afterEach(() => {
  vi.useRealTimers();
});

test("the overview says what is outstanding, how long it lasts, and what was used", async () => {
  showScreen("/s/web_1", responses);
  expect(await screen.findByText("184,920")).toBeDefined();
  expect(screen.getByText("About 41 days at the current pace")).toBeDefined();
  const outstanding = within(screen.getByRole("region", { name: "Credits outstanding" }));
  expect(outstanding.getByText("118,350")).toBeDefined();
  expect(outstanding.getByText("+4 in 30 days")).toBeDefined();
  expect(await screen.findByText("2,520")).toBeDefined();
  expect(screen.getByText("12.4 %", { exact: false })).toBeDefined();
  const [newest] = await screen.findAllByRole("link", { name: /Grace Hopper/ });
  expect(newest?.getAttribute("href")).toBe("/s/web_1/customers/cus_1");
});

test("the bars are read day by day with arrow keys", async () => {
  showScreen("/s/web_1", responses);
  const days = await screen.findByRole("slider", { name: /Credits used on each of 30 days/ });
  const text = () => days.getAttribute("aria-valuetext");
  expect(text()).toBe("Fri 20 November 2026: 1,520, Summarise 1,500, Without a feature 20");
  fireEvent.keyDown(days, { key: "ArrowLeft" });
  expect(text()).toBe("Thu 19 November 2026: 1,000, Summarise 1,000");
  fireEvent.keyDown(days, { key: "Home" });
  expect(text()).toBe("Thu 22 October 2026: 0");
  fireEvent.keyDown(days, { key: "ArrowLeft" });
  expect(days.getAttribute("aria-valuenow")).toBe("1");
});

test("the values of the bars are readable as a table", async () => {
  showScreen("/s/web_1", responses);
  fireEvent.click(await screen.findByRole("button", { name: "View as table" }));
  const table = within(screen.getByRole("table", { name: "Credits used by day" }));
  const day = within(table.getByRole("row", { name: /Fri 20 November 2026/ }));
  expect(day.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "1,500",
    "20",
    "1,520",
  ]);
});

test("a forecast is not made from less than seven days", async () => {
  showScreen("/s/web_1", {
    ...responses,
    "GET /v1/websites/{id}/summary": ok(aSummary({ first_spend_at: "2026-11-14T12:00:01Z" })),
  });
  expect(await screen.findByText("184,920")).toBeDefined();
  expect(screen.queryByText(/at the current pace/)).toBeNull();
});

test("nothing is compared with thirty days that were not whole", async () => {
  showScreen("/s/web_1", {
    ...responses,
    "GET /v1/websites/{id}/summary": ok(aSummary({ first_spend_at: "2026-09-21T12:00:01Z" })),
  });
  expect(await screen.findByText("2,520")).toBeDefined();
  expect(screen.queryByText("12.4 %", { exact: false })).toBeNull();
});

test("before the first spend the steps to it are listed, and done ones are marked", async () => {
  const requests = vi.fn(requestedUsage);
  showScreen("/s/web_1?mode=test", {
    ...responses,
    "GET /v1/websites/{id}/summary": ok(
      aSummary({ first_spend_at: null, customers: 0, outstanding: [] }),
    ),
    "GET /v1/websites/{id}/sign-in-activity": ok({
      items: [],
      first_sign_in_at: "2026-11-20T10:00:00Z",
    }),
    "GET /v1/usage": requests,
  });
  expect(await screen.findByText("2 of 5 done")).toBeDefined();
  const steps = within(screen.getByRole("region", { name: "First steps" }));
  const connect = steps.getByRole("link", { name: "Connect the sign-in" });
  expect(connect.getAttribute("href")).toBe("/s/web_1/integration?mode=test");
  expect(requests).not.toHaveBeenCalled();
});

test("usage is requested for the days of its address, and listed by feature", async () => {
  const requests = vi.fn(requestedUsage);
  showScreen("/s/web_1/usage?days=7", { ...responses, "GET /v1/usage": requests });
  const table = within(await screen.findByRole("table", { name: "By feature" }));
  const rows = table.getAllByRole("row").map((row) => row.textContent);
  expect(rows[1]).toMatch(/Summarisesummarise2,50099 %/);
  const search = new URL(requests.mock.calls[0]?.[0].url ?? "").searchParams;
  expect([search.get("from"), search.get("to")]).toEqual(["2026-11-14", "2026-11-20"]);
  const ranges = within(screen.getByRole("navigation", { name: "Range" })).getAllByRole("link");
  expect(ranges.map((range) => range.hasAttribute("aria-current"))).toEqual([true, false, false]);
});

test("while another range loads, the previous figures and days stay together with a loading text", async () => {
  let respond: (response: Response) => void = () => undefined;
  const later = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  showScreen("/s/web_1?days=7", {
    ...responses,
    "GET /v1/usage": ({ url }) =>
      new URL(url).searchParams.get("from") === "2026-11-14" ? Response.json(usage) : later,
  });
  const card = within(await screen.findByRole("region", { name: "Credits used" }));
  expect(await card.findByText("2,520")).toBeDefined();
  expect(card.queryByText("12.4 %", { exact: false })).toBeNull();
  fireEvent.click(card.getByRole("link", { name: "30 days" }));
  expect(await card.findByText("Loading…")).toBeDefined();
  const ranges = card.getAllByRole("link").filter((link) => link.hasAttribute("aria-current"));
  expect(ranges.map((range) => range.textContent)).toEqual(["30 days"]);
  expect(card.getByText("2,520")).toBeDefined();
  expect(card.getByRole("slider", { name: /on each of 7 days/ })).toBeDefined();
  expect(card.queryByText("12.4 %", { exact: false })).toBeNull();
  const items = [{ day: "2026-10-30", feature: "summarise", spent: 70_000, ...none }];
  respond(Response.json({ ...usage, items }));
  expect(await card.findByText("70,000")).toBeDefined();
  expect(card.getByRole("slider", { name: /on each of 30 days/ })).toBeDefined();
  expect(card.getByText("12.4 %", { exact: false })).toBeDefined();
  expect(card.queryByText("Loading…")).toBeNull();
});

test("another range keeps the order of the list", async () => {
  showScreen("/s/web_1/usage?days=7&sort=feature&mode=test", responses);
  const ranges = within(await screen.findByRole("navigation", { name: "Range" }));
  const searchOf = (name: string) => {
    const href = ranges.getByRole("link", { name }).getAttribute("href") ?? "";
    return Object.fromEntries(new URL(href, location.href).searchParams);
  };
  expect(searchOf("90 days")).toEqual({ days: '"90"', sort: "feature", mode: "test" });
  expect(searchOf("30 days")).toEqual({ sort: "feature", mode: "test" });
});

test("the file by feature holds credits, and not their smallest units", async () => {
  const items = [{ day: null, feature: "summarise", spent: 2_550, ...none, reversed: 5 }];
  showScreen("/s/web_1/usage", {
    ...responses,
    "GET /v1/usage": ok({ ...usage, scale: 2, items }),
  });
  const list = within(await screen.findByRole("region", { name: "By feature" }));
  expect(await list.findByText("25.50")).toBeDefined();
  fireEvent.click(list.getByRole("button", { name: "CSV" }));
  expect(saveFile).toHaveBeenCalledExactlyOnceWith(
    "usage-by-feature.csv",
    "text/csv",
    expect.stringContaining("\r\nSummarise,25.50,100,1,1,0.05\r\n"),
  );
});

const review = {
  kind: "payment-review",
  website_id: "web_1",
  website_name: "Paperplane",
  mode: "live",
  subject: "pmt_1",
  url: "http://localhost:8080/s/web_1/payments/pmt_1",
  reason: "the payment differs from what was sold",
  since: null,
};

test("a website that sells shows its own notices, and loads disputes only if there is one", async () => {
  const disputes = vi.fn((_: Request) => Response.json({ items: [], next_cursor: null }));
  const selling: FakeResponses = {
    ...responses,
    "GET /v1/packs": ok({ items: [{ code: "small" }], next_cursor: null }),
    "GET /v1/disputes": disputes,
  };
  const notices = [review, { ...review, kind: "stripe-connection-revoked", mode: "test" }];
  const shown = showScreen("/s/web_1", {
    ...selling,
    "GET /v1/me/notices": ok({ items: notices }),
  });
  expect(await screen.findByText(/^A payment differs from what was sold/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Show it" }).getAttribute("href")).toBe(
    "/s/web_1/payments/pmt_1",
  );
  expect(screen.queryByText(/^Stripe refuses the key/)).toBeNull();
  expect(disputes).not.toHaveBeenCalled();
  shown.unmount();
  showScreen("/s/web_1", {
    ...selling,
    "GET /v1/me/notices": ok({ items: [{ ...review, kind: "payment-disputed" }] }),
  });
  await vi.waitFor(() => expect(disputes).toHaveBeenCalledTimes(2), { timeout: 10_000 });
});
