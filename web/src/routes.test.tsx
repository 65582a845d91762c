/** Each kind of visitor sees the right page: signed out, after a failed sign-in, at an unknown address. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Session } from "@/auth/session";
import { focusHeading } from "@/routes/focus-heading";
import { aCustomer, aCustomerBalance, aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, showScreen, silence } from "@/testing/screen";

function signedOut(changes: Partial<Extract<Session, { status: "signed-out" }>> = {}): Session {
  return {
    status: "signed-out",
    endedElsewhere: false,
    goneForGood: null,
    failure: null,
    signIn: async () => undefined,
    ...changes,
  };
}

test("a signed-out visitor gets one sign-in button that returns to the requested page", async () => {
  const signIn = vi.fn(async () => undefined);
  showScreen("/account/credits?x=1", {}, signedOut({ signIn }));
  fireEvent.click(await screen.findByRole("button", { name: "Sign in" }));
  await vi.waitFor(() => expect(signIn).toHaveBeenCalledWith("/account/credits?x=1"));
});

test("registering a website begins with a sign-in", async () => {
  const signIn = vi.fn(async () => undefined);
  showScreen("/", {}, signedOut({ signIn }));
  fireEvent.click(await screen.findByRole("button", { name: "Register a website" }));
  await vi.waitFor(() => expect(signIn).toHaveBeenCalledWith("/sites/new"));
});

test("the landing page says why the user was signed out, or what failed", async () => {
  const ended = showScreen("/", {}, signedOut({ endedElsewhere: true }));
  expect(await screen.findByText(/signed out in another tab/)).toBeDefined();
  ended.unmount();
  const failure = { title: "No answer in time", detail: "Try again.", code: null };
  showScreen("/", {}, signedOut({ failure }));
  expect(await screen.findByText("No answer in time")).toBeDefined();
});

test("a user whose account is being deleted sees the restore date, and no sign-in button", async () => {
  const gone = { endedElsewhere: true, goneForGood: "2026-12-06T10:00:00Z" };
  showScreen("/account/data", {}, signedOut(gone));
  expect(await screen.findByText(/deleted for good on 6 December 2026/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Leave" }).getAttribute("href")).toBe("/");
  expect(screen.queryByRole("button", { name: "Sign in" })).toBeNull();
  expect(screen.queryByText(/signed out in another tab/)).toBeNull();
});

test("a sign-in that cannot start says so", async () => {
  const signIn = async () => Promise.reject(new TypeError("Failed to fetch"));
  showScreen("/", {}, signedOut({ signIn }));
  fireEvent.click(await screen.findByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("No connection")).toBeDefined();
});

test("a failed callback shows one page with one button and starts nothing by itself", async () => {
  const signIn = vi.fn(async () => undefined);
  const failure = { title: "Sign-in was refused", detail: "You said no.", code: "access_denied" };
  showScreen("/auth/callback", {}, { status: "callback-failed", failure, signIn });
  expect(await screen.findByRole("heading", { name: "Sign-in was refused" })).toBeDefined();
  expect(screen.getByText("access_denied")).toBeDefined();
  expect(signIn).not.toHaveBeenCalled();
  const buttons = screen.getAllByRole("button");
  expect(buttons).toHaveLength(1);
  if (buttons[0]) fireEvent.click(buttons[0]);
  await vi.waitFor(() => expect(signIn).toHaveBeenCalledWith("/"));
});

test("an unknown address has a page of its own", async () => {
  showScreen("/nowhere", {});
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeDefined();
  expect(screen.getByRole("link", { name: "See the overview" }).getAttribute("href")).toBe("/");
});

test.each(["/nowhere", "/s/web_1/nowhere"])(
  "%s has the same page for visitors who are signed out, and a way on",
  async (address) => {
    showScreen(address, {}, signedOut({ endedElsewhere: true }));
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Home page" }).getAttribute("href")).toBe("/");
    expect(screen.queryByRole("button", { name: "Sign in" })).toBeNull();
  },
);

test("while it is not known who is here, nothing is claimed", async () => {
  showScreen("/", {}, { status: "changing" });
  expect(await screen.findByText("One moment…")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});

const noTransactions = { "GET /v1/me/transactions": ok({ items: [], next_cursor: null }) };

test("a visit moves the focus to the new page's heading, a first load does not", async () => {
  showScreen("/", {
    ...noTransactions,
    "GET /v1/me/credits": ok({ balances: [] }),
    "GET /v1/websites": silence,
  });
  await screen.findByRole("heading", { name: "Overview" });
  expect(document.activeElement).toBe(document.body);
  const [link] = screen.getAllByRole("link", { name: "Websites" });
  if (link) fireEvent.click(link);
  const heading = await screen.findByRole("heading", { name: "Websites" });
  await vi.waitFor(() => expect(document.activeElement).toBe(heading));
});

test("a heading that renders late gets the focus, unless the user has moved on", async () => {
  showScreen("/", {
    ...noTransactions,
    "GET /v1/me/credits": ok({ balances: [] }),
    "GET /v1/websites": silence,
  });
  await screen.findByRole("heading", { name: "Overview" });
  document.querySelector("main h1")?.remove();
  focusHeading();
  const late = document.createElement("h1");
  late.tabIndex = -1;
  document.querySelector("main")?.append(late);
  await vi.waitFor(() => expect(document.activeElement).toBe(late));

  const [link, other] = screen.getAllByRole("link", { name: /^(Websites|Profile)$/ });
  link?.focus();
  late.remove();
  focusHeading();
  document.querySelector("main")?.append(late);
  await vi.waitFor(() => expect(document.activeElement).toBe(late));

  link?.focus();
  late.remove();
  focusHeading();
  other?.focus();
  document.querySelector("main")?.append(late);
  await Promise.resolve();
  expect(document.activeElement).toBe(other);
});

test("an error in a page stays inside the frame, with links to the others", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  showScreen("/", { ...noTransactions, "GET /v1/me/credits": ok({ balances: [null] }) });
  const main = await screen.findByRole("main");
  expect(
    await within(main).findByRole("heading", { name: "This page cannot be shown" }),
  ).toBeDefined();
  expect(screen.getAllByRole("main")).toHaveLength(1);
  expect(screen.getAllByRole("link", { name: "Websites" }).length).toBeGreaterThan(0);
});

const lastPart = ({ url }: Request) => new URL(url).pathname.split("/").at(-1) ?? "";

test("text typed for one customer does not move to another one", async () => {
  const people = new Map([
    ["ann", aCustomer({ id: "ann", name: "Ann" })],
    ["bob", aCustomer({ id: "bob", name: "Bob" })],
  ]);
  const { router } = showScreen("/s/web_1/customers/ann", {
    "GET /v1/websites": ok({ items: [aWebsite()] }),
    "GET /v1/customers/{id}": (request) => Response.json(people.get(lastPart(request))),
    "GET /v1/customers/{id}/balance": ok(aCustomerBalance()),
    "GET /v1/customers/{id}/transactions": ok({ items: [], next_cursor: null }),
  });
  await screen.findByRole("heading", { level: 1, name: "Ann" });
  act(() => router.history.push("/s/web_1/customers/bob"));
  await screen.findByRole("heading", { level: 1, name: "Bob" });
  fireEvent.click(screen.getByRole("button", { name: "Grant credits" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Grant credits" }));
  fireEvent.change(dialog.getByLabelText("Credits"), { target: { value: "500" } });
  act(() => router.history.back());
  await screen.findByRole("heading", { level: 1, name: "Ann" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("forms of another website or mode start with its own values", async () => {
  const website: FakeResponses = {
    "GET /v1/websites": ok({ items: [aWebsite()] }),
    "GET /v1/websites/{id}": (request) => Response.json(aWebsite({ id: lastPart(request) })),
    "GET /v1/alerts": ({ headers }) =>
      Response.json({ low_credits: headers.get("Tollgate-Website") === "web_1" ? 10 : 20 }),
    "GET /v1/policies/credits": ({ headers }) => {
      const mode = headers.get("Tollgate-Mode") ?? "live";
      const restored_days = mode === "test" ? 7 : 30;
      return Response.json({ mode, restored_days, debt_repaid_by: "all_grants" });
    },
    "GET /v1/policies/signup-grant": ({ headers }) =>
      Response.json({
        enabled: true,
        amount: headers.get("Tollgate-Mode") === "test" ? 2 : 1,
        expires_days: null,
        mode: headers.get("Tollgate-Mode") ?? "live",
      }),
  };
  const { router } = showScreen("/s/web_1/settings", website);
  const holds = async (label: string, value: string) => {
    await waitFor(() => expect(screen.queryByLabelText(label)).toHaveProperty("value", value));
  };
  await holds("Threshold", "10");
  act(() => router.history.push("/s/web_2/settings"));
  await holds("Threshold", "20");
  act(() => router.history.back());
  await holds("Threshold", "10");
  act(() => router.history.push("/s/web_1/settings?mode=test"));
  await holds("Credits", "2");
  await holds("Days that refunded credits stay valid", "7");
  act(() => router.history.back());
  await holds("Credits", "1");
});
