/** Requests carry the token with a DPoP proof, renew it exactly once, and describe lost connections. */
import { expect, test, vi } from "vitest";
import { createApiFetch } from "./api-fetch";

const address = "http://localhost:8080/v1/me";

/** Counts the proofs and shows the purpose of each. */
function prover() {
  let made = 0;
  return vi.fn(async (token: string, { method }: Request, nonce?: string) => {
    made += 1;
    return [made, method, token, nonce].filter(Boolean).join("-");
  });
}

function tokens(first: string | null, fresh: string | null) {
  return {
    accessToken: vi.fn(async () => first),
    renewedToken: vi.fn(async () => fresh),
    proof: prover(),
  };
}

/** Asks no user. */
const unused = { ask: vi.fn(async () => Promise.reject(new Error("asked without need"))) };

const challenge = {
  "www-authenticate":
    'DPoP error="insufficient_user_authentication", error_description="old", max_age=300',
};

/** Responds according to the presented token. */
function stricterServer(responses: Record<string, number>) {
  const requests: string[] = [];
  const send = vi.fn(async (request: RequestInfo | URL) => {
    if (!(request instanceof Request)) throw new Error("a Request is expected");
    const token = request.headers.get("authorization")?.replace("DPoP ", "") ?? "";
    requests.push([token, request.headers.get("idempotency-key"), await request.text()].join(" "));
    const status = responses[token] ?? 500;
    return new Response("{}", { status, headers: status === 401 ? challenge : {} });
  });
  return { send, requests };
}

function grant() {
  return new Request(address, {
    method: "POST",
    headers: { "idempotency-key": "key-1" },
    body: "100",
  });
}

test("a request that needs a recent sign-in is repeated unchanged after the user confirmed", async () => {
  const { send, requests } = stricterServer({ old: 401, renewed: 401, young: 200 });
  const renewedToken = vi.fn(async () => "young").mockResolvedValueOnce("renewed");
  const ask = vi.fn(async () => true);
  const apiFetch = createApiFetch({ ...tokens("old", null), renewedToken }, { ask }, send);
  expect((await apiFetch(grant())).status).toBe(200);
  expect(ask).toHaveBeenCalledExactlyOnceWith(300);
  expect(requests).toEqual(["old key-1 100", "renewed key-1 100", "young key-1 100"]);
});

test("a confirmation in another tab prevents a second question", async () => {
  const { send, requests } = stricterServer({ old: 401, young: 200 });
  const response = await createApiFetch(tokens("old", "young"), unused, send)(grant());
  expect(response.status).toBe(200);
  expect(requests).toHaveLength(2);
});

test("a cancelled confirmation returns the refusal, and a useless one is not repeated", async () => {
  for (const confirms of [false, true]) {
    const { send, requests } = stricterServer({ old: 401, same: 401 });
    const ask = vi.fn(async () => confirms);
    const response = await createApiFetch(tokens("old", "same"), { ask }, send)(grant());
    expect(response.status).toBe(401);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(requests).toHaveLength(confirms ? 3 : 2);
  }
});

function server(...statuses: number[]) {
  const requests: string[] = [];
  const send = vi.fn(async (request: RequestInfo | URL) => {
    if (request instanceof Request) {
      const sent = ["authorization", "dpop"].map((name) => request.headers.get(name));
      requests.push([...sent, await request.text()].join(" ").trim());
    }
    return new Response("{}", { status: statuses[requests.length - 1] ?? 200 });
  });
  return { send, requests };
}

test("the token goes along, each time with a proof of its own", async () => {
  const { send, requests } = server(200, 200);
  const apiFetch = createApiFetch(tokens("one", null), unused, send);
  await apiFetch(new Request(address));
  await apiFetch(new Request(address, { method: "POST", body: "body" }));
  expect(requests).toEqual(["DPoP one 1-GET-one", "DPoP one 2-POST-one body"]);
});

test("a signed-out request carries no proof", async () => {
  const { send } = server(200);
  const nobodys = tokens(null, null);
  await createApiFetch(nobodys, unused, send)(new Request(address));
  expect(nobodys.proof).not.toHaveBeenCalled();
});

/** A server with another clock, which requires its nonce in each proof. */
function strictServer(nonces: string[]) {
  const requests: string[] = [];
  const send = vi.fn(async (request: RequestInfo | URL) => {
    if (!(request instanceof Request)) throw new Error("a Request is expected");
    const proof = request.headers.get("dpop") ?? "";
    requests.push(`${proof} ${await request.text()}`.trim());
    const [demanded = ""] = nonces;
    if (proof.endsWith(`-${demanded}`)) return new Response("{}");
    const headers = { "www-authenticate": 'DPoP error="use_dpop_nonce"', "dpop-nonce": demanded };
    return new Response("{}", { status: 401, headers });
  });
  return { send, requests };
}

test("with a wrong clock, proofs have the server's nonce until it requires another", async () => {
  const nonces = ["n1"];
  const { send, requests } = strictServer(nonces);
  const held = tokens("one", null);
  const apiFetch = createApiFetch(held, unused, send);
  const post = () => new Request(address, { method: "POST", body: "body" });
  expect((await apiFetch(post())).status).toBe(200);
  expect((await apiFetch(post())).status).toBe(200);
  nonces[0] = "n2";
  expect((await apiFetch(post())).status).toBe(200);
  expect(requests).toEqual([
    "1-POST-one body",
    "2-POST-one-n1 body",
    "3-POST-one-n1 body",
    "4-POST-one-n1 body",
    "5-POST-one-n2 body",
  ]);
  expect(held.renewedToken).not.toHaveBeenCalled();
});

test("a server that always refuses gets two requests with each token", async () => {
  const { send, requests } = server(401, 401, 401, 401, 401);
  send.mockImplementation(async () => {
    requests.push("asked");
    const headers = { "www-authenticate": 'DPoP error="use_dpop_nonce"', "dpop-nonce": "n" };
    return new Response("{}", { status: 401, headers });
  });
  const response = await createApiFetch(tokens("one", "two"), unused, send)(new Request(address));
  expect(response.status).toBe(401);
  expect(requests).toHaveLength(4);
});

test("a refused token is renewed once, and the body is sent again", async () => {
  const { send, requests } = server(401, 200);
  const request = new Request(address, { method: "POST", body: "body" });
  const response = await createApiFetch(tokens("old", "new"), unused, send)(request);
  expect(response.status).toBe(200);
  expect(requests).toEqual(["DPoP old 1-POST-old body", "DPoP new 2-POST-new body"]);
});

test("refused again it stays refused: no loop", async () => {
  const { send, requests } = server(401, 401, 401);
  const response = await createApiFetch(tokens("old", "new"), unused, send)(new Request(address));
  expect(response.status).toBe(401);
  expect(requests).toHaveLength(2);
});

test("a failed renewal returns the refusal", async () => {
  const { send, requests } = server(401);
  const response = await createApiFetch(tokens("old", null), unused, send)(new Request(address));
  expect(response.status).toBe(401);
  expect(requests).toHaveLength(1);
});

test("a deletion whose response is lost is repeated with its own token and a proof from before", async () => {
  const { send, requests } = server(200, 202);
  const held = tokens("one", "two");
  send.mockImplementationOnce(async (request) => {
    if (request instanceof Request) requests.push(`lost ${request.headers.get("dpop")}`);
    // The token's session has ended: another request fails to renew it, and the key is deleted.
    held.accessToken.mockResolvedValue(null);
    held.proof.mockRejectedValue(new Error("the key is forgotten"));
    throw new TypeError("Failed to fetch");
  });
  const deletion = "http://localhost:8080/account/v1/deletion";
  const request = new Request(deletion, { method: "POST", body: "body" });
  const response = await createApiFetch(held, unused, send)(request);
  expect(response.status).toBe(202);
  expect(requests).toEqual(["lost 2-POST-one", "DPoP one 1-POST-one body"]);
  expect(held.accessToken).toHaveBeenCalledTimes(1);
});

test("no other request is repeated after a lost connection", async () => {
  const send = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  const request = new Request(address, { method: "POST", body: "body" });
  const apiFetch = createApiFetch(tokens("one", null), unused, send);
  await expect(apiFetch(request)).rejects.toThrow();
  expect(send).toHaveBeenCalledTimes(1);
});

test("a lost connection is a problem in words", async () => {
  const send = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(
    createApiFetch(tokens("one", null), unused, send)(new Request(address)),
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
  await expect(createApiFetch(tokens("one", null), unused, send)(request)).rejects.toHaveProperty(
    "name",
    "AbortError",
  );
});

test("a file has five minutes, because the limit includes its download", async () => {
  const limit = vi.spyOn(AbortSignal, "timeout");
  const { send } = server();
  const apiFetch = createApiFetch(tokens("one", null), unused, send);
  await apiFetch(new Request(address));
  await apiFetch(new Request(address, { headers: { accept: "text/csv" } }));
  expect(limit.mock.calls).toEqual([[15_000], [300_000]]);
});
