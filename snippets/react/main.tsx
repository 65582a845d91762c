import { createRoot } from "react-dom/client";
import { useState } from "react";
import { AuthProvider, useAuth } from "react-oidc-context";

const issuer = "{{ISSUER}}";

const settings = {
  authority: issuer,
  client_id: "{{PAGE_CLIENT_ID}}",
  redirect_uri: "{{PAGE_REDIRECT_URI}}",
  post_logout_redirect_uri: `${location.origin}/`,
  // offline_access gives a refresh token: the visitor stays signed in when the access token expires.
  scope: "openid profile email offline_access credits.read",
  onSigninCallback: () => history.replaceState(null, "", "/"),
};

function App() {
  const auth = useAuth();
  if (auth.isLoading) return null;
  if (auth.error) return <p>{auth.error.message}</p>;
  if (!auth.user) return <button onClick={() => auth.signinRedirect()}>Sign in</button>;
  const { name, email, sub } = auth.user.profile;
  return (
    <main>
      <p>
        {name}, {email}
      </p>
      <p>
        Customer for the curl commands, $SUB: <code>{sub}</code>
      </p>
      <Credits token={auth.user.access_token} />
      <button onClick={() => auth.signoutRedirect()}>Sign out</button>
    </main>
  );
}

/** Reads the visitor's own balance. Spending needs the API key, which belongs on a server. */
function Credits({ token }: { token: string }) {
  const [credits, setCredits] = useState<number>();
  async function refresh() {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${issuer}/v1/me/credits`, { headers });
    const { balances } = await answer.json();
    setCredits(balances[0]?.available ?? 0);
  }
  return (
    <p>
      {credits === undefined ? "" : `${credits} credits left`}
      <button onClick={refresh}>Show my credits</button>
    </p>
  );
}

createRoot(document.getElementById("root")!).render(
  <AuthProvider {...settings}>
    <App />
  </AuthProvider>,
);
