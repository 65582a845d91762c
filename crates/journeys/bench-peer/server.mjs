/**
 * node-oidc-provider for the benchmark: all data in memory, default settings, and the paths of our server. It signs each
 * browser without a session in as a new user, who consents to all scopes of the client.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import Provider from "oidc-provider";

const { CLIENT_SECRET, REDIRECT_URI } = process.env;

/** Keeps the provider's objects in Maps. The library's own adapter keeps only the last 1,000. */
class Adapter {
  static #objects = new Map();
  static #byUid = new Map();
  static #byGrant = new Map();
  #kind;

  constructor(kind) {
    this.#kind = kind;
  }

  #key(id) {
    return `${this.#kind}:${id}`;
  }

  async upsert(id, payload) {
    const key = this.#key(id);
    Adapter.#objects.set(key, payload);
    if (payload.uid) Adapter.#byUid.set(payload.uid, key);
    if (payload.grantId) {
      const keys = Adapter.#byGrant.get(payload.grantId);
      if (keys) keys.add(key);
      else Adapter.#byGrant.set(payload.grantId, new Set([key]));
    }
  }

  async find(id) {
    return Adapter.#objects.get(this.#key(id));
  }

  async findByUid(uid) {
    return Adapter.#objects.get(Adapter.#byUid.get(uid));
  }

  async findByUserCode() {
    return undefined;
  }

  async consume(id) {
    Adapter.#objects.get(this.#key(id)).consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id) {
    Adapter.#objects.delete(this.#key(id));
  }

  async revokeByGrantId(grantId) {
    for (const key of Adapter.#byGrant.get(grantId) ?? []) Adapter.#objects.delete(key);
    Adapter.#byGrant.delete(grantId);
  }
}

function key(kind, options, alg) {
  const jwk = generateKeyPairSync(kind, options).privateKey.export({ format: "jwk" });
  return { ...jwk, use: "sig", alg, kid: alg };
}

function client(algorithm) {
  return {
    client_id: `bench-${algorithm.toLowerCase()}`,
    client_secret: CLIENT_SECRET,
    redirect_uris: [REDIRECT_URI],
    grant_types: ["authorization_code", "refresh_token", "client_credentials"],
    token_endpoint_auth_method: "client_secret_post",
    id_token_signed_response_alg: algorithm,
  };
}

const configuration = {
  adapter: Adapter,
  clients: [client("ES256"), client("RS256")],
  cookies: { keys: [randomBytes(32).toString("base64url")] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    // A request with a resource gets a JWT, as each request does from our server. Others get an opaque token.
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_context, resource) => ({
        scope: "",
        audience: resource,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "ES256" } },
      }),
    },
  },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  jwks: {
    keys: [
      key("ec", { namedCurve: "P-256" }, "ES256"),
      key("rsa", { modulusLength: 2048 }, "RS256"),
    ],
  },
  rotateRefreshToken: true,
  routes: {
    authorization: "/oauth/authorize",
    introspection: "/oauth/introspect",
    jwks: "/oauth/jwks",
    token: "/oauth/token",
    userinfo: "/oauth/userinfo",
  },
};

let users = 0;

/** Signs a new user in, or grants the client its scopes. */
async function interact(provider, request, response) {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const result = {};
  if (prompt.name === "login") {
    users += 1;
    result.login = { accountId: `visitor-${users}` };
  } else {
    const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    result.consent = { grantId: await grant.save() };
  }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const address = `127.0.0.1:${server.address().port}`;
  const provider = new Provider(`http://${address}`, configuration);
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url.startsWith("/interaction/")) return answer(request, response);
    interact(provider, request, response).catch((error) => {
      response.writeHead(500).end(String(error));
    });
  });
  process.stderr.write(`${JSON.stringify({ message: "listening", address })}\n`);
});
