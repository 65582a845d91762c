/**
 * Compares recorded calls of the double with Stripe's description of its API and with stripe-mock:
 * node check-calls.mjs CALLS DESCRIPTION ADDRESS-OF-STRIPE-MOCK
 *
 * A request that the double took must be taken by stripe-mock, which refuses unknown paths, unknown parameters and
 * wrong types. A response of the double must fit its schema. Calls in other versions of the API are not compared.
 */
import { readFile } from "node:fs/promises";
import { DIFFERENCES } from "./differences.mjs";
import { Description } from "./schema.mjs";

const [callsPath, descriptionPath, mock] = process.argv.slice(2);
const description = new Description(JSON.parse(await readFile(descriptionPath, "utf8")));
const version = description.document.info.version;
const lines = new Set((await readFile(callsPath, "utf8")).trimEnd().split("\n"));
const calls = [...lines].map((line) => JSON.parse(line));
const compared = calls.filter((call) => call.version === null || call.version === version);

const problems = new Map();
const operations = new Map();
const used = new Set();

function report(problem) {
  const known = DIFFERENCES.find(({ pattern }) => pattern.test(problem));
  if (known) used.add(known);
  else problems.set(problem, (problems.get(problem) ?? 0) + 1);
}

/** Sends a request to stripe-mock, which takes any key of test mode; returns its refusal. */
async function refusal(call) {
  const query = call.query ? `?${call.query}` : "";
  const response = await fetch(`${mock}${call.path}${query}`, {
    method: call.method,
    headers: {
      authorization: "Bearer sk_test_123",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: call.method === "POST" ? call.body : undefined,
  });
  const text = await response.text();
  if (response.ok) return undefined;
  return JSON.parse(text).error?.message ?? text;
}

/**
 * A request with a good form can be refused for what the account has, but not with 400 or 401. The form of one that the key
 * may not send was not looked at: the permission check sends such requests.
 */
const isWellFormed = (call) => ![400, 401, 403].includes(call.status);

const sent = new Map();
for (const call of compared) {
  const found = description.find(call.method, call.path);
  if (!found) {
    if (call.status !== 404) report(`${call.method} ${call.path}: Stripe has no such call`);
    continue;
  }
  const { name, operation } = found;
  operations.set(name, (operations.get(name) ?? 0) + 1);
  for (const problem of description.problemsOfResponse(operation, call.status, JSON.parse(call.response))) {
    report(`${name} ${call.status}: ${problem}`);
  }
  const request = `${call.method} ${call.path}?${call.query} ${call.body}`;
  if (isWellFormed(call) && !sent.has(request)) {
    sent.set(request, name);
    const refused = await refusal(call);
    if (refused) report(`${name}: stripe-mock refuses what the double takes: ${refused}`);
  }
}

for (const difference of DIFFERENCES.filter((difference) => !used.has(difference))) {
  report(`the difference ${difference.pattern} is not met any more: remove it from differences.mjs`);
}
for (const [problem, times] of [...problems].sort()) console.error(`${problem} (${times} times)`);
for (const [name, times] of [...operations].sort()) console.log(`  ${name}: ${times}`);
console.log(
  `${compared.length} of ${calls.length} calls in ${version}, ${operations.size} operations, ${sent.size} requests sent to stripe-mock.`,
);
if (problems.size > 0 || compared.length === 0) {
  console.error(`${problems.size} differences from Stripe's description.`);
  process.exit(1);
}
