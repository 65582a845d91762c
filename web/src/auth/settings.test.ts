/** The app uses the client settings that are registered at the identity provider. */
import { afterEach, expect, test, vi } from "vitest";
import { issuer, oidcSettings, visitStorage } from "./settings";

afterEach(() => {
  document.head.innerHTML = "";
});

test("the identity provider is this origin, unless the page names another", () => {
  expect(issuer(document)).toBe("http://localhost:8080");
  document.head.innerHTML = '<meta name="tollgate-issuer" content="https://id.example">';
  expect(issuer(document)).toBe("https://id.example");
});

test("the settings that the server relies on", () => {
  expect(oidcSettings(document)).toMatchObject({
    authority: "http://localhost:8080",
    client_id: "web",
    redirect_uri: "http://localhost:8080/auth/callback",
    silent_redirect_uri: "http://localhost:8080/silent",
    post_logout_redirect_uri: "http://localhost:8080/",
    scope: "openid profile email account credits.buy credits.read websites",
    response_type: "code",
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
  });
});

test("the ID token is requested with the user's claims", () => {
  const { claims } = oidcSettings(document).extraQueryParams ?? {};
  const personal = { name: null, email: null, email_verified: null, picture: null };
  expect(JSON.parse(String(claims))).toEqual({ id_token: personal });
});

test("tokens are in memory and never in the browser's storage", async () => {
  await oidcSettings(document).userStore?.set("user", "token");
  expect(localStorage.length + sessionStorage.length).toBe(0);
});

test("if access to the storage throws, the page still starts", () => {
  vi.spyOn(window, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  expect(visitStorage(document)).toBeNull();
  expect(oidcSettings(document).stateStore).toBeDefined();
});
