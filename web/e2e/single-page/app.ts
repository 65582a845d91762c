/** A usual single-page application for `oidc-client-ts` 3; it knows only its registration. */
import { UserManager } from "oidc-client-ts";

const here = location.origin;

const manager = new UserManager({
  authority: document.querySelector<HTMLMetaElement>('meta[name="authority"]')?.content ?? "",
  client_id: "single-page",
  redirect_uri: `${here}/callback`,
  post_logout_redirect_uri: `${here}/bye`,
  scope: "openid profile email offline_access",
  loadUserInfo: true,
  automaticSilentRenew: false,
});

/** The tests call this in the page. */
export type Manager = UserManager;

Object.assign(window, { manager });

async function arrive(): Promise<string> {
  switch (location.pathname) {
    case "/callback": {
      const user = await manager.signinCallback();
      return `Signed in as ${user?.profile.email}`;
    }
    case "/bye":
      await manager.signoutCallback();
      return "Signed out";
    default:
      return "Welcome";
  }
}

const status = document.createElement("p");
document.body.append(status);
arrive().then(
  (callback) => {
    status.textContent = callback;
  },
  (error: unknown) => {
    status.textContent = String(error);
  },
);
