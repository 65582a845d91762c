/** An owner adds plans and versions, maps prices of Stripe, and orders and archives plans. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { PlanVersion } from "@/api/types";
import { aWebsite } from "@/testing/fixtures";
import { aPlan, aPlanVersion } from "@/testing/plan-fixtures";
import { type FakeResponses, ok, refusal, showScreen } from "@/testing/screen";

const settings = { connection: "scn_1", currency: "eur" };
const website: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
  "GET /v1/billing/settings": ok(settings),
  "GET /v1/features": ok({
    items: [{ code: "image", name: "Image", created_at: "2026-11-01T08:00:00Z", price: null }],
    next_cursor: null,
  }),
  "GET /v1/packs": ok({ items: [], next_cursor: null }),
  "GET /v1/plans": ok({ items: [], next_cursor: null }),
};

const listOf = (...plans: ReturnType<typeof aPlan>[]) => ok({ items: plans, next_cursor: null });

function type(form: ReturnType<typeof within>, label: string | RegExp, value: string) {
  fireEvent.change(form.getByLabelText(label), { target: { value } });
}

async function openEditor(responses: FakeResponses = {}) {
  showScreen("/s/web_1/plans", { ...website, ...responses });
  fireEvent.click(await screen.findByRole("button", { name: "Add a plan" }));
  return within(await screen.findByRole("dialog", { name: "Add a plan" }));
}

test("an empty page explains the choice between packs and plans", async () => {
  showScreen("/s/web_1/plans", website);
  expect(await screen.findByText("Nothing to sell yet")).toBeDefined();
  expect(screen.getByText(/Many websites sell both/)).toBeDefined();
});

test("a plan is added with its version, and the buyer's card follows the typing", async () => {
  const save = vi.fn((_: Request) => Response.json(aPlan()));
  const add = vi.fn((_: Request) => Response.json(aPlanVersion()));
  const dialog = await openEditor({
    "PUT /v1/plans/{code}": save,
    "PUT /v1/plans/{code}/versions/{version}": add,
  });
  type(dialog, "Name", "Pro Plan");
  type(dialog, "Credits", "1000");
  type(dialog, "Price in EUR", "9");
  type(dialog, "Unit of the period", "year");
  fireEvent.click(dialog.getByRole("radio", { name: "Each month" }));
  const card = within(dialog.getByRole("article"));
  expect(card.getByText("Pro Plan")).toBeDefined();
  expect(card.getByText("€9.00")).toBeDefined();
  expect(card.getByText("1,000 credits per month")).toBeDefined();
  fireEvent.click(dialog.getByRole("checkbox", { name: "Begin with a free trial" }));
  expect(card.getByText("14 days free")).toBeDefined();
  fireEvent.click(await dialog.findByRole("button", { name: "Add: Another feature" }));
  type(dialog, "Extra credits for Image", "50");
  fireEvent.click(dialog.getByRole("button", { name: "Add plan" }));
  expect(await screen.findByText(/^The plan is saved/)).toBeDefined();
  const [saved] = save.mock.calls.map(([request]) => request);
  expect(saved?.url).toMatch(/\/v1\/plans\/pro-plan$/);
  expect(await saved?.json()).toEqual({ name: "Pro Plan", family: "default", position: 0 });
  const [added] = add.mock.calls.map(([request]) => request);
  expect(added?.url).toMatch(/\/v1\/plans\/pro-plan\/versions\/1$/);
  expect(await added?.json()).toEqual({
    interval: "year",
    interval_count: 1,
    grant_every: "month",
    credits: 1000,
    rollover: "none",
    max_quantity: 1,
    trial: { days: 14, credits: 0, needs_card: true },
    features: [{ feature: "image", credits: 50 }],
    prices: [{ currency: "eur", amount_minor: 900 }],
  });
});

test("an incomplete plan is not sent, and the first wrong field has the focus", async () => {
  const dialog = await openEditor({ "GET /v1/plans": listOf(aPlan()) });
  type(dialog, "Name", "Pro");
  fireEvent.click(dialog.getByRole("button", { name: "Add plan" }));
  expect(await dialog.findByText("Another plan has this code. Enter another one.")).toBeDefined();
  expect(dialog.getByText("Enter an amount such as 9.00.")).toBeDefined();
  expect(document.activeElement).toBe(dialog.getByLabelText("Code"));
});

test("errors of the server are shown at their fields", async () => {
  const detail = "Must be smaller.";
  const dialog = await openEditor({
    "PUT /v1/plans/{code}": ok(aPlan({ version: null })),
    "PUT /v1/plans/{code}/versions/{version}": refusal(400, {
      errors: [{ pointer: "/max_quantity", detail }],
    }),
  });
  type(dialog, "Name", "Team");
  type(dialog, "Credits", "1000");
  type(dialog, "Price in EUR", "9");
  fireEvent.click(dialog.getByRole("button", { name: "Add plan" }));
  expect(await dialog.findByText(detail)).toBeDefined();
  expect(dialog.getByLabelText("Most seats").getAttribute("aria-invalid")).toBe("true");
});

test("a new version begins with the present one, and says who stays", async () => {
  const add = vi.fn((_: Request) => Response.json(aPlanVersion({ version: 3 })));
  const version = aPlanVersion({ version: 2, rollover: "all", rollover_periods: 1 });
  showScreen("/s/web_1/plans", {
    ...website,
    "GET /v1/plans": listOf(aPlan({ version })),
    "PUT /v1/plans/{code}/versions/{version}": add,
  });
  fireEvent.click(await screen.findByRole("button", { name: "New version of Pro" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New version of Pro" }));
  expect(dialog.getByText(/^Subscribers keep the version/)).toBeDefined();
  type(dialog, "Price in EUR", "12");
  fireEvent.click(dialog.getByRole("button", { name: "Add version" }));
  await waitFor(() => expect(add).toHaveBeenCalledTimes(1));
  const [request] = add.mock.calls.map(([call]) => call);
  expect(request?.url).toMatch(/\/versions\/3$/);
  expect(await request?.json()).toMatchObject({
    rollover: "all",
    rollover_periods: 1,
    prices: [{ currency: "eur", amount_minor: 1200 }],
  });
});

test("texts of a plan change without a new version, and keep the rest", async () => {
  const save = vi.fn((_: Request) => Response.json(aPlan()));
  showScreen("/s/web_1/plans", {
    ...website,
    "GET /v1/plans": listOf(aPlan({ position: 4, family: "addons" })),
    "PUT /v1/plans/{code}": save,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Edit Pro" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Pro" }));
  type(dialog, "Description (optional)", "");
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  const body = await save.mock.calls[0]?.[0].json();
  expect(body).toEqual({ name: "Pro", status: "active", position: 4, family: "addons" });
});

test("a plan moves up, and only the plans with another place are saved", async () => {
  const bodies: unknown[] = [];
  const plans = [
    aPlan({ id: "pln_1", code: "basic", name: "Basic", position: 0 }),
    aPlan({ id: "pln_2", code: "pro", name: "Pro", position: 1 }),
    aPlan({ id: "pln_3", code: "team", name: "Team", position: 2 }),
  ];
  showScreen("/s/web_1/plans", {
    ...website,
    "GET /v1/plans": listOf(...plans),
    "PUT /v1/plans/{code}": async (request) => {
      const { position } = await request.json();
      bodies.push([new URL(request.url).pathname.split("/").at(-1), position]);
      return Response.json(aPlan());
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Move Team up" }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies).toEqual([
    ["team", 1],
    ["pro", 2],
  ]);
  expect(screen.queryByRole("button", { name: "Move Basic up" })).toBeNull();
});

test("an archived plan is no longer sold, and its subscriptions continue", async () => {
  const save = vi.fn((_: Request) => Response.json(aPlan({ status: "archived" })));
  showScreen("/s/web_1/plans", {
    ...website,
    "GET /v1/plans": listOf(aPlan()),
    "PUT /v1/plans/{code}": save,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Archive Pro" }));
  expect(await screen.findByText(/Its subscriptions continue\.$/)).toBeDefined();
  expect(await save.mock.calls[0]?.[0].json()).toMatchObject({ status: "archived", name: "Pro" });
});

test("a plan with subscriptions is archived after a confirmation that counts them", async () => {
  const save = vi.fn((_: Request) => Response.json(aPlan({ status: "archived" })));
  showScreen("/s/web_1/plans", {
    ...website,
    "GET /v1/plans": listOf(
      aPlan({ subscribers: 1234 }),
      aPlan({ id: "pln_2", code: "team", name: "Team" }),
    ),
    "PUT /v1/plans/{code}": save,
  });
  expect(await screen.findByText("Subscriptions: 1,234")).toBeDefined();
  expect(screen.getByText("Subscriptions: 0")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Archive Pro" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Archive Pro" }));
  expect(dialog.getByText("Subscriptions: 1,234")).toBeDefined();
  expect(save).not.toHaveBeenCalled();
  fireEvent.click(dialog.getByRole("button", { name: "Archive" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(save.mock.calls[0]?.[0].url).toMatch(/\/v1\/plans\/pro$/);
  expect(await save.mock.calls[0]?.[0].json()).toMatchObject({ status: "archived", name: "Pro" });
});

test("a price that Stripe lost is made again", async () => {
  const repair = vi.fn((_: Request) => Response.json(aPlanVersion()));
  const lost: PlanVersion["prices"] = [
    {
      currency: "eur",
      amount_minor: 900,
      stripe: { state: "drifted", reason: "price-archived", detail: null, stripe_price_id: "p" },
    },
  ];
  showScreen("/s/web_1/plans", {
    ...website,
    "GET /v1/plans": listOf(aPlan({ version: aPlanVersion({ prices: lost }) })),
    "POST /v1/plans/{code}/versions/{version}/prices/{currency}/repair": repair,
  });
  expect(await screen.findByText("The price was archived in Stripe.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Make it again" }));
  await waitFor(() => expect(repair).toHaveBeenCalledTimes(1));
});

async function openMapping(map: (request: Request) => Response | Promise<Response>) {
  const first = aPlanVersion({ credits: 500 });
  const second = aPlanVersion({ version: 2 });
  showScreen("/s/web_1/plans", {
    ...website,
    "GET /v1/plans": listOf(aPlan({ version: second })),
    "GET /v1/plans/{code}/versions": ok({ items: [second, first], next_cursor: null }),
    "PUT /v1/plans/{code}/versions/{version}/stripe-prices/{id}": map,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Versions of Pro" }));
  const versions = within(await screen.findByRole("dialog", { name: "Versions of Pro" }));
  expect(versions.getByText(/only new subscribers get the newest one/)).toBeDefined();
  const old = within(await versions.findByRole("region", { name: "Version 1" }));
  expect(old.getByText("Not sold")).toBeDefined();
  expect(old.getByText("500 credits per month")).toBeDefined();
  fireEvent.click(old.getByRole("button", { name: "Map a price of Stripe to version 1" }));
  return within(await screen.findByRole("dialog", { name: "Map a price of Stripe" }));
}

test("a price of Stripe is mapped to an old version", async () => {
  const map = vi.fn((_: Request) => Response.json(aPlanVersion()));
  const dialog = await openMapping(map);
  type(dialog, "Id of the price", "prod_1");
  fireEvent.click(dialog.getByRole("button", { name: "Map price" }));
  expect(await dialog.findByText(/^Enter an id that begins with price_/)).toBeDefined();
  expect(map).not.toHaveBeenCalled();
  type(dialog, "Id of the price", " price_old ");
  fireEvent.click(dialog.getByRole("button", { name: "Map price" }));
  expect(await screen.findByText(/^The price is mapped/)).toBeDefined();
  expect(map.mock.calls[0]?.[0].url).toMatch(/\/versions\/1\/stripe-prices\/price_old$/);
});

test("a price with another amount is refused with the next step", async () => {
  const dialog = await openMapping(
    refusal(422, {
      type: "https://id.example/problems/amount-mismatch",
      detail: "Nothing was done.",
      difference: "amount",
    }),
  );
  type(dialog, "Id of the price", "price_old");
  fireEvent.click(dialog.getByRole("button", { name: "Map price" }));
  expect(await dialog.findByText(/Add a version with that amount first/)).toBeDefined();
});
