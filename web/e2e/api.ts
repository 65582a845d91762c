/** A website's back end: one API key, and calls with an idempotency key. */

export type ApiResponse = {
  status: number;
  replayed: boolean;
  text: string;
  json: Record<string, unknown>;
};

export class BackEnd {
  constructor(
    private readonly base: string,
    private readonly key: string,
  ) {}

  grant(idempotencyKey: string, email: string, amount: number): Promise<ApiResponse> {
    return this.grantTo({ email }, idempotencyKey, amount);
  }

  grantTo(
    customer: { email: string } | { external_id: string },
    idempotencyKey: string,
    amount: number,
  ): Promise<ApiResponse> {
    const body = { customer, amount, kind: "promo", reason: "Welcome" };
    return this.#post("/v1/grants", idempotencyKey, body);
  }

  spend(idempotencyKey: string, email: string, amount: number): Promise<ApiResponse> {
    const body = { customer: { email }, amount, description: "Summary of a document" };
    return this.#post("/v1/spends", idempotencyKey, body);
  }

  async #post(path: string, idempotencyKey: string, body: unknown): Promise<ApiResponse> {
    const response = await fetch(`${this.base}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${this.key}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      replayed: response.headers.get("idempotency-replayed") === "true",
      text,
      json: JSON.parse(text),
    };
  }
}
