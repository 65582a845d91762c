/** Typed terms of an automatic top-up are read as the server reads them, and the consent names all of them. */
import { expect, test } from "vitest";
import { aCatalogPack, aTopUp, noTopUp } from "@/testing/top-up-fixtures";
import {
  consentSentence,
  monthHint,
  needsConsent,
  purchasesOf,
  readTerms,
  startingTerms,
  wholeTerms,
  writeTerms,
} from "./top-up-form";

const [purchase] = purchasesOf([aCatalogPack()], noTopUp());
if (!purchase) throw new Error("the pack can be bought");
const terms = { threshold: 500, month_max_minor: 10_000, month_max_count: 5 };
const wanted = { ...purchase, ...terms };

//  threshold  money     count   limit   threshold  money    count
test.each([
  ["500", "100", "5", null, 500, 10_000, 5],
  ["1", "20.00", "1", null, 1, 2000, 1],
  ["4,999", "100,50", "100", null, 4999, 10_050, 100],
  ["0", "19.99", "0", null, null, null, null],
  ["5000", "100.001", "101", null, null, null, null],
  ["-1", "", "1.5", null, null, null, null],
  ["", "much", "", null, null, null, null],
  ["500", "100", "5", 10_000, 500, 10_000, 5],
  ["500", "100.01", "5", 10_000, 500, null, 5],
])("%s, %s and %s below %s are %s, %s and %s", (threshold, money, count, limit, ...read) => {
  const typed = { threshold, month_max_minor: money, month_max_count: count };
  expect(Object.values(readTerms(typed, purchase, 0, limit))).toEqual(read);
});

test("terms are whole if each of them is valid", () => {
  expect(wholeTerms(terms)).toEqual(terms);
  expect(wholeTerms({ ...terms, month_max_count: null })).toBeNull();
});

test("a new rule starts with terms that are valid within the limit of the website", () => {
  expect(startingTerms(noTopUp(), purchase)).toEqual(terms);
  const limited = noTopUp({ limit_minor: 5000 });
  const starting = startingTerms(limited, purchase);
  expect(starting).toEqual({ threshold: 500, month_max_minor: 4000, month_max_count: 2 });
  const written = writeTerms(starting, purchase, 2);
  expect(written).toEqual({ threshold: "5.00", month_max_minor: "40.00", month_max_count: "2" });
  expect(wholeTerms(readTerms(written, purchase, 2, 5000))).toEqual(starting);
});

test("a rule keeps its terms for its own pack only", () => {
  const rule = aTopUp({ threshold: 200, quantity: 2 });
  const [own, other] = purchasesOf(
    [aCatalogPack(), aCatalogPack({ code: "huge", credits: 9000 })],
    rule,
  );
  expect(own).toMatchObject({ quantity: 2, credits: 10_000, amount_minor: 4000 });
  expect(own && startingTerms(rule, own).threshold).toBe(200);
  expect(other).toMatchObject({ quantity: 1, credits: 9000 });
  expect(other && startingTerms(rule, other).threshold).toBe(900);
});

test("packs for a first purchase and packs without a price are no choice, and the currency stays", () => {
  const prices = [
    { currency: "eur", amount_minor: 2000 },
    { currency: "usd", amount_minor: 2200 },
  ];
  const packs = [
    aCatalogPack({ first_only: true }),
    aCatalogPack({ prices: [] }),
    aCatalogPack({ prices }),
  ];
  expect(purchasesOf(packs, noTopUp()).map(({ currency }) => currency)).toEqual(["eur"]);
  expect(purchasesOf(packs, aTopUp({ currency: "usd" }))).toMatchObject([{ amount_minor: 2200 }]);
});

test.each([
  ["the same terms", aTopUp(), {}, false],
  ["lower terms", aTopUp(), { threshold: 1, month_max_minor: 2000, month_max_count: 1 }, false],
  ["a cheaper purchase", aTopUp(), { amount_minor: 1900 }, false],
  ["a start", noTopUp(), {}, true],
  ["a new start", aTopUp({ state: "off" }), {}, true],
  ["a rule without consent", aTopUp({ state: "needs_consent" }), {}, true],
  ["another pack", aTopUp(), { pack: "huge" }, true],
  ["another currency", aTopUp(), { currency: "usd" }, true],
  ["a dearer purchase", aTopUp(), { amount_minor: 2001 }, true],
  ["fewer credits", aTopUp(), { credits: 4999 }, true],
  ["a higher threshold", aTopUp(), { threshold: 501 }, true],
  ["a higher limit", aTopUp(), { month_max_minor: 10_001 }, true],
  ["more purchases", aTopUp(), { month_max_count: 6 }, true],
])("%s", (_, rule, changes, isNeeded) => {
  expect(needsConsent(rule, { ...wanted, ...changes })).toBe(isNeeded);
});

test("the consent names the seller, the price, the credits and each limit, in 20 to 500 characters", () => {
  const sentence = consentSentence(wanted, "Paperplane", 0);
  expect(sentence).toBe(
    "I agree that Paperplane charges my saved card €20.00 for 5,000 credits each time fewer than 500 are left, at most €100.00 and 5 times a month, until I turn it off.",
  );
  const once = consentSentence({ ...wanted, month_max_count: 1 }, "Paperplane", 0);
  expect(once).toContain("at most €100.00 and once a month");
  for (const { length } of [sentence, once]) {
    expect(length).toBeGreaterThan(20);
    expect(length).toBeLessThan(500);
  }
});

test("the hint of the monthly limit names the website's limit if there is one", () => {
  expect(monthHint(purchase, null)).toBe("Enter at least €20.00, the price of one purchase.");
  expect(monthHint(purchase, 5000)).toBe(
    "Enter an amount from €20.00, the price of one purchase, to €50.00.",
  );
});
