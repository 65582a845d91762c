/**
 * The official client of Stripe for Node.js buys, pays, lists and refunds at the double, and checks signatures:
 * node official-client.mjs DOUBLE KEY WEBHOOK-ADDRESS SECRET NOW
 *
 * It is a client that knows nothing of Tollgate. The webhook address is the product's own, with the secret that it knows.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import Stripe from "stripe";

const [double, key, webhook, secret, now] = process.argv.slice(2);
const { hostname, port } = new URL(double);
const stripe = new Stripe(key, { host: hostname, port, protocol: "http", telemetry: false, maxNetworkRetries: 0 });
const time = Number(now);
let checks = 0;

async function check(name, run) {
  await run();
  checks += 1;
  console.log(`  ${name}`);
}

async function control(name, body) {
  const response = await fetch(`${double}/_control/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const result = await response.json();
  assert.equal(response.status, 200, JSON.stringify(result));
  return result;
}

/** Collects what the double delivers. */
const deliveries = [];
const receiver = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    deliveries.push({
      body: Buffer.concat(chunks).toString(),
      signature: request.headers["stripe-signature"],
    });
    response.end();
  });
});
await new Promise((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const receiverUrl = `http://127.0.0.1:${receiver.address().port}/events`;

async function delivered(type) {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = deliveries.find(({ body }) => body.includes(`"${type}"`));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the double did not deliver ${type}`);
}

let endpoint;
await check("creates a webhook endpoint, whose secret comes once", async () => {
  endpoint = await stripe.webhookEndpoints.create({
    url: receiverUrl,
    enabled_events: ["checkout.session.completed", "charge.refunded", "customer.created"],
  });
  assert.match(endpoint.secret, /^whsec_/);
  const read = await stripe.webhookEndpoints.retrieve(endpoint.id);
  assert.equal(read.secret, undefined);
});

let customer;
let price;
await check("creates a customer once for an idempotency key", async () => {
  const given = { email: "ann@example.com", metadata: { number: "1" } };
  customer = await stripe.customers.create(given, { idempotencyKey: "one" });
  const again = await stripe.customers.create(given, { idempotencyKey: "one" });
  assert.equal(again.id, customer.id);
  assert.equal(again.lastResponse.headers["idempotent-replayed"], "true");
  const other = stripe.customers.create({ email: "bob@example.com" }, { idempotencyKey: "one" });
  await assert.rejects(other, Stripe.errors.StripeIdempotencyError);
});

await check("creates a product with a price", async () => {
  const product = await stripe.products.create({ name: "1,000 credits" });
  price = await stripe.prices.create({
    product: product.id,
    currency: "eur",
    unit_amount: 1_000,
    lookup_key: "pack-1-eur",
  });
  const found = await stripe.prices.list({ lookup_keys: ["pack-1-eur"] });
  assert.deepEqual(found.data.map(({ id }) => id), [price.id]);
});

const sell = () =>
  stripe.checkout.sessions.create({
    mode: "payment",
    customer: customer.id,
    client_reference_id: "order-1",
    line_items: [{ price: price.id, quantity: 2 }],
    success_url: "https://shop.example/done",
    cancel_url: "https://shop.example/back",
    expires_at: time + 3_600,
  });

let intent;
await check("sells in a checkout session", async () => {
  const session = await sell();
  assert.equal(session.status, "open");
  const page = await fetch(session.url);
  assert.equal(page.status, 200);
  await control("pay_session", { session: session.id, method: "pays" });
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["line_items", "payment_intent.latest_charge.balance_transaction"],
  });
  assert.equal(paid.payment_status, "paid");
  assert.equal(paid.amount_total, 2_000);
  assert.equal(paid.line_items.data[0].price.id, price.id);
  intent = paid.payment_intent;
  assert.equal(intent.status, "succeeded");
  assert.equal(intent.latest_charge.balance_transaction.net, 2_000 - 55);
});

await check("reads why a card was declined", async () => {
  const session = await sell();
  await control("pay_session", { session: session.id, method: "no_funds" });
  const left = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
  assert.equal(left.payment_intent.last_payment_error.decline_code, "insufficient_funds");
  const expired = await stripe.checkout.sessions.expire(session.id);
  assert.equal(expired.status, "expired");
});

await check("lists by pages", async () => {
  for (let number = 2; number <= 7; number += 1) {
    await stripe.customers.create({ name: `Customer ${number}` });
  }
  const all = [];
  for await (const found of stripe.customers.list({ limit: 2 })) all.push(found.id);
  assert.equal(all.length, 7);
  assert.equal(new Set(all).size, 7);
  assert.equal(all.at(-1), customer.id);
});

await check("refunds in part, then the rest, and no more", async () => {
  const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 500 });
  assert.equal(part.status, "succeeded");
  await stripe.refunds.create({ payment_intent: intent.id });
  const charge = await stripe.charges.retrieve(intent.latest_charge.id);
  assert.equal(charge.amount_refunded, 2_000);
  assert.equal(charge.refunded, true);
  const refunds = await stripe.refunds.list({ payment_intent: intent.id });
  assert.deepEqual(refunds.data.map(({ amount }) => amount), [1_500, 500]);
  const again = stripe.refunds.create({ payment_intent: intent.id });
  await assert.rejects(again, (error) => error.code === "charge_already_refunded");
});

await check("follows a dispute to its end", async () => {
  const session = await sell();
  await control("pay_session", { session: session.id, method: "pays" });
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
  await control("open_dispute", { charge: paid.payment_intent.latest_charge });
  const [open] = (await stripe.disputes.list({ payment_intent: paid.payment_intent.id })).data;
  assert.equal(open.status, "needs_response");
  assert.equal(open.balance_transactions[0].amount, -2_000);
  await control("step_dispute", { dispute: open.id, step: "lose" });
  const lost = await stripe.disputes.retrieve(open.id);
  assert.equal(lost.status, "lost");
});

await check("subscribes, renews by the clock, changes as previewed and cancels", async () => {
  const product = await stripe.products.create({ name: "Plan" });
  const plan = await stripe.prices.create({
    product: product.id,
    currency: "eur",
    unit_amount: 500,
    recurring: { interval: "month" },
  });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price: plan.id, quantity: 1 }],
    success_url: "https://shop.example/done",
  });
  await control("pay_session", { session: session.id, method: "pays" });
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
  const { id, status, items } = paid.subscription;
  assert.equal(status, "active");
  await control("advance_clock", { seconds: 32 * 86_400 });
  const invoices = await stripe.invoices.list({ subscription: id });
  assert.deepEqual(invoices.data.map(({ status }) => status), ["paid", "paid"]);
  const renewed = await stripe.subscriptions.retrieve(id);
  assert.equal(renewed.items.data[0].current_period_start, items.data[0].current_period_end);
  const change = {
    items: [{ id: items.data[0].id, quantity: 3 }],
    proration_behavior: "always_invoice",
    proration_date: renewed.items.data[0].current_period_start + 86_400,
  };
  const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: change });
  const changed = await stripe.subscriptions.update(id, {
    ...change,
    payment_behavior: "pending_if_incomplete",
    expand: ["latest_invoice"],
  });
  assert.equal(changed.pending_update, null);
  assert.equal(changed.latest_invoice.amount_paid, preview.amount_due);
  const canceled = await stripe.subscriptions.cancel(id);
  assert.equal(canceled.status, "canceled");
});

await check("understands the double's errors", async () => {
  await assert.rejects(stripe.customers.retrieve("cus_none"), (error) => {
    assert.ok(error instanceof Stripe.errors.StripeInvalidRequestError);
    assert.equal(error.code, "resource_missing");
    return true;
  });
  const clientOfUnknownKey = new Stripe("sk_test_unknown", { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });
  await assert.rejects(clientOfUnknownKey.balance.retrieve(), Stripe.errors.StripeAuthenticationError);
  await control("add_fault", { call: "GET /v1/balance", times: 1, kind: "rate_limited" });
  await assert.rejects(stripe.balance.retrieve(), Stripe.errors.StripeRateLimitError);
});

const signedAt = (event) => Number(/t=(\d+)/.exec(event.signature)[1]);
const verify = (event, seconds, from = endpoint.secret) =>
  stripe.webhooks.constructEvent(event.body, event.signature, from, 300, undefined, seconds * 1_000);

await check("verifies the double's events, and refuses changed and old ones", async () => {
  for (const type of ["checkout.session.completed", "charge.refunded", "customer.created"]) {
    const event = await delivered(type);
    const at = signedAt(event);
    const refused = Stripe.errors.StripeSignatureVerificationError;
    assert.equal(verify(event, at).type, type);
    assert.equal(verify(event, at + 300).type, type);
    assert.throws(() => verify(event, at + 301), refused);
    assert.throws(() => verify(event, at, "whsec_other"), refused);
    assert.throws(() => verify({ ...event, body: `${event.body} ` }, at), refused);
  }
});

await check("verifies and reads the double's thin events", async () => {
  await control("set_thin_events", { endpoint: endpoint.id, is_thin: true });
  const thin = await stripe.customers.create({ name: "Thin" });
  await delivered("v1.customer.created");
  const event = deliveries.find(({ body }) => body.includes(thin.id));
  const parse = (seconds) =>
    stripe.parseEventNotification(event.body, event.signature, endpoint.secret, 300, undefined, seconds * 1_000);
  const at = signedAt(event);
  const parsed = parse(at);
  assert.equal(parsed.type, "v1.customer.created");
  assert.equal(parsed.related_object.id, thin.id);
  assert.throws(() => parse(at + 301), Stripe.errors.StripeSignatureVerificationError);
});

/** Posts an event to the product, signed by the client; returns the status. */
async function post(body, { at = time, by = secret, sent = body } = {}) {
  const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret: by, timestamp: at });
  const response = await fetch(webhook, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": header },
    body: sent,
  });
  return response.status;
}

await check("signs events that the product takes for five minutes", async () => {
  const body = JSON.stringify({
    id: "evt_signed",
    object: "event",
    api_version: Stripe.API_VERSION ?? "2026-10-28.endive",
    created: time,
    data: { object: customer },
    livemode: false,
    type: "customer.updated",
  });
  for (const at of [time, time - 299, time - 300, time + 300]) assert.equal(await post(body, { at }), 200, `${at}`);
  for (const at of [time - 301, time + 301]) assert.equal(await post(body, { at }), 400, `${at}`);
  assert.equal(await post(body, { by: "whsec_other" }), 400);
  assert.equal(await post(body, { sent: `${body} ` }), 400);
});

receiver.close();
console.log(`${checks} checks by the official client, version ${Stripe.PACKAGE_VERSION}.`);
