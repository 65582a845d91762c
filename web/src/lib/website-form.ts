/** The rules of the registration form: prefilled values, validation and request. */
import { isRedirectUri, webAddress } from "./address";
import { t } from "./language";

export type WebsiteForm = { name: string; url: string; redirectUris: string };
export type WebsiteFormErrors = Partial<Record<keyof WebsiteForm, string>>;

/** The usual callback address of sign-in libraries, at the website and on a developer's computer. */
export function suggestedRedirectUris(url: string): string {
  const website = webAddress(url);
  const local = "http://localhost:3000";
  const origins =
    website === null ? [] : website.origin === local ? [local] : [website.origin, local];
  return origins.map((origin) => `${origin}/api/auth/callback/tollgate`).join("\n");
}

/** The usual callback address of a page without a server, at the website and on a developer's computer. */
export function suggestedPageUris(url: string): string {
  const website = webAddress(url);
  const local = "http://localhost:5173";
  const origins = website === null || website.origin === local ? [local] : [website.origin, local];
  return origins.map((origin) => `${origin}/callback`).join("\n");
}

/** Returns the addresses, one from each line, without duplicates. */
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

/** The request: trimmed, without the trailing slash that a URL parser adds. */
export function websiteRequest(form: WebsiteForm) {
  return {
    name: form.name.trim(),
    url: (webAddress(form.url)?.href ?? form.url.trim()).replace(/\/$/, ""),
    redirect_uris: wordsIn(form.redirectUris),
  };
}
