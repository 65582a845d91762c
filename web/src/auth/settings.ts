/** Settings of the app's OAuth client, with tokens in memory only. */
import { InMemoryWebStorage, type UserManagerSettings, WebStorageStateStore } from "oidc-client-ts";
import { paths } from "@/paths";

/** The app's client id at the identity provider. */
export const clientId = "web";
/** The scopes of every sign-in. */
export const usualScope = "openid profile email account credits.buy credits.read websites";
/** The additional scope of the operator's area, requested only on entering it. */
export const operatorScope = "operator";

/** The requested claims of the ID token. */
const personal = { name: null, email: null, email_verified: null, picture: null };

/** The identity provider is this origin, unless the page's meta tag names another one. */
export function issuer(page: Document): string {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="tollgate-issuer"]');
  return meta?.content || page.location.origin;
}

/** The storage for a pending sign-in; null where the browser has none. */
export function visitStorage(page: Document): Storage | null {
  try {
    // Reading the property throws where cookies are blocked.
    return page.defaultView?.sessionStorage ?? null;
  } catch {
    return null;
  }
}

export function oidcSettings(page: Document): UserManagerSettings {
  const here = page.location.origin;
  return {
    authority: issuer(page),
    client_id: clientId,
    redirect_uri: `${here}${paths.signInCallback()}`,
    silent_redirect_uri: `${here}${paths.silent()}`,
    post_logout_redirect_uri: `${here}${paths.home()}`,
    response_type: "code",
    scope: usualScope,
    // A reload deletes the tokens on purpose; a silent sign-in restores the session.
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: visitStorage(page) ?? new InMemoryWebStorage() }),
    // The keeper renews instead, so that a renewal requests the current scopes.
    automaticSilentRenew: false,
    monitorSession: false,
    // Claims of scopes are in userinfo, which the library requests without a proof. So the ID token carries them.
    loadUserInfo: false,
    extraQueryParams: { claims: JSON.stringify({ id_token: personal }) },
    silentRequestTimeoutInSeconds: 6,
    requestTimeoutInSeconds: 10,
  };
}
