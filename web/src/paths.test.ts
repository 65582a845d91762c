/** Bookmarks and the server depend on these addresses, so a review must see each change. */
import { expect, test } from "vitest";
import { paths, websiteOf } from "./paths";

test("every address of the app", () => {
  const addresses = Object.entries(paths).map(([name, path]) => `${name} ${path()}`);
  expect(addresses.join("\n")).toMatchInlineSnapshot(`
    "home /
    account /account
    signInMethods /account/sign-in
    sessions /account/sessions
    apps /account/apps
    data /account/data
    credits /account/credits
    buying /account/billing
    bought /account/billing/return
    offers /buy/$seller
    websites /sites
    newWebsite /sites/new
    website /s/$site
    customers /s/$site/customers
    customer /s/$site/customers/$customer
    transactions /s/$site/transactions
    usage /s/$site/usage
    integration /s/$site/integration
    features /s/$site/features
    feature /s/$site/features/$feature
    keys /s/$site/keys
    webhooks /s/$site/webhooks
    webhook /s/$site/webhooks/$endpoint
    plans /s/$site/plans
    payments /s/$site/payments
    payment /s/$site/payments/$payment
    subscriptions /s/$site/subscriptions
    subscription /s/$site/subscriptions/$subscription
    disputes /s/$site/disputes
    revenue /s/$site/revenue
    branding /s/$site/branding
    websiteSettings /s/$site/settings
    billingSettings /s/$site/billing
    comparison /s/$site/billing/comparison
    operator /operator
    operatorUsers /operator/users
    operatorUser /operator/users/$user
    operatorWebsites /operator/websites
    operatorAudit /operator/audit
    operatorKeys /operator/keys
    operatorMail /operator/mail
    operatorWebhooks /operator/webhooks
    operatorBilling /operator/billing
    startSignIn /auth/sign-in
    signInCallback /auth/callback
    silent /silent
    linkAccount /api/auth/account
    ownPasskeys /api/auth/account/passkeys
    ownEmail /api/auth/account/email
    changePassword /api/auth/password/change
    apiReference /docs"
  `);
});

test("the website that an address is about", () => {
  expect(websiteOf("/s/web_1/customers/cus_1?mode=test")).toBe("web_1");
  expect(websiteOf("/s/web_1?days=7")).toBe("web_1");
  expect(websiteOf("/sites/new")).toBeNull();
});
