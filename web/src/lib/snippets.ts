/** Commands and settings to copy, filled in with the real values. */

/** What is known once, when a website is registered. */
export type Secrets = {
  clientSecret: string;
  /** Moves real credits. */
  apiKey: string;
  /** Moves play credits. */
  testApiKey: string;
};

export type Connection = { issuer: string; clientId: string; secrets: Secrets | null };

/** Under the names that the API's snippet reads, so that the two can be pasted side by side. */
export function environmentFile({ issuer, clientId, secrets }: Connection): string {
  return [
    `AUTH_TOLLGATE_ISSUER=${issuer}`,
    `AUTH_TOLLGATE_ID=${clientId}`,
    `AUTH_TOLLGATE_SECRET=${secrets?.clientSecret ?? ""}`,
    `TOLLGATE_API_KEY=${secrets?.apiKey ?? ""}`,
    "# For trying things out, with play credits:",
    `# TOLLGATE_API_KEY=${secrets?.testApiKey ?? ""}`,
  ].join("\n");
}

export type Call = {
  api: string;
  /** Null: the shell knows it as TOLLGATE_API_KEY. */
  apiKey: string | null;
  customer: Record<string, string>;
};

export function grantCommand({ api, apiKey, customer }: Call): string {
  return curl(`${api}/v1/grants`, apiKey, "first-grant", {
    customer,
    amount: 100,
    kind: "promo",
    reason: "Welcome",
  });
}

export function spendCommand({ api, apiKey, customer }: Call): string {
  return curl(`${api}/v1/spends`, apiKey, "first-spend", {
    customer,
    amount: 5,
    description: "First render",
  });
}

function curl(address: string, apiKey: string | null, idempotencyKey: string, body: object) {
  return [
    `curl ${address}`,
    apiKey === null
      ? '-H "Authorization: Bearer $TOLLGATE_API_KEY"'
      : `-H 'Authorization: Bearer ${apiKey}'`,
    `-H 'Idempotency-Key: ${idempotencyKey}'`,
    "-H 'Content-Type: application/json'",
    `-d '${shellQuoted(JSON.stringify(body, null, 2))}'`,
  ].join(" \\\n  ");
}

/** Inside single quotes a shell reads everything as it is, except the single quote. */
function shellQuoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}

/** How a new project of Next.js names its own root. */
const root = "@";

/** Sign-in for Auth.js in Next.js; it reads the settings above. */
export const nextSnippet = `// auth.ts: npm install next-auth@beta
import NextAuth from "next-auth";

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: "tollgate",
      name: "Tollgate",
      type: "oidc",
      issuer: process.env.AUTH_TOLLGATE_ISSUER,
      clientId: process.env.AUTH_TOLLGATE_ID,
      clientSecret: process.env.AUTH_TOLLGATE_SECRET,
      checks: ["pkce", "state", "nonce"],
      authorization: { params: { scope: "openid profile email credits.read" } },
    },
  ],
});

// app/api/auth/[...nextauth]/route.ts
import { handlers } from "${root}/auth";
export const { GET, POST } = handlers;`;

/** Sign-in for a page without a server, with a client that has no secret. */
export function reactSnippet(issuer: string, clientId: string, redirectUri: string): string {
  return `// main.tsx: npm install react-oidc-context oidc-client-ts
import { createRoot } from "react-dom/client";
import { AuthProvider, useAuth } from "react-oidc-context";

const settings = {
  authority: "${issuer}",
  client_id: "${clientId}",
  redirect_uri: "${redirectUri}",
  scope: "openid profile email credits.read",
  onSigninCallback: () => history.replaceState(null, "", location.pathname),
};

function App() {
  const auth = useAuth();
  if (auth.isLoading) return null;
  if (auth.error) return <p>{auth.error.message}</p>;
  return auth.isAuthenticated ? (
    <p>Signed in as {auth.user?.profile.email}</p>
  ) : (
    <button onClick={() => auth.signinRedirect()}>Sign in</button>
  );
}

createRoot(document.getElementById("root")!).render(
  <AuthProvider {...settings}>
    <App />
  </AuthProvider>,
);`;
}

/** Sign-in by any library of OpenID Connect, shown with openid-client. */
export function oidcSnippet(redirectUri: string): string {
  return `// npm install openid-client
import * as oidc from "openid-client";

const { AUTH_TOLLGATE_ISSUER, AUTH_TOLLGATE_ID, AUTH_TOLLGATE_SECRET } = process.env;
const redirect_uri = "${redirectUri}";
const config = await oidc.discovery(
  new URL(AUTH_TOLLGATE_ISSUER),
  AUTH_TOLLGATE_ID,
  AUTH_TOLLGATE_SECRET,
);

// 1. Send the browser away; keep the verifier and the state in the visitor's session.
const verifier = oidc.randomPKCECodeVerifier();
const state = oidc.randomState();
const address = oidc.buildAuthorizationUrl(config, {
  redirect_uri,
  scope: "openid profile email credits.read",
  code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
  state,
});

// 2. Where it comes back to: currentUrl is the whole address of that request.
const tokens = await oidc.authorizationCodeGrant(config, currentUrl, {
  pkceCodeVerifier: verifier,
  expectedState: state,
});
const { sub, email } = tokens.claims();`;
}
