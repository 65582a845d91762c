/** A website's first back end in TypeScript, over the client that OpenAPI Generator makes of the contract. */
import assert from "node:assert/strict";
import { Configuration, CreditsApi, CustomersApi, MeApi, ResponseError } from "./client/index.js";

const [basePath, key, token] = process.argv.slice(2);
assert(basePath !== undefined && key !== undefined && token !== undefined);

const backEnd = new Configuration({ basePath, accessToken: key });
const credits = new CreditsApi(backEnd);
const customer = { externalId: "user-typescript" };

const granted = await credits.grantCredits({
  idempotencyKey: "typescript-grant",
  grantRequest: { customer, amount: 100, kind: "promo", reason: "Welcome" },
});
assert.equal(granted.transaction.amount, 100);

for (let attempt = 0; attempt < 2; attempt++) {
  const spent = await credits.spendCredits({
    idempotencyKey: "typescript-spend",
    spendRequest: { customer, amount: 5 },
  });
  assert.equal(spent.balance.available, 95);
}

const tooMuch = credits.spendCredits({
  idempotencyKey: "typescript-too-much",
  spendRequest: { customer, amount: 500 },
});
await assert.rejects(tooMuch, (error) => error instanceof ResponseError && error.response.status === 402);

const page = await new CustomersApi(backEnd).listCustomers();
assert(page.items.some((one) => one.externalId === "user-typescript"));

const me = await new MeApi(new Configuration({ basePath, accessToken: token })).getMe();
assert.equal(me.id, "usr_1");
console.log("done");
