/** Parses and shortens web addresses. */

/** "https://shop.example/a" is shown as "shop.example". */
export function hostOf(url: string): string {
  return parse(url)?.host ?? url;
}

/** Returns an http(s) address for registration, normalised to its origin and path, or null. */
export function webAddress(typed: string): URL | null {
  const trimmed = typed.trim();
  const scheme = /^localhost\b/i.test(trimmed) ? "http" : "https";
  const url = parse(/^[a-z]+:\/\//i.test(trimmed) ? trimmed : `${scheme}://${trimmed}`);
  if (url === null || !isWeb(url)) return null;
  // "localhost" and dotted names; a single word is more likely a typing error.
  return url.hostname === "localhost" || url.hostname.includes(".") || url.hostname.startsWith("[")
    ? url
    : null;
}

/** OAuth requires an absolute http(s) address without fragment; the server checks the rest. */
export function isRedirectUri(typed: string): boolean {
  const url = parse(typed);
  return url !== null && isWeb(url) && url.hash === "" && !typed.endsWith("#");
}

/** Also accepts the private scheme of a native application (RFC 8252, section 7.1); the server knows which schemes are private. */
export function isPublicRedirectUri(typed: string): boolean {
  if (isRedirectUri(typed)) return true;
  const url = parse(typed);
  if (url === null || isWeb(url)) return false;
  const hasPlace = /^[a-z][\w+.-]+:\//.test(typed) || url.protocol.includes(".");
  return hasPlace && url.hash === "" && !typed.endsWith("#");
}

/** Returns true for an address at a known origin or on localhost. */
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
