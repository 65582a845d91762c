/** The sellers of a user come from balances, subscriptions and the address, each once. */
import { expect, test } from "vitest";
import { aBalance } from "@/testing/fixtures";
import { aSubscription } from "@/testing/subscription-fixtures";
import { sellersOf, subscriptionsAt } from "./sellers";

const places = (sellers: ReturnType<typeof sellersOf>) =>
  sellers.map(({ website, mode, balance }) => [website, mode, balance?.available ?? null]);

test("the website of the address comes first, with its balance if there is one", () => {
  const balances = [
    aBalance(),
    aBalance({ mode: "test", available: 5 }),
    aBalance({ website: null, available: 7 }),
  ];
  expect(places(sellersOf(balances, [], null))).toEqual([
    ["web_1", "live", 1240],
    ["web_1", "test", 5],
  ]);
  const named = { website: "web_1", mode: "test" } as const;
  expect(places(sellersOf(balances, [], named))).toEqual([
    ["web_1", "test", 5],
    ["web_1", "live", 1240],
  ]);
  const other = { website: "web_9", mode: "live" } as const;
  expect(places(sellersOf([], [], other))).toEqual([["web_9", "live", null]]);
});

test("a subscription shows its seller, and the platform has no website", () => {
  const balances = [aBalance({ website: null, available: 7 })];
  const own = aSubscription({ website_id: null, website_name: null });
  expect(places(sellersOf(balances, [own, own], null))).toEqual([[null, "live", 7]]);
});

test("subscriptions belong to one website in one mode", () => {
  const play = aSubscription({ id: "sbs_2", mode: "test" });
  const all = [aSubscription(), play, aSubscription({ website_id: "web_2" })];
  expect(subscriptionsAt({ website: "web_1", mode: "test" }, all)).toEqual([play]);
});
