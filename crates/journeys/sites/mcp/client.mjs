/**
 * An MCP client by the official SDK, unmodified: `/connect` starts and gives the address where its person signs in, and
 * `/finish` takes the address that the browser came back to, and calls a tool.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { answering, listening, service } from "./listening.mjs";

const app = service();
let own = null;

class Provider {
  redirectUrl = "http://127.0.0.1:51004/callback";
  #kept = {};

  constructor(clientMetadataUrl) {
    this.clientMetadataUrl = clientMetadataUrl;
  }

  get clientMetadata() {
    return {
      client_name: "An agent",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }

  clientInformation = () => this.#kept.client;
  saveClientInformation = (client) => {
    this.#kept.client = client;
  };
  tokens = () => this.#kept.tokens;
  saveTokens = (tokens) => {
    this.#kept.tokens = tokens;
  };
  codeVerifier = () => this.#kept.verifier;
  saveCodeVerifier = (verifier) => {
    this.#kept.verifier = verifier;
  };
  redirectToAuthorization = (address) => {
    this.address = address.href;
  };
}

/** The operator's initial access token goes along with a registration, and with nothing else. */
function fetching(initialToken) {
  return (address, init = {}) => {
    const headers = new Headers(init.headers);
    if (initialToken && new URL(address).pathname === "/oauth/register") {
      headers.set("authorization", `Bearer ${initialToken}`);
    }
    return fetch(address, { ...init, headers });
  };
}

function transport() {
  const { server, provider, initialToken } = own;
  return new StreamableHTTPClientTransport(new URL(server), {
    authProvider: provider,
    fetch: fetching(initialToken),
  });
}

const client = () => new Client({ name: "agent", version: "1.0.0" });

app.post(
  "/connect",
  answering(async ({ body: { server, document, initialToken } }) => {
    const provider = new Provider(document);
    own = { server, provider, initialToken };
    own.transport = transport();
    try {
      await client().connect(own.transport);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      return { address: provider.address };
    }
    throw new Error("the server let a client in that has no token");
  }),
);

app.post(
  "/finish",
  answering(async ({ body: { callback } }) => {
    await own.transport.finishAuth(new URL(callback).searchParams.get("code"));
    const connected = client();
    await connected.connect(transport());
    const { content } = await connected.callTool({ name: "whoami", arguments: {} });
    await connected.close();
    return JSON.parse(content[0].text);
  }),
);

listening(app);
