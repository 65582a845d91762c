/** How this app is known to the identity provider, and where it keeps what (tokens: in memory only). */
import { InMemoryWebStorage, type UserManagerSettings, WebStorageStateStore } from "oidc-client-ts";
import { paths } from "@/paths";

/** As whom the app is registered at the identity provider. */
export const clientId = "web";
/** What every sign-in asks for. */
export const usualScope = "openid profile email account credits.read websites";
/** What the operator's area asks for on top, only when somebody enters it. */
export const operatorScope = "operator";

/** What the ID token is to tell of the person. */
const personal = { name: null, email: null, email_verified: null, picture: null };

/** The identity provider is this origin, unless the page names another one. */
export function issuer(page: Document): string {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="tollgate-issuer"]');
  return meta?.content || page.location.origin;
}

/** Where a sign-in is remembered while it is on its way; null where the browser keeps nothing for us. */
export function visitStorage(page: Document): Storage | null {
  try {
    // Merely looking at it throws where cookies are blocked.
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
    // A reload forgets the tokens on purpose; one silent sign-in brings the person back.
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: visitStorage(page) ?? new InMemoryWebStorage() }),
    // The keeper renews, so that a renewal asks for what this sign-in has.
    automaticSilentRenew: false,
    monitorSession: false,
    // Scopes put what they tell of a person into userinfo, which the library asks without a proof. So it is asked for here.
    loadUserInfo: false,
    extraQueryParams: { claims: JSON.stringify({ id_token: personal }) },
    silentRequestTimeoutInSeconds: 6,
    requestTimeoutInSeconds: 10,
  };
}
