/** Web addresses as people type and read them. */

/** "https://shop.example/a" is shown as "shop.example". */
export function hostOf(url: string): string {
  return parse(url)?.host ?? url;
}

/** An http(s) address that can be registered, normalised to its origin and path; null when it is none. */
export function webAddress(typed: string): URL | null {
  const trimmed = typed.trim();
  const scheme = /^localhost\b/i.test(trimmed) ? "http" : "https";
  const url = parse(/^[a-z]+:\/\//i.test(trimmed) ? trimmed : `${scheme}://${trimmed}`);
  if (url === null || !isWeb(url)) return null;
  // "localhost" and dotted names; a bare word is more likely a slip than an address.
  return url.hostname === "localhost" || url.hostname.includes(".") || url.hostname.startsWith("[")
    ? url
    : null;
}

/** OAuth asks for a whole http(s) address without fragment; the server decides the rest. */
export function isRedirectUri(typed: string): boolean {
  const url = parse(typed);
  return url !== null && isWeb(url) && url.hash === "" && !typed.endsWith("#");
}

/** The same, or the private scheme of an application on a device (RFC 8252, section 7.1); the server knows which are private. */
export function isPublicRedirectUri(typed: string): boolean {
  if (isRedirectUri(typed)) return true;
  const url = parse(typed);
  if (url === null || isWeb(url)) return false;
  const hasPlace = /^[a-z][\w+.-]+:\//.test(typed) || url.protocol.includes(".");
  return hasPlace && url.hash === "" && !typed.endsWith("#");
}

/** Whether an address is at the origin of one of those known, or on the machine of whoever opens it. */
export function isAtHome(address: string, known: string[]): boolean {
  const url = parse(address);
  if (url === null) return false;
  if (/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)) return true;
  return isWeb(url) && known.some((other) => parse(other)?.origin === url.origin);
}

function isWeb(url: URL): boolean {
  return url.protocol === "https:" || url.protocol === "http:";
}

function parse(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}
