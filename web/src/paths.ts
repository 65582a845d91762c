/** Defines every address of the app as a function; no other file contains one. */

export const paths = {
  home: () => "/" as const,
  account: () => "/account" as const,
  signInMethods: () => "/account/sign-in" as const,
  sessions: () => "/account/sessions" as const,
  apps: () => "/account/apps" as const,
  data: () => "/account/data" as const,
  credits: () => "/account/credits" as const,
  buying: () => "/account/billing" as const,
  /** Stripe sends the buyer here; `?checkout=` is the id. */
  bought: () => "/account/billing/return" as const,
  /** What one website sells, without the app's frame: websites link to it. */
  offers: () => "/buy/$seller" as const,
  websites: () => "/sites" as const,
  newWebsite: () => "/sites/new" as const,
  /** All pages of one website; `?mode=test` selects test mode. */
  website: () => "/s/$site" as const,
  customers: () => "/s/$site/customers" as const,
  customer: () => "/s/$site/customers/$customer" as const,
  transactions: () => "/s/$site/transactions" as const,
  usage: () => "/s/$site/usage" as const,
  integration: () => "/s/$site/integration" as const,
  features: () => "/s/$site/features" as const,
  feature: () => "/s/$site/features/$feature" as const,
  keys: () => "/s/$site/keys" as const,
  webhooks: () => "/s/$site/webhooks" as const,
  webhook: () => "/s/$site/webhooks/$endpoint" as const,
  plans: () => "/s/$site/plans" as const,
  payments: () => "/s/$site/payments" as const,
  payment: () => "/s/$site/payments/$payment" as const,
  subscriptions: () => "/s/$site/subscriptions" as const,
  subscription: () => "/s/$site/subscriptions/$subscription" as const,
  disputes: () => "/s/$site/disputes" as const,
  revenue: () => "/s/$site/revenue" as const,
  branding: () => "/s/$site/branding" as const,
  websiteSettings: () => "/s/$site/settings" as const,
  billingSettings: () => "/s/$site/billing" as const,
  /** The comparison of a website's payments with Stripe. */
  comparison: () => "/s/$site/billing/comparison" as const,
  /** The operator's area. */
  operator: () => "/operator" as const,
  operatorUsers: () => "/operator/users" as const,
  operatorUser: () => "/operator/users/$user" as const,
  operatorWebsites: () => "/operator/websites" as const,
  operatorAudit: () => "/operator/audit" as const,
  operatorKeys: () => "/operator/keys" as const,
  operatorMail: () => "/operator/mail" as const,
  operatorWebhooks: () => "/operator/webhooks" as const,
  operatorBilling: () => "/operator/billing" as const,
  /** Starts a sign-in immediately; `?to=` is the path to return to. */
  startSignIn: () => "/auth/sign-in" as const,
  /** The redirect address of a sign-in. */
  signInCallback: () => "/auth/callback" as const,
  /** The small page that receives the response of a silent sign-in in a hidden frame. */
  silent: () => "/silent" as const,
  /** Pages of the identity provider on its own origin; each returns to `callbackUrl`. */
  linkAccount: () => "/api/auth/account" as const,
  ownPasskeys: () => "/api/auth/account/passkeys" as const,
  ownEmail: () => "/api/auth/account/email" as const,
  changePassword: () => "/api/auth/password/change" as const,
  /** The API reference, which product-api serves and this app does not. */
  apiReference: () => "/docs" as const,
};

/** Returns the website id in an address, or null. */
export function websiteOf(href: string): string | null {
  return /^\/s\/([^/?#]+)/.exec(href)?.[1] ?? null;
}
