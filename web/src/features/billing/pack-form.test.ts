/** A typed version becomes a request that the server accepts. */
import { expect, test } from "vitest";
import { codeOf, readVersion } from "./pack-form";

const typed = { credits: "500", bonus: "", days: "365", currency: "eur", price: "9" };

test("a pack without a bonus has no expiry of a bonus", () => {
  expect(readVersion(typed, 0).body).toEqual({
    credits: 500,
    bonus: 0,
    expires_days: 365,
    prices: [{ currency: "eur", amount_minor: 900 }],
  });
});

test("credits and bonus expire on the same day", () => {
  const { body } = readVersion({ ...typed, bonus: "50" }, 0);
  expect(body).toMatchObject({ bonus: 50, expires_days: 365, bonus_expires_days: 365 });
});

test("an incomplete version is not sent", () => {
  expect(readVersion({ ...typed, price: "" }, 0).body).toBeNull();
  expect(codeOf("500 Credits!")).toBe("500-credits");
});
