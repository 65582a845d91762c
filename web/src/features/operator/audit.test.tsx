/** The audit log filters by the address, opens entries and saves a file. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { saveFile } from "@/lib/save-file";
import { aUser } from "@/testing/fixtures";
import { anAuditLine } from "@/testing/operator-fixtures";
import { type FakeResponses, ok, showScreen, signedInWith } from "@/testing/screen";

vi.mock("@/lib/save-file", () => ({ saveFile: vi.fn() }));

const operator: FakeResponses = { "GET /v1/me": ok(aUser({ is_operator: true })) };
const inside = signedInWith({ mayOperate: true });

test("a line is opened, and the audit log is saved as the server writes it", async () => {
  const requests: string[] = [];
  showScreen(
    "/operator/audit?act=user.deactivated",
    {
      ...operator,
      "GET /v1/operator/audit": ({ url, headers }) => {
        const isFile = headers.get("accept") === "text/csv";
        requests.push(`${isFile ? "file" : "page"} ${new URL(url).search}`);
        if (isFile) return new Response("id,at\r\n");
        return Response.json({ items: [anAuditLine()], next_cursor: null });
      },
    },
    inside,
  );
  fireEvent.click(await screen.findByRole("button", { name: "User deactivated" }));
  const dialog = within(await screen.findByRole("dialog", { name: "User deactivated" }));
  expect(dialog.getByText(/"reason": "Spam"/)).toBeDefined();
  expect(dialog.getByText("Spam")).toBeDefined();
  expect(dialog.getByText("Ada Lovelace")).toBeDefined();
  expect(dialog.getByRole("button", { name: "Copy id of the actor" })).toBeDefined();
  expect(dialog.getByText("usr_7").tagName).toBe("CODE");
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  fireEvent.click(screen.getByRole("button", { name: "CSV" }));
  await vi.waitFor(() =>
    expect(saveFile).toHaveBeenCalledWith("audit.csv", "text/csv", "id,at\r\n"),
  );
  expect(requests).toContain("file ?act=user.deactivated");
});

test("a line names who acted and on what, with kinds and short ids below", async () => {
  const id = "key_01a2182733d677ba857a843d98b9454e";
  const line = anAuditLine({
    act: "key.made",
    actor: { kind: "system", id: "system", name: null },
    subject: { kind: "key", id, name: "Production" },
    website_id: "web_1",
    website_name: "Paperplane",
  });
  showScreen(
    "/operator/audit",
    { ...operator, "GET /v1/operator/audit": ok({ items: [line], next_cursor: null }) },
    inside,
  );
  const table = within(await screen.findByRole("table", { name: "Audit log" }));
  expect(table.getByRole("button", { name: "API key created" })).toBeDefined();
  expect(table.getByText("Tollgate, on schedule")).toBeDefined();
  expect(table.getByText("Production")).toBeDefined();
  expect(table.getByText("API key · key_…b9454e · Paperplane")).toBeDefined();
});

test("an action that is newer than this app is shown as well as it goes", async () => {
  const line = anAuditLine({ act: "tax_rate.fixed_up" });
  showScreen(
    "/operator/audit?act=tax_rate.fixed_up",
    { ...operator, "GET /v1/operator/audit": ok({ items: [line], next_cursor: null }) },
    inside,
  );
  expect(await screen.findByRole("button", { name: "Tax rate fixed up" })).toBeDefined();
  expect(screen.getByLabelText("Action")).toHaveProperty("value", "tax_rate.fixed_up");
});

test.each([{}, null])("a line of which nothing else is known has no detail: %j", async (detail) => {
  const line = anAuditLine({ detail, actor: { kind: "api_key", id: "key_1", name: null } });
  showScreen(
    "/operator/audit",
    { ...operator, "GET /v1/operator/audit": ok({ items: [line], next_cursor: null }) },
    inside,
  );
  fireEvent.click(await screen.findByRole("button", { name: "User deactivated" }));
  const dialog = within(await screen.findByRole("dialog", { name: "User deactivated" }));
  expect(dialog.getByText("API key")).toBeDefined();
  expect(dialog.queryByText("Detail")).toBeNull();
});

test("the filter keeps its focus when it is sent, and follows the address", async () => {
  const requests = vi.fn(ok({ items: [anAuditLine()], next_cursor: null }));
  const { router } = showScreen(
    "/operator/audit?act=user.deactivated",
    { ...operator, "GET /v1/operator/audit": requests },
    inside,
  );
  await screen.findByRole("button", { name: "User deactivated" });
  const who = screen.getByLabelText("Actor");
  const lastRequest = () => new URL(requests.mock.calls.at(-1)?.[0].url ?? "").search;
  fireEvent.change(who, { target: { value: " usr_1 " } });
  const send = screen.getByRole("button", { name: "Filter" });
  send.focus();
  fireEvent.click(send);
  await waitFor(() => expect(lastRequest()).toBe("?limit=25&actor=usr_1&act=user.deactivated"));
  expect(document.activeElement).toBe(send);
  expect(who).toHaveProperty("value", "usr_1");
  act(() => router.history.back());
  await waitFor(() => expect(screen.getByLabelText("Actor")).toHaveProperty("value", ""));
  expect(screen.getByLabelText("Action")).toHaveProperty("value", "user.deactivated");
  const all = screen.getByRole("button", { name: "Show all" });
  all.focus();
  fireEvent.click(all);
  await waitFor(() => expect(screen.getByLabelText("Action")).toHaveProperty("value", ""));
  expect(document.activeElement).toBe(send);
});

test("the filter requests whole days", async () => {
  const audit = vi.fn(ok({ items: [anAuditLine()], next_cursor: null }));
  showScreen(
    "/operator/audit?from=2026-11-01&to=2026-11-02",
    { ...operator, "GET /v1/operator/audit": audit },
    inside,
  );
  await screen.findByRole("button", { name: "User deactivated" });
  const { searchParams } = new URL(audit.mock.calls[0]?.[0].url ?? "");
  expect(searchParams.get("from")).toBe("2026-11-01T00:00:00Z");
  expect(searchParams.get("to")).toBe("2026-11-02T23:59:59.999999Z");
});

test("a file that is not the whole audit log says so", async () => {
  const lines = [2, 10_000];
  showScreen(
    "/operator/audit",
    {
      ...operator,
      "GET /v1/operator/audit": ({ headers }) =>
        headers.get("accept") === "text/csv"
          ? new Response(`id,at\r\n${"aud_1,now\r\n".repeat(lines.shift() ?? 0)}`)
          : Response.json({ items: [anAuditLine()], next_cursor: null }),
    },
    inside,
  );
  const save = await screen.findByRole("button", { name: "CSV" });
  fireEvent.click(save);
  expect(await screen.findByText("2 lines are saved.")).toBeDefined();
  fireEvent.click(save);
  expect(await screen.findByText(/^The newest 10,000 lines are saved/)).toBeDefined();
});
