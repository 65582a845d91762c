/** The operator's area: who may enter, who is found and switched off, and what is written down. */
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { saveFile } from "@/lib/save-file";
import { aUser } from "@/testing/fixtures";
import { aKnownUser, aKnownWebsite, anAuditLine, someHealth } from "@/testing/operator-fixtures";
import { type Answers, ok, refusal, showScreen, signedInWith } from "@/testing/screen";
import { SearchField } from "@/ui/search-field";

vi.mock("@/lib/save-file", () => ({ saveFile: vi.fn() }));

const operator: Answers = { "GET /v1/me": ok(aUser({ is_operator: true })) };
const inside = signedInWith({ mayOperate: true });
const gone = () => new Response(null, { status: 204 });

test("who is no operator meets an address that leads nowhere", async () => {
  const operate = vi.fn(async () => undefined);
  showScreen(
    "/operator/users",
    { "GET /v1/me": ok(aUser()) },
    signedInWith({ mayOperate: true, operate }),
  );
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeDefined();
  expect(operate).not.toHaveBeenCalled();
});

test("an operator enters by a press and never by itself, back to the wanted page", async () => {
  const operate = vi.fn(async () => undefined);
  showScreen("/operator/users?q=grace", operator, signedInWith({ operate }));
  const enter = await screen.findByRole("button", { name: "Enter" });
  expect(screen.queryByRole("navigation", { name: "Operator" })).toBeNull();
  expect(operate).not.toHaveBeenCalled();
  fireEvent.click(enter);
  await vi.waitFor(() =>
    expect(operate).toHaveBeenCalledExactlyOnceWith("/operator/users?q=grace"),
  );
});

test("the way in stands in the navigation of operators only", async () => {
  const home: Answers = {
    "GET /v1/me/credits": ok({ balances: [] }),
    "GET /v1/me/transactions": ok({ items: [], next_cursor: null }),
  };
  const first = showScreen("/", { ...home, ...operator });
  expect((await screen.findAllByRole("link", { name: "Operator" })).length).toBeGreaterThan(0);
  first.unmount();
  const asked = vi.fn(ok(aUser()));
  showScreen("/", { ...home, "GET /v1/me": asked });
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await screen.findByRole("heading", { name: "Overview" });
  expect(screen.queryByRole("link", { name: "Operator" })).toBeNull();
});

test("health says at a glance whether something needs the operator", async () => {
  const well = showScreen(
    "/operator",
    { ...operator, "GET /v1/operator/health": ok(someHealth()) },
    inside,
  );
  expect(await screen.findByText("All is well.")).toBeDefined();
  expect(screen.getAllByRole("navigation", { name: "Operator" }).length).toBeGreaterThan(0);
  well.unmount();
  const ill = someHealth({
    checks: [{ name: "mail server", state: "failing", detail: "Refused." }],
    ledger: { last_verified_at: null, findings: 2, frozen: 1 },
  });
  showScreen("/operator", { ...operator, "GET /v1/operator/health": ok(ill) }, inside);
  expect(await screen.findByText("Something needs you.")).toBeDefined();
  expect(screen.getByText("Failing: mail server.")).toBeDefined();
  expect(screen.getByText(/1 frozen/)).toBeDefined();
});

test("a person is found by what is typed, and the address says what was searched for", async () => {
  const users = vi.fn(ok({ items: [aKnownUser()], next_cursor: "next" }));
  showScreen("/operator/users?q=gra", { ...operator, "GET /v1/operator/users": users }, inside);
  const link = await screen.findByRole("link", { name: /Grace Hopper/ });
  expect(link.getAttribute("href")).toBe("/operator/users/usr_7");
  expect(new URL(users.mock.calls[0]?.[0].url ?? "").searchParams.get("q")).toBe("gra");
  const next = screen.getByRole("link", { name: "Next page" });
  expect(next.getAttribute("href")).toBe("/operator/users?q=gra&cursor=next");
});

test("a person is switched off after a question that names the effect", async () => {
  const deactivate = vi.fn(ok(aUser({ is_active: false })));
  showScreen(
    "/operator/users/usr_7",
    {
      ...operator,
      "GET /v1/operator/users/{id}": ok(aKnownUser()),
      "POST /v1/users/{id}/deactivate": deactivate,
    },
    inside,
  );
  expect(await screen.findByText("1,240")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Deactivate…" }));
  const question = within(
    await screen.findByRole("alertdialog", { name: "Deactivate Grace Hopper?" }),
  );
  expect(question.getByText(/1 session ends now/)).toBeDefined();
  expect(deactivate).not.toHaveBeenCalled();
  fireEvent.change(question.getByLabelText("Reason (optional)"), { target: { value: " Spam " } });
  fireEvent.click(question.getByRole("button", { name: "Deactivate" }));
  expect(await screen.findByText("Grace Hopper is deactivated.")).toBeDefined();
  expect(deactivate).toHaveBeenCalledTimes(1);
  expect(await deactivate.mock.calls[0]?.[0].json()).toEqual({ reason: "Spam" });
});

test("sessions are ended, and a refusal stays in the question", async () => {
  const answers = [refusal(503, { title: "Briefly unavailable" }), gone];
  showScreen(
    "/operator/users/usr_7",
    {
      ...operator,
      "GET /v1/operator/users/{id}": ok(aKnownUser({ is_active: false })),
      "POST /v1/operator/users/{id}/end-sessions": (request) =>
        answers.shift()?.(request) ?? Response.error(),
    },
    inside,
  );
  expect(await screen.findByRole("button", { name: "Activate…" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "End sessions…" }));
  const question = within(await screen.findByRole("alertdialog"));
  fireEvent.click(question.getByRole("button", { name: "End sessions" }));
  expect(await question.findByText("Briefly unavailable")).toBeDefined();
  fireEvent.click(question.getByRole("button", { name: "End sessions" }));
  expect(await screen.findByText("Grace Hopper is signed out everywhere.")).toBeDefined();
});

test("the trail is filtered by the address, opened line by line, and saved as the server writes it", async () => {
  const asked: string[] = [];
  showScreen(
    "/operator/audit?act=user.deactivated",
    {
      ...operator,
      "GET /v1/operator/audit": ({ url, headers }) => {
        const isFile = headers.get("accept") === "text/csv";
        asked.push(`${isFile ? "file" : "page"} ${new URL(url).search}`);
        if (isFile) return new Response("id,at\r\n");
        return Response.json({ items: [anAuditLine()], next_cursor: null });
      },
    },
    inside,
  );
  fireEvent.click(await screen.findByRole("button", { name: "user.deactivated" }));
  const dialog = within(await screen.findByRole("dialog", { name: "user.deactivated" }));
  expect(dialog.getByText(/"reason": "Spam"/)).toBeDefined();
  expect(dialog.getByText("Spam")).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  fireEvent.click(screen.getByRole("button", { name: "CSV" }));
  await vi.waitFor(() =>
    expect(saveFile).toHaveBeenCalledWith("audit.csv", "text/csv", "id,at\r\n"),
  );
  fireEvent.change(screen.getByLabelText("Who"), { target: { value: "usr_1" } });
  fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  await vi.waitFor(() =>
    expect(asked.at(-1)).toBe("page ?limit=25&actor=usr_1&act=user.deactivated"),
  );
  expect(asked).toContain("file ?act=user.deactivated");
});

test("websites lead to their owners, and keys are rotated after a question", async () => {
  const first = showScreen(
    "/operator/websites",
    {
      ...operator,
      "GET /v1/operator/websites": ok({ items: [aKnownWebsite()], next_cursor: null }),
    },
    inside,
  );
  const owner = await screen.findByRole("link", { name: "Grace Hopper" });
  expect(owner.getAttribute("href")).toBe("/operator/users/usr_7");
  first.unmount();
  const key = {
    kid: "k1",
    alg: "ES256",
    state: "signing",
    created_at: "2026-11-01T08:00:00Z",
    signs_from: "2026-11-02T08:00:00Z",
    retires_at: null,
  };
  const rotate = vi.fn(ok({ items: [key] }, 201));
  showScreen(
    "/operator/keys",
    {
      ...operator,
      "GET /v1/operator/signing-keys": ok({ items: [key] }),
      "POST /v1/operator/signing-keys/rotate": rotate,
    },
    inside,
  );
  expect(await screen.findByText("Signing")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Rotate…" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(rotate).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole("button", { name: "Rotate keys" }));
  expect(await screen.findByText("New keys are announced.")).toBeDefined();
});

test("deliveries are listed by state, and mail says whether it is stuck", async () => {
  const deliveries = vi.fn(ok({ items: [], next_cursor: null }));
  const first = showScreen(
    "/operator/webhooks?state=failed",
    { ...operator, "GET /v1/operator/webhook-deliveries": deliveries },
    inside,
  );
  expect(await screen.findByText("None of these")).toBeDefined();
  expect(new URL(deliveries.mock.calls[0]?.[0].url ?? "").searchParams.get("state")).toBe("failed");
  first.unmount();
  const well = showScreen(
    "/operator/mail",
    {
      ...operator,
      "GET /v1/operator/health": ok(someHealth({ mail: { due: null, failing: null } })),
    },
    inside,
  );
  expect(await screen.findByText("Nothing is stuck.")).toBeDefined();
  expect(screen.getAllByText("Not told")).toHaveLength(2);
  well.unmount();
  showScreen(
    "/operator/mail",
    { ...operator, "GET /v1/operator/health": ok(someHealth({ mail: { due: 3, failing: 2 } })) },
    inside,
  );
  expect(await screen.findByText(/does not take every letter/)).toBeDefined();
});

test("the days of the filter are asked for whole", async () => {
  const audit = vi.fn(ok({ items: [anAuditLine()], next_cursor: null }));
  showScreen(
    "/operator/audit?from=2026-11-01&to=2026-11-02",
    { ...operator, "GET /v1/operator/audit": audit },
    inside,
  );
  await screen.findByRole("button", { name: "user.deactivated" });
  const { searchParams } = new URL(audit.mock.calls[0]?.[0].url ?? "");
  expect(searchParams.get("from")).toBe("2026-11-01T00:00:00Z");
  expect(searchParams.get("to")).toBe("2026-11-02T23:59:59Z");
});

test("what was typed is asked for before whatever is pressed next, and not once more after it", () => {
  vi.useFakeTimers();
  const onSearch = vi.fn();
  render(<SearchField label="Find" placeholder="Name" value="" onSearch={onSearch} />);
  const field = screen.getByLabelText("Find");
  fireEvent.change(field, { target: { value: "grace" } });
  expect(onSearch).not.toHaveBeenCalled();
  fireEvent.blur(field);
  expect(onSearch).toHaveBeenCalledExactlyOnceWith("grace");
  vi.advanceTimersByTime(1_000);
  expect(onSearch).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
