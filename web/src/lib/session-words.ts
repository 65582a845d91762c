/** Browsers, sign-ins and permissions in words. */

export type Device = { browser?: string | null | undefined; system?: string | null | undefined };

/** "Firefox on Linux", as far as the browser says it. */
export function deviceName({ browser, system }: Device): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown browser";
}

const methods = new Map([
  ["email", "by email link"],
  ["password", "by password"],
  ["passkey", "by passkey"],
]);

/** How somebody signed in; what is none of ours is a provider. */
export function methodWords(method: string): string {
  return methods.get(method) ?? `with ${method}`;
}

const scopes = new Map([
  ["openid", "Know who you are"],
  ["profile", "See your name and picture"],
  ["email", "See your email address"],
  ["offline_access", "Keep access while you are away"],
  ["account", "Manage your account"],
  ["credits.read", "See your credits"],
  ["websites", "Manage your websites"],
  ["operator", "Run this installation"],
]);

/** What an app may do; one that we have no words for is shown as it is. */
export function scopeWords(scope: string): string {
  return scopes.get(scope) ?? scope;
}
