/** A website's back end over a client that was generated from the contract, as its developer would write it on the first day. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./product-api.js";

type Schemas = components["schemas"];
type Problem = Schemas["Problem"];
type Transaction = Schemas["Transaction"];

const [base, key] = process.argv.slice(2);
assert(base !== undefined && key !== undefined, "say the address and the API key");
const api = createClient<paths>({ baseUrl: base, headers: { authorization: `Bearer ${key}` } });
const customer: Schemas["CustomerRef"] = { external_id: "user-42" };

/** The header of one attempt; the same name for each repeat of it. */
function attempt(name: string = randomUUID()) {
  return { header: { "Idempotency-Key": name } };
}

/** The members that come with one kind of problem are there once the kind is known. */
type Short = Problem & Required<Pick<Problem, "required" | "available" | "shortfall">>;

function isShort(problem: Problem): problem is Short {
  return problem.type.endsWith("/problems/insufficient-credits");
}

/** The data of an answer; whatever else came stops the program. */
function must<Data>(answer: { data?: Data; error?: Problem }): Data {
  assert.equal(answer.error, undefined, JSON.stringify(answer.error));
  assert(answer.data !== undefined);
  return answer.data;
}

async function grants(): Promise<string> {
  const body = { customer, amount: 100, kind: "promo", reason: "Welcome" } as const;
  const granted = must(await api.POST("/v1/grants", { params: attempt(), body }));
  assert.equal(granted.transaction.amount, 100);
  assert(granted.balance.customer_id !== null);
  return granted.balance.customer_id;
}

async function checks(): Promise<void> {
  const yes = must(await api.POST("/v1/check", { body: { customer, amount: 5 } }));
  assert.deepEqual([yes.allowed, yes.cost, yes.available], [true, 5, 100]);
  const no = must(await api.POST("/v1/check", { body: { customer, amount: 500 } }));
  assert.deepEqual([no.allowed, no.reason], [false, "insufficient-credits"]);
}

async function spends(): Promise<void> {
  const asked = { params: attempt("job-1"), body: { customer, amount: 5, description: "One picture" } };
  const first = await api.POST("/v1/spends", asked);
  const repeat = await api.POST("/v1/spends", asked);
  assert.deepEqual(must(repeat), must(first));
  assert.equal(repeat.response.headers.get("idempotency-replayed"), "true");
  assert.equal(must(first).balance.available, 95);
  const refused = await api.POST("/v1/spends", { params: attempt(), body: { customer, amount: 500 } });
  assert(refused.error !== undefined && isShort(refused.error));
  const missing: number = refused.error.shortfall;
  assert.deepEqual([refused.error.status, refused.error.required, missing], [402, 500, 405]);
}

async function holds(): Promise<void> {
  const body = { customer, amount: 20, ttl_seconds: 60 };
  const { hold } = must(await api.POST("/v1/holds", { params: attempt(), body }));
  const captured = must(
    await api.POST("/v1/holds/{id}/capture", {
      params: { path: { id: hold.id }, ...attempt() },
      body: { amount: 15 },
    }),
  );
  assert.deepEqual([captured.hold.state, captured.hold.released], ["captured", 5]);
  assert.deepEqual([captured.transaction?.amount, captured.balance.available], [-15, 80]);
}

async function batches(): Promise<void> {
  const item = (amount: number) => ({ idempotency_key: randomUUID(), spend: { customer, amount } });
  const body = { items: [item(1), item(1_000), item(2)] };
  const { results } = must(await api.POST("/v1/spends:batch", { body }));
  assert.deepEqual(results.map((result) => result.status), [200, 402, 200]);
  const [done, refused] = results;
  assert.equal(done?.answer?.transaction?.amount, -1);
  assert(refused?.problem != null && isShort(refused.problem));
  assert.equal(refused.problem.shortfall, 921);
}

/** Every transaction, two on a page. */
async function history(id: string): Promise<Transaction[]> {
  const all: Transaction[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = cursor === null ? { limit: 2 } : { limit: 2, cursor };
    const path = "/v1/customers/{id}/transactions";
    const page: Schemas["TransactionPage"] = must(await api.GET(path, { params: { path: { id }, query } }));
    all.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return all;
}

/** What the compiler refuses: each line is an error, or the types are worth nothing. */
export async function mistakes(): Promise<void> {
  // @ts-expect-error a spend without an Idempotency-Key
  await api.POST("/v1/spends", { body: { customer, amount: 5 } });
  // @ts-expect-error an amount that is a text
  await api.POST("/v1/check", { body: { customer, amount: "5" } });
  // @ts-expect-error a member that no spend has
  const more: Schemas["SpendRequest"] = { customer, amount: 5, credits: 5 };
  // @ts-expect-error an address that there is not
  await api.GET("/v1/wallets");
  // @ts-expect-error a member that comes with one kind of problem, before the kind is known
  const shortfall: number = ({} as Problem).shortfall;
  assert(shortfall && more);
}

const id = await grants();
await checks();
await spends();
await holds();
await batches();
const amounts = (await history(id)).map((transaction) => transaction.amount);
assert.deepEqual(amounts, [-2, -1, -15, -5, 100]);
process.stdout.write("done\n");
