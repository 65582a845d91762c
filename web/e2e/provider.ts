/** A fake of GitHub and of any OpenID Connect provider, with a page to click through; tests can make it misbehave. */
import { createHash, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

export type ProviderUser = { id: number; name: string; email: string; verified: boolean };

/** Responses that replace the correct ones. */
export type Overrides = {
  discovery?: Record<string, unknown>;
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  /** Replaces the signature. */
  sign?: (honest: Buffer) => Buffer;
  /** Additional keys besides the signing key. */
  keys?: Record<string, unknown>[];
  /** Replaces the response of the token endpoint. */
  token?: (response: ServerResponse) => void;
};

/** The browser's request parameters until its code is redeemed. */
type Visit = { challenge: string; nonce: string; redirect: string };

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const drip = 200;

export class ProviderDouble {
  person: ProviderUser = { id: 1, name: "Ann", email: "ann@example.com", verified: true };
  overrides: Overrides = {};
  readonly #server: Server;
  readonly #visits = new Map<string, Visit>();
  #codes = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#respond(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
  }

  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this.address;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", this.address);
    const { person } = this;
    switch (pathname) {
      case "/authorize":
      case "/login/oauth/authorize":
        return page(response, this.#signInPage(searchParams));
      case "/continue":
        return this.#lead(await bodyOf(request), response);
      case "/.well-known/openid-configuration":
        return json(response, this.#discovery());
      case "/jwks":
        return json(response, { keys: [published(), ...(this.overrides.keys ?? [])] });
      case "/token":
      case "/login/oauth/access_token":
        return this.#redeem(request, await bodyOf(request), response);
      case "/user":
        return json(response, { id: person.id, login: "login", name: person.name });
      case "/user/emails":
        return json(response, [{ email: person.email, primary: true, verified: person.verified }]);
      default:
        response.writeHead(404).end();
    }
  }

  #discovery(): Record<string, unknown> {
    return {
      issuer: this.address,
      authorization_endpoint: `${this.address}/authorize`,
      token_endpoint: `${this.address}/token`,
      jwks_uri: `${this.address}/jwks`,
      ...this.overrides.discovery,
    };
  }

  #signInPage(query: URLSearchParams): string {
    const fields = ["redirect_uri", "state", "nonce", "code_challenge"].map(
      (name) => `<input type="hidden" name="${name}" value="${query.get(name) ?? ""}">`,
    );
    return `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1>
      <form method="post" action="/continue">${fields.join("")}
      <button>Continue as ${this.person.name}</button>
      <button name="no" value="no">Cancel</button></form></html>`;
  }

  /** Redirects the browser to the client after the user pressed a button. */
  #lead(form: URLSearchParams, response: ServerResponse): void {
    const redirect = form.get("redirect_uri") ?? "";
    const back = new URL(redirect);
    if (form.has("no")) {
      back.searchParams.set("error", "access_denied");
    } else {
      this.#codes += 1;
      const code = `code-${this.#codes}`;
      const challenge = form.get("code_challenge") ?? "";
      this.#visits.set(code, { challenge, nonce: form.get("nonce") ?? "", redirect });
      back.searchParams.set("code", code);
    }
    back.searchParams.set("state", form.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  #redeem(request: IncomingMessage, form: URLSearchParams, response: ServerResponse): void {
    const code = form.get("code") ?? "";
    const visit = this.#visits.get(code);
    this.#visits.delete(code);
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const isOurs =
      request.headers.authorization === `Basic ${btoa("tollgate:secret")}` &&
      visit?.challenge === challenge &&
      visit.redirect === form.get("redirect_uri");
    if (!isOurs) {
      response.writeHead(400).end(JSON.stringify({ error: "invalid_grant" }));
    } else if (this.overrides.token) {
      this.overrides.token(response);
    } else {
      json(response, {
        access_token: "access",
        token_type: "bearer",
        id_token: this.#idToken(visit.nonce),
      });
    }
  }

  #idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const { person, overrides } = this;
    const claims = {
      iss: this.address,
      aud: "tollgate",
      sub: `sub-${person.id}`,
      iat: now,
      exp: now + 300,
      nonce,
      name: person.name,
      email: person.email,
      email_verified: person.verified,
      ...overrides.claims,
    };
    const signed = [{ alg: "RS256", kid: "one", ...overrides.header }, claims]
      .map(encoded)
      .join(".");
    const honest = createSign("sha256").update(signed).sign(pair.privateKey);
    return `${signed}.${(overrides.sign?.(honest) ?? honest).toString("base64url")}`;
  }
}

/** A token response that never ends. */
export function drips(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), drip);
  response.on("close", () => clearInterval(timer));
}

/** A token response of 10 MB. */
export function floods(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(" ".repeat(10 * 1024 * 1024));
}

/** A small compressed response that expands to 10 MB with correct content. */
export function bursts(response: ServerResponse): void {
  const honest = JSON.stringify({ access_token: "access", token_type: "bearer" });
  response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
  response.end(gzipSync(" ".repeat(10 * 1024 * 1024) + honest));
}

/** A redirect to another server. */
export function redirectsElsewhere(response: ServerResponse): void {
  response.writeHead(307, { location: "/user" }).end();
}

/** A public key as a provider publishes it. */
export function published(
  key: KeyObject = pair.publicKey,
  kid: string | undefined = "one",
): Record<string, unknown> {
  return { ...key.export({ format: "jwk" }), use: "sig", alg: "RS256", kid };
}

function encoded(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function page(response: ServerResponse, html: string): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
}
