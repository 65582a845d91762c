/** Commands and settings to copy, filled in with the real values. */

export type Connection = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Moves real credits. */
  apiKey: string;
  /** Moves play credits. */
  testApiKey: string;
};

/** Under the names that the API's snippet reads, so that the two can be pasted side by side. */
export function environmentFile(connection: Connection): string {
  return [
    `AUTH_TOLLGATE_ISSUER=${connection.issuer}`,
    `AUTH_TOLLGATE_ID=${connection.clientId}`,
    `AUTH_TOLLGATE_SECRET=${connection.clientSecret}`,
    `TOLLGATE_API_KEY=${connection.apiKey}`,
    "# For trying things out, with play credits:",
    `# TOLLGATE_API_KEY=${connection.testApiKey}`,
  ].join("\n");
}

export type Call = { api: string; apiKey: string; customer: Record<string, string> };

export function grantCommand({ api, apiKey, customer }: Call): string {
  return curl(`${api}/v1/grants`, apiKey, "first-grant", {
    customer,
    amount: 100,
    kind: "promo",
    reason: "Welcome",
  });
}

export function spendCommand({ api, apiKey, customer }: Call): string {
  return curl(`${api}/v1/spends`, apiKey, "first-spend", {
    customer,
    amount: 5,
    description: "First render",
  });
}

function curl(address: string, apiKey: string, idempotencyKey: string, body: object): string {
  return [
    `curl ${address}`,
    `-H 'Authorization: Bearer ${apiKey}'`,
    `-H 'Idempotency-Key: ${idempotencyKey}'`,
    "-H 'Content-Type: application/json'",
    `-d '${shellQuoted(JSON.stringify(body, null, 2))}'`,
  ].join(" \\\n  ");
}

/** Inside single quotes a shell reads everything as it is, except the single quote. */
function shellQuoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}
