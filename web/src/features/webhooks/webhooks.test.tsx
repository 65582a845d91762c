/** Webhooks: endpoints of one mode, their deliveries, and a new secret. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { pollInterval } from "@/api/webhooks";
import { aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ofMode, ok, refusal, showScreen } from "@/testing/screen";
import { aDelivery, anEndpoint } from "@/testing/webhook-fixtures";

const endpoints: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/webhook-endpoints": ofMode([
    anEndpoint(),
    anEndpoint({ id: "whe_2", url: "https://t.example/t", mode: "test" }),
  ]),
};

test("endpoints of the two modes are never in one list", async () => {
  showScreen("/s/web_1/webhooks?mode=test", endpoints);
  const table = within(await screen.findByRole("table", { name: "Webhook endpoints" }));
  expect(table.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "https://t.example/t",
  ]);
});

test("a refused address shows the reason at its field; an accepted one shows the secret once", async () => {
  const responses = [
    refusal(400, {
      title: "The request is not valid",
      detail: "One field needs another look.",
      errors: [{ pointer: "/url", detail: "The address is not https." }],
    }),
    ok({ endpoint: anEndpoint(), secret: "whsec_whole" }, 201),
  ];
  const bodies: unknown[] = [];
  showScreen("/s/web_1/webhooks", {
    ...endpoints,
    "POST /v1/webhook-endpoints": async (request) => {
      bodies.push(await request.clone().json());
      return responses.shift()?.(request) ?? Response.error();
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Add an endpoint" }));
  const popup = await screen.findByRole("dialog", { name: "Add an endpoint" });
  const dialog = within(popup);
  // The dialog moves the focus shortly after it opens.
  await vi.waitFor(() => expect(popup.contains(document.activeElement)).toBe(true));
  fireEvent.change(dialog.getByLabelText("Address"), { target: { value: "http://a.example/" } });
  fireEvent.click(dialog.getByLabelText("Every spend"));
  fireEvent.click(dialog.getByRole("button", { name: "Add endpoint" }));
  // No request is sent, and no confirmation is needed, before the address is valid.
  expect(await dialog.findByText(/^Use https and a host/)).toBeDefined();
  expect(bodies).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Add endpoint" }));
  expect(await dialog.findByText("The address is not https.")).toBeDefined();
  expect(dialog.queryByText("The request is not valid")).toBeNull();
  // On a phone the field is out of view from the button.
  expect(document.activeElement).toBe(dialog.getByLabelText("Address"));
  fireEvent.change(dialog.getByLabelText("Address"), { target: { value: "https://a.example/" } });
  fireEvent.click(dialog.getByRole("button", { name: "Add endpoint" }));
  expect(await screen.findByText("whsec_whole")).toBeDefined();
  expect(bodies[1]).toMatchObject({ url: "https://a.example/", mode: "live", signing: "v1" });
  expect(bodies[1]).toHaveProperty("events", expect.arrayContaining(["credits.spent"]));
});

function endpoint(more: FakeResponses = {}): FakeResponses {
  return {
    ...endpoints,
    "GET /v1/webhook-endpoints/{id}": ok(anEndpoint()),
    "GET /v1/webhook-endpoints/{id}/deliveries": ok({ items: [aDelivery()], next_cursor: null }),
    ...more,
  };
}

test("the log is filtered by an address, and a delivery is sent again", async () => {
  const resend = vi.fn(ok(aDelivery({ state: "waiting" })));
  const log = vi.fn(ok({ items: [aDelivery()], next_cursor: null }));
  showScreen(
    "/s/web_1/webhooks/whe_1?state=failed",
    endpoint({
      "GET /v1/webhook-endpoints/{id}/deliveries": log,
      "GET /v1/webhook-endpoints/{id}/deliveries/{event_id}": ok({
        delivery: aDelivery(),
        event: { type: "credits.granted", timestamp: "2026-11-20T10:00:00Z", data: {} },
      }),
      "POST /v1/webhook-endpoints/{id}/deliveries/{event_id}/resend": resend,
    }),
  );
  const table = within(await screen.findByRole("table", { name: "Deliveries" }));
  expect(new URL(log.mock.calls[0]?.[0].url ?? "").searchParams.get("state")).toBe("failed");
  fireEvent.click(table.getByRole("link"));
  const dialog = within(await screen.findByRole("dialog", { name: "Delivery" }));
  // The dialog names the state as the list does.
  expect(await dialog.findByText("Failed")).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("The event is sent again.")).toBeDefined();
  expect(resend).toHaveBeenCalledTimes(1);
});

test.each([
  ["on its way", { state: "waiting", attempts: 0 }, 1_000],
  ["tried once", { state: "waiting", attempts: 1 }, 1_000],
  ["put off for long", { state: "waiting", attempts: 2 }, false],
  ["there", { state: "delivered", attempts: 1 }, false],
] as const)("a delivery that is %s is looked at again in time", (_, delivery, pause) => {
  expect(pollInterval([aDelivery(), aDelivery(delivery)])).toBe(pause);
});

test("a secret is rotated with an overlap, also while an older one still signs", async () => {
  let sent: unknown;
  const rotate: FakeResponses = {
    "POST /v1/webhook-endpoints/{id}/rotate-secret": async (request) => {
      sent = await request.json();
      return Response.json({ endpoint: anEndpoint(), secret: "whsec_next" });
    },
  };
  const first = showScreen("/s/web_1/webhooks/whe_1", endpoint(rotate));
  fireEvent.click(await screen.findByRole("button", { name: "Rotate secret…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rotate secret" }));
  fireEvent.click(dialog.getByRole("button", { name: "Rotate secret" }));
  expect(await screen.findByText("whsec_next")).toBeDefined();
  expect(sent).toEqual({ overlap_hours: 24 });
  first.unmount();
  const changing = anEndpoint({ previous_secret_until: "2026-11-21T10:00:00Z" });
  showScreen(
    "/s/web_1/webhooks/whe_1",
    endpoint({ "GET /v1/webhook-endpoints/{id}": ok(changing) }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Rotate secret…" }));
  const again = within(await screen.findByRole("dialog", { name: "Rotate secret" }));
  expect(again.getAllByRole("radio")).toHaveLength(4);
  fireEvent.click(again.getByLabelText("None"));
  expect(again.getByText(/^Your receiver refuses events until it has the new sec/)).toBeDefined();
});

test("an endpoint with a key pair rotates its key, and says where the new one is shown", async () => {
  const pair = anEndpoint({ signing: "v1a", public_key: "whpk_old" });
  let current = pair;
  showScreen(
    "/s/web_1/webhooks/whe_1",
    endpoint({
      "GET /v1/webhook-endpoints/{id}": () => Response.json(current),
      "POST /v1/webhook-endpoints/{id}/rotate-secret": () => {
        current = {
          ...pair,
          public_key: "whpk_new",
          previous_secret_until: "2026-11-21T10:00:00Z",
        };
        return Response.json({ endpoint: current, secret: null });
      },
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Rotate key…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rotate key" }));
  expect(dialog.getByText("Old key stays valid for")).toBeDefined();
  expect(dialog.getByText("Older ones stay valid until they expire.")).toBeDefined();
  expect(dialog.queryByText(/secret/)).toBeNull();
  fireEvent.click(dialog.getByLabelText("None"));
  expect(dialog.getByText(/until it has the new public key from this page/)).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Rotate key" }));
  expect(await screen.findByText("whpk_new")).toBeDefined();
  expect(screen.getByText("Old key until")).toBeDefined();
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the endpoint is loaded again although the response to a rotation was lost", async () => {
  const one = vi.fn(ok(anEndpoint()));
  showScreen(
    "/s/web_1/webhooks/whe_1",
    endpoint({
      "GET /v1/webhook-endpoints/{id}": one,
      "POST /v1/webhook-endpoints/{id}/rotate-secret": () =>
        Promise.reject(new TypeError("Failed to fetch")),
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Rotate secret…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rotate secret" }));
  const loaded = one.mock.calls.length;
  fireEvent.click(dialog.getByRole("button", { name: "Rotate secret" }));
  expect(await dialog.findByText("No connection")).toBeDefined();
  await vi.waitFor(() => expect(one.mock.calls.length).toBeGreaterThan(loaded));
});

test("an endpoint that was deleted leads back to the others", async () => {
  showScreen(
    "/s/web_1/webhooks/whe_1",
    endpoint({ "DELETE /v1/webhook-endpoints/{id}": () => new Response(null, { status: 204 }) }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Delete…" }));
  const confirmation = within(await screen.findByRole("alertdialog"));
  expect(confirmation.getByText(/https:\/\/shop.example\/hooks gets no more events/)).toBeDefined();
  fireEvent.click(confirmation.getByRole("button", { name: "Delete endpoint" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Webhooks" })).toBeDefined();
});

test("an endpoint gets another address, and a test event", async () => {
  let sent: unknown;
  showScreen("/s/web_1/webhooks/whe_1", {
    ...endpoint(),
    "PATCH /v1/webhook-endpoints/{id}": async (request) => {
      sent = await request.json();
      return Response.json(anEndpoint());
    },
    "POST /v1/webhook-endpoints/{id}/test": ok({ event_id: "evt_9" }, 202),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Send a test event" }));
  expect(await screen.findByText("A test event is on its way.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Edit…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit endpoint" }));
  const address = dialog.getByLabelText("Address");
  fireEvent.change(address, { target: { value: "https://new.example/hooks" } });
  fireEvent.click(dialog.getByLabelText("No credits left"));
  fireEvent.click(dialog.getByRole("button", { name: "Save endpoint" }));
  expect(await screen.findByText("The endpoint is saved.")).toBeDefined();
  expect(sent).toEqual({
    url: "https://new.example/hooks",
    events: ["credits.granted", "credits.low", "credits.depleted"],
  });
});

test("the events of a time range are sent again over several requests", async () => {
  const bodies: unknown[] = [];
  const responses = [
    { queued: 500, next_cursor: "c2" },
    { queued: 7, next_cursor: null },
  ];
  showScreen("/s/web_1/webhooks/whe_1", {
    ...endpoint(),
    "POST /v1/webhook-endpoints/{id}/resend": async (request) => {
      bodies.push(await request.json());
      return Response.json(responses.shift());
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Send again…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send events again" }));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  type("From (UTC)", "2026-11-20T10:00");
  type("To (UTC)", "2026-11-20T09:00");
  fireEvent.click(dialog.getByRole("button", { name: "Send again" }));
  expect(dialog.getByText("Enter a start that is before the end.")).toBeDefined();
  type("To (UTC)", "2026-11-20T12:00");
  fireEvent.click(dialog.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("507 events are sent again.")).toBeDefined();
  const range = { from: "2026-11-20T10:00:00.000Z", to: "2026-11-20T12:00:00.000Z" };
  expect(bodies).toEqual([range, { ...range, cursor: "c2" }]);
});
