/** Addresses of the identity provider's pages that return to this app. */
import { issuer } from "@/auth/settings";

export function atIdp(page: string, back: string): string {
  const callbackUrl = encodeURIComponent(`${location.origin}${back}`);
  return `${issuer(document)}${page}?callbackUrl=${callbackUrl}`;
}
