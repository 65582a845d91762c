import { randomUUID } from "node:crypto";
import express from "express";
import session from "express-session";
import * as oidc from "openid-client";

const { AUTH_TOLLGATE_ISSUER, AUTH_TOLLGATE_ID, AUTH_TOLLGATE_SECRET } = process.env;
const { AUTH_TOLLGATE_REDIRECT_URI, AUTH_SECRET, TOLLGATE_API_KEY } = process.env;
const redirectUri = new URL(AUTH_TOLLGATE_REDIRECT_URI);
const isHttps = redirectUri.protocol === "https:";

const tollgate = await oidc.discovery(
  new URL(AUTH_TOLLGATE_ISSUER),
  AUTH_TOLLGATE_ID,
  AUTH_TOLLGATE_SECRET,
  undefined,
  // openid-client refuses plain http, which a Tollgate on your own machine uses.
  { execute: AUTH_TOLLGATE_ISSUER.startsWith("http:") ? [oidc.allowInsecureRequests] : [] },
);

const app = express();
// The proxy in front of your server says that the visitor came by https.
app.set("trust proxy", 1);
app.use(
  session({
    secret: AUTH_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { sameSite: "lax", secure: isHttps },
  }),
);

app.get("/", (request, response) => {
  const { user, message } = request.session;
  if (!user) return response.send('<a href="/signin">Sign in</a>');
  response.send(`
    <p>${escaped(user.name)}, ${escaped(user.email)}</p>
    <p>Customer for the curl commands, $SUB: <code>${escaped(user.sub)}</code></p>
    <p>${escaped(message)}</p>
    <form method="post" action="/spend"><button>Spend 5 credits</button></form>
    <form method="post" action="/signout"><button>Sign out</button></form>`);
});

app.get("/signin", async (request, response) => {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  request.session.signIn = { verifier, state };
  const address = oidc.buildAuthorizationUrl(tollgate, {
    redirect_uri: redirectUri.href,
    scope: "openid profile email credits.read",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
  });
  response.redirect(address.href);
});

app.get(redirectUri.pathname, async (request, response) => {
  const { verifier, state } = request.session.signIn ?? {};
  if (!state) return response.redirect("/signin");
  const address = new URL(request.originalUrl, redirectUri);
  const tokens = await oidc.authorizationCodeGrant(tollgate, address, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  const { sub, name, email } = tokens.claims();
  // A new session id at sign-in: nobody can have planted the old one.
  request.session.regenerate((error) => {
    if (error) throw error;
    request.session.user = { sub, name, email };
    request.session.idToken = tokens.id_token;
    response.redirect("/");
  });
});

app.post("/spend", async (request, response) => {
  if (!request.session.user) return response.redirect("/");
  const answer = await fetch(`${AUTH_TOLLGATE_ISSUER}/v1/spends`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${TOLLGATE_API_KEY}`,
      "content-type": "application/json",
      // One key for each job: a repeated request with the same key never charges twice.
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify({
      customer: { sub: request.session.user.sub },
      amount: 5,
      description: "One picture",
    }),
  });
  const body = await answer.json();
  request.session.message = answer.ok ? `${body.balance.available} credits left` : body.title;
  response.redirect("/");
});

app.post("/signout", (request, response) => {
  const address = oidc.buildEndSessionUrl(tollgate, {
    id_token_hint: request.session.idToken ?? "",
    post_logout_redirect_uri: new URL("/", redirectUri).href,
  });
  request.session.destroy(() => response.redirect(address.href));
});

function escaped(text = "") {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

app.listen(redirectUri.port || 3000);
