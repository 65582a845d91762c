/** Fills the snippets for a website's owner; `snippets/` at the repository's root contains their text. */
import { webAddress } from "./address";

/** The secrets that the server returns once, at the registration. */
export type Secrets = {
  clientSecret: string;
  /** Uses real credits. */
  apiKey: string;
  /** Uses test credits. */
  testApiKey: string;
};

export type Connection = {
  issuer: string;
  clientId: string;
  redirectUris: readonly string[];
  secrets: Secrets | null;
};

/** Values by the placeholders' names. */
export type Values = Readonly<Record<string, string>>;

/** Replaces each `{{NAME}}` by its value; a name without a value stays visible. */
export function filled(template: string, values: Values): string {
  return template.replace(/\{\{([A-Z_]+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The values of a website's back end. Developers first run snippets on their computer, so its address is preferred. */
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

/** The values of a page without a server, which uses the public client. */
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
