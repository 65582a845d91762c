/** Fills the snippets that a website's owner pastes; `snippets/` at the repository's root has their text. */
import { webAddress } from "./address";

/** The secrets that are known once, when a website is registered. */
export type Secrets = {
  clientSecret: string;
  /** Moves real credits. */
  apiKey: string;
  /** Moves play credits. */
  testApiKey: string;
};

export type Connection = {
  issuer: string;
  clientId: string;
  redirectUris: readonly string[];
  secrets: Secrets | null;
};

/** Values by the names that snippets have in double braces. */
export type Values = Readonly<Record<string, string>>;

/** Puts each value in the place of its `{{NAME}}`; a name without a value stays, so that it is seen. */
export function filled(template: string, values: Values): string {
  return template.replace(/\{\{([A-Z_]+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The values of a website's back end. Snippets are run on a developer's machine first, so its address is preferred. */
export function backEndValues({ issuer, clientId, redirectUris, secrets }: Connection): Values {
  const local = redirectUris.find((uri) => uri.startsWith("http://localhost:"));
  const redirectUri = local ?? redirectUris[0] ?? "";
  return {
    ISSUER: issuer,
    CLIENT_ID: clientId,
    CLIENT_SECRET: secrets?.clientSecret ?? "",
    API_KEY: secrets?.apiKey ?? "",
    TEST_API_KEY: secrets?.testApiKey ?? "",
    REDIRECT_URI: redirectUri,
    PORT: webAddress(redirectUri)?.port || "3000",
    API: `${webAddress(redirectUri)?.origin ?? issuer}/api`,
  };
}

/** The values of a page without a server, which signs in with a client of its own. */
export function pageValues(client: { client_id: string; redirect_uris: string[] }): Values {
  const redirectUri =
    client.redirect_uris.find((uri) => uri.startsWith("http://localhost:")) ??
    client.redirect_uris[0] ??
    "";
  return {
    PAGE_CLIENT_ID: client.client_id,
    PAGE_REDIRECT_URI: redirectUri,
    PAGE_PORT: webAddress(redirectUri)?.port || "5173",
  };
}

/** 256 random bits in URL-safe base64, as the server's own secrets are. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
