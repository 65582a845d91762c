/**
 * An MCP server of a website, by the official SDK: it publishes the metadata that the website's owner copied, and takes
 * access tokens of the issuer for its own resource alone. It serves a client ID metadata document over https, too.
 */
import { readFileSync } from "node:fs";
import https from "node:https";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { answering, listening, service } from "./listening.mjs";

const app = service();
/** What the owner configured: the resource as the product shows it, and the issuer's keys. */
let own = null;

app.post(
  "/configuration",
  answering(async ({ body }) => {
    const [issuer] = body.metadata.authorization_servers;
    const discovery = await fetch(`${issuer}/.well-known/oauth-authorization-server`);
    const { jwks_uri } = await discovery.json();
    own = { ...body, issuer, keys: createRemoteJWKSet(new URL(jwks_uri)) };
    return {};
  }),
);

app.get("/.well-known/oauth-protected-resource/mcp", (_request, response) =>
  response.json(own.metadata),
);

const verifier = {
  async verifyAccessToken(token) {
    const { issuer, keys, metadata } = own;
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: metadata.resource,
        typ: "at+jwt",
        algorithms: ["ES256"],
      });
      return {
        token,
        clientId: payload.client_id,
        scopes: payload.scope.split(" "),
        expiresAt: payload.exp,
        resource: new URL(metadata.resource),
        extra: { sub: payload.sub, aud: payload.aud },
      };
    } catch (error) {
      throw new InvalidTokenError(error.message);
    }
  },
};

function guard(request, response, next) {
  requireBearerAuth({
    verifier,
    requiredScopes: own.metadata.scopes_supported,
    resourceMetadataUrl: own.metadata_url,
  })(request, response, next);
}

app.all("/mcp", guard, async (request, response) => {
  const server = new McpServer({ name: "picture-shop", version: "1.0.0" });
  server.registerTool("whoami", { description: "Says who calls." }, ({ authInfo }) => {
    const { clientId, scopes, extra } = authInfo;
    return { content: [{ type: "text", text: JSON.stringify({ clientId, scopes, ...extra }) }] };
  });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on("close", () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
});

const { DOCUMENT_CERTIFICATE: certificate, DOCUMENT_KEY: key } = process.env;
const documents = https.createServer(
  { cert: readFileSync(certificate), key: readFileSync(key) },
  ({ headers: { host }, url }, response) => {
    const document = {
      client_id: `https://${host}${url}`,
      client_name: "An agent",
      redirect_uris: ["http://127.0.0.1/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "none",
    };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(document));
  },
);
documents.listen(0, "127.0.0.1", () => {
  const address = `localhost:${documents.address().port}`;
  app.get("/documents", (_request, response) => response.json({ address }));
  listening(app);
});
