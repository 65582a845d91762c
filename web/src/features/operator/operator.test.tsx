/** The operator's area: entering, finding users, deactivating them, and the audit log. */
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aUser } from "@/testing/fixtures";
import { aKnownUser, aKnownWebsite } from "@/testing/operator-fixtures";
import { type FakeResponses, ok, refusal, showScreen, signedInWith } from "@/testing/screen";
import { SearchField } from "@/ui/search-field";

const operator: FakeResponses = { "GET /v1/me": ok(aUser({ is_operator: true })) };
const inside = signedInWith({ mayOperate: true });
const gone = () => new Response(null, { status: 204 });

test("a user without the operator role gets the page for unknown addresses", async () => {
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
  const enter = await screen.findByRole("button", { name: "Enter operator mode" });
  expect(screen.queryByRole("navigation", { name: "Operator" })).toBeNull();
  // Other pages keep operator mode: renewals request the same scopes.
  expect(screen.getByText(/You leave operator mode when you reload\./)).toBeDefined();
  expect(operate).not.toHaveBeenCalled();
  fireEvent.click(enter);
  await vi.waitFor(() =>
    expect(operate).toHaveBeenCalledExactlyOnceWith("/operator/users?q=grace"),
  );
});

test("only operators have the operator link in their navigation", async () => {
  const home: FakeResponses = {
    "GET /v1/me/credits": ok({ balances: [] }),
    "GET /v1/me/transactions": ok({ items: [], next_cursor: null }),
  };
  const first = showScreen("/", { ...home, ...operator });
  expect((await screen.findAllByRole("link", { name: "Operator" })).length).toBeGreaterThan(0);
  first.unmount();
  const requests = vi.fn(ok(aUser()));
  showScreen("/", { ...home, "GET /v1/me": requests });
  await vi.waitFor(() => expect(requests).toHaveBeenCalled());
  await screen.findByRole("heading", { name: "Overview" });
  expect(screen.queryByRole("link", { name: "Operator" })).toBeNull();
});

test("a user is found by typed text, and the address stores the search", async () => {
  const users = vi.fn(ok({ items: [aKnownUser()], next_cursor: "next" }));
  showScreen("/operator/users?q=gra", { ...operator, "GET /v1/operator/users": users }, inside);
  const link = await screen.findByRole("link", { name: /Grace Hopper/ });
  expect(link.getAttribute("href")).toBe("/operator/users/usr_7");
  expect(new URL(users.mock.calls[0]?.[0].url ?? "").searchParams.get("q")).toBe("gra");
  const next = screen.getByRole("link", { name: "Next page" });
  expect(next.getAttribute("href")).toBe("/operator/users?q=gra&cursor=next");
});

test("a user is deactivated after a confirmation that names the effect", async () => {
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
  const confirmation = within(
    await screen.findByRole("alertdialog", { name: "Deactivate Grace Hopper?" }),
  );
  expect(confirmation.getByText(/1 session ends now/)).toBeDefined();
  expect(deactivate).not.toHaveBeenCalled();
  fireEvent.change(confirmation.getByLabelText("Reason (optional)"), {
    target: { value: " Spam " },
  });
  fireEvent.click(confirmation.getByRole("button", { name: "Deactivate" }));
  expect(await screen.findByText("Grace Hopper is deactivated.")).toBeDefined();
  expect(deactivate).toHaveBeenCalledTimes(1);
  expect(await deactivate.mock.calls[0]?.[0].json()).toEqual({ reason: "Spam" });
});

test("sessions are ended, and a refusal stays in the question", async () => {
  const responses = [refusal(503, { title: "Briefly unavailable" }), gone];
  showScreen(
    "/operator/users/usr_7",
    {
      ...operator,
      "GET /v1/operator/users/{id}": ok(aKnownUser({ is_active: false })),
      "POST /v1/operator/users/{id}/end-sessions": (request) =>
        responses.shift()?.(request) ?? Response.error(),
    },
    inside,
  );
  expect(await screen.findByRole("button", { name: "Activate…" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "End sessions…" }));
  const confirmation = within(await screen.findByRole("alertdialog"));
  fireEvent.click(confirmation.getByRole("button", { name: "End sessions" }));
  expect(await confirmation.findByText("Briefly unavailable")).toBeDefined();
  fireEvent.click(confirmation.getByRole("button", { name: "End sessions" }));
  expect(await screen.findByText("Grace Hopper is signed out everywhere.")).toBeDefined();
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
  const list = vi.fn(ok({ items: [key] }));
  const rotate = vi.fn(ok({ items: [key] }, 201));
  rotate.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  showScreen(
    "/operator/keys",
    {
      ...operator,
      "GET /v1/operator/signing-keys": list,
      "POST /v1/operator/signing-keys/rotate": rotate,
    },
    inside,
  );
  expect(await screen.findByText("Signing")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Rotate…" }));
  const confirmation = within(await screen.findByRole("alertdialog"));
  expect(rotate).not.toHaveBeenCalled();
  const loaded = list.mock.calls.length;
  fireEvent.click(confirmation.getByRole("button", { name: "Rotate keys" }));
  // The server may have rotated although the response was lost.
  expect(await confirmation.findByText("No connection")).toBeDefined();
  await vi.waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(loaded));
  fireEvent.click(confirmation.getByRole("button", { name: "Rotate keys" }));
  expect(await screen.findByText("New keys are published.")).toBeDefined();
});

test("a website whose owner is deleted is handed over", async () => {
  const owner = { id: "usr_8", name: null, email: null, is_deleted: true };
  const sent: unknown[] = [];
  showScreen(
    "/operator/websites",
    {
      ...operator,
      "GET /v1/operator/websites": ok({
        items: [aKnownWebsite({ name: "Pictures", status: "suspended", owner })],
        next_cursor: null,
      }),
      "POST /v1/operator/websites/{id}/hand-over": async (request) => {
        sent.push(await request.json());
        if (sent.length > 2) return new Response(null, { status: 204 });
        if (sent.length > 1) {
          return refusal(409, { title: "Exists", detail: "One is live." })(request);
        }
        const errors = [{ pointer: "/user_id", detail: "Must be the id of a person." }];
        return refusal(400, { title: "Invalid", detail: "No.", errors })(request);
      },
    },
    inside,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Hand over… Pictures" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Hand over Pictures" }));
  expect(dialog.getByText(/stays suspended until its new owner resumes it/)).toBeDefined();
  const act = dialog.getByRole("button", { name: "Hand over" });
  fireEvent.click(act);
  expect(await dialog.findByText("Enter the user id of the new owner.")).toBeDefined();
  expect(sent).toEqual([]);
  fireEvent.change(dialog.getByLabelText("User id of the new owner"), {
    target: { value: " usr_9 " },
  });
  fireEvent.click(act);
  expect(await dialog.findByText("Must be the id of a person.")).toBeDefined();
  fireEvent.click(act);
  expect(await dialog.findByText("One is live.")).toBeDefined();
  expect(sent[1]).toEqual({ user_id: "usr_9" });
  fireEvent.click(dialog.getByRole("button", { name: "Hand over anyway" }));
  expect(await screen.findByText("Pictures is handed over.")).toBeDefined();
  expect(sent[2]).toEqual({ user_id: "usr_9", force: true });
});

test.each([
  ["active", /The new owner runs it from then on\. .* Grace Hopper knows the current ones/],
  ["suspended", /It stays suspended\. .* Grace Hopper knows the current ones/],
] as const)("a website is handed over while its owner is still here: %s", async (status, words) => {
  showScreen(
    "/operator/websites",
    {
      ...operator,
      "GET /v1/operator/websites": ok({ items: [aKnownWebsite({ status })], next_cursor: null }),
    },
    inside,
  );
  expect(await screen.findByRole("link", { name: "Grace Hopper" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: /^Hand over…/ }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Hand over/ }));
  expect(dialog.getByText(words)).toBeDefined();
});

test("deliveries are listed by state", async () => {
  const deliveries = vi.fn(ok({ items: [], next_cursor: null }));
  showScreen(
    "/operator/webhooks?state=failed",
    { ...operator, "GET /v1/operator/webhook-deliveries": deliveries },
    inside,
  );
  expect(await screen.findByText("No deliveries in this state")).toBeDefined();
  expect(screen.getByRole("heading", { name: "Failed deliveries" })).toBeDefined();
  expect(new URL(deliveries.mock.calls[0]?.[0].url ?? "").searchParams.get("state")).toBe("failed");
});

test("typed text is searched before the next press, and not again after it", () => {
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
