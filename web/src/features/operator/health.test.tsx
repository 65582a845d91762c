/** The health page reports good health only if the current state is known and good. */
import { act, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { OperatorHealth } from "@/api/types";
import { aUser } from "@/testing/fixtures";
import { someHealth } from "@/testing/operator-fixtures";
import { type FakeResponses, ok, refusal, showScreen, signedInWith } from "@/testing/screen";

const operator: FakeResponses = {
  "GET /v1/me": ok(aUser({ is_operator: true })),
  "GET /v1/operator/mail-deliveries": ok({ items: [], next_cursor: null }),
};
const inside = signedInWith({ mayOperate: true });

function show(address: string, health: OperatorHealth) {
  return showScreen(address, { ...operator, "GET /v1/operator/health": ok(health) }, inside);
}

test("health says at a glance whether something needs the operator", async () => {
  const well = show("/operator", someHealth());
  expect(await screen.findByText("All systems work.")).toBeDefined();
  expect(screen.getAllByRole("navigation", { name: "Operator" }).length).toBeGreaterThan(0);
  well.unmount();
  const ill = someHealth({
    checks: [
      { name: "identity_provider_database", state: "failing", detail: "Refused." },
      { name: "new_check", state: "failing", detail: null },
    ],
    ledger: { last_verified_at: "2026-11-20T10:00:00Z", findings: 2, frozen: 1 },
  });
  show("/operator", ill);
  expect(await screen.findByText("Needs attention")).toBeDefined();
  expect(screen.getByText("Failing: Identity provider’s database, new_check.")).toBeDefined();
  expect(screen.getByText("Ledger findings: 2.")).toBeDefined();
  expect(screen.getByText("Frozen accounts: 1.")).toBeDefined();
});

const rows: [string, Partial<OperatorHealth>, string, string, string][] = [
  [
    "endpoints that fail",
    { webhooks: { due: 3, failing_endpoints: 2 } },
    "Needs attention",
    "Webhooks",
    "Problem",
  ],
  [
    "letters that are refused",
    { mail: { due: 3, failing: 2 } },
    "Needs attention",
    "Mail",
    "Problem",
  ],
  [
    "mail of which nothing is told",
    { mail: { due: null, failing: null } },
    "No known problems",
    "Mail",
    "Unknown",
  ],
  [
    "books that were never verified",
    { ledger: { last_verified_at: null, findings: 0, frozen: 0 } },
    "No known problems",
    "Ledger",
    "Not verified yet",
  ],
];

test.each(rows)("%s are not called well", async (_, changes, verdict, title, badge) => {
  show("/operator", someHealth(changes));
  expect(await screen.findByText(verdict)).toBeDefined();
  expect(screen.queryByText("All systems work.")).toBeNull();
  const figure = within(screen.getByRole("region", { name: title }));
  expect(figure.getByText(badge)).toBeDefined();
  expect(figure.queryByText("Fine")).toBeNull();
});

test("emails written to files are reported, and not called fine", async () => {
  const detail = "Mail goes to files on the server and is not sent.";
  show("/operator", someHealth({ checks: [{ name: "mail", state: "ok", detail }] }));
  expect(await screen.findByText("No known problems")).toBeDefined();
  expect(screen.getAllByText(detail)).toHaveLength(2);
  const checks = within(screen.getByRole("region", { name: "Checks" }));
  expect(checks.getByText("Note")).toBeDefined();
  expect(checks.queryByText("Fine")).toBeNull();
});

test("health that failed to refresh is marked as old, and not as good", async () => {
  for (const [address, wellWords] of [
    ["/operator", "All systems work."],
    ["/operator/mail", "No email is delayed."],
  ] as const) {
    const responses = [ok(someHealth()), refusal(500, {})];
    const { queries, unmount } = showScreen(
      address,
      {
        ...operator,
        "GET /v1/operator/health": (request) => responses.shift()?.(request) ?? Response.error(),
      },
      inside,
    );
    expect(await screen.findByText(wellWords)).toBeDefined();
    await act(() => queries.invalidateQueries({ queryKey: ["operator", "health"] }));
    expect(await screen.findByText(/The current state is unknown/)).toBeDefined();
    expect(screen.getByText(/This page shows the state of/).textContent).toContain("just now");
    expect(screen.queryByText(wellWords)).toBeNull();
    unmount();
  }
});

test("mail shows whether it is stuck, or that this is unknown", async () => {
  const well = show("/operator/mail", someHealth());
  expect(await screen.findByText("No email is delayed.")).toBeDefined();
  well.unmount();
  const unknown = show("/operator/mail", someHealth({ mail: { due: null, failing: null } }));
  expect(await screen.findByText(/does not report whether mail is stuck/)).toBeDefined();
  expect(screen.queryByText("No email is delayed.")).toBeNull();
  expect(screen.getAllByText("Unknown")).toHaveLength(2);
  unknown.unmount();
  show("/operator/mail", someHealth({ mail: { due: 3, failing: 2 } }));
  expect(await screen.findByText(/refuses some emails/)).toBeDefined();
});
