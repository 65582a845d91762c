/** Requests carry the token, ask for a fresh one exactly once, and speak of lost connections in words. */
import { expect, test, vi } from "vitest";
import { createApiFetch } from "./api-fetch";

const address = "http://localhost:8080/v1/me";

function tokens(first: string | null, fresh: string | null) {
  return {
    accessToken: vi.fn(async () => first),
    renewedToken: vi.fn(async () => fresh),
  };
}

function server(...statuses: number[]) {
  const seen: string[] = [];
  const send = vi.fn(async (request: RequestInfo | URL) => {
    if (request instanceof Request) {
      seen.push(`${request.headers.get("authorization")} ${await request.text()}`.trim());
    }
    return new Response("{}", { status: statuses[seen.length - 1] ?? 200 });
  });
  return { send, seen };
}

test("the token goes along", async () => {
  const { send, seen } = server(200);
  await createApiFetch(tokens("one", null), send)(new Request(address));
  expect(seen).toEqual(["Bearer one"]);
});

test("a refused token is renewed once, and the body is sent again", async () => {
  const { send, seen } = server(401, 200);
  const request = new Request(address, { method: "POST", body: "body" });
  const response = await createApiFetch(tokens("old", "new"), send)(request);
  expect(response.status).toBe(200);
  expect(seen).toEqual(["Bearer old body", "Bearer new body"]);
});

test("refused again it stays refused: no loop", async () => {
  const { send, seen } = server(401, 401, 401);
  const response = await createApiFetch(tokens("old", "new"), send)(new Request(address));
  expect(response.status).toBe(401);
  expect(seen).toHaveLength(2);
});

test("without a fresh token the refusal is the answer", async () => {
  const { send, seen } = server(401);
  const response = await createApiFetch(tokens("old", null), send)(new Request(address));
  expect(response.status).toBe(401);
  expect(seen).toHaveLength(1);
});

test("a lost connection is a problem in words", async () => {
  const send = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(
    createApiFetch(tokens("one", null), send)(new Request(address)),
  ).rejects.toMatchObject({
    title: "No connection",
  });
});

test("a visit that was left behind is no problem", async () => {
  const leaving = new AbortController();
  const send = vi.fn(async () => {
    leaving.abort();
    throw leaving.signal.reason;
  });
  const request = new Request(address, { signal: leaving.signal });
  await expect(createApiFetch(tokens("one", null), send)(request)).rejects.toHaveProperty(
    "name",
    "AbortError",
  );
});
