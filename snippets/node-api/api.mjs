import { createServer } from "node:http";
import { createRemoteJWKSet, jwtVerify } from "jose";

const issuer = process.env.AUTH_TOLLGATE_ISSUER;
// Tokens say which API they are for; those for another one must not be accepted.
const audience = "{{API}}";
const keys = createRemoteJWKSet(new URL(`${issuer}/oauth/jwks`));

/** Gives the claims of the request's access token, or null. */
async function visitorOf(request) {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const rules = { issuer, audience, algorithms: ["ES256"], typ: "at+jwt" };
  const verified = await jwtVerify(token, keys, rules).catch(() => null);
  return verified?.payload ?? null;
}

createServer(async (request, response) => {
  const visitor = await visitorOf(request);
  if (!visitor) return response.writeHead(401, { "www-authenticate": "Bearer" }).end();
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ sub: visitor.sub }));
}).listen({{PORT}});
