/** Every address of the app as a function; no other file spells one. */

export const paths = {
  home: () => "/" as const,
  account: () => "/account" as const,
  credits: () => "/account/credits" as const,
  sites: () => "/sites" as const,
  newSite: () => "/sites/new" as const,
  /** All that belongs to one website; `?mode=test` shows its play credits instead. */
  site: () => "/s/$site" as const,
  customers: () => "/s/$site/customers" as const,
  customer: () => "/s/$site/customers/$customer" as const,
  usage: () => "/s/$site/usage" as const,
  integration: () => "/s/$site/integration" as const,
  features: () => "/s/$site/features" as const,
  feature: () => "/s/$site/features/$feature" as const,
  keys: () => "/s/$site/keys" as const,
  webhooks: () => "/s/$site/webhooks" as const,
  webhook: () => "/s/$site/webhooks/$endpoint" as const,
  siteSettings: () => "/s/$site/settings" as const,
  /** Where the identity provider sends the browser back after a sign-in. */
  signInCallback: () => "/auth/callback" as const,
  /** The small page that answers a silent sign-in inside a hidden frame. */
  silent: () => "/silent" as const,
  /** The API reference, served by product-api and not by this app. */
  apiReference: () => "/docs" as const,
};
