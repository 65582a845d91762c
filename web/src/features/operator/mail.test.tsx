/** The operator's list of emails shows recipient, state and the reason of a failure. */
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { OperatorMailDelivery } from "@/api/types";
import { aUser } from "@/testing/fixtures";
import { aKnownUser, anEmail, someHealth } from "@/testing/operator-fixtures";
import {
  type FakeResponses,
  ok,
  refusal,
  showScreen,
  signedInWith,
  silence,
} from "@/testing/screen";
import { SearchField } from "@/ui/search-field";
import { kindWords, reasonWords } from "./mail-words";

const operator: FakeResponses = {
  "GET /v1/me": ok(aUser({ is_operator: true })),
  "GET /v1/operator/health": ok(someHealth()),
};
const inside = signedInWith({ mayOperate: true });
const list = "GET /v1/operator/mail-deliveries";

afterEach(() => void vi.useRealTimers());

function show(address: string, responses: FakeResponses) {
  return showScreen(address, { ...operator, ...responses }, inside);
}

function query(letters: { mock: { calls: [Request][] } }, name: string): string | null {
  const url = letters.mock.calls.at(-1)?.[0].url ?? "";
  return new URL(url).searchParams.get(name);
}

test("an email shows its kind, recipient, state and the reason of a failure", async () => {
  const items = [
    anEmail({ id: "mail_3" }),
    anEmail({
      id: "mail_2",
      kind: "password_link",
      recipient: "lost@example.com",
      state: "given_up",
      attempts: 3,
      reason: "refused",
      reply: "550 5.1.1",
    }),
    anEmail({
      id: "mail_1",
      state: "waiting",
      reason: "unreachable",
      next_attempt_at: "2026-01-20T10:00:00Z",
      ended_at: null,
    }),
    anEmail({
      id: "mail_0",
      state: "waiting",
      attempts: 0,
      next_attempt_at: "2099-01-20T10:00:00Z",
      ended_at: null,
    }),
  ];
  show("/operator/mail", { [list]: ok({ items, next_cursor: "next" }) });
  const table = within(await screen.findByRole("table", { name: "Emails" }));
  const [, sent, lost, late, waiting] = table.getAllByRole("row").map((row) => row.textContent);
  expect(sent).toMatch(/^Sign-in linkgrace@example\.com.*Sent1mail_3/);
  expect(lost).toContain("Password linklost@example.com");
  expect(lost).toContain("The mail server refused it: unknown address (550 5.1.1)Given up3mail_2");
  expect(late).toContain(
    "The mail server cannot be reachedFailed, retryingwas due 20 January 2026",
  );
  expect(waiting).toContain("Waitingnext try within a minute");
  expect(screen.getByText("No email is delayed.")).toBeDefined();
  const next = screen.getByRole("link", { name: "Next page" });
  expect(next.getAttribute("href")).toBe("/operator/mail?cursor=next");
});

test("emails are found by a complete address, in any state, and the page's address stores it", async () => {
  const letters = vi.fn(ok({ items: [], next_cursor: null }));
  const { router } = show("/operator/mail?state=given_up&q=ada%40example.com", { [list]: letters });
  expect(await screen.findByText("No emails to ada@example.com in this state")).toBeDefined();
  expect([query(letters, "q"), query(letters, "state")]).toEqual(["ada@example.com", "given_up"]);
  const sent = screen.getByRole("link", { name: "Sent" });
  expect(sent.getAttribute("href")).toBe("/operator/mail?q=ada%40example.com&state=sent");
  const field = screen.getByRole("textbox", { name: "Find emails to an address" });
  fireEvent.change(field, { target: { value: "grace@example.com" } });
  fireEvent.submit(field);
  expect(await screen.findByText("No emails to grace@example.com in this state")).toBeDefined();
  expect(router.state.location.search).toEqual({ q: "grace@example.com", state: "given_up" });
  expect(query(letters, "q")).toBe("grace@example.com");
  const [button] = screen.getAllByRole("button", { name: "Show all" });
  if (button) fireEvent.click(button);
  expect(await screen.findByText("No emails in this state")).toBeDefined();
  expect(query(letters, "q")).toBeNull();
});

test("an incomplete address is not searched", () => {
  vi.useFakeTimers();
  const onSearch = vi.fn();
  render(<SearchField whole label="Find" placeholder="Address" value="" onSearch={onSearch} />);
  const field = screen.getByLabelText("Find");
  fireEvent.change(field, { target: { value: "grace@ex" } });
  vi.advanceTimersByTime(1_000);
  expect(onSearch).not.toHaveBeenCalled();
  fireEvent.blur(field);
  expect(onSearch).toHaveBeenCalledExactlyOnceWith("grace@ex");
  fireEvent.change(field, { target: { value: "" } });
  vi.advanceTimersByTime(1_000);
  expect(onSearch).toHaveBeenLastCalledWith("");
});

test("the list shows that it is empty, loading, or failed", async () => {
  const empty = show("/operator/mail", { [list]: ok({ items: [], next_cursor: null }) });
  expect(await screen.findByText("No emails yet")).toBeDefined();
  empty.unmount();
  const loading = show("/operator/mail", { [list]: silence });
  expect(await screen.findByText("Loading: Emails")).toBeDefined();
  loading.unmount();
  show("/operator/mail", { [list]: refusal(503, { title: "Briefly unavailable" }) });
  expect(await screen.findByText("Briefly unavailable")).toBeDefined();
  expect(await screen.findByText("No email is delayed.")).toBeDefined();
});

test("emails that failed to refresh are marked as old", async () => {
  const responses = [ok({ items: [anEmail()], next_cursor: null }), refusal(500, {})];
  const { queries } = show("/operator/mail", {
    [list]: (request) => responses.shift()?.(request) ?? Response.error(),
  });
  expect(await screen.findByText("grace@example.com")).toBeDefined();
  await act(() => queries.invalidateQueries({ queryKey: ["operator", "mail-deliveries"] }));
  expect(await screen.findByText(/The current state is unknown/)).toBeDefined();
  expect(screen.getByText("grace@example.com")).toBeDefined();
});

test("a user's page links to the emails to their address", async () => {
  const first = show("/operator/users/usr_7", { "GET /v1/operator/users/{id}": ok(aKnownUser()) });
  const link = await screen.findByRole("link", { name: "Mail to this person" });
  expect(link.getAttribute("href")).toBe("/operator/mail?q=grace%40example.com");
  first.unmount();
  const nameless = aKnownUser({ email: null });
  show("/operator/users/usr_7", { "GET /v1/operator/users/{id}": ok(nameless) });
  expect(await screen.findByRole("heading", { name: "Grace Hopper" })).toBeDefined();
  expect(screen.queryByRole("link", { name: "Mail to this person" })).toBeNull();
});

const rows: [Partial<OperatorMailDelivery>, string | null][] = [
  [{ reason: null }, null],
  [{ reason: "refused", reply: "550" }, "The mail server refused it (550)"],
  [
    { reason: "refused", reply: "552 5.2.2" },
    "The mail server refused it: the mailbox is full (552 5.2.2)",
  ],
  [
    { reason: "put_off", reply: "451 4.7.1" },
    "The mail server deferred it: blocked by a rule, such as a spam filter (451 4.7.1)",
  ],
  [
    { reason: "unauthenticated", reply: "535 5.7.8" },
    "The mail server refuses the user, password or TLS of IDP_SMTP_URL (535 5.7.8)",
  ],
  [{ state: "sent", reason: "unreachable" }, "Earlier: the mail server cannot be reached"],
  [{ reason: "newer_than_us" }, "Newer than us"],
];

test.each(rows)("%j has a text", (email, words) => {
  expect(reasonWords(anEmail({ state: "given_up", ...email }))).toBe(words);
});

test("an unknown kind is shown by its code", () => {
  expect([kindWords("way_added"), kindWords("birthday_card")]).toEqual([
    "Notice: sign-in method added",
    "Birthday card",
  ]);
});
