/** Describes browsers, sign-in methods and permissions. */
import { t } from "./language";

export type Device = { browser?: string | null | undefined; system?: string | null | undefined };

/** "Firefox on Linux", or less if the user agent names less. */
export function deviceName({ browser, system }: Device): string {
  if (browser && system) return t("{browser} on {system}", { browser, system });
  return browser ?? system ?? t("Unknown browser");
}

const methods = new Map([
  ["email", t("by email link")],
  ["password", t("by password")],
  ["passkey", t("by passkey")],
]);

/** Describes a sign-in method; an unknown method is a provider's name. */
export function methodWords(method: string): string {
  return methods.get(method) ?? t("with {method}", { method });
}

const scopes = new Map([
  ["openid", t("Know who you are")],
  ["profile", t("See your name, picture, language and time zone")],
  ["email", t("See your email address")],
  ["offline_access", t("Keep access while you are away")],
  ["account", t("Manage your account")],
  ["credits.buy", t("Start purchases of credits")],
  ["credits.read", t("See your credits")],
  ["websites", t("Manage your websites")],
  ["operator", t("Run this installation")],
]);

/** Describes an app's permission; an unknown scope is shown unchanged. */
export function scopeWords(scope: string): string {
  return scopes.get(scope) ?? scope;
}
