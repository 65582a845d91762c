/** The rules of the branding form: initial values, validation and request. */
import { webAddress } from "./address";
import { colorName } from "./color";
import { t } from "./language";

export type BrandingForm = {
  logo: string | null;
  color: string;
  home: string;
  policy: string;
  terms: string;
};

/** A website's branding with the API's names. */
type Branding = {
  brand_color: string | null;
  logo_uri: string | null;
  client_uri: string | null;
  policy_uri: string | null;
  tos_uri: string | null;
};

/** Each field's name in the API. */
export const membersOf = {
  logo: "logo_uri",
  color: "brand_color",
  home: "client_uri",
  policy: "policy_uri",
  terms: "tos_uri",
} as const satisfies Record<keyof BrandingForm, keyof Branding>;

type Errors = Partial<Record<keyof BrandingForm, string>>;

const links = ["home", "policy", "terms"] as const;

export function brandingForm(branding: Branding): BrandingForm {
  return {
    logo: branding.logo_uri,
    color: branding.brand_color ?? "",
    home: branding.client_uri ?? "",
    policy: branding.policy_uri ?? "",
    terms: branding.tos_uri ?? "",
  };
}

/** Returns the normalised link, or null if it is no valid https address. */
export function linkAddress(typed: string): string | null {
  const url = webAddress(typed);
  const isPlain = url !== null && url.username === "" && url.password === "" && url.hash === "";
  return isPlain && url.protocol === "https:" ? url.href : null;
}

/** Example links that the form accepts: the website's own address if it is https. */
export function brandingExamples(url: string): Record<(typeof links)[number], string> {
  const home = (linkAddress(url) ?? "https://shop.example").replace(/\/$/, "");
  return { home, policy: `${home}/privacy`, terms: `${home}/terms` };
}

export function brandingErrors(form: BrandingForm): Errors {
  const errors: Errors = {};
  if (form.color.trim() !== "" && colorName(form.color) === null) {
    errors.color = t("Enter # and six digits such as #08734f, or leave empty.");
  }
  for (const field of links) {
    if (form[field].trim() !== "" && linkAddress(form[field]) === null) {
      errors[field] = t("Enter an https address such as https://shop.example, or leave empty.");
    }
  }
  return errors;
}

/** The request without empty members, which the page does not show. */
export function brandingRequest(form: BrandingForm): Partial<Record<keyof Branding, string>> {
  const color = colorName(form.color);
  const request: Partial<Record<keyof Branding, string>> = {
    ...(form.logo !== null && { logo_uri: form.logo }),
    ...(color !== null && { brand_color: color }),
  };
  for (const field of links) {
    const address = linkAddress(form[field]);
    if (address !== null) request[membersOf[field]] = address;
  }
  return request;
}

/** Returns true if two forms make the same request. */
export function isSameBranding(one: BrandingForm, other: BrandingForm): boolean {
  return JSON.stringify(normal(one)) === JSON.stringify(normal(other));
}

function normal(form: BrandingForm): (string | null)[] {
  const typed = [form.color, form.home, form.policy, form.terms].map((text) => text.trim());
  return [form.logo, ...typed];
}
