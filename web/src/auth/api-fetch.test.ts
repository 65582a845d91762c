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

/** Nobody is to be asked. */
const nobody = { ask: vi.fn(async () => Promise.reject(new Error("asked without need"))) };

const challenge = {
  "www-authenticate":
    'Bearer error="insufficient_user_authentication", error_description="old", max_age=300',
};

/** Each token that is presented has its answer. */
function stricterServer(answers: Record<string, number>) {
  const seen: string[] = [];
  const send = vi.fn(async (request: RequestInfo | URL) => {
    if (!(request instanceof Request)) throw new Error("a Request is expected");
    const token = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
    seen.push([token, request.headers.get("idempotency-key"), await request.text()].join(" "));
    const status = answers[token] ?? 500;
    return new Response("{}", { status, headers: status === 401 ? challenge : {} });
  });
  return { send, seen };
}

function grant() {
  return new Request(address, {
    method: "POST",
    headers: { "idempotency-key": "key-1" },
    body: "100",
  });
}

test("an act that wants a young sign-in is sent again as it was, when the person has confirmed", async () => {
  const { send, seen } = stricterServer({ old: 401, renewed: 401, young: 200 });
  const renewedToken = vi.fn(async () => "young").mockResolvedValueOnce("renewed");
  const ask = vi.fn(async () => true);
  const apiFetch = createApiFetch({ accessToken: async () => "old", renewedToken }, { ask }, send);
  expect((await apiFetch(grant())).status).toBe(200);
  expect(ask).toHaveBeenCalledExactlyOnceWith(300);
  expect(seen).toEqual(["old key-1 100", "renewed key-1 100", "young key-1 100"]);
});

test("whoever confirmed in another tab is not asked again", async () => {
  const { send, seen } = stricterServer({ old: 401, young: 200 });
  const response = await createApiFetch(tokens("old", "young"), nobody, send)(grant());
  expect(response.status).toBe(200);
  expect(seen).toHaveLength(2);
});

test("whoever does not confirm gets the refusal, and one who does it in vain is not asked twice", async () => {
  for (const confirms of [false, true]) {
    const { send, seen } = stricterServer({ old: 401, same: 401 });
    const ask = vi.fn(async () => confirms);
    const response = await createApiFetch(tokens("old", "same"), { ask }, send)(grant());
    expect(response.status).toBe(401);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(seen).toHaveLength(confirms ? 3 : 2);
  }
});

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
  await createApiFetch(tokens("one", null), nobody, send)(new Request(address));
  expect(seen).toEqual(["Bearer one"]);
});

test("a refused token is renewed once, and the body is sent again", async () => {
  const { send, seen } = server(401, 200);
  const request = new Request(address, { method: "POST", body: "body" });
  const response = await createApiFetch(tokens("old", "new"), nobody, send)(request);
  expect(response.status).toBe(200);
  expect(seen).toEqual(["Bearer old body", "Bearer new body"]);
});

test("refused again it stays refused: no loop", async () => {
  const { send, seen } = server(401, 401, 401);
  const response = await createApiFetch(tokens("old", "new"), nobody, send)(new Request(address));
  expect(response.status).toBe(401);
  expect(seen).toHaveLength(2);
});

test("without a fresh token the refusal is the answer", async () => {
  const { send, seen } = server(401);
  const response = await createApiFetch(tokens("old", null), nobody, send)(new Request(address));
  expect(response.status).toBe(401);
  expect(seen).toHaveLength(1);
});

test("a lost connection is a problem in words", async () => {
  const send = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(
    createApiFetch(tokens("one", null), nobody, send)(new Request(address)),
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
  await expect(createApiFetch(tokens("one", null), nobody, send)(request)).rejects.toHaveProperty(
    "name",
    "AbortError",
  );
});
