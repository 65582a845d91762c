/** The operator sees and changes what the platform sells, in both modes. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aUser } from "@/testing/fixtures";
import { aPlan } from "@/testing/plan-fixtures";
import { type FakeResponses, ok, showScreen, signedInWith } from "@/testing/screen";
import { aCatalog } from "@/testing/subscription-fixtures";

const plans = { items: [aPlan()], next_cursor: null };

function showOffers(mode: string, responses: FakeResponses) {
  showScreen(
    `/operator/billing?list=offers${mode}`,
    {
      "GET /v1/me": ok(aUser({ is_operator: true })),
      "GET /v1/operator/billing/reconcile": ok({ items: [] }),
      "GET /v1/me/catalog": ok(aCatalog({ website: null, plans: [] })),
      "GET /v1/billing/settings": ok({ connection: "scn_1", currency: "eur" }),
      "GET /v1/packs": ok({ items: [], next_cursor: null }),
      "GET /v1/plans": ok(plans),
      ...responses,
    },
    signedInWith({ mayOperate: true }),
  );
}

const scopeOf = (request: Request | undefined) => [
  request?.headers.get("Tollgate-Website"),
  request?.headers.get("Tollgate-Mode"),
];

test("the operator sees what the platform sells, without links to a website", async () => {
  const list = vi.fn((_: Request) => Response.json(plans));
  showOffers("", { "GET /v1/plans": list });
  const card = within(await screen.findByRole("region", { name: "Plans" }));
  expect(card.getByRole("article", { name: "Pro" })).toBeDefined();
  expect(card.queryByRole("link", { name: "Subscriptions" })).toBeNull();
  expect(scopeOf(list.mock.lastCall?.[0])).toEqual(["platform", null]);
  const modes = within(screen.getByRole("navigation", { name: "Mode" }));
  expect(modes.getByRole("link", { name: "Live" }).getAttribute("aria-current")).toBe("page");
  const href = modes.getByRole("link", { name: "Test" }).getAttribute("href");
  expect(href).toBe("/operator/billing?list=offers&mode=test");
});

test("the operator archives a plan of the platform's test mode", async () => {
  const save = vi.fn((_: Request) => Response.json(aPlan({ status: "archived" })));
  showOffers("&mode=test", { "PUT /v1/plans/{code}": save });
  fireEvent.click(await screen.findByRole("button", { name: "Archive Pro" }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  const request = save.mock.lastCall?.[0];
  expect(scopeOf(request)).toEqual(["platform", "test"]);
  expect(await request?.json()).toMatchObject({ status: "archived", name: "Pro" });
});

test("the list of a platform without a Stripe account says so, and links to no website", async () => {
  showOffers("", {
    "GET /v1/billing/settings": ok({ connection: null, currency: "eur" }),
    "GET /v1/plans": ok({ items: [], next_cursor: null }),
  });
  expect(
    await screen.findByText("Nothing is on sale yet: connect your Stripe account first."),
  ).toBeDefined();
  expect(screen.queryByRole("link", { name: "Connect Stripe" })).toBeNull();
  expect(await screen.findByText("Nothing to sell yet")).toBeDefined();
});
