/** Each proof is for one request and token, and codes are bound to a key that the next page finds. */
import { afterEach, expect, test, vi } from "vitest";
import { createKeyStore, type KeyStore } from "./key-store";
import { Manager } from "./manager";
import { oidcSettings } from "./settings";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A browser with or without storage for its key. */
function aManager(isPersistent: boolean) {
  const keys: KeyStore = {
    ...createKeyStore("web", undefined, undefined),
    isPersistent: async () => isPersistent,
  };
  return { manager: new Manager(oidcSettings(document), keys), keys };
}

/** Decodes base64url. */
function bytes(text: string | undefined): Uint8Array<ArrayBuffer> {
  const plain = atob((text ?? "").replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

const read = (text: string | undefined) => JSON.parse(new TextDecoder().decode(bytes(text)));

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

test("a proof names the method, the address without its query, the token and the nonce, and is signed by the key", async () => {
  const { manager, keys } = aManager(true);
  const request = new Request("http://localhost:8080/v1/websites?limit=2", { method: "POST" });
  const proof = await manager.proof("a.b.c", request, "n");
  const [header, claims, signature] = (proof ?? "").split(".");
  expect(read(header)).toMatchObject({
    typ: "dpop+jwt",
    alg: "ES256",
    jwk: { kty: "EC", crv: "P-256" },
  });
  const payload = read(claims);
  expect(payload).toEqual({
    htm: "POST",
    htu: "http://localhost:8080/v1/websites",
    ath: expect.any(String),
    nonce: "n",
    jti: expect.any(String),
    iat: expect.any(Number),
  });
  expect(bytes(payload.ath)).toEqual(await digest("a.b.c"));
  const { publicKey } = (await keys.get("web")).keys;
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  const signed = new TextEncoder().encode(`${header}.${claims}`);
  expect(await crypto.subtle.verify(algorithm, publicKey, bytes(signature), signed)).toBe(true);
  const next = read((await manager.proof("a.b.c", request))?.split(".")[1]);
  expect(next.jti).not.toBe(payload.jti);
  expect(next.nonce).toBeUndefined();
});

test("in development, proofs name the server behind Vite; in a build, the requested address", async () => {
  const here = "http://localhost:8080";
  const server = "http://localhost:9000";
  const settings = { ...oidcSettings(document), authority: server };
  const manager = new Manager(settings, createKeyStore("web", undefined, undefined));
  for (const [isDeveloping, origin] of [
    [true, server],
    [false, here],
  ] as const) {
    vi.stubEnv("DEV", isDeveloping);
    const proof = await manager.proof("a.b.c", new Request(`${here}/v1/me`));
    expect(read(proof?.split(".")[1]).htu).toBe(`${origin}/v1/me`);
  }
});

test("a code is bound to the key, unless the page it comes back to would not find it", async () => {
  for (const isPersistent of [true, false]) {
    const { manager } = aManager(isPersistent);
    const { dpop } = manager.settings;
    if (dpop === undefined) throw new Error("the app is to prove its key");
    expect(dpop.bind_authorization_code).toBe(true);
    const thumbprint = await manager.generateDPoPJkt(dpop);
    if (isPersistent) expect(thumbprint).toMatch(/^[\w-]{43}$/);
    else expect(thumbprint).toBeUndefined();
  }
});
