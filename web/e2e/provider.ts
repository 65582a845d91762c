/** A fake of GitHub and of any OpenID Connect provider, with a page to click through; tests can make it misbehave. */
import { createHash, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

export type Person = { id: number; name: string; email: string; verified: boolean };

/** Responses that replace the correct ones. */
export type Lie = {
  discovery?: Record<string, unknown>;
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  /** Replaces the signature. */
  sign?: (honest: Buffer) => Buffer;
  /** Additional keys besides the signing key. */
  keys?: Record<string, unknown>[];
  /** Replaces the response of the token endpoint. */
  token?: (answer: ServerResponse) => void;
};

/** The browser's request parameters until its code is redeemed. */
type Visit = { challenge: string; nonce: string; redirect: string };

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const drip = 200;

export class ProviderDouble {
  person: Person = { id: 1, name: "Ann", email: "ann@example.com", verified: true };
  lie: Lie = {};
  readonly #server: Server;
  readonly #visits = new Map<string, Visit>();
  #codes = 0;

  constructor() {
    this.#server = createServer((request, answer) => {
      this.#answer(request, answer).catch((error: unknown) => {
        answer.writeHead(500).end(String(error));
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

  async #answer(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", this.address);
    const { person } = this;
    switch (pathname) {
      case "/authorize":
      case "/login/oauth/authorize":
        return page(answer, this.#signInPage(searchParams));
      case "/continue":
        return this.#lead(await bodyOf(request), answer);
      case "/.well-known/openid-configuration":
        return json(answer, this.#discovery());
      case "/jwks":
        return json(answer, { keys: [published(), ...(this.lie.keys ?? [])] });
      case "/token":
      case "/login/oauth/access_token":
        return this.#redeem(request, await bodyOf(request), answer);
      case "/user":
        return json(answer, { id: person.id, login: "login", name: person.name });
      case "/user/emails":
        return json(answer, [{ email: person.email, primary: true, verified: person.verified }]);
      default:
        answer.writeHead(404).end();
    }
  }

  #discovery(): Record<string, unknown> {
    return {
      issuer: this.address,
      authorization_endpoint: `${this.address}/authorize`,
      token_endpoint: `${this.address}/token`,
      jwks_uri: `${this.address}/jwks`,
      ...this.lie.discovery,
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
  #lead(form: URLSearchParams, answer: ServerResponse): void {
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
    answer.writeHead(302, { location: back.href }).end();
  }

  #redeem(request: IncomingMessage, form: URLSearchParams, answer: ServerResponse): void {
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
      answer.writeHead(400).end(JSON.stringify({ error: "invalid_grant" }));
    } else if (this.lie.token) {
      this.lie.token(answer);
    } else {
      json(answer, {
        access_token: "access",
        token_type: "bearer",
        id_token: this.#idToken(visit.nonce),
      });
    }
  }

  #idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const { person, lie } = this;
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
      ...lie.claims,
    };
    const signed = [{ alg: "RS256", kid: "one", ...lie.header }, claims].map(encoded).join(".");
    const honest = createSign("sha256").update(signed).sign(pair.privateKey);
    return `${signed}.${(lie.sign?.(honest) ?? honest).toString("base64url")}`;
  }
}

/** A token response that never ends. */
export function drips(answer: ServerResponse): void {
  answer.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => answer.write(" "), drip);
  answer.on("close", () => clearInterval(timer));
}

/** A token response of 10 MB. */
export function floods(answer: ServerResponse): void {
  answer.writeHead(200, { "content-type": "application/json" });
  answer.end(" ".repeat(10 * 1024 * 1024));
}

/** A small compressed response that expands to 10 MB with correct content. */
export function bursts(answer: ServerResponse): void {
  const honest = JSON.stringify({ access_token: "access", token_type: "bearer" });
  answer.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
  answer.end(gzipSync(" ".repeat(10 * 1024 * 1024) + honest));
}

/** A redirect to another server. */
export function leadsAway(answer: ServerResponse): void {
  answer.writeHead(307, { location: "/user" }).end();
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

function json(answer: ServerResponse, body: unknown): void {
  answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function page(answer: ServerResponse, html: string): void {
  answer.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
}
