/** Addresses of missing objects show a heading, a title and a link back, and no useless button. */
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, refusal, showScreen, signedInWith } from "@/testing/screen";

const gone = refusal(404, { title: "Not found.", detail: "Check the id." });
const broken = refusal(500, { title: "Internal error.", detail: "Try again." });
const websites: FakeResponses = {
  "GET /v1/websites": ok({ items: [aWebsite()] }),
  "GET /v1/websites/{id}": ok(aWebsite()),
};

test.each([
  ["/s/web_9/keys", "GET /v1/websites/{id}", "Website not found", "Your websites"],
  ["/s/web_9", "GET /v1/websites/{id}", "Website not found", "Your websites"],
  ["/s/web_1/customers/x", "GET /v1/customers/{id}", "Customer not found", "All customers"],
  [
    "/s/web_1/webhooks/x",
    "GET /v1/webhook-endpoints/{id}",
    "Webhook endpoint not found",
    "All webhook endpoints",
  ],
  ["/s/web_1/features/x", "GET /v1/features/{code}", "Feature not found", "Features and prices"],
] as const)("%s without its object says so and leads back", async (address, call, title, way) => {
  showScreen(address, { ...websites, [call]: gone, "GET /v1/customers/{id}/balance": gone });
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeDefined();
  await waitFor(() => expect(document.title.startsWith(`${title} · `)).toBe(true));
  const ways = screen.getAllByRole("link", { name: way });
  expect(ways.some((link) => link.closest("main") !== null)).toBe(true);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a user that the operator looks for in vain leads back to all users", async () => {
  showScreen(
    "/operator/users/usr_9",
    { "GET /v1/me": ok({ is_operator: true }), "GET /v1/operator/users/{id}": gone },
    signedInWith({ mayOperate: true }),
  );
  expect(await screen.findByRole("heading", { level: 1, name: "User not found" })).toBeDefined();
  expect(screen.getByRole("link", { name: "All users" })).toBeDefined();
});

test("a failure that may pass has a heading and can be tried again", async () => {
  showScreen("/s/web_1/customers/cus_1", {
    ...websites,
    "GET /v1/customers/{id}": broken,
    "GET /v1/customers/{id}/balance": broken,
  });
  expect(await screen.findByRole("heading", { level: 1, name: "Customer" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});
