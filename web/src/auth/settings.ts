/** How this app is known to the identity provider, and where it keeps what (tokens: in memory only). */
import { InMemoryWebStorage, type UserManagerSettings, WebStorageStateStore } from "oidc-client-ts";
import { paths } from "@/paths";

/** The identity provider is this origin, unless the page names another one. */
export function issuer(page: Document): string {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="tollgate-issuer"]');
  return meta?.content || page.location.origin;
}

export function oidcSettings(page: Document): UserManagerSettings {
  const here = page.location.origin;
  return {
    authority: issuer(page),
    client_id: "web",
    redirect_uri: `${here}${paths.signInCallback()}`,
    silent_redirect_uri: `${here}${paths.silent()}`,
    post_logout_redirect_uri: `${here}${paths.home()}`,
    response_type: "code",
    scope: "openid profile email credits.read websites",
    // A reload forgets the tokens on purpose; one silent sign-in brings the person back.
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({
      store: page.defaultView?.sessionStorage ?? sessionStorage,
    }),
    automaticSilentRenew: true,
    monitorSession: false,
    // Scopes put what they tell of a person there, and not into the ID token.
    loadUserInfo: true,
    silentRequestTimeoutInSeconds: 6,
    requestTimeoutInSeconds: 10,
  };
}
