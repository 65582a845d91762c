/** The rules of the "register a website" form: what is prefilled and what is asked again. */
import { isRedirectUri, webAddress } from "./address";
import { t } from "./language";

export type WebsiteForm = { name: string; url: string; redirectUris: string };
export type WebsiteFormErrors = Partial<Record<keyof WebsiteForm, string>>;

/** Where most sign-in libraries expect the answer, at the site and at a developer's machine. */
export function suggestedRedirectUris(url: string): string {
  const site = webAddress(url);
  const local = "http://localhost:3000";
  const origins = site === null ? [] : site.origin === local ? [local] : [site.origin, local];
  return origins.map((origin) => `${origin}/api/auth/callback/tollgate`).join("\n");
}

/** Where a page without a server expects the answer: at the site, and at a developer's machine. */
export function suggestedPageUris(url: string): string {
  const site = webAddress(url);
  const local = "http://localhost:5173";
  const origins = site === null || site.origin === local ? [local] : [site.origin, local];
  return origins.map((origin) => `${origin}/callback`).join("\n");
}

/** Addresses typed one to a line, each once. */
export function wordsIn(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))];
}

export function websiteFormErrors(form: WebsiteForm): WebsiteFormErrors {
  const errors: WebsiteFormErrors = {};
  if (form.name.trim() === "") errors.name = t("Enter a name for the website.");
  if (webAddress(form.url) === null) {
    errors.url = t("Enter a web address such as https://shop.example.");
  }
  const uris = wordsIn(form.redirectUris);
  const wrong = uris.find((uri) => !isRedirectUri(uri));
  if (uris.length === 0) errors.redirectUris = t("Enter at least one redirect address.");
  if (wrong !== undefined) {
    errors.redirectUris = t('"{wrong}" is not a complete http(s) address without a fragment.', {
      wrong,
    });
  }
  return errors;
}

/** Payload: trimmed, and the address without the trailing slash that nobody typed. */
export function websiteRequest(form: WebsiteForm) {
  return {
    name: form.name.trim(),
    url: (webAddress(form.url)?.href ?? form.url.trim()).replace(/\/$/, ""),
    redirect_uris: wordsIn(form.redirectUris),
  };
}
