/** A view as another user needs a reason, shows a bar on every page, and can be left. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createViews } from "@/auth/view";
import { aBalance, aUser } from "@/testing/fixtures";
import { aKnownUser } from "@/testing/operator-fixtures";
import { type FakeResponses, ok, refusal, showScreen, signedInWith } from "@/testing/screen";

const inside = signedInWith({ mayOperate: true });
const grace = { id: "usr_7", name: "Grace Hopper", email: "grace@example.com" };
const begun = { view: "sealed", expires_at: "2026-11-20T10:30:00Z", user: grace };

/** Records each call with the user that it was sent as. */
function responses(requests: string[], more: FakeResponses = {}): FakeResponses {
  const viewedAs = (request: Request) => request.headers.get("tollgate-view-as") ?? "own";
  const noted =
    (own: unknown, viewed: unknown) =>
    (request: Request): Response => {
      requests.push(`${new URL(request.url).pathname} ${viewedAs(request)}`);
      return Response.json(viewedAs(request) === "own" ? own : viewed);
    };
  return {
    "GET /v1/me": noted(aUser({ is_operator: true }), aUser({ ...grace })),
    "GET /v1/me/credits": noted({ balances: [] }, { balances: [aBalance()] }),
    "GET /v1/me/transactions": noted(
      { items: [], next_cursor: null },
      { items: [], next_cursor: null },
    ),
    "GET /v1/operator/users/{id}": ok(aKnownUser()),
    "POST /v1/operator/users/{id}/views": ok(begun, 201),
    ...more,
  };
}

async function view(requests: string[], more: FakeResponses = {}) {
  showScreen("/operator/users/usr_7", responses(requests, more), inside);
  fireEvent.click(await screen.findByRole("button", { name: "View as…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "View as Grace Hopper" }));
  return { dialog, press: () => fireEvent.click(dialog.getByRole("button", { name: "View" })) };
}

function give(dialog: Awaited<ReturnType<typeof view>>["dialog"], reason: string) {
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: reason } });
}

test("a view needs a reason, shows the user's pages and no response of the operator, and ends", async () => {
  const requests: string[] = [];
  const begin = vi.fn(ok(begun, 201));
  const { dialog, press } = await view(requests, { "POST /v1/operator/users/{id}/views": begin });
  press();
  expect(await dialog.findByText("Enter a reason.")).toBeDefined();
  expect(begin).not.toHaveBeenCalled();
  give(dialog, " Ticket 4711 ");
  press();
  const bar = within(await screen.findByRole("region", { name: "View" }));
  expect(bar.getByText("grace@example.com")).toBeDefined();
  expect(await begin.mock.calls[0]?.[0].json()).toEqual({ reason: "Ticket 4711" });
  expect(await screen.findByRole("heading", { name: "Overview" })).toBeDefined();
  await vi.waitFor(() => expect(requests).toContain("/v1/me/credits sealed"));
  expect(requests.filter((line) => line.startsWith("/v1/me/credits"))).not.toContain(
    "/v1/me/credits own",
  );
  expect(screen.queryAllByRole("link", { name: "Operator" })).toEqual([]);
  expect(screen.queryAllByRole("link", { name: "Sessions" })).toEqual([]);
  expect(screen.getAllByRole("link", { name: "Credits" }).length).toBeGreaterThan(0);
  fireEvent.click(bar.getByRole("button", { name: "Leave" }));
  expect(await screen.findByRole("button", { name: "View as…" })).toBeDefined();
  expect(screen.queryByRole("region", { name: "View" })).toBeNull();
  expect(requests.at(-1)).toBe("/v1/me own");
});

test("a refused view shows a reason and does not start", async () => {
  const title = "This person cannot be viewed.";
  const { dialog, press } = await view([], {
    "POST /v1/operator/users/{id}/views": refusal(403, { title }),
  });
  give(dialog, "Ticket");
  press();
  expect(await dialog.findByText(title)).toBeDefined();
  expect(screen.queryByRole("region", { name: "View" })).toBeNull();
});

test("no view is offered of operators and deactivated users", async () => {
  for (const changes of [{ is_operator: true }, { is_active: false }]) {
    const shown = showScreen(
      "/operator/users/usr_7",
      responses([], { "GET /v1/operator/users/{id}": ok(aKnownUser(changes)) }),
      inside,
    );
    expect(await screen.findByText("Accounts", { exact: false })).toBeDefined();
    expect(screen.queryByRole("button", { name: "View as…" })).toBeNull();
    shown.unmount();
  }
});

test("a view that the API has ended leads back by itself", async () => {
  const over = refusal(403, { type: "https://id.example/problems/view-ended", title: "Over" });
  const { dialog, press } = await view([], { "GET /v1/me/credits": over });
  give(dialog, "Ticket");
  press();
  expect(await screen.findByRole("button", { name: "View as…" })).toBeDefined();
  expect(screen.queryByRole("region", { name: "View" })).toBeNull();
});

test("pages about the account itself are not shown in a view, and send no requests", async () => {
  for (const address of ["/account", "/account/sign-in", "/account/sessions", "/account/apps"]) {
    const views = createViews();
    views.begin(begun);
    const shown = showScreen(address, {}, inside, views);
    expect(await screen.findByRole("heading", { name: "Not shown" })).toBeDefined();
    shown.unmount();
  }
});
