/** Each event type that the product API sends has a label. */
import { expect, test } from "vitest";
import { usualEvents, webhookEvents } from "./webhook-events";

const sources = import.meta.glob<string>("../../../product-api/src/webhooks/webhook_endpoint.rs", {
  query: "?raw",
  import: "default",
  eager: true,
});
const source = Object.values(sources)[0] ?? "";
const listed = /const USUAL_TYPES: [^=]+= \[([^\]]+)\]/.exec(source)?.[1] ?? "";
const sent = [...listed.matchAll(/"([a-z_.]+)"/g)].map(([, type]) => type);

test("the usual types are those that the server sends by default", () => {
  expect(sent.length).toBeGreaterThan(15);
  expect(usualEvents.toSorted()).toEqual(sent.toSorted());
  expect(webhookEvents.map(({ type }) => type)).toContain("credits.spent");
});
