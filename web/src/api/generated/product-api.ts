/** Types of the product API, written by `npm run generate` from openapi/product-api.json; never edited by hand. */
export interface paths {
    "/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the alerts
         * @description Returns the alerts of the website in the mode of the request.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_alerts"];
        /**
         * Set the alerts
         * @description Replaces the alerts. An alert is sent when a balance crosses the threshold downwards, for any reason, and again only after the balance was above it.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        put: operations["set_alerts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Lists keys, newest first, including expired and revoked ones unless `status` selects others: those of the API key's mode, or for the website's owner those of both modes unless `mode` selects one.
         *
         *     Called with an API key that has the scope `keys`, or a user's access token that has the scope `websites`.
         */
        get: operations["list_api_keys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key and returns its secret only this once. The caller is the website's owner with the header `Tollgate-Website`, or an API key with the scope `keys`. Such a key can only give scopes that it has itself, no spending scope if it has a cap, and no key that outlives it. A website has at most 100 keys in each mode that are neither revoked nor expired.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `keys`, or a user's access token that has the scope `websites`.
         */
        post: operations["create_api_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Returns one key with its scopes, its caps and its last use; never its secret.
         *
         *     Called with an API key that has the scope `keys`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_api_key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an API key
         * @description Changes its name or its scopes, if they are present. The change applies from the next request on.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `keys`, or a user's access token that has the scope `websites`.
         */
        patch: operations["change_api_key"];
        trace?: never;
    };
    "/v1/api-keys/{id}/caps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set an API key's caps
         * @description Sets the maximum of credits of one operation and of one day (UTC); a member that is absent or null means no cap. The cap per day counts from the time at which it is set: spends, captures, and holds with `on_expiry: capture` when they are opened. Credits given back later are not subtracted. An operation that exceeds a cap is refused with 403 `key-spend-cap-reached`.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `keys`, or a user's access token that has the scope `websites`.
         */
        put: operations["set_api_key_caps"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description Ends the key: all further requests with any of its secrets are refused. Idempotent; it cannot be undone.
         *
         *     Called with an API key that has the scope `keys`, or a user's access token that has the scope `websites`.
         */
        post: operations["revoke_api_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Gives the key a new secret and returns it only this once. The previous secret stays valid for `overlap_seconds`, so that back ends can switch over. Secrets of earlier rotations stay valid until their own end, so if a response is lost, rotate again. A key has at most ten previous secrets at a time.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `keys`, or a user's access token that has the scope `websites`.
         */
        post: operations["rotate_api_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List findings of billing
         * @description Lists differences between our records and Stripe's that comparisons found and no repair removes, newest first. The findings are those of the Stripe account through which the website sells, which several websites of one owner may share.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_billing_findings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/findings/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a finding
         * @description Closes a finding for a reason: its difference stays as it is, and does not come back unless one of its sides changes. It changes no payment and no credits. A finding that is closed stays as it is. Differences of money are decided by a person: the website's owner, or the operator for the platform.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["accept_billing_finding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the inbox
         * @description Lists objects at Stripe whose events arrived and that wait or cannot be applied, the latest changed first. Each event only says that an object may have changed; the object is then fetched and applied as it is. The inbox is the one of the Stripe account through which the website sells, which several websites of one owner may share.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_billing_inbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/inbox/{kind}/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply an object again
         * @description Fetches an object from Stripe and applies it, as if an event had arrived, in any state and with all attempts. Nothing is done twice: an object that agrees with our records changes nothing.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["replay_billing_object"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/reconcile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comparisons with Stripe
         * @description Lists the newest comparisons for the Stripe account through which the website sells.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_billing_reconciliations"];
        put?: never;
        /**
         * Compare with Stripe
         * @description Starts a comparison of our records with Stripe's, for the Stripe account through which the website sells, or returns the one that is running. Objects whose events were lost are applied; differences that no repair removes become findings. It happens once a day by itself.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["reconcile_billing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get billing settings
         * @description Returns the way in which the website sells in one mode; the defaults if nothing was set.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["get_billing_settings"];
        /**
         * Set billing settings
         * @description Replaces the way in which the website sells in one mode. A setting that needs a permission of the Stripe key is refused if the key lacks it.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        put: operations["set_billing_settings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the catalogue
         * @description Returns what the website sells now: its active packs and plans in their order, each with its newest version and the prices that can be bought. It is empty while the website has no Stripe account in this mode.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_catalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a spend
         * @description Predicts whether a spend would be allowed now, the reason for a refusal, and the cost. It changes nothing and reserves nothing, so the balance may differ at the time of the spend. Open a hold to reserve credits.
         *
         *     Called with an API key that has the scope `credits.spend`.
         */
        post: operations["check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a checkout
         * @description Sells a pack to a customer: send the buyer to the `url` of the response, a page of Stripe. The price and the credits are fixed from then on, and the credits are granted once it is paid, in one transaction with the payment. The page is valid for an hour. A repeat with the same key returns the same checkout, as it is then, and never starts a second one. With `top_up` nothing is sold: Stripe saves the customer's card, and an automatic top-up is turned on to which the customer agrees on the page. Another checkout of that kind that is open ends. A buyer can start 20 checkouts in an hour.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`.
         */
        post: operations["create_checkout_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout-sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a checkout
         * @description Returns a checkout as it is known here. Webhooks, `checkout.completed` most of all, say when it changes.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_checkout_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout-sessions/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expire a checkout
         * @description Ends an open checkout: its page no longer takes a payment.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`.
         */
        post: operations["expire_checkout_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout-sessions/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Synchronize a checkout
         * @description Asks Stripe how far the payment is, grants what was paid, and returns the checkout. Call it on the page to which the buyer comes back, so that the credits are there before the webhook is; 20 times a minute at most.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`.
         */
        post: operations["sync_checkout_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Lists the website's customers. `q` matches the beginning of the email address, the name or the website's own id, in upper or lower case, and the id of this service or the subject, complete or at least 16 characters of it. If few of many customers have the `state`, a page may have fewer items than `limit`, or none, and still a `next_cursor`. `external_id`, `email` and `sub` each select the customer that an operation under this name would use; send only one of them, without `q`, `state` and `subscribed`. A cursor requires equal `q`, `sort`, `state` and `subscribed`.
         *
         *     Called with an API key that has the scope `customers.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["list_customers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer
         * @description Returns one customer of the website, by the id of this service.
         *
         *     Called with an API key that has the scope `customers.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_customer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer's balance
         * @description Returns the customer's balance at this website, now or at a time, with its lots. For a past time it includes the transactions booked by then: a spend counts from its `booked_at`, an expiry from its booking. For a future time it includes the expiries of lots and holds until then. Both limits are the current ones. For a frozen account the response always shows the current balance, and `at` is the time of the request.
         *
         *     Called with an API key that has the scope `customers.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_customer_balance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a customer's holds
         * @description Returns the holds on the customer's credits at this website, newest first, each in its state at the time of the request.
         *
         *     Called with an API key that has the scope `customers.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["list_customer_holds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/overdraft-limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a customer's overdraft limit
         * @description Sets the maximum debt of the customer. Spends first use the available credits and then create debt; holds never create debt. The next grant that repays debt (see `debt_repaid_by` of the credit policy) is first used for the debt. A limit below the current debt is refused. Requires an API key with the scope `credits.grant`, or the website's owner with the header `Tollgate-Website`. The operation is idempotent.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `credits.grant`, or a user's access token that has the scope `websites`.
         */
        put: operations["set_overdraft_limit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/spend-limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a customer's spending limit
         * @description Limits the credits that the customer may spend at this website in a day or in a calendar month (UTC). The limit is exact, even if many spends arrive at once. A request without `cap` and `period` removes it. Earlier spends of the period count, even those before the limit was set. A hold counts when it is captured; a hold with `on_expiry` `capture` counts when it is opened. Credits that a reversal returns, or that such a hold releases, still count. A spend beyond the limit is refused with `spend-limit-reached`. Requires an API key with the scope `credits.grant`, or the website's owner with the header `Tollgate-Website`. The operation is idempotent.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `credits.grant`, or a user's access token that has the scope `websites`.
         */
        put: operations["set_spend_limit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/top-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer's automatic top-up
         * @description Returns the automatic top-up of a customer, with what was bought in the running month. Only the customer turns it on, with `PUT /v1/me/top-up`, or on the page of a checkout with `top_up`.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["get_top_up"];
        /**
         * Lower a customer's automatic top-up
         * @description Lowers threshold, caps or quantity of an automatic top-up that is on. What allows more than the customer agreed to is refused with 409 `needs-consent`, and so is a top-up that is off.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        put: operations["lower_top_up"];
        post?: never;
        /**
         * Turn off a customer's automatic top-up
         * @description Turns the automatic top-up of a customer off. Nothing more is bought; only the customer turns it on again. A payment that waits for the bank is canceled; one that just succeeded grants its credits.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        delete: operations["turn_off_top_up"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/top-up/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attempts of a customer's automatic top-up
         * @description Returns the purchases of a customer's automatic top-up, and the attempts that failed, newest first. A cursor is valid only for the same customer.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_top_up_attempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a customer's transactions
         * @description Returns all transactions of the customer at this website, newest first.
         *
         *     Called with an API key that has the scope `customers.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["list_customer_transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes
         * @description Returns the disputes of the website's payments, newest first. Answer them in the Stripe dashboard until `due_by`. Live and test keys have separate disputes. A cursor is valid only for the same filter.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_disputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List features
         * @description Returns the website's features, newest first, each with the price in force. Live and test keys have separate features.
         *
         *     Called with an API key that has the scope `features.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["list_features"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/features/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a feature
         * @description Returns one feature of the website, with the price in force.
         *
         *     Called with an API key that has the scope `features.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_feature"];
        /**
         * Save a feature
         * @description Creates a feature with a code of your choice, or renames it. The operation is idempotent. A feature cannot be deleted, because transactions refer to it. It can be charged by quantity once it has a price.
         *
         *     Called with an API key that has the scope `features.write`, or a user's access token that has the scope `websites`.
         */
        put: operations["save_feature"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/features/{code}/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a feature's prices
         * @description Returns all versions, newest first: past ones, the one in force, and future ones.
         *
         *     Called with an API key that has the scope `features.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["list_prices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/features/{code}/prices/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a price
         * @description Adds the next version of a feature's price: 1 for the first, then one more each time. A version never changes, so that the request can be retried safely. If two clients add the same version with different prices at once, one of them gets `price-version-taken`. The newest version that is already valid applies.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `features.write`, or a user's access token that has the scope `websites`.
         */
        put: operations["add_price"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant credits
         * @description Adds credits to a customer of the website. The grant first repays the customer's debt, unless the credit policy reserves that for purchases. Requires an API key with the scope `credits.grant`, or the website's owner with the header `Tollgate-Website`.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `credits.grant`, or a user's access token that has the scope `websites`.
         */
        post: operations["grant_credits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/grants/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void a grant
         * @description Takes back the rest of a grant; credits that were spent, have expired or are held stay as they are. The amount of the transaction states the taken credits. Requires an API key with the scope `credits.grant`, or the website's owner with the header `Tollgate-Website`.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `credits.grant`, or a user's access token that has the scope `websites`.
         */
        post: operations["void_grant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set credits aside
         * @description Reserves credits of a customer before the cost is known: the `amount`, or the current price of a `quantity` of a `feature`. Other operations cannot spend them until the hold is captured, voided or expired.
         *
         *     Called with an API key that has the scope `credits.spend`.
         */
        post: operations["open_hold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a hold
         * @description Returns a hold of the website at the time of the request; a hold whose `expires_at` has passed is no longer open. The website's owner can read it, too.
         *
         *     Called with an API key that has the scope `credits.spend`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_hold"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture a hold
         * @description Spends all or a part of the reserved credits: the `amount`, or the current price of a `quantity` of a `feature`. The last capture releases the rest.
         *
         *     Called with an API key that has the scope `credits.spend`.
         */
        post: operations["capture_hold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds/{id}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extend a hold
         * @description Extends a hold's time to live, counted from now. The operation never shortens it.
         *
         *     Called with an API key that has the scope `credits.spend`.
         */
        post: operations["extend_hold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void a hold
         * @description Voids a hold: its credits can be spent again.
         *
         *     Called with an API key that has the scope `credits.spend`.
         */
        post: operations["void_hold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ledger/accounts/{id}/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unfreeze an account
         * @description Unfreezes an account after its rows have been repaired. The next verification freezes it again if they have not. The operation is idempotent.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `operator`, or a program's own access token that has the scope `ledger`.
         */
        post: operations["unfreeze_account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ledger/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify the books
         * @description Searches for contradictions to the ledger's invariants, while operations continue. The operator verifies all books; a website's owner (with the header `Tollgate-Website`) or its API key verifies the books of one website. Only one run of the same books exists at a time, and further requests get that run. A website gets its last run again for ten minutes. A long run is answered as `running`: ask again with its `run`. Accounts with findings are frozen, and the response and the log name them.
         *
         *     Called with a user's access token that has the scope `operator`, or a program's own access token that has the scope `ledger`, or an API key that has the scope `customers.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["verify_ledger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current user
         * @description Returns the user of the access token. A website's client, or another application of the user, gets the members that the user granted to it.
         *
         *     Called with a user's access token.
         */
        get: operations["get_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a catalogue as a buyer
         * @description Returns what a website sells now to the user of the token. A token of a website's client reads this website's catalogue only, and needs no `website`.
         *
         *     Called with a user's access token.
         */
        get: operations["get_my_catalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/checkout-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a checkout of my own
         * @description Sells a pack to the user: send the browser to the `url` of the response, a page of Stripe. A token of a website's client buys credits at that website; a token of this installation's own client buys credits of the platform, or of any active website. With `top_up` nothing is sold: Stripe saves the card, and an automatic top-up is turned on. While a checkout for the same thing is open, the user gets that one again. A user can start 20 checkouts in an hour.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        post: operations["create_my_checkout_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/checkout-sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of my checkouts
         * @description Returns a checkout of the user as it is known here, if the token shows it.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        get: operations["get_my_checkout_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/checkout-sessions/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expire one of my checkouts
         * @description Ends an open checkout: its page no longer takes a payment.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        post: operations["expire_my_checkout_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/checkout-sessions/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Synchronize one of my checkouts
         * @description Asks Stripe how far the payment is, grants what was paid, and returns the checkout; 20 times a minute at most.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        post: operations["sync_my_checkout_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get my credits
         * @description Returns the user's balances. A token of a website's client shows that website only. A token of this installation's own client, or of a client that the user allowed to read credits, shows all balances.
         *
         *     Called with a user's access token that has the scope `credits.read`.
         */
        get: operations["get_my_credits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/credits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of my balances
         * @description Returns the user's balance at one website, now or at a time, with its lots. It equals the website's view of its customer, `GET /v1/customers/{id}/balance`.
         *
         *     Called with a user's access token that has the scope `credits.read`.
         */
        get: operations["get_my_balance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my notices
         * @description Lists problems that the owner of websites has to solve, such as a disabled endpoint or a disputed payment. A notice disappears with its cause: there is no need to mark it as read.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        get: operations["list_my_notices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my payments
         * @description Returns the user's payments, newest first. A token of a website's client shows the payments at that website; a token of this installation's own client shows all.
         *
         *     Called with a user's access token that has the scope `credits.read`.
         */
        get: operations["list_my_payments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/payments/{id}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the document of one of my payments
         * @description Returns the address of the payment's invoice or receipt, as Stripe has it now. A payment without one is reported as not found.
         *
         *     Called with a user's access token that has the scope `credits.read`.
         */
        get: operations["get_my_payment_document"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/portal-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open my portal
         * @description Returns a page of Stripe on which the user changes cards and address and sees invoices of one seller. A user who has never started a checkout there has none, which is reported as not found.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        post: operations["create_my_portal_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my subscriptions
         * @description Returns the user's subscriptions, newest first. A token of a website's client shows those at that website; a token of this installation's own client shows all.
         *
         *     Called with a user's access token that has the scope `credits.read`.
         */
        get: operations["list_my_subscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of my subscriptions
         * @description Returns a subscription of the user as it was fetched from Stripe last, if the token shows it.
         *
         *     Called with a user's access token that has the scope `credits.read`.
         */
        get: operations["get_my_subscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/subscriptions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel my subscription
         * @description Ends a subscription with its period, or now. A planned change is given up. The unused time is not refunded.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        post: operations["cancel_my_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/subscriptions/{id}/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change my subscription
         * @description Gives a subscription another plan or another number of pieces. What costs more is paid at once with the saved card: by a new period, or in proportion for the rest of the running one, as the website has set. What does not cost more begins with the next period. A payment that the bank wants to be confirmed is answered with 402 and `payment_url`; the change applies once it is paid, within 23 hours. A repeat with the same key changes nothing twice.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        post: operations["change_my_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/subscriptions/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of my subscription
         * @description Returns what another plan or another number of pieces costs now, the credits that it brings, and the next payment. Nothing is changed.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        post: operations["preview_my_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/subscriptions/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume my subscription
         * @description Takes back the planned end of a subscription, and its planned change.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        post: operations["resume_my_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/top-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get my automatic top-up
         * @description Returns the user's automatic top-up at one seller, with what was bought in the running month. A token of a website's client reads the one at this website, and needs no `website`.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        get: operations["get_my_top_up"];
        /**
         * Set my automatic top-up
         * @description Turns the user's automatic top-up on, or changes it: a pack is bought with the saved card whenever the credits, without holds and debt, fall below the threshold, within the caps of a month. `consent` is the sentence that the user agreed to; it is kept with its time. Another pack or version and a change that allows more than before need it, and are refused with 409 `needs-consent` otherwise. The top-up keeps the version and the price of the pack. Without a saved card the state is `needs_card`.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        put: operations["set_my_top_up"];
        post?: never;
        /**
         * Turn off my automatic top-up
         * @description Turns the user's automatic top-up off. Nothing more is bought, and turning it on again needs a new consent. A payment that waits for the bank is canceled; one that just succeeded grants its credits.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        delete: operations["turn_off_my_top_up"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/top-up/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attempts of my automatic top-up
         * @description Returns the purchases of the user's automatic top-up at one seller, and the attempts that failed, newest first. A cursor is valid only for the same seller and mode.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        get: operations["list_my_top_up_attempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/top-up/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry my automatic top-up
         * @description Tries the user's automatic top-up again at once, without the wait after a declined payment. Nothing is bought if the credits, without holds and debt, are not below the threshold, or if a cap of the month is reached. While an attempt is open, it is refused with 409 `topup-pending`. A repeat after a response, with the same key, returns that response and tries nothing.
         *
         *     Called with a user's access token that has the scope `credits.buy`.
         */
        post: operations["retry_my_top_up"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my transactions
         * @description Returns all transactions of the user's credits that the token shows, newest first.
         *
         *     Called with a user's access token that has the scope `credits.read`.
         */
        get: operations["list_my_transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain one of my transactions
         * @description Returns a transaction of the user, with its details, if the token shows it. The response does not name the website's API key.
         *
         *     Called with a user's access token that has the scope `credits.read`.
         */
        get: operations["explain_my_transaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get my usage
         * @description Returns the usage of the token's user: at one website, or of all live credits that the token shows. If these have different decimal places, `customer` must select one. Otherwise it works like `GET /v1/usage`.
         *
         *     Called with a user's access token that has the scope `credits.read`.
         */
        get: operations["get_my_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Lists the actions on websites, keys, customers and users with their actors, newest first. The parameters are combined. Only the operator of this installation may call it.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        get: operations["list_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all Stripe accounts
         * @description Lists the Stripe accounts through which the websites of this installation sell, newest first, each with the state of its inbox. Only the operator of this installation may call it.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        get: operations["list_all_stripe_connections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/billing/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters of billing
         * @description Lists objects at Stripe, of all Stripe accounts, that could not be applied, the latest changed first. Only the operator of this installation may call it.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        get: operations["list_billing_dead_letters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/billing/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all findings of billing
         * @description Lists differences between our records and Stripe's, of all Stripe accounts, newest first. The operator of this installation may call it, and a program that the operator has registered with the scope `ledger`.
         *
         *     Called with a user's access token that has the scope `operator`, or a program's own access token that has the scope `ledger`.
         */
        get: operations["list_all_billing_findings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/billing/findings/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a finding of the platform
         * @description Closes a finding of a Stripe account of the platform for a reason: its difference stays as it is, and does not come back unless one of its sides changes. A finding that is closed stays as it is. A finding of another Stripe account is reported as not found: the account's owner accepts it. Only the operator of this installation may call it.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        post: operations["accept_platform_billing_finding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/billing/reconcile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all comparisons with Stripe
         * @description Lists the newest comparisons of all Stripe accounts. The operator of this installation may call it, and a program that the operator has registered with the scope `ledger`.
         *
         *     Called with a user's access token that has the scope `operator`, or a program's own access token that has the scope `ledger`.
         */
        get: operations["list_all_billing_reconciliations"];
        put?: never;
        /**
         * Compare Stripe accounts
         * @description Starts comparisons of our records with Stripe's, one for each Stripe account, or returns those that are running. The operator of this installation may call it, and a program that the operator has registered with the scope `ledger`.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `operator`, or a program's own access token that has the scope `ledger`.
         */
        post: operations["reconcile_all_billing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/billing/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply dead letters again
         * @description Fetches one object from Stripe and applies it, or all dead objects with one error, at most 500 a request. Nothing is done twice: an object that agrees with our records changes nothing. The operator of this installation may call it, and a program that the operator has registered with the scope `ledger`.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `operator`, or a program's own access token that has the scope `ledger`.
         */
        post: operations["replay_billing_dead_letters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/billing/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the state of billing
         * @description Lists the Stripe accounts through which the websites of this installation sell, newest first, each with the objects that wait, the dead ones, the open findings and the last comparison. The operator of this installation may call it, and a program that the operator has registered with the scope `ledger`.
         *
         *     Called with a user's access token that has the scope `operator`, or a program's own access token that has the scope `ledger`.
         */
        get: operations["read_billing_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get health
         * @description Returns the health of the installation's dependencies, books, webhooks and mail. A part that does not respond is reported and hides no other part. Only the operator of this installation may call it.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/mail-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mail deliveries
         * @description Lists the queued emails of the identity provider, without their texts, newest first. Includes those sent or given up in the last 14 days. Only the operator of this installation may call it.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        get: operations["list_mail_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/revenue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the revenue of all websites
         * @description Adds up the money journals of all websites and of the platform, over all Stripe accounts, as `GET /v1/revenue` does for one. The operator of this installation may call it, and a program that the operator has registered with the scope `ledger`.
         *
         *     Called with a user's access token that has the scope `operator`, or a program's own access token that has the scope `ledger`.
         */
        get: operations["read_all_revenue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/signing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signing keys
         * @description Lists the keys with which the identity provider signs tokens, oldest first. Only the operator of this installation may call it.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        get: operations["list_signing_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/signing-keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing keys
         * @description Announces the next keys. They start to sign after every server that verifies tokens has had the time to load them; until then nothing changes. Only the operator of this installation may call it.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        post: operations["rotate_signing_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Lists all users of the identity provider, newest first. Only the operator of this installation may call it.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        get: operations["list_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Returns a user with the sessions, the accounts at providers, and the websites at which the user is a customer. Only the operator of this installation may call it.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        get: operations["get_user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/users/{id}/end-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all sessions of a user
         * @description Signs the user out everywhere: ends all sessions and the tokens issued in them. Idempotent. Only the operator of this installation may call it.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        post: operations["end_user_sessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/users/{id}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See the product as a user
         * @description Lets the operator read for half an hour what this user can read: the user's credits, and the websites with their data. Send `view` as the header `Tollgate-View-As`, with the operator's own access token. Every request that is not a read is refused (`view-only`), and no token or session of the user is created. The audit log records the view with its reason. A user who operates this installation or is not active cannot be viewed.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        post: operations["view_as_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all deliveries of webhooks
         * @description Lists the deliveries to the endpoints of all websites, newest first, without their bodies. Only the operator of this installation may call it.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        get: operations["list_all_webhook_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/websites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all websites
         * @description Lists the websites of this installation with their owners, newest first. Only the operator of this installation may call it.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        get: operations["list_all_websites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/websites/{id}/hand-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a website over
         * @description Makes another user the owner of the website. Its customers, credits, keys and clients stay as they are: the new owner should create new secrets. Its links to Stripe accounts end; while a subscription of it is live, the request is refused (`subscription-exists`), unless it says `force`. A website suspended by the deletion of its owner's account stays suspended until the new owner resumes it. Idempotent. Only the operator of this installation may call it.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        post: operations["hand_over_website"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/websites/{id}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the money journal of a website
         * @description Returns the entries of a website's money journal, as `GET /v1/revenue/journal` does. The operator of this installation may call it, and a program that the operator has registered with the scope `ledger`.
         *
         *     Called with a user's access token that has the scope `operator`, or a program's own access token that has the scope `ledger`.
         */
        get: operations["export_any_money_journal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List packs
         * @description Returns the website's packs by their position, each with its newest version and the state of its prices at Stripe. Live and test keys have separate packs.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_packs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/packs/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pack
         * @description Returns one pack of the website with its newest version.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["get_pack"];
        /**
         * Save a pack
         * @description Creates a pack with a code of your choice, or replaces its name, description, status and position. The operation is idempotent. Credits and prices are in its versions; a pack is sold once it is active and its newest version has a price at Stripe. A pack cannot be deleted, because purchases refer to it; archive it instead. At most 100 packs are active.
         *
         *     Called with an API key that has the scope `billing.catalog`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        put: operations["save_pack"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/packs/{code}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a pack's versions
         * @description Returns all versions of a pack, newest first. Purchases keep the version that was bought.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_pack_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/packs/{code}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a version of a pack
         * @description Adds the next version of a pack: 1 for the first, then one more each time. A version never changes, so that the request can be retried safely. If two clients add the same version with different contents at once, one of them gets `catalog-version-taken`. The newest version is sold as soon as its prices are at Stripe, which takes about a second.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `billing.catalog`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        put: operations["add_pack_version"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/packs/{code}/versions/{version}/prices/{currency}/repair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a price again
         * @description Makes a price at Stripe sellable that was archived or deleted there, or that Stripe refused, together with its product. A price that is archived is activated again; one that is deleted is made again. A synced price stays as it is.
         *
         *     Called with an API key that has the scope `billing.catalog`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["repair_pack_price"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description Returns the payments of the website's customers, newest first. Live and test keys have separate payments. A cursor is valid only for the same filters.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_payments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment
         * @description Returns a payment with the credits that it has bought, and what is left of them.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["get_payment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a payment
         * @description Grants the credits that were sold for a payment in the state `review`. A fact at Stripe differs from what was sold: the payment's `reason` says which. The money is recorded as that of any other payment. The other way out of a review is a refund. A payment whose money is in another account or mode than the credits cannot be accepted. The operation is idempotent: credits are granted once, and a payment whose credits were granted stays as it is. A payment of a subscription whose price belongs to no plan is not accepted: it waits until the price is mapped.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `billing.refund`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["accept_payment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment's document
         * @description Returns the address of the payment's invoice or receipt, as Stripe has it now. A payment without one, for which nothing had to be paid or which is not paid yet, is reported as not found.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["get_payment_document"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/refund-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a refund
         * @description Returns the refunds that are possible, and for each the credits that would be taken back: unused ones, those that open holds reserve, and used ones, which become debt or are written off. The refund of the unused part is offered first.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["preview_refund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a payment
         * @description Refunds a payment in full or in part, and takes back the credits that were bought with it. The credits are frozen before Stripe is called, so that they cannot be used at the same time, and are available again if Stripe refuses. Stripe may finish a refund later, and a refund can fail after days: the credits are granted again then. A repeat with the same key returns the same refund, as it is then, and never makes a second one. Refunds that are made in the Stripe dashboard take credits back, too.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `billing.refund`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["create_refund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans
         * @description Returns the website's plans by their position, each with its newest version and the state of its prices at Stripe. Live and test keys have separate plans.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_plans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a plan
         * @description Returns one plan of the website with its newest version.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["get_plan"];
        /**
         * Save a plan
         * @description Creates a plan with a code of your choice, or replaces its name, description, status, position and family. The operation is idempotent. The allowance and the prices are in its versions; a plan is sold once it is active and its newest version has a price at Stripe. A plan cannot be deleted, because subscriptions refer to it; archive it instead: its subscriptions go on. At most 100 plans are active.
         *
         *     Called with an API key that has the scope `billing.catalog`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        put: operations["save_plan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/{code}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a plan's versions
         * @description Returns all versions of a plan, newest first. Subscriptions keep the version that was bought.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_plan_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/{code}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a version of a plan
         * @description Adds the next version of a plan: 1 for the first, then one more each time. A version never changes, so that the request can be retried safely. If two clients add the same version with different contents at once, one of them gets `catalog-version-taken`. The newest version is sold as soon as its prices are at Stripe, which takes about a second; a subscription keeps the version with which it began.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `billing.catalog`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        put: operations["add_plan_version"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/{code}/versions/{version}/prices/{currency}/repair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a plan's price again
         * @description Makes a price at Stripe sellable that was archived or deleted there, or that Stripe refused, together with its product. A price that is archived is activated again; one that is deleted is made again. A synced price stays as it is.
         *
         *     Called with an API key that has the scope `billing.catalog`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["repair_plan_price"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/{code}/versions/{version}/stripe-prices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Map a price of Stripe
         * @description Maps a price that was made in the Stripe dashboard to a version of a plan with the same money and period. Subscriptions with this price get the allowances of the version from then on, and a paid period that waits for a plan gets its allowance.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `billing.catalog`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        put: operations["map_stripe_price"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policies/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the credit policy
         * @description Returns the settings for the credits of all customers, in the mode of the request.
         *
         *     Called with an API key that has the scope `credits.grant`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_credit_policy"];
        /**
         * Set the credit policy
         * @description Sets the policy for future grants and reversals, in the mode of the request; earlier ones stay unchanged. Requires an API key with the scope `credits.grant`, or the website's owner with the header `Tollgate-Website`. The operation is idempotent.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `credits.grant`, or a user's access token that has the scope `websites`.
         */
        put: operations["set_credit_policy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policies/signup-grant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the sign-up grant
         * @description Returns the sign-up grant in the request's mode. The website's owner may ask for the other mode.
         *
         *     Called with an API key that has the scope `credits.grant`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_signup_grant"];
        /**
         * Set the sign-up grant
         * @description Sets the credits that each new customer gets, once, as a grant of the kind `promo`. It is booked in the same transaction as the spend, hold or grant that creates the customer, and before it. Existing customers get nothing. A request that is refused because the user is deactivated or the website is suspended creates no customer. An API key with a spending cap may disable the sign-up grant, but not enable it.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `credits.grant`, or a user's access token that has the scope `websites`.
         */
        put: operations["set_signup_grant"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/portal-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the portal
         * @description Returns a page of Stripe on which a customer changes cards and address and sees invoices. A customer who has never started a checkout has none, which is reported as not found.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`.
         */
        post: operations["create_portal_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/catalog/{website}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a catalogue as a visitor
         * @description Returns what an active website sells now, with the branding that its sign-in page shows: packs and plans as buyers see them. A website that is suspended, has no Stripe account in this mode or sells nothing is not found.
         *
         *     Called without a credential.
         */
        get: operations["get_public_catalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/revenue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the revenue
         * @description Adds up the website's money journal by days or months and by currency: payments, refunds, disputes, fees, taxes, what was earned, and how much more is owed as credits. A period without money is left out. Amounts are in the smallest unit of each currency, and none is converted. A request covers 366 days at most. Live and test keys have separate journals. `subscriptions` counts the subscriptions through the Stripe account that the website has now. One whose price belongs to no plan is left out, and so are paused, unpaid and ended ones.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["read_revenue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/revenue/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the money journal
         * @description Returns the entries of the website's money journal, the earliest first: payments, revenue, refunds, disputes and fees in double entry, in the smallest unit of each currency. Live and test keys have separate journals. Revenue is booked once a day for the day before, so that a day is complete when the next one has begun. A cursor is valid only for the same days. With `Accept: text/csv` or `Accept: application/jsonl` the response is a file with all entries of 366 days at most; an incomplete file ends with a broken connection.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["export_money_journal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/revenue/liability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the deferred revenue
         * @description Returns the money that the website has received for credits that are neither used, expired nor returned, at an instant: its liability. Use and expiry are booked once a day, for the day before. Without `at` it also says in which months the credits were bought that are still owed.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["read_deferred_revenue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/revenue/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the payments
         * @description Returns the payments of the website that its money journal has booked, the earliest first, each with its discount, tax, refunds, disputes and fee until now. A payment that is not complete, or about which the owner has to decide, is not booked; neither is a purchase for which nothing had to be paid. Amounts are in the smallest unit of their currency and with its decimals. Live and test keys have separate payments. A cursor is valid only for the same days. With `Accept: text/csv` or `Accept: application/jsonl` the response is a file with all payments of 366 days at most; an incomplete file ends with a broken connection.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["export_revenue_payments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Spend credits
         * @description Takes credits from a customer of the website, if there are enough: the `amount`, or the current price of a `quantity` of a `feature`. The request can be retried with the same key at any time: the credits are taken once, and every retry gets the bytes of the first response. A spend with a cost of zero succeeds without a transaction.
         *
         *     Called with an API key that has the scope `credits.spend`.
         */
        post: operations["spend_credits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spends:batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Spend credits of many customers
         * @description Executes at most 1000 spends of any customers of the website in one request, each with its own idempotency key. A batch can be retried safely, and so can any of its items, alone or in another batch. Spends that name one customer in the same way are executed in their order. Each item has its own result. The status is 200 for all results, unless the request as a whole is invalid; then nothing is executed.
         *
         *     Called with an API key that has the scope `credits.spend`.
         */
        post: operations["spend_credits_in_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stripe-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Stripe connections
         * @description Returns the owner's connections of both modes. An API key sees the connection through which its website sells in its mode.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_stripe_connections"];
        put?: never;
        /**
         * Connect a Stripe account
         * @description Checks the key by harmless calls, makes a webhook endpoint at Stripe, and lets the website that the header `Tollgate-Website` names sell through the account in the mode of the key. The owner's other websites can share the account: send the same key for them, or name the connection in their billing settings. Nothing is kept if the key lacks a required permission.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["connect_stripe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stripe-connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a Stripe connection
         * @description Returns one connection; its owner also gets a disconnected one.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["get_stripe_connection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stripe-connections/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a Stripe connection
         * @description Checks the key, its permissions and the webhook endpoint, and repairs the endpoint, as the server does once a day. A degraded connection is active again if all is well.
         *
         *     Called with a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["check_stripe_connection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stripe-connections/{id}/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disconnect a Stripe account
         * @description Deletes the webhook endpoint, erases the key, and ends the sales of all websites that share the connection. Credits stay. A payment that ends later is not fulfilled. While a subscription of the connection is live, the request is refused (`subscription-exists`), because Stripe would bill it and its customer would get no more credits; `force` disconnects all the same. The operation is idempotent.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["disconnect_stripe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stripe-connections/{id}/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a Stripe key
         * @description Checks a new key of the same account and mode, which takes over at once. If Stripe does not answer, the new key waits (`has_next_key`), and the server tries it again every few minutes. Delete the old key in Stripe's dashboard afterwards.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["replace_stripe_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stripe-connections/{id}/signing-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a signing secret
         * @description Without a secret, the server makes another webhook endpoint; deliveries with the old secret count for 24 hours, then the old endpoint is deleted. This also repairs a connection with bad signatures. With a secret, which was made or rolled in Stripe's dashboard, deliveries that are signed with it count as well.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["rotate_stripe_signing_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stripe-customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Link a customer of Stripe
         * @description Links a customer of the website to a customer that exists at the website's Stripe account, and returns the subscriptions of that customer. A customer whose name is new is created. The customer is subscribed within seconds if a subscription has a price of a plan. Credits begin with the next renewal: an invoice that was paid before the link grants nothing. A repeat changes nothing; `dry_run` returns the same subscriptions and writes nothing. A customer, here or at Stripe, that belongs to another one is refused with `conflict`.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `billing.catalog`, or a user's access token that has the scope `websites`.
         */
        put: operations["link_stripe_customer"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Returns the subscriptions of the website's customers, newest first. Live and test keys have separate subscriptions. A cursor is valid only for the same filters.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["list_subscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a subscription
         * @description Returns a subscription as it was fetched from Stripe last. Webhooks, `subscription.updated` most of all, say when it changes.
         *
         *     Called with an API key that has the scope `billing.read`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        get: operations["get_subscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a subscription
         * @description Ends a subscription with its period, or now. A planned change is given up. The unused time is not refunded; to refund the last payment, refund it.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["cancel_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a subscription
         * @description Gives a subscription another plan or another number of pieces. What costs more is paid at once with the saved card: by a new period, or in proportion for the rest of the running one, as the billing settings say. What does not cost more begins with the next period. A payment that the bank wants to be confirmed is answered with 402 and `payment_url`; the change applies once it is paid, within 23 hours. A repeat with the same key changes nothing twice.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["change_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of a subscription
         * @description Returns what another plan or another number of pieces costs now, the credits that it brings, and the next payment. Nothing is changed.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["preview_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a subscription
         * @description Takes back the planned end of a subscription, and its planned change.
         *
         *     Called with an API key that has the scope `billing.sell`, or a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["resume_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description Returns all transactions of the website's customers, newest first. If few of very many transactions match `kind` or `feature`, a page may have fewer than `limit` items, or none, and still a `next_cursor`. A cursor is valid only for the same filters.
         *
         *     Called with an API key that has the scope `customers.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["list_transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain a transaction
         * @description Returns a transaction of one of the website's customers, with its entries, the lots that it changed, the price that determined its amount, its cause, its actor, and its reversals.
         *
         *     Called with an API key that has the scope `customers.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["explain_transaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions/{id}/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reverse a transaction
         * @description Returns the credits of a spend or a capture, or a part of them. They first cancel the debt that the transaction created, then go back into the lots that they came from. Credits of an expired lot come back as a lot of the kind `restored`, usable for `restored_days` of the credit policy; credits for a debt that has been repaid since come back as such a lot without an expiry. The operation also works for a deactivated user. Requires an API key with the scope `credits.spend`, or the website's owner with the header `Tollgate-Website`.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `credits.spend`, or a user's access token that has the scope `websites`.
         */
        post: operations["reverse_transaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a website's usage
         * @description Returns the credits that spends and captures took from the website's customers, and the credits given back. They are grouped by day in UTC, by feature, or both. The result is exact: it includes every operation that was confirmed before the request. At most 366 days and 5000 items; days without usage are left out.
         *
         *     Called with an API key that has the scope `customers.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a user
         * @description Lets the user sign in again; sessions and tokens that ended stay ended. Idempotent. Only the operator of this installation may call it.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        post: operations["activate_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a user
         * @description Ends all sessions of the user within a second. The user can neither sign in nor refresh a token, every request of the user here is refused, and the user's credits do not move. API keys of the user's websites, and tokens of their clients, are refused as if the websites were suspended; other users can still sign in there. Idempotent. If the identity provider does not respond, nothing is changed and the request may be sent again. Only the operator of this installation may call it, for any user except themselves.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `operator`.
         */
        post: operations["deactivate_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Lists the endpoints of the API key's mode. The website's owner sees those of both modes, unless `mode` selects one.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        get: operations["list_webhook_endpoints"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description Registers a URL that receives the website's events from now on, signed as Standard Webhooks 1.x. Each event is sent at least once: ignore an event whose `webhook-id` you have processed. A failed delivery is retried for three days. A website has at most twenty endpoints in each mode.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        post: operations["add_webhook_endpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Returns one endpoint with its status.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_webhook_endpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Stops all deliveries to it, including those that are queued.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        delete: operations["delete_webhook_endpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes the members that are present. No event is queued for an endpoint that is off: send the time range again after it is on. The range may lack `credits.spent`, which is recorded only while an active endpoint receives it, and `credits.expiring`, recorded only while an endpoint of the mode is active. Switching on a disabled endpoint clears its failures.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        patch: operations["change_webhook_endpoint"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Lists the deliveries of events to an endpoint, newest first. They are stored for thirty days.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        get: operations["list_webhook_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook delivery
         * @description Returns the delivery of one event to an endpoint, with the body that is sent.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_webhook_delivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries/{event_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Queues the event for this endpoint as if it were new, in any state of its delivery. The endpoint must be active.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        post: operations["resend_webhook_delivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the events of a time range again
         * @description Queues the events of the range whose types the endpoint receives, oldest first, at most 500 a request. This includes events from before it was added and while it was off. The endpoint must be active. Events are stored for thirty days. Two types are not always recorded: `credits.spent` only while an active endpoint receives it (for spends in between use `GET /v1/transactions`), and `credits.expiring` only while an endpoint of the mode is active.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        post: operations["resend_webhook_range"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook secret
         * @description Creates a new secret, which is returned only this once, or a new key, whose public half is `public_key`. For `overlap_hours` every event carries a signature by the previous secret, too. Secrets of earlier rotations sign until their own end, so if a response is lost, rotate again. An endpoint has at most ten previous secrets at a time.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        post: operations["rotate_webhook_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Queues an event of the type `webhook.test` for this endpoint only, which must be active, independent of its event types. The event is signed, sent and logged like any other, and concerns no credits. Its delivery shows the response of the endpoint.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        post: operations["test_webhook_endpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/websites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List websites
         * @description Returns the caller's own websites, oldest first.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        get: operations["list_websites"];
        put?: never;
        /**
         * Register a website
         * @description Creates the website, its OAuth client at the identity provider, two API keys (for live and for test credits), and a webhook endpoint if its URL is given. The response contains everything that a back end needs, and a link to try the sign-in. If the identity provider does not answer, nothing is registered and the request can be retried.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        post: operations["register_website"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/websites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a website
         * @description Returns one of the caller's own websites.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        get: operations["get_website"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a website
         * @description Changes the members that are present; a list replaces the previous list. The identity provider gets the changes of the website's client. If it does not respond, nothing is changed yet, and the change is applied as soon as it responds again. Waiting changes are applied in order, and one that is refused does not affect the others. Idempotent.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        patch: operations["change_website"];
        trace?: never;
    };
    "/v1/websites/{id}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a website's branding
         * @description Returns the website's appearance on the sign-in and consent pages, in addition to its name.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        get: operations["get_branding"];
        /**
         * Set a website's branding
         * @description Replaces the whole branding, for the website's client at the identity provider and for its public client. Idempotent. If the identity provider does not respond, the change is applied as soon as it responds again.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        put: operations["set_branding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/websites/{id}/client/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the client's secret
         * @description Creates a new secret of the website's client at the identity provider and returns it this once. The old secret stays valid for `overlap_seconds`, so that back ends can switch over. Secrets of earlier rotations stay valid until their own end, so if the response was lost, rotate again. A client has at most ten old secrets at a time.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        post: operations["rotate_client_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/websites/{id}/public-client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the public client
         * @description Creates a second client of the website at the identity provider, for programs that cannot keep a secret: applications in a browser, on a phone or on a desktop. They use PKCE instead of a secret. A website has one public client; a second request replaces its addresses. The same request twice at the same time has the same response.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        post: operations["set_public_client"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/websites/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a website
         * @description Ends a suspension: its keys and its client work again. Sessions and refresh tokens that ended stay ended. Only the operator can resume a website that the operator suspended. A website whose owner's account was deleted cannot be resumed until the operator hands it over.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["resume_website"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/websites/{id}/sign-in-activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sign-in activity
         * @description Lists the requests of the website's clients, and of browsers that they redirected, to the identity provider, with their errors. A request appears within a second. The client is the one that the request names, which is not verified: any program can send a request that names it.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        get: operations["get_sign_in_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/websites/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a website's summary
         * @description Returns key figures of one of the caller's own websites: its customers, their credits and debts, and recent spends. Spends are included at once; expired credits are included until their expiry is booked, within a minute.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        get: operations["get_website_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/websites/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a website
         * @description Stops the website: its keys cannot spend, hold or grant, checks answer `allowed: false`, and users cannot sign in with its client. Captures, voids, reversals and expiries still run, so that open holds can be completed. If the identity provider does not respond, sign-in stops within minutes of its return. Idempotent. The website's owner may call this, and the operator of this installation for any website.
         *
         *     With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); API keys are not asked.
         *
         *     Called with a user's access token that has the scope `websites`, or a user's access token that has the scope `operator`.
         */
        post: operations["suspend_website"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Actor
         * @description The actor of a transaction, as far as known. Responses to the user contain the kind only.
         */
        Actor: {
            /** @description The OAuth client of the user's token. */
            client_id: string | null;
            /** @description The id of the key or the user. */
            id: string | null;
            /** @description The id of the user's token (RFC 7519 section 4.1.7). */
            jti: string | null;
            /** @description The first characters of the API key. */
            key_prefix: string | null;
            /** @description `key` (the website's back end), `user` (a user) or `system` (an automatic transaction). */
            kind: string;
            /** @description The user's session at the identity provider. */
            session_id: string | null;
        };
        /**
         * Alerts
         * @description Alerts of a website when a customer's credits run low.
         */
        Alerts: {
            /**
             * Format: int64
             * @description The threshold: `credits.low` is sent when a customer's spendable credits fall to it or below; null if it is off.
             */
            low_credits: number | null;
        };
        /**
         * AlertsRequest
         * @description The alerts to set; a member that is absent or null switches its alert off.
         */
        AlertsRequest: {
            /**
             * Format: int64
             * @description The threshold of `credits.low`.
             */
            low_credits?: number;
        };
        /**
         * ApiKey
         * @description An API key, without its secret.
         * @example {
         *       "caps": {
         *         "per_day": 100000,
         *         "per_operation": 500,
         *         "spent_today": 1250
         *       },
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "created_by": "usr_0192f0c4a1b27c3d8e9f001122334466",
         *       "expires_at": null,
         *       "id": "key_0192f0c4a1b27c3d8e9f001122334455",
         *       "last_used_at": "2026-01-01T00:00:00.000Z",
         *       "mode": "live",
         *       "name": "Back end",
         *       "prefix": "tg_live_wq3K",
         *       "previous_secret_until": null,
         *       "revoked_at": null,
         *       "scopes": [
         *         "credits.spend",
         *         "customers.read"
         *       ],
         *       "status": "active"
         *     }
         */
        ApiKey: {
            /** @description The spend caps. */
            caps: components["schemas"]["ApiKeyCaps"];
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /** @description The creator: a user's id, or a key's. */
            created_by: string;
            /**
             * Format: date-time
             * @description The time at which the key expires; null for never.
             */
            expires_at: string | null;
            /** @description The key's id. */
            id: string;
            /**
             * Format: date-time
             * @description The time of the last use, to the minute; null before the first.
             */
            last_used_at: string | null;
            /** @description The mode of the credits that it moves. */
            mode: components["schemas"]["Mode"];
            /** @description The name that its owner chose. */
            name: string;
            /** @description The first characters of its secret. */
            prefix: string;
            /**
             * Format: date-time
             * @description The time until which a previous secret is valid; the latest of several, null if there is none.
             */
            previous_secret_until: string | null;
            /**
             * Format: date-time
             * @description The time of revocation; null if it is not revoked.
             */
            revoked_at: string | null;
            /** @description The scopes; an empty list permits only operations without a scope. */
            scopes: string[];
            /** @description The status of the key. */
            status: components["schemas"]["ApiKeyStatus"];
        };
        /**
         * ApiKeyCaps
         * @description The spend caps of a key; null means no cap.
         */
        ApiKeyCaps: {
            /**
             * Format: int64
             * @description The maximum of credits of one day (UTC), for all operations together.
             */
            per_day: number | null;
            /**
             * Format: int64
             * @description The maximum of credits of one operation.
             */
            per_operation: number | null;
            /**
             * Format: int64
             * @description The credits of this day that count against `per_day`; null without such a cap.
             */
            spent_today: number | null;
        };
        /**
         * ApiKeyCapsRequest
         * @description The spend caps to set; a member that is absent or null means no cap.
         * @example {
         *       "per_day": 100000,
         *       "per_operation": 500
         *     }
         */
        ApiKeyCapsRequest: {
            /**
             * Format: int64
             * @description The maximum of credits of one day (UTC): spends, captures, and holds that are captured automatically on expiry.
             */
            per_day?: number;
            /**
             * Format: int64
             * @description The maximum of credits of one spend, one hold or one capture.
             */
            per_operation?: number;
        };
        /**
         * ApiKeyChange
         * @description Changes of a key; a member that is absent stays unchanged.
         * @example {
         *       "name": "Reports",
         *       "scopes": [
         *         "customers.read"
         *       ]
         *     }
         */
        ApiKeyChange: {
            /** @description The name of the key. */
            name?: string;
            /** @description The scopes, under the rules of a new key. */
            scopes?: string[];
        };
        /**
         * ApiKeyPage
         * @description A page of keys.
         */
        ApiKeyPage: {
            /** @description The keys, newest first, including expired and revoked ones. */
            items: components["schemas"]["ApiKey"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * ApiKeyRequest
         * @description A key to create.
         * @example {
         *       "caps": {
         *         "per_day": 100000,
         *         "per_operation": 500
         *       },
         *       "mode": "live",
         *       "name": "Back end",
         *       "scopes": [
         *         "credits.spend",
         *         "customers.read"
         *       ]
         *     }
         */
        ApiKeyRequest: {
            /** @description The spend caps; none if absent. */
            caps?: components["schemas"]["ApiKeyCapsRequest"];
            /**
             * Format: date-time
             * @description The time at which the key expires; never if absent.
             */
            expires_at?: string;
            /** @description The mode of the credits that it moves; the mode of the request if absent. */
            mode?: components["schemas"]["Mode"];
            /** @description The name of the key. */
            name: string;
            /** @description The scopes: some of `credits.spend`, `credits.grant`, `customers.read`, `customers.write`, `features.read`, `features.write`, `billing.read`, `billing.sell`, `billing.refund`, `billing.catalog`, `webhooks` and `keys`, and none that its creator lacks. An empty list permits only operations without a scope. No operation requires `customers.write` yet. */
            scopes: string[];
        };
        /**
         * ApiKeyRotation
         * @description Options of the rotation of a key.
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        ApiKeyRotation: {
            /**
             * Format: uint32
             * @description The seconds for which the previous secret stays valid: 86400 (a day) if absent, at most 604800 (a week). With 0 all previous secrets expire at once.
             */
            overlap_seconds?: number;
        };
        /**
         * @description The status of a key.
         * @enum {string}
         */
        ApiKeyStatus: "active" | "expired" | "revoked";
        /**
         * ApiKeyWithSecret
         * @description An API key with its secret.
         * @example {
         *       "api_key": {
         *         "caps": {
         *           "per_day": 100000,
         *           "per_operation": 500,
         *           "spent_today": 1250
         *         },
         *         "created_at": "2026-01-01T00:00:00.000Z",
         *         "created_by": "usr_0192f0c4a1b27c3d8e9f001122334466",
         *         "expires_at": null,
         *         "id": "key_0192f0c4a1b27c3d8e9f001122334455",
         *         "last_used_at": "2026-01-01T00:00:00.000Z",
         *         "mode": "live",
         *         "name": "Back end",
         *         "prefix": "tg_live_wq3K",
         *         "previous_secret_until": null,
         *         "revoked_at": null,
         *         "scopes": [
         *           "credits.spend",
         *           "customers.read"
         *         ],
         *         "status": "active"
         *       },
         *       "key": "tg_live_…"
         *     }
         */
        ApiKeyWithSecret: {
            /** @description The key. */
            api_key: components["schemas"]["ApiKey"];
            /** @description The secret, which back ends send. It is returned only this once. */
            key: string;
        };
        /**
         * @description The kind of a client (OpenID Connect Dynamic Client Registration section 2).
         * @enum {string}
         */
        ApplicationType: "web" | "native";
        /**
         * AuditActor
         * @description The actor of an entry.
         * @example {
         *       "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "kind": "user",
         *       "name": "Ada"
         *     }
         */
        AuditActor: {
            /** @description The actor's id. */
            id: string;
            /** @description The kind of actor: `user`, `api_key`, `program`, or `system` for an action without a request. */
            kind: string;
            /** @description The name of the user or the API key; the email address of a user without a name. */
            name: string | null;
        };
        /**
         * AuditLine
         * @description An entry of the audit log.
         * @example {
         *       "act": "key.made",
         *       "actor": {
         *         "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *         "kind": "user",
         *         "name": "Ada"
         *       },
         *       "at": "2026-01-01T00:00:00.000Z",
         *       "client_id": "web",
         *       "detail": {
         *         "mode": "live"
         *       },
         *       "id": "aud_0192f0c4a1b27c3d8e9f001122334455",
         *       "jti": "8e03978e-40d5-43dd-bc93-6894a57f9324",
         *       "session_id": "ses_0192f0c4a1b27c3d8e9f001122334455",
         *       "subject": {
         *         "id": "key_0192f0c4a1b27c3d8e9f001122334455",
         *         "kind": "key",
         *         "name": "Production"
         *       },
         *       "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "website_name": "Pictures"
         *     }
         */
        AuditLine: {
            /** @description The action, such as `key.made`. */
            act: string;
            /** @description The actor. */
            actor: components["schemas"]["AuditActor"];
            /**
             * Format: date-time
             * @description The time of the action.
             */
            at: string;
            /** @description The client that held the user's token. */
            client_id: string | null;
            /** @description Further details; never a secret. */
            detail: unknown;
            /** @description The entry's id. */
            id: string;
            /** @description The id of that token (RFC 7519 section 4.1.7). */
            jti: string | null;
            /** @description The session at the identity provider in which the token was issued. */
            session_id: string | null;
            /** @description The subject of the action. */
            subject: components["schemas"]["AuditSubject"];
            /** @description The website of the action, if there is one. */
            website_id: string | null;
            /** @description The name of that website. */
            website_name: string | null;
        };
        /**
         * AuditPage
         * @description One page of the audit log, newest first.
         * @example {
         *       "items": [
         *         {
         *           "act": "key.made",
         *           "actor": {
         *             "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *             "kind": "user",
         *             "name": "Ada"
         *           },
         *           "at": "2026-01-01T00:00:00.000Z",
         *           "client_id": "web",
         *           "detail": {
         *             "mode": "live"
         *           },
         *           "id": "aud_0192f0c4a1b27c3d8e9f001122334455",
         *           "jti": "8e03978e-40d5-43dd-bc93-6894a57f9324",
         *           "session_id": "ses_0192f0c4a1b27c3d8e9f001122334455",
         *           "subject": {
         *             "id": "key_0192f0c4a1b27c3d8e9f001122334455",
         *             "kind": "key",
         *             "name": "Production"
         *           },
         *           "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *           "website_name": "Pictures"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        AuditPage: {
            /** @description The entries. */
            items: components["schemas"]["AuditLine"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * AuditSubject
         * @description The subject of an entry.
         * @example {
         *       "id": "key_0192f0c4a1b27c3d8e9f001122334455",
         *       "kind": "key",
         *       "name": "Production"
         *     }
         */
        AuditSubject: {
            /** @description The subject's id. */
            id: string;
            /** @description The kind of subject: the first part of the action, such as `key` or `website`. */
            kind: string;
            /** @description The name of the user, website, API key or customer, or the host of the webhook endpoint. */
            name: string | null;
        };
        /**
         * Balance
         * @description The balance of a customer. All numbers are whole credits.
         * @example {
         *       "available": 95,
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "debt": 0,
         *       "held": 0,
         *       "mode": "live",
         *       "posted": 95,
         *       "scale": 0,
         *       "subscribed": false,
         *       "unit": "credit",
         *       "updated_at": "2026-01-01T00:00:00.000Z",
         *       "website": {
         *         "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *         "name": "Pictures",
         *         "url": "https://pictures.example"
         *       }
         *     }
         */
        Balance: {
            /**
             * Format: int64
             * @description The credits that can be spent now.
             */
            available: number;
            /** @description The customer; null for a user's credits with the platform itself. */
            customer_id: string | null;
            /**
             * Format: int64
             * @description The credits owed.
             */
            debt: number;
            /**
             * Format: int64
             * @description The part of `posted` that open holds reserve.
             */
            held: number;
            /** @description The mode: `live` or `test`. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: int64
             * @description The booked credits, including held ones.
             */
            posted: number;
            /**
             * Format: int32
             * @description Decimal places for display; the numbers here are in the smallest unit.
             */
            scale: number;
            /** @description True if the customer has a subscription. */
            subscribed: boolean;
            /** @description The name of one credit. */
            unit: string;
            /**
             * Format: date-time
             * @description The time of the last change.
             */
            updated_at: string;
            /** @description The website; null for the platform itself. */
            website: components["schemas"]["BalanceSite"] | null;
        };
        /**
         * Balances
         * @description All balances of a user.
         * @example {
         *       "balances": [
         *         {
         *           "available": 95,
         *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *           "debt": 0,
         *           "held": 0,
         *           "mode": "live",
         *           "posted": 95,
         *           "scale": 0,
         *           "subscribed": false,
         *           "unit": "credit",
         *           "updated_at": "2026-01-01T00:00:00.000Z",
         *           "website": {
         *             "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *             "name": "Pictures",
         *             "url": "https://pictures.example"
         *           }
         *         }
         *       ]
         *     }
         */
        Balances: {
            /** @description One balance for each website and mode, and one for the platform itself if there is one. */
            balances: components["schemas"]["Balance"][];
        };
        /**
         * BalanceSite
         * @description A website with its name and home page.
         * @example {
         *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "name": "Pictures",
         *       "url": "https://pictures.example"
         *     }
         */
        BalanceSite: {
            /** @description The website's id. */
            id: string;
            /** @description The name that users see. */
            name: string;
            /** @description The URL of the home page. */
            url: string;
        };
        /**
         * @description The effect of a dearer plan within a paid period.
         * @enum {string}
         */
        BillingChangeMode: "restart" | "prorate";
        /**
         * BillingConnectionStatus
         * @description The state of a connection to a Stripe account.
         * @example {
         *       "account_name": "Pictures",
         *       "circuit": "closed",
         *       "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *       "dead": 0,
         *       "findings": 0,
         *       "last_run": null,
         *       "mode": "live",
         *       "oldest_waiting_since": "2026-01-01T00:00:00.000Z",
         *       "reason": null,
         *       "state": "active",
         *       "waiting": 1
         *     }
         */
        BillingConnectionStatus: {
            /** @description The name of the Stripe account. */
            account_name: string;
            /** @description The circuit of the connection in the server that responds: `closed`, or `open` or `half-open` while Stripe does not respond. */
            circuit: string;
            /** @description The connection's id. */
            connection_id: string;
            /**
             * Format: int64
             * @description The number of dead objects; counted up to 10000.
             */
            dead: number;
            /**
             * Format: int64
             * @description The number of open findings.
             */
            findings: number;
            /** @description The newest comparison with Stripe; null before the first. */
            last_run: components["schemas"]["ReconcileRun"] | null;
            /** @description The mode: live or test. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: date-time
             * @description The time since which the oldest of them waits; null if none waits.
             */
            oldest_waiting_since: string | null;
            /** @description The reason of the state; null if it works. */
            reason: string | null;
            /** @description The state: `checking`, `active`, `degraded` or `revoked`. */
            state: string;
            /**
             * Format: int64
             * @description The number of objects that wait; counted up to 1000.
             */
            waiting: number;
        };
        /**
         * @description The document that buyers get.
         * @enum {string}
         */
        BillingDocument: "receipt" | "invoice";
        /**
         * BillingFinding
         * @description A difference between our records and Stripe's that no repair removes.
         * @example {
         *       "closed_at": "2026-01-02T00:00:00.000Z",
         *       "closed_by": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "id": "fnd_0192f0c4a1b27c3d8e9f001122334455",
         *       "kind": "granted-not-paid",
         *       "object_kind": "payment",
         *       "ours": "paid",
         *       "owner_user_id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "reason": "Paid in cash, ticket 4711",
         *       "state": "accepted",
         *       "stripe_object": "pi_3a1b2c",
         *       "theirs": "canceled"
         *     }
         */
        BillingFinding: {
            /**
             * Format: date-time
             * @description The time at which it was closed; null while it is open.
             */
            closed_at: string | null;
            /** @description The user who accepted it; null unless it was accepted. */
            closed_by: string | null;
            /** @description The connection's id. */
            connection_id: string;
            /**
             * Format: date-time
             * @description The time at which it was found first.
             */
            created_at: string;
            /** @description The finding's id. */
            id: string;
            /** @description The kind: `paid-not-granted`, `granted-not-paid`, `amount-mismatch`, `currency-mismatch`, `mode-mismatch`, `customer-mismatch`, `clawback-mismatch`, `unmapped-price`, `drifted-price`, `two-subscriptions`, `paid-after-end`, `two-customers`, `unknown-status`, `balance-unexplained` or `journal-mismatch`. Later versions add kinds. */
            kind: string;
            /** @description The kind of the object: `session`, `payment`, `price`, `customer`, `subscription` or `invoice`. */
            object_kind: string;
            /** @description Our side. */
            ours: string;
            /** @description The user who owns the connection and can accept the finding; null for the platform, whose findings the operator accepts. */
            owner_user_id: string | null;
            /** @description The reason for which it was accepted; null unless it was. */
            reason: string | null;
            /** @description The state. */
            state: components["schemas"]["BillingFindingState"];
            /** @description The object's id at Stripe; of a payment the id of its payment intent, of a customer the kind and the id of the owner. */
            stripe_object: string;
            /** @description Stripe's side. */
            theirs: string;
        };
        /**
         * BillingFindingAcceptance
         * @description The acceptance of a finding.
         * @example {
         *       "reason": "Paid in cash, ticket 4711"
         *     }
         */
        BillingFindingAcceptance: {
            /** @description The reason as text, for readers of the audit log. It is stored unchanged, so it should contain no secret. */
            reason: string;
        };
        /**
         * BillingFindings
         * @description One page of findings, newest first.
         * @example {
         *       "items": [
         *         {
         *           "closed_at": "2026-01-02T00:00:00.000Z",
         *           "closed_by": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *           "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *           "created_at": "2026-01-01T00:00:00.000Z",
         *           "id": "fnd_0192f0c4a1b27c3d8e9f001122334455",
         *           "kind": "granted-not-paid",
         *           "object_kind": "payment",
         *           "ours": "paid",
         *           "owner_user_id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *           "reason": "Paid in cash, ticket 4711",
         *           "state": "accepted",
         *           "stripe_object": "pi_3a1b2c",
         *           "theirs": "canceled"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        BillingFindings: {
            /** @description The findings. */
            items: components["schemas"]["BillingFinding"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * @description The state of a finding.
         * @enum {string}
         */
        BillingFindingState: "open" | "repaired" | "accepted";
        /**
         * @description The treatment of a trial with a card that had a trial before.
         * @enum {string}
         */
        BillingRepeatTrial: "refuse" | "no_credits" | "allow";
        /**
         * BillingSettings
         * @description The way in which a website sells in one mode.
         * @example {
         *       "adaptive_pricing": false,
         *       "change_mode": "restart",
         *       "connection": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *       "currency": "usd",
         *       "dispute_cancels": true,
         *       "documents": "receipt",
         *       "grace_days": 7,
         *       "inquiry_freezes": false,
         *       "promotion_codes": false,
         *       "renewal_grace_hours": 24,
         *       "repeat_trial": "no_credits",
         *       "shortfall": "debt",
         *       "tax": "off",
         *       "tax_behavior": "inclusive",
         *       "topup_month_max": null
         *     }
         */
        BillingSettings: {
            /** @description True if Stripe shows buyers the price in their own currency. Credits and payouts do not depend on it. */
            adaptive_pricing: boolean;
            /** @description The effect of a dearer plan within a paid period. Further pieces of the same plan are always paid in proportion. */
            change_mode: components["schemas"]["BillingChangeMode"];
            /** @description The connection through which it sells; null if it is not connected. */
            connection: string | null;
            /** @description The currency in which prices are shown first, as three lower-case letters. */
            currency: string;
            /** @description True if a lost dispute ends the subscription whose payment it was. */
            dispute_cancels: boolean;
            /** @description The document that buyers get. */
            documents: components["schemas"]["BillingDocument"];
            /**
             * Format: int64
             * @description Days for which a customer stays subscribed although a renewal is not paid.
             */
            grace_days: number;
            /** @description True if a bank's inquiry freezes the credits of its payment, as a dispute does. */
            inquiry_freezes: boolean;
            /** @description True if buyers may enter promotion codes of the Stripe account. */
            promotion_codes: boolean;
            /**
             * Format: int64
             * @description Hours for which an allowance outlives its period. Stripe keeps the invoice of a renewal for about an hour.
             */
            renewal_grace_hours: number;
            /** @description The treatment of a trial with a card that had a trial before. */
            repeat_trial: components["schemas"]["BillingRepeatTrial"];
            /** @description The treatment of credits that were spent before their payment was refunded. */
            shortfall: components["schemas"]["BillingShortfall"];
            /** @description The way in which tax is added. */
            tax: components["schemas"]["BillingTax"];
            /** @description The relation of new prices and their tax. Prices that exist keep theirs. */
            tax_behavior: components["schemas"]["BillingTaxBehavior"];
            /**
             * Format: int64
             * @description The most that a buyer can allow automatic top-ups in a month, in the smallest unit of the currency; null without a limit.
             */
            topup_month_max: number | null;
        };
        /**
         * BillingSettingsRequest
         * @description The new way in which a website sells in one mode. Every member except the first is replaced.
         * @example {
         *       "adaptive_pricing": false,
         *       "currency": "eur",
         *       "documents": "invoice",
         *       "inquiry_freezes": false,
         *       "promotion_codes": true,
         *       "shortfall": "debt",
         *       "tax": "automatic",
         *       "tax_behavior": "inclusive"
         *     }
         */
        BillingSettingsRequest: {
            /** @description True if Stripe shows buyers the price in their own currency. */
            adaptive_pricing: boolean;
            /** @description The effect of a dearer plan within a paid period; `restart` if absent. */
            change_mode?: components["schemas"]["BillingChangeMode"];
            /** @description The connection through which it sells: one of the owner's, of the same mode. It stays if absent. */
            connection?: string;
            /** @description The currency in which prices are shown first, as three lower-case letters. */
            currency: string;
            /** @description True if a lost dispute ends the subscription whose payment it was; true if absent. */
            dispute_cancels?: boolean;
            /** @description The document that buyers get. */
            documents: components["schemas"]["BillingDocument"];
            /**
             * Format: int64
             * @description Days for which a customer stays subscribed although a renewal is not paid; 7 if absent.
             */
            grace_days?: number;
            /** @description True if a bank's inquiry freezes the credits of its payment. */
            inquiry_freezes: boolean;
            /** @description True if buyers may enter promotion codes of the Stripe account. */
            promotion_codes: boolean;
            /**
             * Format: int64
             * @description Hours for which an allowance outlives its period; 24 if absent.
             */
            renewal_grace_hours?: number;
            /** @description The treatment of a trial with a card that had a trial before; `no_credits` if absent. */
            repeat_trial?: components["schemas"]["BillingRepeatTrial"];
            /** @description The treatment of credits that were spent before their payment was refunded. */
            shortfall: components["schemas"]["BillingShortfall"];
            /** @description The way in which tax is added. */
            tax: components["schemas"]["BillingTax"];
            /** @description The relation of new prices and their tax. */
            tax_behavior: components["schemas"]["BillingTaxBehavior"];
            /**
             * Format: int64
             * @description The most that a buyer can allow automatic top-ups in a month, in the smallest unit of the currency; no limit if absent.
             */
            topup_month_max?: number;
        };
        /**
         * @description The treatment of credits that were spent before their payment was refunded.
         * @enum {string}
         */
        BillingShortfall: "debt" | "write_off";
        /**
         * BillingStatus
         * @description One page of the states of connections, newest first.
         * @example {
         *       "items": [
         *         {
         *           "account_name": "Pictures",
         *           "circuit": "closed",
         *           "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *           "dead": 0,
         *           "findings": 0,
         *           "last_run": null,
         *           "mode": "live",
         *           "oldest_waiting_since": "2026-01-01T00:00:00.000Z",
         *           "reason": null,
         *           "state": "active",
         *           "waiting": 1
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        BillingStatus: {
            /** @description The connections. */
            items: components["schemas"]["BillingConnectionStatus"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * @description The way in which tax is added.
         * @enum {string}
         */
        BillingTax: "off" | "automatic";
        /**
         * @description The relation of a price and its tax.
         * @enum {string}
         */
        BillingTaxBehavior: "inclusive" | "exclusive";
        /**
         * Branding
         * @description A website's appearance on the sign-in and consent pages, in addition to its name.
         * @example {
         *       "brand_color": "#c2410c",
         *       "client_uri": "https://pictures.example.com/",
         *       "logo_uri": null,
         *       "policy_uri": "https://pictures.example.com/privacy",
         *       "tos_uri": null
         *     }
         */
        Branding: {
            /** @description The colour of buttons, `#rrggbb`. Text on it is black or white, depending on the contrast. */
            brand_color: string | null;
            /** @description The home page. */
            client_uri: string | null;
            /** @description The logo, a `data:` URL. */
            logo_uri: string | null;
            /** @description The privacy policy. */
            policy_uri: string | null;
            /** @description The terms of service. */
            tos_uri: string | null;
        };
        /**
         * BrandingRequest
         * @description A website's appearance on the sign-in and consent pages. A member that is absent or null is not shown.
         * @example {
         *       "brand_color": "#c2410c",
         *       "client_uri": "https://pictures.example.com/",
         *       "policy_uri": "https://pictures.example.com/privacy"
         *     }
         */
        BrandingRequest: {
            /** @description The colour of buttons: `#` and six hexadecimal digits. Text on it is black or white, depending on the contrast. */
            brand_color?: string;
            /** @description The home page: an https URL. Pages show it as a link and never fetch it, like `policy_uri` and `tos_uri`. */
            client_uri?: string;
            /** @description The logo: a `data:image/png;base64,` URL of a complete PNG without animation, at most 16 KiB and 1024 pixels a side. Pages load no image from another server. */
            logo_uri?: string;
            /** @description The privacy policy. */
            policy_uri?: string;
            /** @description The terms of service. */
            tos_uri?: string;
        };
        /**
         * CaptureRequest
         * @description Credits of a hold to capture.
         * @example {
         *       "amount": 42,
         *       "description": "A long answer",
         *       "final": true
         *     }
         */
        CaptureRequest: {
            /**
             * Amount
             * Format: int64
             * @description The amount; or use `feature` and `quantity` instead. If all are absent, the capture takes the rest of the hold.
             */
            amount?: number;
            /** @description A description for the customer. */
            description?: string;
            /** @description The code of the feature. If the hold names one, it must be equal. */
            feature?: string;
            /** @description True if this is the last capture, which releases the rest; true if absent. */
            final?: boolean;
            /** @description The action if the hold has expired; `reject` if absent. */
            if_expired?: components["schemas"]["IfExpired"];
            /** @description Your own data, returned with the transaction: at most 50 members and 4096 bytes. Integers must fit 64 bits; other numbers are stored as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description The credits that may be taken beyond the rest of the hold; `reject` if absent. */
            overage?: components["schemas"]["Overage"];
            /**
             * Amount
             * Format: int64
             * @description The quantity of the feature, instead of `amount`: the price now in force determines the amount.
             */
            quantity?: number;
        };
        /**
         * Catalog
         * @description The packs and plans that a website or the platform sells now.
         * @example {
         *       "mode": "live",
         *       "packs": [
         *         {
         *           "bonus": 50,
         *           "bonus_expires_days": 90,
         *           "code": "small",
         *           "credits": 500,
         *           "description": "For about a hundred pictures",
         *           "expires_days": 365,
         *           "feature": null,
         *           "first_only": false,
         *           "name": "500 credits",
         *           "prices": [
         *             {
         *               "amount_minor": 900,
         *               "currency": "eur"
         *             }
         *           ],
         *           "version": 1
         *         }
         *       ],
         *       "plans": [
         *         {
         *           "code": "pro",
         *           "credits": 1000,
         *           "description": "1,000 credits each month",
         *           "family": "default",
         *           "features": [
         *             {
         *               "credits": 50,
         *               "feature": "image"
         *             }
         *           ],
         *           "grant_every": "interval",
         *           "interval": "month",
         *           "interval_count": 1,
         *           "max_quantity": 1,
         *           "name": "Pro",
         *           "prices": [
         *             {
         *               "amount_minor": 900,
         *               "currency": "eur"
         *             }
         *           ],
         *           "trial": {
         *             "credits": 100,
         *             "days": 14,
         *             "needs_card": true
         *           },
         *           "version": 1
         *         }
         *       ],
         *       "scale": 0,
         *       "unit": "credit",
         *       "website": {
         *         "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *         "name": "Pictures",
         *         "url": "https://pictures.example"
         *       }
         *     }
         */
        Catalog: {
            /** @description The mode of the credits. */
            mode: components["schemas"]["Mode"];
            /** @description The packs, in the order that the website chose; at most 100. */
            packs: components["schemas"]["CatalogPack"][];
            /** @description The plans, in the order that the website chose; at most 100. */
            plans: components["schemas"]["CatalogPlan"][];
            /**
             * Format: int32
             * @description Decimal places for display; credits and bonus of the packs are in the smallest unit.
             */
            scale: number;
            /** @description The name of one credit. */
            unit: string;
            /** @description The website that sells; null for the platform. */
            website: components["schemas"]["CatalogSite"] | null;
        };
        /**
         * @description The mode of a catalogue.
         * @enum {string}
         */
        CatalogMode: "live" | "test";
        /**
         * CatalogPack
         * @description A pack that can be bought.
         * @example {
         *       "bonus": 50,
         *       "bonus_expires_days": 90,
         *       "code": "small",
         *       "credits": 500,
         *       "description": "For about a hundred pictures",
         *       "expires_days": 365,
         *       "feature": null,
         *       "first_only": false,
         *       "name": "500 credits",
         *       "prices": [
         *         {
         *           "amount_minor": 900,
         *           "currency": "eur"
         *         }
         *       ],
         *       "version": 1
         *     }
         */
        CatalogPack: {
            /**
             * Format: int64
             * @description Further credits.
             */
            bonus: number;
            /**
             * Format: int64
             * @description Days from the purchase until the bonus expires; null if it does not.
             */
            bonus_expires_days: number | null;
            /** @description The pack's code. */
            code: string;
            /**
             * Format: int64
             * @description The credits that are paid for.
             */
            credits: number;
            /** @description A sentence about it; null if there is none. */
            description: string | null;
            /**
             * Format: int64
             * @description Days from the purchase until the credits expire; null if they do not.
             */
            expires_days: number | null;
            /** @description The code of the only feature on which the credits can be spent; null for all features. */
            feature: string | null;
            /** @description True if only customers who have bought nothing before may buy the pack. */
            first_only: boolean;
            /** @description The name. */
            name: string;
            /** @description The prices, in the order of their currencies. */
            prices: components["schemas"]["CatalogPrice"][];
            /**
             * Format: int64
             * @description The version that is sold.
             */
            version: number;
        };
        /**
         * CatalogPlan
         * @description A plan that can be bought. All numbers are for one piece of the plan.
         * @example {
         *       "code": "pro",
         *       "credits": 1000,
         *       "description": "1,000 credits each month",
         *       "family": "default",
         *       "features": [
         *         {
         *           "credits": 50,
         *           "feature": "image"
         *         }
         *       ],
         *       "grant_every": "interval",
         *       "interval": "month",
         *       "interval_count": 1,
         *       "max_quantity": 1,
         *       "name": "Pro",
         *       "prices": [
         *         {
         *           "amount_minor": 900,
         *           "currency": "eur"
         *         }
         *       ],
         *       "trial": {
         *         "credits": 100,
         *         "days": 14,
         *         "needs_card": true
         *       },
         *       "version": 1
         *     }
         */
        CatalogPlan: {
            /** @description The plan's code. */
            code: string;
            /**
             * Format: int64
             * @description The credits of one allowance.
             */
            credits: number;
            /** @description A sentence about it; null if there is none. */
            description: string | null;
            /** @description The family; a customer has one live subscription in each. */
            family: string;
            /** @description The features, in the order of their codes. */
            features: components["schemas"]["PlanFeature"][];
            /** @description The rhythm of allowances. */
            grant_every: components["schemas"]["PlanGrantEvery"];
            /** @description The unit of the billing period. */
            interval: components["schemas"]["PlanInterval"];
            /**
             * Format: int64
             * @description The number of units.
             */
            interval_count: number;
            /**
             * Format: int64
             * @description The largest quantity of a subscription.
             */
            max_quantity: number;
            /** @description The name. */
            name: string;
            /** @description The prices of one period, in the order of their currencies. */
            prices: components["schemas"]["CatalogPrice"][];
            /** @description The trial; null without one. */
            trial: components["schemas"]["PlanTrial"] | null;
            /**
             * Format: int64
             * @description The version that is sold.
             */
            version: number;
        };
        /**
         * CatalogPrice
         * @description A price for which a pack can be bought.
         */
        CatalogPrice: {
            /**
             * Format: int64
             * @description The amount in the minor units of Stripe.
             */
            amount_minor: number;
            /** @description The code of the currency (ISO 4217), in lower case. */
            currency: string;
        };
        /**
         * CatalogSite
         * @description The website that sells.
         * @example {
         *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "name": "Pictures",
         *       "url": "https://pictures.example"
         *     }
         */
        CatalogSite: {
            /** @description The website's id. */
            id: string;
            /** @description The name that users see. */
            name: string;
            /** @description The URL of the home page. */
            url: string;
        };
        /**
         * Cause
         * @description The cause of a transaction.
         */
        Cause: {
            /** @description The captured hold. */
            hold: string | null;
            /** @description The idempotency key of the request; null for other causes, and in responses to the user. */
            idempotency_key: string | null;
            /** @description `request` (a request to the API), `signup` (a customer's first contact), `expiry` (credits expired), `hold-expiry` (a hold expired), `merge` (two customers were merged, or separated again), `settlement` (a payment was refunded or disputed), or the kind of an external cause. */
            kind: string;
            /** @description The reference of the external cause. */
            reference: string | null;
        };
        /**
         * ChangeWebsite
         * @description Changes of a website; a member that is absent stays unchanged.
         * @example {
         *       "redirect_uris": [
         *         "https://pictures.example.com/api/auth/callback/tollgate"
         *       ],
         *       "require_pkce": true
         *     }
         */
        ChangeWebsite: {
            /** @description The kind of the website's client: `web` until its owner sets it. A change of the redirect URIs does not change it. */
            application_type?: components["schemas"]["ApplicationType"];
            /** @description True if devices without a keyboard may sign in with the website's client (RFC 8628). */
            device_grant?: boolean;
            /** @description The algorithm that signs the ID tokens of both clients. */
            id_token_signed_response_alg?: components["schemas"]["IdTokenAlgorithm"];
            /** @description The name that users see when they sign in. */
            name?: string;
            /** @description All redirect URIs of sign-out, under the rules of `redirect_uris`. */
            post_logout_redirect_uris?: string[];
            /** @description All redirect URIs of sign-in, compared exactly: https, or http on localhost. */
            redirect_uris?: string[];
            /** @description True to refuse sign-ins without PKCE. Recommended as soon as the website sends a challenge (RFC 9700 section 2.1.1); the client without a secret always has to send one. */
            require_pkce?: boolean;
            /** @description All protected resources whose servers belong to the website, such as its MCP server. Every client may request access to them, also one that registered itself or is a client ID metadata document; such access tokens are valid at the resource only. */
            resources?: components["schemas"]["ProtectedResourceRequest"][];
            /** @description The home page: https, or http on localhost. */
            url?: string;
        };
        /**
         * Check
         * @description The prediction of a spend at the time of the request.
         * @example {
         *       "allowed": false,
         *       "available": 95,
         *       "balance": {
         *         "available": 95,
         *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *         "debt": 0,
         *         "held": 0,
         *         "mode": "live",
         *         "posted": 95,
         *         "scale": 0,
         *         "subscribed": false,
         *         "unit": "credit",
         *         "updated_at": "2026-01-01T00:00:00.000Z",
         *         "website": {
         *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *           "name": "Pictures",
         *           "url": "https://pictures.example"
         *         }
         *       },
         *       "balance_version": 7,
         *       "cost": 100,
         *       "reason": "insufficient-credits"
         *     }
         */
        Check: {
            /** @description True if the spend would be allowed. */
            allowed: boolean;
            /**
             * Format: int64
             * @description The credits available for this spend: credits for any use, credits for its feature, and the unused overdraft.
             */
            available: number;
            /** @description The balance; null if the customer does not exist yet. */
            balance: components["schemas"]["Balance"] | null;
            /**
             * Format: int64
             * @description A number that grows with each booking and each change of a hold; 0 before the first. Expiries that are not booked yet are included in the numbers above, but do not change it.
             */
            balance_version: number;
            /**
             * Format: int64
             * @description The cost of the spend; null if it cannot be computed.
             */
            cost: number | null;
            /** @description The reason for a refusal, as the last part of the `type` of the spend's problem: `insufficient-credits`, `unknown-feature`, `amount-out-of-range`, `holder-inactive`, `account-frozen`, `key-spend-cap-reached`, `spend-limit-reached`, `website-suspended` or `not-found`; null if the spend would be allowed. */
            reason: string | null;
        };
        /**
         * CheckedStripeConnection
         * @description A connection after a check of its key.
         * @example {
         *       "connection": {
         *         "account_name": "Picture Shop",
         *         "checked_at": "2026-01-01T00:00:00.000Z",
         *         "country": "DE",
         *         "created_at": "2026-01-01T00:00:00.000Z",
         *         "default_currency": "eur",
         *         "delivery": "webhook",
         *         "has_next_key": false,
         *         "id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *         "is_linked": true,
         *         "key_hint": "rk_live_…Zx3f",
         *         "missing_permission": null,
         *         "mode": "live",
         *         "reason": null,
         *         "state": "active",
         *         "stripe_account_id": "acct_1032D82eZvKYlo2C",
         *         "webhook_url": "https://id.example.com/webhooks/stripe/scn_0192f0c4a1b27c3d8e9f001122334455"
         *       },
         *       "permissions": [
         *         {
         *           "is_granted": true,
         *           "is_required": true,
         *           "name": "Customers: write"
         *         }
         *       ],
         *       "warnings": []
         *     }
         */
        CheckedStripeConnection: {
            /** @description The connection. */
            connection: components["schemas"]["StripeConnection"];
            /** @description The permissions that the server uses; empty if Stripe could not be asked. */
            permissions: components["schemas"]["StripePermission"][];
            /** @description Facts that the owner should know: `too-powerful` (the key may do everything in the account: prefer a restricted one), `endpoint-refused` (Stripe did not take another webhook endpoint, so that events are polled). Later versions add warnings. */
            warnings: string[];
        };
        /**
         * Checkout
         * @description A checkout with the website's own data.
         * @example {
         *       "amount_minor": 1000,
         *       "bonus": 50,
         *       "closed_at": null,
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "credits": 500,
         *       "currency": "eur",
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "expires_at": "2026-01-01T01:00:00.000Z",
         *       "id": "chk_0192f0c4a1b27c3d8e9f001122334455",
         *       "metadata": {},
         *       "mode": "live",
         *       "pack": "small",
         *       "payment_id": null,
         *       "plan": null,
         *       "quantity": 1,
         *       "reason": null,
         *       "scale": 0,
         *       "state": "open",
         *       "top_up": null,
         *       "url": "https://checkout.stripe.com/c/pay/example",
         *       "version": 1,
         *       "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "website_name": "Pictures"
         *     }
         */
        Checkout: {
            /**
             * Format: int64
             * @description The price of all of them, for a plan in one period, before discounts and taxes, in the smallest unit of the currency.
             */
            amount_minor: number;
            /**
             * Format: int64
             * @description The free credits of all packs.
             */
            bonus: number;
            /**
             * Format: date-time
             * @description The time at which the state became final; null before.
             */
            closed_at: string | null;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /**
             * Format: int64
             * @description The credits of all packs without the bonus, or of one allowance of the plan.
             */
            credits: number;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /** @description The customer who gets the credits; null for credits of the platform. */
            customer_id: string | null;
            /**
             * Format: date-time
             * @description The time until which the buyer can pay.
             */
            expires_at: string;
            /** @description The id, `chk_…`. */
            id: string;
            /** @description Your own data, as the request had it. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description The mode of the credits. */
            mode: components["schemas"]["Mode"];
            /** @description The code of the pack; null for a plan and an automatic top-up. */
            pack: string | null;
            /** @description The payment; null before the buyer has paid. */
            payment_id: string | null;
            /** @description The code of the plan; null for a pack and an automatic top-up. */
            plan: string | null;
            /**
             * Format: int64
             * @description The number of packs, or of pieces of the plan; 1 for an automatic top-up.
             */
            quantity: number;
            /** @description The reason of a failure or a review, as a word; else null. It stays if the website accepts the payment. A completed checkout of an automatic top-up has one if the top-up could no longer be turned on as agreed: `newer-rule`, `needs-consent` (the pack is dearer now), `limit-lowered`, `price-unavailable`, `account-changed`, `website-suspended`, `dispute`, `fraud-warning` or `merged`. */
            reason: string | null;
            /**
             * Format: int32
             * @description Decimal places for display; `credits` and `bonus` are in the smallest unit.
             */
            scale: number;
            /** @description The state. */
            state: components["schemas"]["CheckoutState"];
            /** @description The automatic top-up to which the buyer agrees; null for a sale. Nothing is paid, so that the amount and the credits of the checkout are 0. */
            top_up: components["schemas"]["CheckoutTopUp"] | null;
            /** @description Stripe's page, on which the buyer pays; null unless the checkout is open. */
            url: string | null;
            /**
             * Format: int64
             * @description The version of the pack or the plan.
             */
            version: number;
            /** @description The website that sells the credits; null for the platform. */
            website_id: string | null;
            /** @description The website's name; null for the platform. */
            website_name: string | null;
        };
        /**
         * CheckoutRequest
         * @description A pack or a plan to be sold to a customer.
         * @example {
         *       "cancel_url": "https://shop.example.com/credits",
         *       "customer": {
         *         "external_id": "user-42"
         *       },
         *       "pack": "small",
         *       "success_url": "https://shop.example.com/credits/done"
         *     }
         */
        CheckoutRequest: {
            /** @description The address to which Stripe sends a buyer who leaves; the same rules apply. */
            cancel_url: string;
            /** @description The currency, as an ISO 4217 code in lower case; the website's own if absent. */
            currency?: string;
            /** @description The customer. */
            customer: components["schemas"]["CustomerRef"];
            /** @description The language of Stripe's page, such as `de` or `pt-BR`; the one of the browser if absent. */
            locale?: string;
            /** @description Your own data, returned with the checkout: at most 50 members and 4096 bytes. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description The code of the pack; either this, `plan` or `top_up`. */
            pack?: string;
            /** @description The code of the plan; either this, `pack` or `top_up`. */
            plan?: string;
            /**
             * Format: int64
             * @description The number of packs, or of pieces of the plan; 1 if absent.
             */
            quantity?: number;
            /** @description True to have Stripe save the card, so that automatic top-ups can charge it; false if absent. The card of a plan is saved anyway. */
            save_card?: boolean;
            /** @description The address to which Stripe sends the buyer after the payment. `checkout` with the id is added to its query. It must be https, and on one of the website's registered addresses; http is allowed on localhost in test mode. */
            success_url: string;
            /** @description An automatic top-up to which the buyer agrees, instead of a purchase: Stripe saves the card, nothing is paid, and the top-up is turned on. `quantity` and `save_card` must be absent. */
            top_up?: components["schemas"]["CheckoutTopUpRequest"];
        };
        /**
         * @description The state of a checkout.
         * @enum {string}
         */
        CheckoutState: "new" | "open" | "processing" | "completed" | "failed" | "expired" | "review";
        /**
         * CheckoutTopUp
         * @description The automatic top-up that a checkout offers, with the price and the credits of one purchase.
         * @example {
         *       "amount_minor": 1000,
         *       "bonus": 50,
         *       "consent": "I agree that Pictures charges my saved card 10.00 EUR for 500 credits each time fewer than 100 are left, at most 50.00 EUR and 5 times a month, until I turn it off.",
         *       "credits": 500,
         *       "min_seconds": 300,
         *       "month_max_count": 5,
         *       "month_max_minor": 5000,
         *       "pack": "small",
         *       "quantity": 1,
         *       "threshold": 100
         *     }
         */
        CheckoutTopUp: {
            /**
             * Format: int64
             * @description The price of one purchase before taxes that come on top, in the smallest unit of the currency.
             */
            amount_minor: number;
            /**
             * Format: int64
             * @description The free credits of one purchase.
             */
            bonus: number;
            /** @description The sentence that Stripe's page shows, to which the buyer agrees. */
            consent: string;
            /**
             * Format: int64
             * @description The credits of one purchase, without the bonus.
             */
            credits: number;
            /**
             * Format: int64
             * @description The least number of seconds between two purchases.
             */
            min_seconds: number;
            /**
             * Format: int64
             * @description The most purchases in one month (UTC).
             */
            month_max_count: number;
            /**
             * Format: int64
             * @description The most that may be paid in one month (UTC), in the smallest unit of the currency.
             */
            month_max_minor: number;
            /** @description The code of the pack. */
            pack: string;
            /**
             * Format: int64
             * @description The number of packs that are bought at once.
             */
            quantity: number;
            /**
             * Format: int64
             * @description The number of credits, without holds and debt, below which the pack is bought.
             */
            threshold: number;
        };
        /**
         * CheckoutTopUpRequest
         * @description An automatic top-up to which the buyer agrees on Stripe's page. The page shows a sentence that says what is bought, when, and for how much at most.
         * @example {
         *       "month_max_count": 5,
         *       "month_max_minor": 5000,
         *       "pack": "small",
         *       "threshold": 100
         *     }
         */
        CheckoutTopUpRequest: {
            /**
             * Format: int64
             * @description The least number of seconds between two purchases; 300 if absent.
             */
            min_seconds?: number;
            /**
             * Format: int64
             * @description The most purchases in one month (UTC).
             */
            month_max_count: number;
            /**
             * Format: int64
             * @description The most that may be paid in one month (UTC), in the smallest unit of the currency: at least one purchase, and at most the website's limit.
             */
            month_max_minor: number;
            /** @description The code of the pack, in its newest version. */
            pack: string;
            /**
             * Format: int64
             * @description The number of packs that are bought at once; 1 if absent.
             */
            quantity?: number;
            /**
             * Format: int64
             * @description The number of credits, without holds and debt, below which the pack is bought. It is less than the credits bought at once, without their bonus.
             */
            threshold: number;
        };
        /**
         * CheckRequest
         * @description A spend to check.
         * @example {
         *       "customer": {
         *         "external_id": "user-42"
         *       },
         *       "feature": "image.large",
         *       "quantity": 20
         *     }
         */
        CheckRequest: {
            /**
             * Amount
             * Format: int64
             * @description The amount; or use `feature` and `quantity` instead.
             */
            amount?: number;
            /** @description The customer; a check never creates one. */
            customer: components["schemas"]["CustomerRef"];
            /** @description The code of the feature. */
            feature?: string;
            /**
             * Amount
             * Format: int64
             * @description The quantity of the feature, instead of `amount`.
             */
            quantity?: number;
        };
        /**
         * ClientSecretRotation
         * @description Options of the rotation of a client secret.
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        ClientSecretRotation: {
            /**
             * Format: uint32
             * @description The seconds for which the old secret stays valid: 86400 (a day) if absent, at most 604800 (a week). With 0 all old secrets expire at once.
             */
            overlap_seconds?: number;
        };
        /**
         * CreatedApiKey
         * @description A new API key.
         */
        CreatedApiKey: {
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /** @description The key's id. */
            id: string;
            /** @description The key. It is shown only once. */
            key: string;
            /** @description The first characters, by which lists identify the key. */
            prefix: string;
        };
        /**
         * CreatedRefund
         * @description A refund, and its payment as it is then.
         * @example {
         *       "payment": {
         *         "amount_minor": 1000,
         *         "checkout_id": "chk_0192f0c4a1b27c3d8e9f001122334455",
         *         "created_at": "2026-01-01T00:00:00.000Z",
         *         "credits": 550,
         *         "credits_frozen": 0,
         *         "credits_taken_back": 220,
         *         "currency": "eur",
         *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *         "discount_minor": 0,
         *         "disputes": [],
         *         "fraud_warning": null,
         *         "id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
         *         "lots": [
         *           {
         *             "credits": 500,
         *             "expires_at": null,
         *             "kind": "purchase",
         *             "remaining": 280,
         *             "transaction_id": "txn_0192f0c4a1b27c3d8e9f001122334455"
         *           }
         *         ],
         *         "paid_at": "2026-01-01T00:00:00.000Z",
         *         "reason": null,
         *         "refunded_minor": 400,
         *         "refunds": [
         *           {
         *             "actor": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *             "amount_minor": 400,
         *             "created_at": "2026-01-02T00:00:00.000Z",
         *             "failure": null,
         *             "id": "rfd_0192f0c4a1b27c3d8e9f001122334455",
         *             "reason": "requested_by_customer",
         *             "state": "succeeded",
         *             "stripe_refund": "re_3QXExampleOfARefund000001"
         *           }
         *         ],
         *         "state": "paid",
         *         "stripe_charge": "ch_3QXExampleOfACharge000001",
         *         "stripe_invoice": null,
         *         "stripe_payment_intent": "pi_3QXExampleOfAnIntent00001",
         *         "subscription_id": null,
         *         "tax_minor": 0,
         *         "waits_for_holds": false,
         *         "withdrawn_minor": 0
         *       },
         *       "refund": {
         *         "actor": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *         "amount_minor": 400,
         *         "created_at": "2026-01-02T00:00:00.000Z",
         *         "failure": null,
         *         "id": "rfd_0192f0c4a1b27c3d8e9f001122334455",
         *         "reason": "requested_by_customer",
         *         "state": "succeeded",
         *         "stripe_refund": "re_3QXExampleOfARefund000001"
         *       }
         *     }
         */
        CreatedRefund: {
            /** @description The payment. */
            payment: components["schemas"]["PaymentDetail"];
            /** @description The refund. */
            refund: components["schemas"]["Refund"];
        };
        /**
         * CreatedWebhook
         * @description A new webhook endpoint.
         */
        CreatedWebhook: {
            /** @description The endpoint's id. */
            id: string;
            /** @description The secret that signs events. It is shown only once. */
            secret: string;
            /** @description The endpoint's URL. */
            url: string;
        };
        /**
         * CreditPolicy
         * @description The settings for the credits of all customers.
         * @example {
         *       "debt_repaid_by": "all_grants",
         *       "mode": "live",
         *       "restored_days": 30
         *     }
         */
        CreditPolicy: {
            /** @description The grants that repay debt. */
            debt_repaid_by: components["schemas"]["DebtRepaidBy"];
            /** @description The mode: `live` or `test`. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: uint32
             * @description The number of days for which returned credits can be used, if they would have expired otherwise.
             */
            restored_days: number;
        };
        /**
         * CreditPolicyRequest
         * @description The new settings; an absent one gets its default.
         * @example {
         *       "debt_repaid_by": "all_grants",
         *       "restored_days": 30
         *     }
         */
        CreditPolicyRequest: {
            /** @description The grants that repay debt; `all_grants` if absent. */
            debt_repaid_by?: components["schemas"]["DebtRepaidBy"];
            /**
             * Format: uint32
             * @description The days for which returned credits can be used, if they would have expired otherwise, 1 to 3650; 30 if absent.
             */
            restored_days?: number;
        };
        /**
         * Customer
         * @description A customer of one website.
         * @example {
         *       "available": 95,
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "email": null,
         *       "external_id": "user-42",
         *       "id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "last_seen_at": "2026-01-02T00:00:00.000Z",
         *       "name": null,
         *       "scale": 0,
         *       "subscribed": false,
         *       "user_id": null
         *     }
         */
        Customer: {
            /**
             * Format: int64
             * @description The credits that can be spent, in the smallest unit, as in a balance.
             */
            available: number;
            /**
             * Format: date-time
             * @description The time of the first contact.
             */
            created_at: string;
            /** @description The email address that the website gave. */
            email: string | null;
            /** @description The id in the website's own system. */
            external_id: string | null;
            /** @description The id of this service. */
            id: string;
            /**
             * Format: date-time
             * @description The time of the customer's last operation that moved or held credits; null before the first.
             */
            last_seen_at: string | null;
            /** @description The name; always null in this version. */
            name: string | null;
            /**
             * Format: int16
             * @description Decimal places for display.
             */
            scale: number;
            /** @description True if a subscription is active. */
            subscribed: boolean;
            /** @description The user at the identity provider, after the website has sent the subject or the user has signed in there. */
            user_id: string | null;
        };
        /**
         * CustomerBalance
         * @description A customer's balance at a timestamp, with its lots.
         * @example {
         *       "at": "2026-01-01T00:00:00.000Z",
         *       "available": 95,
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "debt": 0,
         *       "entitlements": [
         *         "exports"
         *       ],
         *       "held": 0,
         *       "lot_count": 1,
         *       "lots": [
         *         {
         *           "amount": 100,
         *           "effective_at": "2026-01-01T00:00:00.000Z",
         *           "expires_at": "2026-02-01T00:00:00.000Z",
         *           "feature": null,
         *           "kind": "promo",
         *           "priority": 30,
         *           "remaining": 95,
         *           "transaction_id": "txn_0192f0c4a1b27c3d8e9f001122334455"
         *         }
         *       ],
         *       "mode": "live",
         *       "next_expiry": {
         *         "amount": 95,
         *         "at": "2026-02-01T00:00:00.000Z"
         *       },
         *       "overdraft_limit": 0,
         *       "posted": 95,
         *       "scale": 0,
         *       "spend_limit": {
         *         "cap": 500,
         *         "period": "month",
         *         "resets_at": "2026-02-01T00:00:00.000Z",
         *         "spent": 120
         *       },
         *       "subscribed": false,
         *       "subscription": {
         *         "cancel_at": null,
         *         "id": "sbs_0192f0c4a1b27c3d8e9f001122334455",
         *         "period_end": "2026-02-01T00:00:00.000Z",
         *         "plan": "pro",
         *         "status": "active"
         *       },
         *       "unit": "credit",
         *       "updated_at": "2026-01-01T00:00:00.000Z",
         *       "website": {
         *         "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *         "name": "Pictures",
         *         "url": "https://pictures.example"
         *       }
         *     }
         */
        CustomerBalance: {
            /**
             * Format: date-time
             * @description The timestamp; for a frozen account always the time of the request.
             */
            at: string;
            /**
             * Format: int64
             * @description The credits that can be spent now.
             */
            available: number;
            /** @description The customer; null for a user's credits with the platform itself. */
            customer_id: string | null;
            /**
             * Format: int64
             * @description The credits owed.
             */
            debt: number;
            /** @description The codes of the features of all plans to which the customer is subscribed now, in alphabetical order. */
            entitlements: string[];
            /**
             * Format: int64
             * @description The part of `posted` that open holds reserve.
             */
            held: number;
            /**
             * Format: int64
             * @description The number of all lots; null if `lots` is null.
             */
            lot_count: number | null;
            /** @description The lots of the balance, in burn order (the first hundred). Null if more than 100,000 transactions were booked after the timestamp, and for a frozen account. */
            lots: components["schemas"]["Lot"][] | null;
            /** @description The mode: `live` or `test`. */
            mode: components["schemas"]["Mode"];
            /** @description The next expiry after the timestamp; null if nothing expires, or if `lots` is null. */
            next_expiry: components["schemas"]["NextExpiry"] | null;
            /**
             * Format: int64
             * @description The current overdraft limit.
             */
            overdraft_limit: number;
            /**
             * Format: int64
             * @description The booked credits, including held ones.
             */
            posted: number;
            /**
             * Format: int32
             * @description Decimal places for display; the numbers here are in the smallest unit.
             */
            scale: number;
            /** @description The current spend limit and the credits counted against it; null if there is no limit. */
            spend_limit: components["schemas"]["SpendLimit"] | null;
            /** @description True if the customer has a subscription. */
            subscribed: boolean;
            /** @description The first subscription that counts now; null if the customer is not subscribed. */
            subscription: components["schemas"]["CustomerSubscription"] | null;
            /** @description The name of one credit. */
            unit: string;
            /**
             * Format: date-time
             * @description The time of the last change.
             */
            updated_at: string;
            /** @description The website; null for the platform itself. */
            website: components["schemas"]["BalanceSite"] | null;
        };
        /**
         * CustomerPage
         * @description One page of customers.
         */
        CustomerPage: {
            /** @description The customers, in the requested order. */
            items: components["schemas"]["Customer"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
            /** @description The number of customers that match the request. */
            total: components["schemas"]["Total"];
        };
        /**
         * CustomerRef
         * @description A customer, named by exactly one member. Every member except `id` creates the customer if the name is new.
         * @example {
         *       "external_id": "user-42"
         *     }
         */
        CustomerRef: {
            /** @description The email address. Upper and lower case are equal, and so are the Unicode and the ASCII form of its domain. */
            email?: string;
            /** @description The id in your own system, without white space or invisible characters at either end. */
            external_id?: string;
            /** @description The id of this service, `cus_…`. */
            id?: string;
            /** @description The subject in the user's tokens. */
            sub?: string;
        };
        /**
         * @description The order of a list of customers.
         * @enum {string}
         */
        CustomerSort: "-created_at" | "created_at" | "name" | "-available";
        /**
         * @description The state of a customer's credits.
         * @enum {string}
         */
        CustomerState: "low" | "depleted" | "owing";
        /**
         * CustomerSubscription
         * @description The subscription that counts for a customer.
         * @example {
         *       "cancel_at": null,
         *       "id": "sbs_0192f0c4a1b27c3d8e9f001122334455",
         *       "period_end": "2026-02-01T00:00:00.000Z",
         *       "plan": "pro",
         *       "status": "active"
         *     }
         */
        CustomerSubscription: {
            /**
             * Format: date-time
             * @description The time at which it is to end; null if it has no end.
             */
            cancel_at: string | null;
            /** @description The id, `sbs_…`. */
            id: string;
            /**
             * Format: date-time
             * @description The end of the current period.
             */
            period_end: string;
            /** @description The code of the plan; null if the price at Stripe belongs to no plan here. */
            plan: string | null;
            /** @description Stripe's word of the status, such as `trialing`, `active` or `past_due`. */
            status: string;
        };
        /**
         * @description The grants that repay a customer's debt before they can be spent.
         * @enum {string}
         */
        DebtRepaidBy: "all_grants" | "purchases";
        /**
         * DeferredRevenue
         * @description Money received for credits that are still owed, in one currency.
         * @example {
         *       "currency": "eur",
         *       "deferred_minor": 41000
         *     }
         */
        DeferredRevenue: {
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /**
             * Format: int64
             * @description The amount in the smallest unit of the currency.
             */
            deferred_minor: number;
        };
        /**
         * DeferredRevenueAge
         * @description Credits that were bought in one month and are still owed.
         * @example {
         *       "credits": 20500,
         *       "currency": "eur",
         *       "deferred_minor": 41000,
         *       "lots": 12,
         *       "month": "2026-01"
         *     }
         */
        DeferredRevenueAge: {
            /**
             * Format: int64
             * @description The credits that are left in them now.
             */
            credits: number;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /**
             * Format: int64
             * @description The deferred part of their cost, in the smallest unit of the currency.
             */
            deferred_minor: number;
            /**
             * Format: int64
             * @description The number of lots of credits with a deferred cost.
             */
            lots: number;
            /** @description The month of the purchase in UTC, such as 2026-11. */
            month: string;
        };
        /**
         * Dispute
         * @description A dispute: the buyer's bank asks about a payment, or withdraws it. Answer it in the Stripe dashboard.
         * @example {
         *       "amount_minor": 1000,
         *       "closed_at": null,
         *       "currency": "eur",
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "due_by": "2026-01-10T00:00:00.000Z",
         *       "id": "dsp_0192f0c4a1b27c3d8e9f001122334455",
         *       "opened_at": "2026-01-03T00:00:00.000Z",
         *       "payment_id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
         *       "reason": "fraudulent",
         *       "state": "open",
         *       "status": "needs_response",
         *       "stripe_dispute": "du_1QXExampleOfADispute00001",
         *       "stripe_payment_intent": "pi_3QXExampleOfAnIntent00001",
         *       "withdrawn_minor": 1000
         *     }
         */
        Dispute: {
            /**
             * Format: int64
             * @description The disputed amount in the smallest unit of the payment's currency.
             */
            amount_minor: number;
            /**
             * Format: date-time
             * @description The time at which its end was seen; null before. An appeal opens it again.
             */
            closed_at: string | null;
            /** @description The payment's currency, as an ISO 4217 code in lower case. */
            currency: string;
            /** @description The customer who paid; null for a purchase from the platform. */
            customer_id: string | null;
            /**
             * Format: date-time
             * @description The time until which evidence can be sent in the Stripe dashboard; null if there is none.
             */
            due_by: string | null;
            /** @description The id, `dsp_…`. */
            id: string;
            /**
             * Format: date-time
             * @description The time at which the bank opened it.
             */
            opened_at: string;
            /** @description The payment. */
            payment_id: string;
            /** @description The bank's reason, as Stripe's word such as `fraudulent`; null if Stripe says none. */
            reason: string | null;
            /** @description The state. */
            state: components["schemas"]["DisputeState"];
            /** @description The status at Stripe, such as `needs_response`. */
            status: string;
            /** @description The dispute at Stripe. */
            stripe_dispute: string;
            /** @description The disputed payment intent at Stripe. */
            stripe_payment_intent: string | null;
            /**
             * Format: int64
             * @description The amount that is withdrawn now, without fees.
             */
            withdrawn_minor: number;
        };
        /**
         * DisputePage
         * @description One page of disputes, newest first.
         */
        DisputePage: {
            /** @description The disputes. */
            items: components["schemas"]["Dispute"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * @description The state of a dispute.
         * @enum {string}
         */
        DisputeState: "inquiry" | "open" | "won" | "lost" | "prevented";
        /**
         * Entry
         * @description One entry of a transaction; the amounts of all entries add up to zero.
         */
        Entry: {
            /** @description The account: `wallet`, `debt`, or one of the website's system accounts: `issued.purchase`, `issued.subscription`, `issued.promo`, `issued.adjustment`, `spent`, `expired`, `clawed_back`, `written_off`, `transferred`. */
            account: string;
            /**
             * Format: int64
             * @description The amount that the entry adds to the account.
             */
            amount: number;
            /**
             * Format: int64
             * @description The balance of the wallet or the debt after the entry; null for system accounts.
             */
            balance_after: number | null;
        };
        /**
         * ExtendRequest
         * @description A new time to live of a hold.
         * @example {
         *       "ttl_seconds": 900
         *     }
         */
        ExtendRequest: {
            /**
             * Format: int32
             * @description The time to live from now, in seconds; a hold is open for at most seven days in total.
             */
            ttl_seconds: number;
        };
        /**
         * Feature
         * @description A feature that the website charges for.
         * @example {
         *       "code": "image.large",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "name": "Large pictures",
         *       "price": {
         *         "credits": 5,
         *         "effective_at": "2026-01-01T00:00:00.000Z",
         *         "min_charge": 0,
         *         "per_units": 1,
         *         "version": 2
         *       }
         *     }
         */
        Feature: {
            /** @description The website's code of the feature, which never changes. */
            code: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /** @description The name that users see. */
            name: string;
            /** @description The price in force; null before the first price is valid. */
            price: components["schemas"]["Price"] | null;
        };
        /**
         * FeaturePage
         * @description One page of features, newest first.
         */
        FeaturePage: {
            /** @description The features. */
            items: components["schemas"]["Feature"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * FeatureRequest
         * @description The properties of a feature.
         * @example {
         *       "name": "Large pictures"
         *     }
         */
        FeatureRequest: {
            /** @description The name that users see. */
            name: string;
        };
        /**
         * FieldProblem
         * @description An error at one location of a request: a `pointer` into the body, or the name of a `parameter`.
         */
        FieldProblem: {
            /** @description A description of the error. */
            detail: string;
            /** @description The name of a parameter of the path, the query or the headers. */
            parameter?: string;
            /** @description A JSON pointer (RFC 6901) into the request's body; empty for the body as a whole. */
            pointer?: string;
        };
        /**
         * @description The outcome of the first request with a key.
         * @enum {string}
         */
        FirstOutcome: "executed" | "refused";
        /**
         * @description A bank's warning that a payment is fraudulent.
         * @enum {string}
         */
        FraudWarning: "actionable" | "closed";
        /**
         * FreedAccount
         * @description An account that was unfrozen.
         */
        FreedAccount: {
            /** @description The id of the account. */
            account: string;
            /** @description True if operations are refused on it. */
            is_frozen: boolean;
        };
        /**
         * FrozenAccount
         * @description An account on which operations are refused.
         */
        FrozenAccount: {
            /** @description The id of the account. */
            account: string;
            /**
             * Format: date-time
             * @description The time at which it was frozen.
             */
            frozen_at: string;
            /** @description The mode: `live` or `test`. */
            mode: string;
            /** @description The customer or the user that owns it. */
            owner: string;
            /** @description The website; null for credits with the platform itself. */
            website_id: string | null;
        };
        /**
         * @description The origin of granted credits.
         * @enum {string}
         */
        GrantKind: "promo" | "purchase" | "adjustment";
        /**
         * GrantRequest
         * @description Credits for a customer.
         * @example {
         *       "amount": 100,
         *       "customer": {
         *         "external_id": "user-42"
         *       },
         *       "kind": "promo",
         *       "reason": "Welcome"
         *     }
         */
        GrantRequest: {
            /**
             * Amount
             * Format: int64
             * @description The number of credits.
             */
            amount: number;
            /** @description The customer. */
            customer: components["schemas"]["CustomerRef"];
            /**
             * Format: date-time
             * @description The time from which the credits can no longer be used; never if absent.
             */
            expires_at?: string;
            /** @description The code of the only feature that the credits can be used for; any use if absent. */
            feature?: string;
            /** @description The origin of the credits. */
            kind: components["schemas"]["GrantKind"];
            /** @description Your own data, returned with the transaction: at most 50 members and 4096 bytes. Integers must fit 64 bits; other numbers are stored as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: int16
             * @description The burn priority: lots with a lower number are used first. If absent, it is 30 for `promo` and 50 for other kinds.
             */
            priority?: number;
            /** @description The reason, as a text for the customer. It is required from the owner, and the audit log stores it then. */
            reason?: string;
        };
        /**
         * GrantVoidRequest
         * @description A grant to take back.
         * @example {
         *       "reason": "Given by mistake"
         *     }
         */
        GrantVoidRequest: {
            /** @description Your own data, returned with the transaction: at most 50 members and 4096 bytes. Integers must fit 64 bits; other numbers are stored as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description The reason, as a text for the customer. It is required from the owner, and the audit log stores it then. */
            reason?: string;
        };
        /**
         * Hold
         * @description A reservation of credits.
         * @example {
         *       "amount": 50,
         *       "captured": 0,
         *       "closed_at": null,
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "description": "A long answer",
         *       "expires_at": "2026-01-01T00:15:00.000Z",
         *       "feature": null,
         *       "id": "hold_0192f0c4a1b27c3d8e9f001122334455",
         *       "metadata": {},
         *       "on_expiry": "release",
         *       "opened_at": "2026-01-01T00:00:00.000Z",
         *       "price_version": null,
         *       "quantity": null,
         *       "released": 0,
         *       "state": "open"
         *     }
         */
        Hold: {
            /**
             * Format: int64
             * @description The number of reserved credits.
             */
            amount: number;
            /**
             * Format: int64
             * @description The number of captured credits.
             */
            captured: number;
            /**
             * Format: date-time
             * @description The time at which the hold ended; null for an open one.
             */
            closed_at: string | null;
            /** @description The customer. */
            customer_id: string;
            /** @description A description for the customer. */
            description: string | null;
            /**
             * Format: date-time
             * @description The time from which the hold is expired; null for a hold of the system.
             */
            expires_at: string | null;
            /** @description The code of the hold's feature; null if the request named none. */
            feature: string | null;
            /** @description The hold's id. */
            id: string;
            /** @description The website's own data. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description The action at the expiry: `release` or `capture`. */
            on_expiry: string;
            /**
             * Format: date-time
             * @description The time at which the hold was opened.
             */
            opened_at: string;
            /**
             * Format: int64
             * @description The version of the price that applied to the quantity; null if there is none.
             */
            price_version: number | null;
            /**
             * Format: int64
             * @description The quantity of the feature, if it determined the amount; null otherwise.
             */
            quantity: number | null;
            /**
             * Format: int64
             * @description The number of released credits.
             */
            released: number;
            /** @description The state: `open`, `captured`, `voided` or `expired`; all but the first are final. */
            state: string;
        };
        /**
         * HoldMovement
         * @description A hold, its transaction, and the balance after it.
         * @example {
         *       "balance": {
         *         "available": 95,
         *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *         "debt": 0,
         *         "held": 0,
         *         "mode": "live",
         *         "posted": 95,
         *         "scale": 0,
         *         "subscribed": false,
         *         "unit": "credit",
         *         "updated_at": "2026-01-01T00:00:00.000Z",
         *         "website": {
         *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *           "name": "Pictures",
         *           "url": "https://pictures.example"
         *         }
         *       },
         *       "hold": {
         *         "amount": 50,
         *         "captured": 0,
         *         "closed_at": null,
         *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *         "description": "A long answer",
         *         "expires_at": "2026-01-01T00:15:00.000Z",
         *         "feature": null,
         *         "id": "hold_0192f0c4a1b27c3d8e9f001122334455",
         *         "metadata": {},
         *         "on_expiry": "release",
         *         "opened_at": "2026-01-01T00:00:00.000Z",
         *         "price_version": null,
         *         "quantity": null,
         *         "released": 0,
         *         "state": "open"
         *       },
         *       "transaction": null
         *     }
         */
        HoldMovement: {
            /** @description The current balance. */
            balance: components["schemas"]["Balance"];
            /** @description The hold, as it is now. */
            hold: components["schemas"]["Hold"];
            /** @description The transaction; null if nothing was booked. */
            transaction: components["schemas"]["Transaction"] | null;
        };
        /**
         * HoldPage
         * @description One page of holds, newest first.
         */
        HoldPage: {
            /** @description The holds. */
            items: components["schemas"]["ListedHold"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * HoldRequest
         * @description Credits to reserve.
         * @example {
         *       "amount": 50,
         *       "customer": {
         *         "external_id": "user-42"
         *       },
         *       "description": "A long answer",
         *       "ttl_seconds": 900
         *     }
         */
        HoldRequest: {
            /**
             * Amount
             * Format: int64
             * @description The amount; or use `feature` and `quantity` instead.
             */
            amount?: number;
            /** @description The customer. */
            customer: components["schemas"]["CustomerRef"];
            /** @description A description for the customer. */
            description?: string;
            /** @description The code of the feature. Credits that were granted for this feature only can be used, too, and are used first. */
            feature?: string;
            /** @description Your own data, returned with the hold: at most 50 members and 4096 bytes. Integers must fit 64 bits; other numbers are stored as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description The action at the expiry; `release` if absent. */
            on_expiry?: components["schemas"]["OnExpiry"];
            /**
             * Amount
             * Format: int64
             * @description The quantity of the feature, instead of `amount`: the price in force determines the amount.
             */
            quantity?: number;
            /**
             * Format: int32
             * @description The time to live, in seconds: 1 to 604800 (seven days); 900 (15 minutes) if absent.
             */
            ttl_seconds?: number;
        };
        /**
         * @description The state of a hold.
         * @enum {string}
         */
        HoldState: "open" | "captured" | "voided" | "expired";
        /**
         * @description The algorithm that signs the ID tokens of a website's clients.
         * @enum {string}
         */
        IdTokenAlgorithm: "RS256" | "ES256" | "EdDSA";
        /**
         * @description The action of a capture whose hold has expired.
         * @enum {string}
         */
        IfExpired: "reject" | "spend";
        /**
         * JournalEntry
         * @description One entry of the money journal.
         * @example {
         *       "account": "deferred",
         *       "amount": "-10.00",
         *       "amount_minor": -1000,
         *       "booked_at": "2026-01-01T00:00:00.000Z",
         *       "currency": "eur",
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "date": "2026-01-01",
         *       "key": "pay:pmt_0192f0c4a1b27c3d8e9f001122334455",
         *       "kind": "payment",
         *       "payment_id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
         *       "stripe_payment_intent": "pi_1a2b3c"
         *     }
         */
        JournalEntry: {
            /** @description The account: `stripe`, `deferred`, `earned`, `breakage`, `refunds`, `tax`, `fees`, `disputed`, `dispute_losses` or `conversion`. */
            account: string;
            /** @description The amount with its decimals, such as `-12.34`. */
            amount: string;
            /**
             * Format: int64
             * @description The amount in the smallest unit of the currency: a debit above zero, a credit below zero.
             */
            amount_minor: number;
            /**
             * Format: date-time
             * @description The time at which the money counts.
             */
            booked_at: string;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /** @description The customer who paid. */
            customer_id: string | null;
            /** @description The day in UTC on which the money counts, such as 2026-11-27. */
            date: string;
            /** @description The key of the transaction, unique for ever. The entries of a transaction add up to zero in each currency. */
            key: string;
            /** @description The cause: `payment`, `earning`, `refund`, `refund_undo`, `dispute` or `fee`. Later versions add causes. */
            kind: string;
            /** @description The payment; null for revenue, which is booked for all credits of a day. */
            payment_id: string | null;
            /** @description The payment intent at Stripe. */
            stripe_payment_intent: string | null;
        };
        /**
         * JournalPage
         * @description A page of the money journal.
         * @example {
         *       "items": [
         *         {
         *           "account": "deferred",
         *           "amount": "-10.00",
         *           "amount_minor": -1000,
         *           "booked_at": "2026-01-01T00:00:00.000Z",
         *           "currency": "eur",
         *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *           "date": "2026-01-01",
         *           "key": "pay:pmt_0192f0c4a1b27c3d8e9f001122334455",
         *           "kind": "payment",
         *           "payment_id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
         *           "stripe_payment_intent": "pi_1a2b3c"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        JournalPage: {
            /** @description The entries, the earliest first. */
            items: components["schemas"]["JournalEntry"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * ListedHold
         * @description A hold, with its kind.
         * @example {
         *       "amount": 50,
         *       "captured": 0,
         *       "closed_at": null,
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "description": "A long answer",
         *       "expires_at": "2026-01-01T00:15:00.000Z",
         *       "feature": null,
         *       "id": "hold_0192f0c4a1b27c3d8e9f001122334455",
         *       "kind": "hold",
         *       "metadata": {},
         *       "on_expiry": "release",
         *       "opened_at": "2026-01-01T00:00:00.000Z",
         *       "price_version": null,
         *       "quantity": null,
         *       "released": 0,
         *       "state": "open"
         *     }
         */
        ListedHold: {
            /**
             * Format: int64
             * @description The number of reserved credits.
             */
            amount: number;
            /**
             * Format: int64
             * @description The number of captured credits.
             */
            captured: number;
            /**
             * Format: date-time
             * @description The time at which the hold ended; null for an open one.
             */
            closed_at: string | null;
            /** @description The customer. */
            customer_id: string;
            /** @description A description for the customer. */
            description: string | null;
            /**
             * Format: date-time
             * @description The time from which the hold is expired; null for a hold of the system.
             */
            expires_at: string | null;
            /** @description The code of the hold's feature; null if the request named none. */
            feature: string | null;
            /** @description The hold's id. */
            id: string;
            /** @description The kind: `hold` if a request opened it, or `dispute` if the system reserves credits of a payment that is refunded or disputed. The latter has no expiry, and cannot be captured, voided or extended. */
            kind: string;
            /** @description The website's own data. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description The action at the expiry: `release` or `capture`. */
            on_expiry: string;
            /**
             * Format: date-time
             * @description The time at which the hold was opened.
             */
            opened_at: string;
            /**
             * Format: int64
             * @description The version of the price that applied to the quantity; null if there is none.
             */
            price_version: number | null;
            /**
             * Format: int64
             * @description The quantity of the feature, if it determined the amount; null otherwise.
             */
            quantity: number | null;
            /**
             * Format: int64
             * @description The number of released credits.
             */
            released: number;
            /** @description The state: `open`, `captured`, `voided` or `expired`; all but the first are final. */
            state: string;
        };
        /**
         * ListedTransaction
         * @description A change of a balance, with its mode.
         * @example {
         *       "amount": -5,
         *       "balance_after": 95,
         *       "booked_at": "2026-01-01T00:00:00.000Z",
         *       "customer": {
         *         "email": null,
         *         "external_id": "user-42",
         *         "name": null
         *       },
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "description": "One picture",
         *       "feature": "image.large",
         *       "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
         *       "kind": "spend",
         *       "metadata": {},
         *       "mode": "live",
         *       "price_version": 2,
         *       "quantity": 1,
         *       "reverses": null,
         *       "website": {
         *         "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *         "name": "Pictures"
         *       }
         *     }
         */
        ListedTransaction: {
            /**
             * Format: int64
             * @description The credits that were added (above zero) or taken (below zero).
             */
            amount: number;
            /**
             * Format: int64
             * @description The balance after the transaction, including held credits; below zero if the customer owes credits.
             */
            balance_after: number;
            /**
             * Format: date-time
             * @description The booking time; never before an earlier transaction of the same balance.
             */
            booked_at: string;
            /** @description The customer's names; null when the account holder reads. */
            customer: components["schemas"]["TransactionCustomer"] | null;
            /** @description The customer; null for a user's credits with the platform itself. */
            customer_id: string | null;
            /** @description A description for the customer. */
            description: string | null;
            /** @description The code of the feature; null if the request named none. */
            feature: string | null;
            /** @description The transaction's id. */
            id: string;
            /** @description The kind: `grant`, `spend`, `capture` (of a hold), `expiry`, `reversal` (of a spend, a capture or a claw-back), `void` (of a grant), `transfer` (two customers were merged, or separated again), `claw_back` (credits of a refunded or disputed payment) or `write_off` (such credits, if they were used before and are not owed). Clients must accept further kinds. */
            kind: string;
            /** @description The website's own data. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description The mode: `live` or `test`. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: int64
             * @description The version of the price that applied to the quantity; null if there is none.
             */
            price_version: number | null;
            /**
             * Format: int64
             * @description The quantity of the feature, if it determined the amount; null otherwise.
             */
            quantity: number | null;
            /** @description The transaction that this one reverses or voids; null for all kinds but `reversal` and `void`. */
            reverses: string | null;
            /** @description The website; null for the platform itself. */
            website: components["schemas"]["TransactionSite"] | null;
        };
        /**
         * Lot
         * @description Credits of one grant with one expiry.
         * @example {
         *       "amount": 100,
         *       "effective_at": "2026-01-01T00:00:00.000Z",
         *       "expires_at": "2026-02-01T00:00:00.000Z",
         *       "feature": null,
         *       "kind": "promo",
         *       "priority": 30,
         *       "remaining": 95,
         *       "transaction_id": "txn_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        Lot: {
            /**
             * Format: int64
             * @description The original number of credits.
             */
            amount: number;
            /**
             * Format: date-time
             * @description The time from which the credits can be used.
             */
            effective_at: string;
            /**
             * Format: date-time
             * @description The time from which the credits can no longer be used; null for never.
             */
            expires_at: string | null;
            /** @description The code of the only feature that the credits can be used for; null for any use. */
            feature: string | null;
            /** @description The origin of the credits: `promo`, `subscription`, `purchase`, `adjustment` or `restored`. */
            kind: string;
            /**
             * Format: int16
             * @description The burn priority: lots with a lower number are used first.
             */
            priority: number;
            /**
             * Format: int64
             * @description The number of credits that are left, including held ones.
             */
            remaining: number;
            /** @description The id of the transaction that created the lot. */
            transaction_id: string;
        };
        /**
         * LotChange
         * @description A change of a lot: credits of one grant with one expiry.
         */
        LotChange: {
            /**
             * Format: int64
             * @description The credits that were added to the lot (above zero) or taken from it (below zero).
             */
            amount: number;
            /**
             * Format: date-time
             * @description The time from which the credits can no longer be used; null for never.
             */
            expires_at: string | null;
            /** @description The code of the only feature that the credits can be used for; null for any use. */
            feature: string | null;
            /** @description The origin of the credits. */
            kind: string;
            /** @description The id of the transaction that created the lot. */
            transaction_id: string;
        };
        /**
         * @description The mode of credits.
         * @enum {string}
         */
        Mode: "live" | "test";
        /**
         * Movement
         * @description A transaction and the balance after it.
         * @example {
         *       "balance": {
         *         "available": 95,
         *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *         "debt": 0,
         *         "held": 0,
         *         "mode": "live",
         *         "posted": 95,
         *         "scale": 0,
         *         "subscribed": false,
         *         "unit": "credit",
         *         "updated_at": "2026-01-01T00:00:00.000Z",
         *         "website": {
         *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *           "name": "Pictures",
         *           "url": "https://pictures.example"
         *         }
         *       },
         *       "transaction": {
         *         "amount": -5,
         *         "balance_after": 95,
         *         "booked_at": "2026-01-01T00:00:00.000Z",
         *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *         "description": "One picture",
         *         "feature": "image.large",
         *         "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
         *         "kind": "spend",
         *         "metadata": {},
         *         "price_version": 2,
         *         "quantity": 1,
         *         "reverses": null,
         *         "website": {
         *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *           "name": "Pictures"
         *         }
         *       }
         *     }
         */
        Movement: {
            /** @description The balance after the transaction. */
            balance: components["schemas"]["Balance"];
            /** @description The transaction. */
            transaction: components["schemas"]["Transaction"];
        };
        /**
         * MyCheckout
         * @description A checkout. The price and the credits were fixed when it was started.
         * @example {
         *       "amount_minor": 1000,
         *       "bonus": 50,
         *       "closed_at": null,
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "credits": 500,
         *       "currency": "eur",
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "expires_at": "2026-01-01T01:00:00.000Z",
         *       "id": "chk_0192f0c4a1b27c3d8e9f001122334455",
         *       "mode": "live",
         *       "pack": "small",
         *       "payment_id": null,
         *       "plan": null,
         *       "quantity": 1,
         *       "reason": null,
         *       "scale": 0,
         *       "state": "open",
         *       "top_up": null,
         *       "url": "https://checkout.stripe.com/c/pay/example",
         *       "version": 1,
         *       "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "website_name": "Pictures"
         *     }
         */
        MyCheckout: {
            /**
             * Format: int64
             * @description The price of all of them, for a plan in one period, before discounts and taxes, in the smallest unit of the currency.
             */
            amount_minor: number;
            /**
             * Format: int64
             * @description The free credits of all packs.
             */
            bonus: number;
            /**
             * Format: date-time
             * @description The time at which the state became final; null before.
             */
            closed_at: string | null;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /**
             * Format: int64
             * @description The credits of all packs without the bonus, or of one allowance of the plan.
             */
            credits: number;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /** @description The customer who gets the credits; null for credits of the platform. */
            customer_id: string | null;
            /**
             * Format: date-time
             * @description The time until which the buyer can pay.
             */
            expires_at: string;
            /** @description The id, `chk_…`. */
            id: string;
            /** @description The mode of the credits. */
            mode: components["schemas"]["Mode"];
            /** @description The code of the pack; null for a plan and an automatic top-up. */
            pack: string | null;
            /** @description The payment; null before the buyer has paid. */
            payment_id: string | null;
            /** @description The code of the plan; null for a pack and an automatic top-up. */
            plan: string | null;
            /**
             * Format: int64
             * @description The number of packs, or of pieces of the plan; 1 for an automatic top-up.
             */
            quantity: number;
            /** @description The reason of a failure or a review, as a word; else null. It stays if the website accepts the payment. A completed checkout of an automatic top-up has one if the top-up could no longer be turned on as agreed: `newer-rule`, `needs-consent` (the pack is dearer now), `limit-lowered`, `price-unavailable`, `account-changed`, `website-suspended`, `dispute`, `fraud-warning` or `merged`. */
            reason: string | null;
            /**
             * Format: int32
             * @description Decimal places for display; `credits` and `bonus` are in the smallest unit.
             */
            scale: number;
            /** @description The state. */
            state: components["schemas"]["CheckoutState"];
            /** @description The automatic top-up to which the buyer agrees; null for a sale. Nothing is paid, so that the amount and the credits of the checkout are 0. */
            top_up: components["schemas"]["CheckoutTopUp"] | null;
            /** @description Stripe's page, on which the buyer pays; null unless the checkout is open. */
            url: string | null;
            /**
             * Format: int64
             * @description The version of the pack or the plan.
             */
            version: number;
            /** @description The website that sells the credits; null for the platform. */
            website_id: string | null;
            /** @description The website's name; null for the platform. */
            website_name: string | null;
        };
        /**
         * MyCheckoutRequest
         * @description A pack or a plan that the user buys.
         * @example {
         *       "cancel_url": "https://shop.example.com/credits",
         *       "pack": "small",
         *       "success_url": "https://shop.example.com/credits/done",
         *       "website": "web_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        MyCheckoutRequest: {
            /** @description The address to which Stripe sends a buyer who leaves; the same rules apply. */
            cancel_url: string;
            /** @description The currency, as an ISO 4217 code in lower case; the seller's own if absent. */
            currency?: string;
            /** @description The language of Stripe's page, such as `de` or `pt-BR`; the one of the browser if absent. */
            locale?: string;
            /** @description The mode of the credits; live if absent. */
            mode?: components["schemas"]["Mode"];
            /** @description The code of the pack; either this, `plan` or `top_up`. */
            pack?: string;
            /** @description The code of the plan; either this, `pack` or `top_up`. */
            plan?: string;
            /**
             * Format: int64
             * @description The number of packs, or of pieces of the plan; 1 if absent.
             */
            quantity?: number;
            /** @description True to have Stripe save the card, so that automatic top-ups can charge it; false if absent. The card of a plan is saved anyway. */
            save_card?: boolean;
            /** @description The address to which Stripe sends the buyer after the payment. `checkout` with the id is added to its query. It must be https, and on one of the website's registered addresses or of this installation; http is allowed on localhost in test mode. */
            success_url: string;
            /** @description An automatic top-up to which the buyer agrees, instead of a purchase: Stripe saves the card, nothing is paid, and the top-up is turned on. `quantity` and `save_card` must be absent. */
            top_up?: components["schemas"]["CheckoutTopUpRequest"];
            /** @description The website whose credits are bought; the platform's own if absent. A token of a website's client buys at that website. */
            website?: string;
        };
        /**
         * MyPayment
         * @description A payment of the user, with the seller.
         * @example {
         *       "amount_minor": 1000,
         *       "checkout_id": "chk_0192f0c4a1b27c3d8e9f001122334455",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "credits": 550,
         *       "currency": "eur",
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "discount_minor": 0,
         *       "id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
         *       "mode": "live",
         *       "paid_at": "2026-01-01T00:00:00.000Z",
         *       "reason": null,
         *       "refunded_minor": 400,
         *       "state": "paid",
         *       "subscription_id": null,
         *       "tax_minor": 0,
         *       "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "website_name": "Pictures",
         *       "withdrawn_minor": 0
         *     }
         */
        MyPayment: {
            /**
             * Format: int64
             * @description The amount that the buyer paid, in the smallest unit of the currency.
             */
            amount_minor: number;
            /** @description The checkout that was paid; null for a payment of a subscription. */
            checkout_id: string | null;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /**
             * Format: int64
             * @description The credits that were granted, the bonus included.
             */
            credits: number;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /** @description The customer; null for a purchase from the platform. */
            customer_id: string | null;
            /**
             * Format: int64
             * @description The discount that was taken off the price.
             */
            discount_minor: number;
            /** @description The id, `pmt_…`. */
            id: string;
            /** @description The mode of the credits. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: date-time
             * @description The time at which it was paid; null before.
             */
            paid_at: string | null;
            /** @description The reason of a failure or a review, as a word; else null. */
            reason: string | null;
            /**
             * Format: int64
             * @description The part of the amount that was refunded, or is being refunded.
             */
            refunded_minor: number;
            /** @description The state. */
            state: components["schemas"]["PaymentState"];
            /** @description The subscription that was paid; null for a payment of a checkout. */
            subscription_id: string | null;
            /**
             * Format: int64
             * @description The taxes in the amount.
             */
            tax_minor: number;
            /** @description The website that sold the credits; null for the platform. */
            website_id: string | null;
            /** @description The website's name. */
            website_name: string | null;
            /**
             * Format: int64
             * @description The part of the amount that disputes have withdrawn.
             */
            withdrawn_minor: number;
        };
        /**
         * MyPaymentPage
         * @description One page of the user's payments, newest first.
         */
        MyPaymentPage: {
            /** @description The payments. */
            items: components["schemas"]["MyPayment"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * MyPortalRequest
         * @description The seller whose portal is opened for the user.
         * @example {
         *       "return_url": "https://shop.example.com/credits",
         *       "website": "web_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        MyPortalRequest: {
            /** @description The mode of the credits; live if absent. */
            mode?: components["schemas"]["Mode"];
            /** @description The address to which the page leads back, with the rules of a checkout's addresses. */
            return_url: string;
            /** @description The website where the user has bought; the platform if absent. A token of a website's client opens that website's portal. */
            website?: string;
        };
        /**
         * NextExpiry
         * @description Credits that expire together.
         * @example {
         *       "amount": 95,
         *       "at": "2026-02-01T00:00:00.000Z"
         *     }
         */
        NextExpiry: {
            /**
             * Format: int64
             * @description The number of credits that are left.
             */
            amount: number;
            /**
             * Format: date-time
             * @description The time of the expiry.
             */
            at: string;
        };
        /**
         * Notice
         * @description A problem that an owner has to solve.
         * @example {
         *       "kind": "webhook-endpoint-disabled",
         *       "mode": "live",
         *       "reason": "it failed for five days",
         *       "since": "2026-01-01T00:00:00.000Z",
         *       "subject": "whe_0192f0c4a1b27c3d8e9f001122334455",
         *       "url": "https://pictures.example.com/hooks/tollgate",
         *       "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "website_name": "Pictures"
         *     }
         */
        Notice: {
            /**
             * @description The kind of problem. Later versions add kinds.
             *
             *
             *     - `webhook-endpoint-disabled`: the endpoint receives no events, because it failed for five days or responded 410; switch it on again, or delete it.
             *     - `payment-disputed`: a bank asks about a payment or has withdrawn it; answer in the Stripe dashboard.
             *     - `payment-fraud-warning`: a bank believes that a payment is fraudulent; a refund can still prevent a dispute.
             *     - `payment-review`: a payment is paid and no credits were granted; accept or refund it.
             *     - `stripe-connection-degraded`: a part of the connection to Stripe does not work; check it in the billing settings.
             *     - `stripe-connection-revoked`: Stripe refuses the connection's key, and nothing is sold; enter a new key.
             *     - `stripe-dead-letters`: objects at Stripe could not be applied; remove the cause, and apply them again.
             */
            kind: string;
            /** @description The mode: live or test credits. */
            mode: components["schemas"]["Mode"];
            /** @description The cause, as a text. */
            reason: string;
            /**
             * Format: date-time
             * @description The time since when; null if it is unknown.
             */
            since: string | null;
            /** @description The id of the item concerned: of the endpoint, the dispute, the payment or the connection. */
            subject: string;
            /** @description The endpoint's URL; for other kinds the page in this installation's app on which the owner acts. */
            url: string;
            /** @description The website's id. */
            website_id: string;
            /** @description The website's name. */
            website_name: string;
        };
        /**
         * NoticeList
         * @description The problems that an owner has to solve.
         */
        NoticeList: {
            /** @description The notices, newest first, at most a hundred. */
            items: components["schemas"]["Notice"][];
        };
        /**
         * @description The status of a pack or a plan.
         * @enum {string}
         */
        OfferStatus: "active" | "archived";
        /**
         * @description The action at the expiry of a hold.
         * @enum {string}
         */
        OnExpiry: "release" | "capture";
        /**
         * OperatorBilling
         * @description One page of connections, newest first.
         * @example {
         *       "items": [
         *         {
         *           "account_name": "Pictures",
         *           "circuit": "closed",
         *           "created_at": "2026-01-01T00:00:00.000Z",
         *           "dead": 0,
         *           "delivery": "webhook",
         *           "id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *           "last_event_at": "2026-01-01T00:00:00.000Z",
         *           "mode": "live",
         *           "oldest_waiting_since": null,
         *           "owner_user_id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *           "reason": null,
         *           "state": "active",
         *           "stripe_account": "acct_1a2b3c",
         *           "waiting": 0
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        OperatorBilling: {
            /** @description The connections. */
            items: components["schemas"]["OperatorStripeConnection"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * OperatorCheck
         * @description A health check.
         * @example {
         *       "detail": null,
         *       "name": "database",
         *       "state": "ok"
         *     }
         */
        OperatorCheck: {
            /** @description The cause of a failure, or a note about a check that passed; null without either. */
            detail: string | null;
            /** @description The name of the check. */
            name: string;
            /** @description The state of the check. */
            state: components["schemas"]["OperatorCheckState"];
        };
        /**
         * @description The state of a check.
         * @enum {string}
         */
        OperatorCheckState: "ok" | "failing";
        /**
         * OperatorDeadLetters
         * @description One page of dead objects, the latest changed first.
         * @example {
         *       "items": [
         *         {
         *           "attempts": 2,
         *           "checked_at": "2026-01-01T00:00:00.000Z",
         *           "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *           "error": "Stripe is not available",
         *           "kind": "session",
         *           "next_at": "2026-01-01T00:01:00.000Z",
         *           "state": "waiting",
         *           "stripe_event": "evt_1a2b3c",
         *           "stripe_object": "cs_live_a1b2c3",
         *           "updated_at": "2026-01-01T00:00:00.000Z"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        OperatorDeadLetters: {
            /** @description The objects. */
            items: components["schemas"]["StripeInboxObject"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * OperatorDelivery
         * @description A delivery of a webhook, as the operator sees it: without its body.
         * @example {
         *       "attempts": 12,
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "endpoint_id": "whe_0192f0c4a1b27c3d8e9f001122334455",
         *       "event_id": "evt_4398046511105",
         *       "last_at": "2026-01-01T00:00:00.000Z",
         *       "last_error": null,
         *       "last_status": 503,
         *       "mode": "live",
         *       "state": "failed",
         *       "type": "credits.low",
         *       "url": "https://pictures.example.com/hooks",
         *       "website_id": "web_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        OperatorDelivery: {
            /**
             * Format: int64
             * @description The number of attempts.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description The time of the event.
             */
            created_at: string;
            /** @description The id of the endpoint. */
            endpoint_id: string;
            /** @description The event's id. */
            event_id: string;
            /**
             * Format: date-time
             * @description The time of the last attempt; null before.
             */
            last_at: string | null;
            /** @description The error of the last attempt. */
            last_error: string | null;
            /**
             * Format: int16
             * @description The HTTP status of the endpoint's last response.
             */
            last_status: number | null;
            /** @description The mode: `live` or `test`. */
            mode: string;
            /** @description The state: `waiting`, `delivered` or `failed`. */
            state: string;
            /** @description The event's type. */
            type: string;
            /** @description The endpoint's URL. */
            url: string;
            /** @description The endpoint's website. */
            website_id: string;
        };
        /**
         * OperatorDeliveryPage
         * @description One page of deliveries, newest first.
         * @example {
         *       "items": [
         *         {
         *           "attempts": 12,
         *           "created_at": "2026-01-01T00:00:00.000Z",
         *           "endpoint_id": "whe_0192f0c4a1b27c3d8e9f001122334455",
         *           "event_id": "evt_4398046511105",
         *           "last_at": "2026-01-01T00:00:00.000Z",
         *           "last_error": null,
         *           "last_status": 503,
         *           "mode": "live",
         *           "state": "failed",
         *           "type": "credits.low",
         *           "url": "https://pictures.example.com/hooks",
         *           "website_id": "web_0192f0c4a1b27c3d8e9f001122334455"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        OperatorDeliveryPage: {
            /** @description The deliveries. */
            items: components["schemas"]["OperatorDelivery"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * OperatorHealth
         * @description The health of the installation.
         * @example {
         *       "checks": [
         *         {
         *           "detail": null,
         *           "name": "database",
         *           "state": "ok"
         *         }
         *       ],
         *       "ledger": {
         *         "findings": 0,
         *         "frozen": 0,
         *         "last_verified_at": "2026-01-01T00:00:00.000Z"
         *       },
         *       "mail": {
         *         "due": 0,
         *         "failing": 0
         *       },
         *       "versions": {
         *         "database": "postgres",
         *         "tollgate": "1.0.0"
         *       },
         *       "webhooks": {
         *         "due": 3,
         *         "failing_endpoints": 1
         *       }
         *     }
         */
        OperatorHealth: {
            /** @description The health checks. */
            checks: components["schemas"]["OperatorCheck"][];
            /** @description The health of the books. */
            ledger: components["schemas"]["OperatorLedgerHealth"];
            /** @description The health of mail. */
            mail: components["schemas"]["OperatorMailHealth"];
            /** @description The running versions. */
            versions: components["schemas"]["OperatorVersions"];
            /** @description The health of webhooks. */
            webhooks: components["schemas"]["OperatorWebhookHealth"];
        };
        /**
         * OperatorLedgerHealth
         * @description The health of the books.
         * @example {
         *       "findings": 0,
         *       "frozen": 0,
         *       "last_verified_at": "2026-01-01T00:00:00.000Z"
         *     }
         */
        OperatorLedgerHealth: {
            /**
             * Format: int64
             * @description The number of its findings.
             */
            findings: number;
            /**
             * Format: int64
             * @description The number of frozen accounts; counted up to 10000.
             */
            frozen: number;
            /**
             * Format: date-time
             * @description The end of the last verification of all books; null before.
             */
            last_verified_at: string | null;
        };
        /**
         * OperatorMailDelivery
         * @description An email of the identity provider, without its text.
         * @example {
         *       "attempts": 1,
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "ended_at": "2026-01-01T00:00:01.000Z",
         *       "id": "mail_0192f0c4a1b27c3d8e9f001122334455",
         *       "kind": "sign_in_link",
         *       "next_attempt_at": null,
         *       "reason": "refused",
         *       "recipient": "ada@example.com",
         *       "reply": "550 5.1.1",
         *       "state": "given_up"
         *     }
         */
        OperatorMailDelivery: {
            /**
             * Format: int64
             * @description The number of attempts.
             */
            attempts: number;
            /** @description The time at which it was queued. */
            created_at: string;
            /** @description The time at which it was sent or given up; null before. */
            ended_at: string | null;
            /** @description The email's id, also in its `Message-ID`. */
            id: string;
            /** @description The kind: `sign_in_link`, `password_link`, `address_proof`, or a notice: `way_added`, `way_removed`, `address_replaced`, `accounts_merged`, `merge_undone`, `account_leaves`, `account_stays`; or a `message` to an owner of websites. Later versions may add kinds. */
            kind: string;
            /** @description The time of the next attempt; null if there is none. */
            next_attempt_at: string | null;
            /** @description The cause of the last failure: `refused`, `put_off`, `unauthenticated`, `timed_out`, `insecure`, `unreachable`, `not_written`, `unreadable`; `expired` if it was never tried. Later versions may add causes; null without a failure. */
            reason: string | null;
            /** @description The address of the recipient. */
            recipient: string;
            /** @description The reply codes of the mail server at that failure. */
            reply: string | null;
            /** @description The state: `waiting`, `sent` (the mail server accepted it) or `given_up`. */
            state: string;
        };
        /**
         * OperatorMailDeliveryPage
         * @description One page of emails, newest first.
         * @example {
         *       "items": [
         *         {
         *           "attempts": 1,
         *           "created_at": "2026-01-01T00:00:00.000Z",
         *           "ended_at": "2026-01-01T00:00:01.000Z",
         *           "id": "mail_0192f0c4a1b27c3d8e9f001122334455",
         *           "kind": "sign_in_link",
         *           "next_attempt_at": null,
         *           "reason": "refused",
         *           "recipient": "ada@example.com",
         *           "reply": "550 5.1.1",
         *           "state": "given_up"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        OperatorMailDeliveryPage: {
            /** @description The emails. */
            items: components["schemas"]["OperatorMailDelivery"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * OperatorMailHealth
         * @description The health of mail.
         * @example {
         *       "due": 0,
         *       "failing": 0
         *     }
         */
        OperatorMailHealth: {
            /**
             * Format: int64
             * @description The number of queued emails; null if the identity provider does not report it.
             */
            due: number | null;
            /**
             * Format: int64
             * @description The number of queued emails with a failed attempt.
             */
            failing: number | null;
        };
        /**
         * OperatorReconcileRequest
         * @description The connections to be compared with Stripe, and the wishes for it.
         * @example {
         *       "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *       "dry_run": false
         *     }
         */
        OperatorReconcileRequest: {
            /** @description The connection of one book: a website's id, or `platform`, and a mode, such as `web_…:live`. */
            book?: string;
            /** @description One connection; without it and without `book` all that can be used. */
            connection_id?: string;
            /** @description True if differences are only counted: no object is applied, and no finding is recorded or closed. */
            dry_run?: boolean;
            /**
             * Format: date-time
             * @description Objects that were created at this time or later are listed; without it those since three days before the last run.
             */
            since?: string;
        };
        /**
         * OperatorReplay
         * @description The objects to be applied again: one object, or all dead ones with an error.
         * @example {
         *       "error": "Stripe is not available"
         *     }
         */
        OperatorReplay: {
            /** @description The error of dead objects, exactly as it is listed. */
            error?: string;
            /** @description One object, in any state. */
            object?: components["schemas"]["StripeObjectKey"];
        };
        /**
         * OperatorReplayed
         * @description The number of objects that are due now.
         * @example {
         *       "replayed": 12
         *     }
         */
        OperatorReplayed: {
            /**
             * Format: int32
             * @description The number of objects, at most 500; if it is 500, repeat the request for the others.
             */
            replayed: number;
        };
        /**
         * OperatorSigningKey
         * @description A key that signs tokens, without its private part.
         * @example {
         *       "alg": "ES256",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "kid": "k1",
         *       "retires_at": null,
         *       "signs_from": "2026-01-02T00:00:00.000Z",
         *       "state": "active"
         *     }
         */
        OperatorSigningKey: {
            /** @description The algorithm: `ES256`, `RS256` or `EdDSA`. */
            alg: string;
            /** @description The time of publication. */
            created_at: string;
            /** @description The key's id in tokens. */
            kid: string;
            /** @description The time at which it stopped signing; null before. */
            retires_at: string | null;
            /** @description The time from which it signs or signed; null if it is not decided. */
            signs_from: string | null;
            /** @description The state: `announced`, `active` or `retired`. */
            state: string;
        };
        /**
         * OperatorSigningKeys
         * @description All keys, oldest first.
         * @example {
         *       "items": [
         *         {
         *           "alg": "ES256",
         *           "created_at": "2026-01-01T00:00:00.000Z",
         *           "kid": "k1",
         *           "retires_at": null,
         *           "signs_from": "2026-01-02T00:00:00.000Z",
         *           "state": "active"
         *         }
         *       ]
         *     }
         */
        OperatorSigningKeys: {
            /** @description The keys. */
            items: components["schemas"]["OperatorSigningKey"][];
        };
        /**
         * OperatorStripeConnection
         * @description A Stripe account through which websites sell, as the operator sees it.
         * @example {
         *       "account_name": "Pictures",
         *       "circuit": "closed",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "dead": 0,
         *       "delivery": "webhook",
         *       "id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *       "last_event_at": "2026-01-01T00:00:00.000Z",
         *       "mode": "live",
         *       "oldest_waiting_since": null,
         *       "owner_user_id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "reason": null,
         *       "state": "active",
         *       "stripe_account": "acct_1a2b3c",
         *       "waiting": 0
         *     }
         */
        OperatorStripeConnection: {
            /** @description The name of the account. */
            account_name: string;
            /** @description The circuit of the connection in the server that responds. */
            circuit: components["schemas"]["StripeCircuit"];
            /**
             * Format: date-time
             * @description The time of the connection's creation.
             */
            created_at: string;
            /**
             * Format: int64
             * @description The number of dead objects; counted up to 10000.
             */
            dead: number;
            /** @description The way in which events arrive: `webhook` or `poll`. */
            delivery: string;
            /** @description The connection's id. */
            id: string;
            /**
             * Format: date-time
             * @description The time at which the last event arrived; null before the first.
             */
            last_event_at: string | null;
            /** @description The mode: live or test. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: date-time
             * @description The time since which the oldest of them waits; null if none waits.
             */
            oldest_waiting_since: string | null;
            /** @description The user who owns it; null for the platform. */
            owner_user_id: string | null;
            /** @description The reason of the state; null if it works. */
            reason: string | null;
            /** @description The state: `checking`, `active`, `degraded` or `revoked`. */
            state: string;
            /** @description Stripe's id of the account. */
            stripe_account: string;
            /**
             * Format: int64
             * @description The number of objects that wait; counted up to 1000.
             */
            waiting: number;
        };
        /**
         * OperatorUser
         * @description A user, as the operator sees it.
         * @example {
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "email": "ada@example.com",
         *       "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "image": null,
         *       "is_active": true,
         *       "is_operator": false,
         *       "last_seen_at": "2026-01-01T00:00:00.000Z",
         *       "name": "Ada",
         *       "websites": 2
         *     }
         */
        OperatorUser: {
            /** @description The time at which the identity provider created the user. */
            created_at: string;
            /** @description The email address. */
            email: string | null;
            /** @description The user's id. */
            id: string;
            /** @description The URL of an image. */
            image: string | null;
            /** @description True if the account is active. */
            is_active: boolean;
            /** @description True if the user operates this installation. */
            is_operator: boolean;
            /**
             * Format: date-time
             * @description The issue time of the last token of the user that was stored here: it had new data, or was a minute newer; null before.
             */
            last_seen_at: string | null;
            /** @description The name. */
            name: string | null;
            /**
             * Format: int64
             * @description The number of the user's websites.
             */
            websites: number;
        };
        /**
         * OperatorUserAccount
         * @description An account at a provider with which a user signs in.
         * @example {
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "email": "ada@example.com",
         *       "id": "acc_0192f0c4a1b27c3d8e9f001122334455",
         *       "provider": "github"
         *     }
         */
        OperatorUserAccount: {
            /** @description The time at which it was linked. */
            created_at: string;
            /** @description The email address that the provider has verified. */
            email: string | null;
            /** @description The account's id. */
            id: string;
            /** @description The provider. */
            provider: string;
        };
        /**
         * OperatorUserCustomer
         * @description A website at which the user is a customer.
         * @example {
         *       "available": 95,
         *       "id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "mode": "live",
         *       "scale": 0,
         *       "website": "Picture Shop",
         *       "website_id": "web_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        OperatorUserCustomer: {
            /**
             * Format: int64
             * @description The credits that can be spent.
             */
            available: number;
            /** @description The customer's id at the website. */
            id: string;
            /** @description The mode: `live` or `test`. */
            mode: string;
            /**
             * Format: int16
             * @description Decimal places, for display only.
             */
            scale: number;
            /** @description The website's name. */
            website: string;
            /** @description The website's id. */
            website_id: string;
        };
        /**
         * OperatorUserDetail
         * @description A user with sessions, accounts and customers.
         * @example {
         *       "accounts": [
         *         {
         *           "created_at": "2026-01-01T00:00:00.000Z",
         *           "email": "ada@example.com",
         *           "id": "acc_0192f0c4a1b27c3d8e9f001122334455",
         *           "provider": "github"
         *         }
         *       ],
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "customers": [
         *         {
         *           "available": 95,
         *           "id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *           "mode": "live",
         *           "scale": 0,
         *           "website": "Picture Shop",
         *           "website_id": "web_0192f0c4a1b27c3d8e9f001122334455"
         *         }
         *       ],
         *       "email": "ada@example.com",
         *       "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "image": null,
         *       "is_active": true,
         *       "is_operator": false,
         *       "last_seen_at": "2026-01-01T00:00:00.000Z",
         *       "name": "Ada",
         *       "sessions": [
         *         {
         *           "created_at": "2026-01-01T00:00:00.000Z",
         *           "id": "ses_0192f0c4a1b27c3d8e9f001122334455",
         *           "last_seen_at": "2026-01-01T00:00:00.000Z",
         *           "method": [
         *             "otp"
         *           ],
         *           "network": "192.0.2.7",
         *           "user_agent": "Mozilla/5.0"
         *         }
         *       ],
         *       "websites": 2
         *     }
         */
        OperatorUserDetail: {
            /** @description The accounts with which the user signs in. */
            accounts: components["schemas"]["OperatorUserAccount"][];
            /** @description The time at which the identity provider created the user. */
            created_at: string;
            /** @description The websites at which the user is a customer. */
            customers: components["schemas"]["OperatorUserCustomer"][];
            /** @description The email address. */
            email: string | null;
            /** @description The user's id. */
            id: string;
            /** @description The URL of an image. */
            image: string | null;
            /** @description True if the account is active. */
            is_active: boolean;
            /** @description True if the user operates this installation. */
            is_operator: boolean;
            /**
             * Format: date-time
             * @description The issue time of the last token of the user that was stored here: it had new data, or was a minute newer; null before.
             */
            last_seen_at: string | null;
            /** @description The name. */
            name: string | null;
            /** @description The user's browser sessions. */
            sessions: components["schemas"]["OperatorUserSession"][];
            /**
             * Format: int64
             * @description The number of the user's websites.
             */
            websites: number;
        };
        /**
         * OperatorUserPage
         * @description One page of users, newest first.
         * @example {
         *       "items": [
         *         {
         *           "created_at": "2026-01-01T00:00:00.000Z",
         *           "email": "ada@example.com",
         *           "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *           "image": null,
         *           "is_active": true,
         *           "is_operator": false,
         *           "last_seen_at": "2026-01-01T00:00:00.000Z",
         *           "name": "Ada",
         *           "websites": 2
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        OperatorUserPage: {
            /** @description The users. */
            items: components["schemas"]["OperatorUser"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * OperatorUserSession
         * @description A browser session of a user.
         * @example {
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "id": "ses_0192f0c4a1b27c3d8e9f001122334455",
         *       "last_seen_at": "2026-01-01T00:00:00.000Z",
         *       "method": [
         *         "otp"
         *       ],
         *       "network": "192.0.2.7",
         *       "user_agent": "Mozilla/5.0"
         *     }
         */
        OperatorUserSession: {
            /** @description The time at which the session began. */
            created_at: string;
            /** @description The session's id. */
            id: string;
            /** @description The time of the last use, to within a day. */
            last_seen_at: string;
            /** @description The authentication methods of the session (RFC 8176). */
            method: string[];
            /** @description The network in which the session began. */
            network: string | null;
            /** @description The browser's `User-Agent`. */
            user_agent: string | null;
        };
        /**
         * OperatorVersions
         * @description The running versions.
         * @example {
         *       "database": "postgres",
         *       "tollgate": "1.0.0"
         *     }
         */
        OperatorVersions: {
            /** @description The engine of its database: `sqlite` or `postgres`. */
            database: string;
            /** @description The version of this service. */
            tollgate: string;
        };
        /**
         * OperatorView
         * @description A view that has started.
         * @example {
         *       "expires_at": "2026-01-01T00:30:00.000Z",
         *       "user": {
         *         "email": "ada@example.com",
         *         "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *         "name": "Ada"
         *       },
         *       "view": "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0…"
         *     }
         */
        OperatorView: {
            /**
             * Format: date-time
             * @description The time at which the view ends.
             */
            expires_at: string;
            /** @description The user that it shows. */
            user: components["schemas"]["ViewedUser"];
            /** @description Send it as `Tollgate-View-As` with requests that read the data of this user. */
            view: string;
        };
        /**
         * OperatorWebhookHealth
         * @description The health of webhooks.
         * @example {
         *       "due": 3,
         *       "failing_endpoints": 1
         *     }
         */
        OperatorWebhookHealth: {
            /**
             * Format: int64
             * @description The number of due deliveries; counted up to 10000.
             */
            due: number;
            /**
             * Format: int64
             * @description The number of endpoints that fail or are disabled.
             */
            failing_endpoints: number;
        };
        /**
         * OperatorWebsite
         * @description A website, as the operator sees it.
         * @example {
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "customers": 1204,
         *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "name": "Picture Shop",
         *       "owner": {
         *         "email": "ada@example.com",
         *         "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *         "is_deleted": false,
         *         "name": "Ada"
         *       },
         *       "status": "active",
         *       "url": "https://pictures.example.com"
         *     }
         */
        OperatorWebsite: {
            /**
             * Format: date-time
             * @description The time of registration.
             */
            created_at: string;
            /**
             * Format: int64
             * @description The number of live customers; counted up to 10000.
             */
            customers: number;
            /** @description The website's id. */
            id: string;
            /** @description The website's name. */
            name: string;
            /** @description The owner. */
            owner: components["schemas"]["WebsiteOwner"];
            /** @description The status of the website. */
            status: components["schemas"]["OperatorWebsiteStatus"];
            /** @description The home page. */
            url: string;
        };
        /**
         * OperatorWebsitePage
         * @description One page of websites, newest first.
         * @example {
         *       "items": [
         *         {
         *           "created_at": "2026-01-01T00:00:00.000Z",
         *           "customers": 1204,
         *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *           "name": "Picture Shop",
         *           "owner": {
         *             "email": "ada@example.com",
         *             "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *             "is_deleted": false,
         *             "name": "Ada"
         *           },
         *           "status": "active",
         *           "url": "https://pictures.example.com"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        OperatorWebsitePage: {
            /** @description The websites. */
            items: components["schemas"]["OperatorWebsite"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * @description The status of a website.
         * @enum {string}
         */
        OperatorWebsiteStatus: "active" | "suspended";
        /**
         * Outstanding
         * @description Credits of one kind.
         * @example {
         *       "credits": 48000,
         *       "kind": "purchase"
         *     }
         */
        Outstanding: {
            /**
             * Format: int64
             * @description The number of credits, including held ones.
             */
            credits: number;
            /** @description The origin of the credits: `promo`, `subscription`, `purchase`, `adjustment` or `restored`. */
            kind: string;
        };
        /**
         * @description The credits that a capture may take beyond the rest of its hold.
         * @enum {string}
         */
        Overage: "reject" | "available" | "debt";
        /**
         * OverdraftLimitRequest
         * @description A new overdraft limit of a customer.
         * @example {
         *       "limit": 50
         *     }
         */
        OverdraftLimitRequest: {
            /**
             * Format: int64
             * @description The maximum debt that spends may create, in credits; 0 for none.
             */
            limit: number;
        };
        /**
         * Pack
         * @description A pack: credits that the website sells for money.
         * @example {
         *       "code": "small",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "description": "For about a hundred pictures",
         *       "id": "pck_0192f0c4a1b27c3d8e9f001122334455",
         *       "name": "500 credits",
         *       "position": 10,
         *       "status": "active",
         *       "updated_at": "2026-01-01T00:00:00.000Z",
         *       "version": {
         *         "bonus": 50,
         *         "bonus_expires_days": 90,
         *         "created_at": "2026-01-01T00:00:00.000Z",
         *         "credits": 500,
         *         "expires_days": 365,
         *         "feature": null,
         *         "first_only": false,
         *         "prices": [
         *           {
         *             "amount_minor": 900,
         *             "currency": "eur",
         *             "stripe": {
         *               "detail": null,
         *               "reason": null,
         *               "state": "synced",
         *               "stripe_price_id": "price_1SxYzA2eZvKYlo2C"
         *             }
         *           }
         *         ],
         *         "version": 1
         *       }
         *     }
         */
        Pack: {
            /** @description The website's code of the pack, which never changes. */
            code: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /** @description A sentence for buyers; null if there is none. */
            description: string | null;
            /** @description The id. */
            id: string;
            /** @description The name that buyers see. */
            name: string;
            /**
             * Format: int64
             * @description The place among the website's packs.
             */
            position: number;
            /** @description The status. */
            status: components["schemas"]["OfferStatus"];
            /**
             * Format: date-time
             * @description The time of the last change, or of the newest version.
             */
            updated_at: string;
            /** @description The newest version, which is sold; null before the first. */
            version: components["schemas"]["PackVersion"] | null;
        };
        /**
         * PackPage
         * @description One page of packs, in their order.
         */
        PackPage: {
            /** @description The packs. */
            items: components["schemas"]["Pack"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * PackRequest
         * @description The properties of a pack that can change without a new version.
         * @example {
         *       "description": "For about a hundred pictures",
         *       "name": "500 credits",
         *       "position": 10
         *     }
         */
        PackRequest: {
            /** @description A sentence for buyers; none if absent. */
            description?: string;
            /** @description The name that buyers see. */
            name: string;
            /**
             * Format: int64
             * @description The place among the website's packs, smallest first; 0 if absent. Packs of equal position are ordered by code.
             */
            position?: number;
            /** @description The status; `active` if absent. */
            status?: components["schemas"]["OfferStatus"];
        };
        /**
         * PackVersion
         * @description A version of a pack. A version never changes; the newest one is sold.
         * @example {
         *       "bonus": 50,
         *       "bonus_expires_days": 90,
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "credits": 500,
         *       "expires_days": 365,
         *       "feature": null,
         *       "first_only": false,
         *       "prices": [
         *         {
         *           "amount_minor": 900,
         *           "currency": "eur",
         *           "stripe": {
         *             "detail": null,
         *             "reason": null,
         *             "state": "synced",
         *             "stripe_price_id": "price_1SxYzA2eZvKYlo2C"
         *           }
         *         }
         *       ],
         *       "version": 1
         *     }
         */
        PackVersion: {
            /**
             * Format: int64
             * @description Further credits of the kind `promo`.
             */
            bonus: number;
            /**
             * Format: int64
             * @description Days from the purchase until the bonus expires; null if it does not.
             */
            bonus_expires_days: number | null;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /**
             * Format: int64
             * @description The credits that are paid for.
             */
            credits: number;
            /**
             * Format: int64
             * @description Days from the purchase until the credits expire; null if they do not.
             */
            expires_days: number | null;
            /** @description The code of the only feature on which the credits can be spent; null for all features. */
            feature: string | null;
            /** @description True if only customers who have bought nothing before may buy the pack. */
            first_only: boolean;
            /** @description The prices, in the order of their currencies. */
            prices: components["schemas"]["VersionPrice"][];
            /**
             * Format: int64
             * @description The number among the pack's versions.
             */
            version: number;
        };
        /**
         * PackVersionPage
         * @description One page of a pack's versions, newest first.
         */
        PackVersionPage: {
            /** @description The versions. */
            items: components["schemas"]["PackVersion"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * PackVersionRequest
         * @description A new version of a pack: its credits, their terms, and its prices.
         * @example {
         *       "bonus": 50,
         *       "bonus_expires_days": 90,
         *       "credits": 500,
         *       "expires_days": 365,
         *       "prices": [
         *         {
         *           "amount_minor": 900,
         *           "currency": "eur"
         *         }
         *       ]
         *     }
         */
        PackVersionRequest: {
            /**
             * Format: int64
             * @description Further credits of the kind `promo`; 0 if absent.
             */
            bonus?: number;
            /**
             * Format: int64
             * @description Days from the purchase until the bonus expires; it does not expire if absent.
             */
            bonus_expires_days?: number;
            /**
             * Format: int64
             * @description The credits that are paid for.
             */
            credits: number;
            /**
             * Format: int64
             * @description Days from the purchase until the credits expire; they do not expire if absent.
             */
            expires_days?: number;
            /** @description The code of the only feature on which the credits and the bonus can be spent; all features if absent. */
            feature?: string;
            /** @description True if only customers who have bought nothing before may buy the pack; false if absent. */
            first_only?: boolean;
            /** @description The prices, one for each currency; a pack is never free. */
            prices: components["schemas"]["VersionPriceRequest"][];
        };
        /**
         * Payment
         * @description A payment.
         * @example {
         *       "amount_minor": 1000,
         *       "checkout_id": "chk_0192f0c4a1b27c3d8e9f001122334455",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "credits": 550,
         *       "currency": "eur",
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "discount_minor": 0,
         *       "id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
         *       "paid_at": "2026-01-01T00:00:00.000Z",
         *       "reason": null,
         *       "refunded_minor": 400,
         *       "state": "paid",
         *       "subscription_id": null,
         *       "tax_minor": 0,
         *       "withdrawn_minor": 0
         *     }
         */
        Payment: {
            /**
             * Format: int64
             * @description The amount that the buyer paid, in the smallest unit of the currency.
             */
            amount_minor: number;
            /** @description The checkout that was paid; null for a payment of a subscription. */
            checkout_id: string | null;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /**
             * Format: int64
             * @description The credits that were granted, the bonus included.
             */
            credits: number;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /** @description The customer; null for a purchase from the platform. */
            customer_id: string | null;
            /**
             * Format: int64
             * @description The discount that was taken off the price.
             */
            discount_minor: number;
            /** @description The id, `pmt_…`. */
            id: string;
            /**
             * Format: date-time
             * @description The time at which it was paid; null before.
             */
            paid_at: string | null;
            /** @description The reason of a failure or a review, as a word; else null. */
            reason: string | null;
            /**
             * Format: int64
             * @description The part of the amount that was refunded, or is being refunded.
             */
            refunded_minor: number;
            /** @description The state. */
            state: components["schemas"]["PaymentState"];
            /** @description The subscription that was paid; null for a payment of a checkout. */
            subscription_id: string | null;
            /**
             * Format: int64
             * @description The taxes in the amount.
             */
            tax_minor: number;
            /**
             * Format: int64
             * @description The part of the amount that disputes have withdrawn.
             */
            withdrawn_minor: number;
        };
        /**
         * PaymentDetail
         * @description A payment with its credits, refunds and disputes, and its objects at Stripe.
         * @example {
         *       "amount_minor": 1000,
         *       "checkout_id": "chk_0192f0c4a1b27c3d8e9f001122334455",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "credits": 550,
         *       "credits_frozen": 0,
         *       "credits_taken_back": 220,
         *       "currency": "eur",
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "discount_minor": 0,
         *       "disputes": [],
         *       "fraud_warning": null,
         *       "id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
         *       "lots": [
         *         {
         *           "credits": 500,
         *           "expires_at": null,
         *           "kind": "purchase",
         *           "remaining": 280,
         *           "transaction_id": "txn_0192f0c4a1b27c3d8e9f001122334455"
         *         }
         *       ],
         *       "paid_at": "2026-01-01T00:00:00.000Z",
         *       "reason": null,
         *       "refunded_minor": 400,
         *       "refunds": [
         *         {
         *           "actor": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *           "amount_minor": 400,
         *           "created_at": "2026-01-02T00:00:00.000Z",
         *           "failure": null,
         *           "id": "rfd_0192f0c4a1b27c3d8e9f001122334455",
         *           "reason": "requested_by_customer",
         *           "state": "succeeded",
         *           "stripe_refund": "re_3QXExampleOfARefund000001"
         *         }
         *       ],
         *       "state": "paid",
         *       "stripe_charge": "ch_3QXExampleOfACharge000001",
         *       "stripe_invoice": null,
         *       "stripe_payment_intent": "pi_3QXExampleOfAnIntent00001",
         *       "subscription_id": null,
         *       "tax_minor": 0,
         *       "waits_for_holds": false,
         *       "withdrawn_minor": 0
         *     }
         */
        PaymentDetail: {
            /**
             * Format: int64
             * @description The amount that the buyer paid, in the smallest unit of the currency.
             */
            amount_minor: number;
            /** @description The checkout that was paid; null for a payment of a subscription. */
            checkout_id: string | null;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /**
             * Format: int64
             * @description The credits that were granted, the bonus included.
             */
            credits: number;
            /**
             * Format: int64
             * @description The credits that cannot be used at the moment, because their money is in doubt.
             */
            credits_frozen: number;
            /**
             * Format: int64
             * @description The credits that were taken back. Those that had been used became debt, or were written off.
             */
            credits_taken_back: number;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /** @description The customer; null for a purchase from the platform. */
            customer_id: string | null;
            /**
             * Format: int64
             * @description The discount that was taken off the price.
             */
            discount_minor: number;
            /** @description The disputes, oldest first. */
            disputes: components["schemas"]["Dispute"][];
            /** @description A bank's warning that the payment is fraudulent; null if there was none. */
            fraud_warning: components["schemas"]["FraudWarning"] | null;
            /** @description The id, `pmt_…`. */
            id: string;
            /** @description The credits that were granted. */
            lots: components["schemas"]["PaymentLot"][];
            /**
             * Format: date-time
             * @description The time at which it was paid; null before.
             */
            paid_at: string | null;
            /** @description The reason of a failure or a review, as a word; else null. */
            reason: string | null;
            /**
             * Format: int64
             * @description The part of the amount that was refunded, or is being refunded.
             */
            refunded_minor: number;
            /** @description The refunds, oldest first. */
            refunds: components["schemas"]["Refund"][];
            /** @description The state. */
            state: components["schemas"]["PaymentState"];
            /** @description The charge at Stripe; null until Stripe has one. */
            stripe_charge: string | null;
            /** @description The invoice at Stripe; null if Stripe wrote none. */
            stripe_invoice: string | null;
            /** @description The payment intent at Stripe; null if nothing had to be paid. */
            stripe_payment_intent: string | null;
            /** @description The subscription that was paid; null for a payment of a checkout. */
            subscription_id: string | null;
            /**
             * Format: int64
             * @description The taxes in the amount.
             */
            tax_minor: number;
            /** @description True if credits are to be taken back or frozen that open holds reserve; that happens when the holds end. */
            waits_for_holds: boolean;
            /**
             * Format: int64
             * @description The part of the amount that disputes have withdrawn.
             */
            withdrawn_minor: number;
        };
        /**
         * PaymentDocument
         * @description The document of a payment.
         * @example {
         *       "kind": "receipt",
         *       "url": "https://pay.stripe.com/receipts/example"
         *     }
         */
        PaymentDocument: {
            /** @description The kind. */
            kind: components["schemas"]["PaymentDocumentKind"];
            /** @description Stripe's page with the document. Fetch it when it is needed: Stripe ends such addresses after a time. */
            url: string;
        };
        /**
         * @description The kind of a document.
         * @enum {string}
         */
        PaymentDocumentKind: "invoice" | "receipt";
        /**
         * PaymentLot
         * @description Credits that a payment has bought.
         * @example {
         *       "credits": 500,
         *       "expires_at": null,
         *       "kind": "purchase",
         *       "remaining": 280,
         *       "transaction_id": "txn_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        PaymentLot: {
            /**
             * Format: int64
             * @description The number of credits.
             */
            credits: number;
            /**
             * Format: date-time
             * @description The time from which the credits can no longer be used; null for never.
             */
            expires_at: string | null;
            /** @description The origin of the credits: `purchase`, or `promo` for a bonus. */
            kind: string;
            /**
             * Format: int64
             * @description The number of credits that are left, including held ones.
             */
            remaining: number;
            /** @description The id of the transaction that granted the credits. */
            transaction_id: string;
        };
        /**
         * PaymentPage
         * @description One page of payments, newest first.
         */
        PaymentPage: {
            /** @description The payments. */
            items: components["schemas"]["Payment"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * @description The state of a payment.
         * @enum {string}
         */
        PaymentState: "pending" | "paid" | "review" | "failed";
        /**
         * Plan
         * @description A plan: an allowance of credits in each period of a subscription.
         * @example {
         *       "code": "pro",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "description": "1,000 credits each month",
         *       "family": "default",
         *       "id": "pln_0192f0c4a1b27c3d8e9f001122334455",
         *       "name": "Pro",
         *       "position": 10,
         *       "status": "active",
         *       "subscribers": 42,
         *       "updated_at": "2026-01-01T00:00:00.000Z",
         *       "version": {
         *         "created_at": "2026-01-01T00:00:00.000Z",
         *         "credits": 1000,
         *         "features": [
         *           {
         *             "credits": 50,
         *             "feature": "image"
         *           }
         *         ],
         *         "grant_every": "interval",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "max_quantity": 1,
         *         "prices": [
         *           {
         *             "amount_minor": 900,
         *             "currency": "eur",
         *             "stripe": {
         *               "detail": null,
         *               "reason": null,
         *               "state": "synced",
         *               "stripe_price_id": "price_1SxYzA2eZvKYlo2C"
         *             }
         *           }
         *         ],
         *         "rollover": "capped",
         *         "rollover_cap": 500,
         *         "rollover_periods": 1,
         *         "trial": {
         *           "credits": 100,
         *           "days": 14,
         *           "needs_card": true
         *         },
         *         "version": 1
         *       }
         *     }
         */
        Plan: {
            /** @description The website's code of the plan, which never changes. */
            code: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /** @description A sentence for buyers; null if there is none. */
            description: string | null;
            /** @description The family. */
            family: string;
            /** @description The id. */
            id: string;
            /** @description The name that buyers see. */
            name: string;
            /**
             * Format: int64
             * @description The place among the website's plans.
             */
            position: number;
            /** @description The status. */
            status: components["schemas"]["OfferStatus"];
            /**
             * Format: int64
             * @description The number of active, trialing and past-due subscriptions to the plan, through the website's current Stripe account.
             */
            subscribers: number;
            /**
             * Format: date-time
             * @description The time of the last change, or of the newest version.
             */
            updated_at: string;
            /** @description The newest version, which is sold; null before the first. */
            version: components["schemas"]["PlanVersion"] | null;
        };
        /**
         * PlanFeature
         * @description A feature of a plan.
         */
        PlanFeature: {
            /**
             * Format: int64
             * @description Further credits of each allowance that can be spent on this feature alone; 0 if the plan only names the feature.
             */
            credits: number;
            /** @description The feature's code. */
            feature: string;
        };
        /**
         * PlanFeatureRequest
         * @description A feature of a new version of a plan.
         */
        PlanFeatureRequest: {
            /**
             * Format: int64
             * @description Further credits of each allowance that can be spent on this feature alone; 0 if absent.
             */
            credits?: number;
            /** @description The feature's code. */
            feature: string;
        };
        /**
         * @description The rhythm of allowances.
         * @enum {string}
         */
        PlanGrantEvery: "interval" | "month";
        /**
         * @description The unit of a billing period.
         * @enum {string}
         */
        PlanInterval: "week" | "month" | "year";
        /**
         * PlanPage
         * @description One page of plans, in their order.
         */
        PlanPage: {
            /** @description The plans. */
            items: components["schemas"]["Plan"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * PlanRequest
         * @description The properties of a plan that can change without a new version.
         * @example {
         *       "description": "1,000 credits each month",
         *       "name": "Pro",
         *       "position": 10
         *     }
         */
        PlanRequest: {
            /** @description A sentence for buyers; none if absent. */
            description?: string;
            /** @description The family; `default` if absent. A customer has one live subscription in each family. */
            family?: string;
            /** @description The name that buyers see. */
            name: string;
            /**
             * Format: int64
             * @description The place among the website's plans, smallest first; 0 if absent. Plans of equal position are ordered by code.
             */
            position?: number;
            /** @description The status; `active` if absent. */
            status?: components["schemas"]["OfferStatus"];
        };
        /**
         * @description The part of an unused allowance that outlives the next one.
         * @enum {string}
         */
        PlanRollover: "none" | "capped" | "all";
        /**
         * PlanTrial
         * @description A trial without payment at the begin of a first subscription.
         */
        PlanTrial: {
            /**
             * Format: int64
             * @description The credits, which end with the trial.
             */
            credits: number;
            /**
             * Format: int64
             * @description The number of days.
             */
            days: number;
            /** @description True if the buyer has to name a card first. */
            needs_card: boolean;
        };
        /**
         * PlanVersion
         * @description A version of a plan. A version never changes; the newest one is sold, and subscriptions keep theirs.
         * @example {
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "credits": 1000,
         *       "features": [
         *         {
         *           "credits": 50,
         *           "feature": "image"
         *         }
         *       ],
         *       "grant_every": "interval",
         *       "interval": "month",
         *       "interval_count": 1,
         *       "max_quantity": 1,
         *       "prices": [
         *         {
         *           "amount_minor": 900,
         *           "currency": "eur",
         *           "stripe": {
         *             "detail": null,
         *             "reason": null,
         *             "state": "synced",
         *             "stripe_price_id": "price_1SxYzA2eZvKYlo2C"
         *           }
         *         }
         *       ],
         *       "rollover": "capped",
         *       "rollover_cap": 500,
         *       "rollover_periods": 1,
         *       "trial": {
         *         "credits": 100,
         *         "days": 14,
         *         "needs_card": true
         *       },
         *       "version": 1
         *     }
         */
        PlanVersion: {
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /**
             * Format: int64
             * @description The credits of one allowance.
             */
            credits: number;
            /** @description The features, in the order of their codes. */
            features: components["schemas"]["PlanFeature"][];
            /** @description The rhythm of allowances. */
            grant_every: components["schemas"]["PlanGrantEvery"];
            /** @description The unit of the billing period. */
            interval: components["schemas"]["PlanInterval"];
            /**
             * Format: int64
             * @description The number of units.
             */
            interval_count: number;
            /**
             * Format: int64
             * @description The largest quantity of a subscription.
             */
            max_quantity: number;
            /** @description The prices of one period, in the order of their currencies. */
            prices: components["schemas"]["VersionPrice"][];
            /** @description The part of an unused allowance that outlives the next one. */
            rollover: components["schemas"]["PlanRollover"];
            /**
             * Format: int64
             * @description The credits of earlier allowances that are kept at most; null unless the rollover is `capped`.
             */
            rollover_cap: number | null;
            /**
             * Format: int64
             * @description The number of further periods for which unused credits live.
             */
            rollover_periods: number;
            /** @description The trial; null without one. */
            trial: components["schemas"]["PlanTrial"] | null;
            /**
             * Format: int64
             * @description The number among the plan's versions.
             */
            version: number;
        };
        /**
         * PlanVersionPage
         * @description One page of a plan's versions, newest first.
         */
        PlanVersionPage: {
            /** @description The versions. */
            items: components["schemas"]["PlanVersion"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * PlanVersionRequest
         * @description A new version of a plan: its period, its allowance, and its prices. All numbers are for one piece of the plan.
         * @example {
         *       "credits": 1000,
         *       "interval": "month",
         *       "prices": [
         *         {
         *           "amount_minor": 900,
         *           "currency": "eur"
         *         }
         *       ],
         *       "rollover": "capped",
         *       "rollover_cap": 500,
         *       "trial": {
         *         "credits": 100,
         *         "days": 14,
         *         "needs_card": true
         *       }
         *     }
         */
        PlanVersionRequest: {
            /**
             * Format: int64
             * @description The credits of one allowance.
             */
            credits: number;
            /** @description The features of the plan; none if absent. */
            features?: components["schemas"]["PlanFeatureRequest"][];
            /** @description The rhythm of allowances; `interval` if absent. */
            grant_every?: components["schemas"]["PlanGrantEvery"];
            /** @description The unit of the billing period. */
            interval: components["schemas"]["PlanInterval"];
            /**
             * Format: int64
             * @description The number of units; 1 if absent. A period is three years at most.
             */
            interval_count?: number;
            /**
             * Format: int64
             * @description The largest quantity of a subscription; 1 if absent.
             */
            max_quantity?: number;
            /** @description The prices of one period, one for each currency; a plan is never free. */
            prices: components["schemas"]["VersionPriceRequest"][];
            /** @description The part of an unused allowance that outlives the next one; `none` if absent. */
            rollover?: components["schemas"]["PlanRollover"];
            /**
             * Format: int64
             * @description The credits of earlier allowances that are kept at most; for `capped` only.
             */
            rollover_cap?: number;
            /**
             * Format: int64
             * @description The number of further periods for which unused credits live; 1 if absent, and 0 for `none`.
             */
            rollover_periods?: number;
            /** @description The trial; none if absent. */
            trial?: components["schemas"]["PlanTrial"];
        };
        /**
         * PortalRequest
         * @description A customer for whom the portal is opened.
         * @example {
         *       "customer": {
         *         "external_id": "user-42"
         *       },
         *       "return_url": "https://shop.example.com/credits"
         *     }
         */
        PortalRequest: {
            /** @description The customer, who must exist. */
            customer: components["schemas"]["CustomerRef"];
            /** @description The address to which the page leads back, with the rules of a checkout's addresses. */
            return_url: string;
        };
        /**
         * PortalSession
         * @description A page of Stripe on which a buyer changes cards and address and sees invoices.
         * @example {
         *       "url": "https://billing.stripe.com/p/session/example"
         *     }
         */
        PortalSession: {
            /** @description The page; it works for some minutes. */
            url: string;
        };
        /**
         * Price
         * @description The price of a feature: `max(min_charge, ceil(quantity * credits / per_units))` credits for a quantity of units. It is rounded up once for each operation. The newest version that is already valid applies.
         * @example {
         *       "credits": 5,
         *       "effective_at": "2026-01-01T00:00:00.000Z",
         *       "min_charge": 0,
         *       "per_units": 1,
         *       "version": 2
         *     }
         */
        Price: {
            /**
             * Format: int64
             * @description Credits charged per `per_units` units.
             */
            credits: number;
            /**
             * Format: date-time
             * @description Valid from this timestamp.
             */
            effective_at: string;
            /**
             * Format: int64
             * @description Minimum charge for any quantity.
             */
            min_charge: number;
            /**
             * Format: int64
             * @description Units that `credits` pays for.
             */
            per_units: number;
            /**
             * Format: int64
             * @description The version among the feature's prices; a version never changes.
             */
            version: number;
        };
        /**
         * PriceAtStripe
         * @description A price at the website's Stripe account.
         */
        PriceAtStripe: {
            /** @description Stripe's own words about the reason; null if there are none. */
            detail: string | null;
            /** @description The reason why the price is not synced; null if there is none. */
            reason: components["schemas"]["PriceReason"] | null;
            /** @description The state; only a synced price can be bought. */
            state: components["schemas"]["PriceState"];
            /** @description Stripe's id of the price; null before it was made. */
            stripe_price_id: string | null;
        };
        /**
         * PricePage
         * @description One page of a feature's prices, newest version first.
         */
        PricePage: {
            /** @description The prices. */
            items: components["schemas"]["Price"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * @description The reason why a price cannot be sold.
         * @enum {string}
         */
        PriceReason: "price-archived" | "price-missing" | "product-archived" | "product-missing" | "refused" | "permission-missing" | "key-refused" | "unavailable" | "disconnected";
        /**
         * PriceRequest
         * @description A new price of a feature: `max(min_charge, ceil(quantity * credits / per_units))` credits for a quantity of units.
         * @example {
         *       "credits": 5,
         *       "per_units": 1
         *     }
         */
        PriceRequest: {
            /**
             * Format: int64
             * @description Credits charged per `per_units` units; 0 makes it free.
             */
            credits: number;
            /**
             * Format: date-time
             * @description Valid from this timestamp, not before now; the time of the request if absent.
             */
            effective_at?: string;
            /**
             * Format: int64
             * @description Minimum charge for any quantity, in credits; 0 if absent.
             */
            min_charge?: number;
            /**
             * Format: int64
             * @description Units that `credits` pays for.
             */
            per_units: number;
        };
        /**
         * @description The state of a price at Stripe.
         * @enum {string}
         */
        PriceState: "pending" | "synced" | "drifted" | "failed";
        /**
         * Problem
         * @description A problem (RFC 9457): `type` names its kind and is the URL of a page about it; `detail` describes this occurrence. The members after `request_id` exist for some kinds only.
         */
        Problem: {
            /**
             * Format: int64
             * @description `amount-changed`: the amount that is due now, in the smallest unit of the currency.
             */
            amount_due_minor?: number;
            /**
             * Format: int64
             * @description `insufficient-credits`: the credits that can be spent.
             */
            available?: number;
            /**
             * Format: int64
             * @description `key-spend-cap-reached`, `spend-limit-reached`: the credits that the API key may spend by one operation or in a day, or the customer in a day or a month.
             */
            cap?: number;
            /** @description `hold-not-open`, `hold-expired`: the time at which the hold ended. */
            closed_at?: string;
            /** @description `currency-unsupported`: the currencies in which the pack or plan has a price. */
            currencies?: string[];
            /** @description `payment-declined`: Stripe's word for the reason; absent if the bank gives none. */
            decline_code?: string;
            /** @description A description of this occurrence. */
            detail: string;
            /** @description `amount-mismatch`: the part of the price that differs from the version: `amount`, `currency` or `interval`. */
            difference?: string;
            /** @description `invalid-request`: the errors, with their locations. */
            errors?: components["schemas"]["FieldProblem"][];
            /** @description `hold-feature-differs`: the code of the hold's feature. */
            feature?: string;
            /** @description `operation-already-executed` with the outcome `executed`: the id of the hold if no transaction was booked. */
            hold?: string;
            /** @description The path of the request. */
            instance: string;
            /** @description `not-reversible`: the kind of the transaction. */
            kind?: string;
            /**
             * Format: int64
             * @description `price-version-taken`, `catalog-version-taken`: the newest version of the feature's price, or of the pack or plan; 0 before the first.
             */
            latest?: number;
            /**
             * Format: int64
             * @description `too-many-lots`, `too-many-holds`, `too-many-reversals`: the maximum number.
             */
            limit?: number;
            /**
             * Format: int64
             * @description `step-up-required`: the maximum age of the user's sign-in, in seconds.
             */
            max_age?: number;
            /** @description `stripe-permission-missing`: the permissions that the key lacks, as Stripe's dashboard names them. */
            missing?: string[];
            /**
             * Format: int64
             * @description `cap-too-low`: the price of one purchase, in the smallest unit of the currency.
             */
            needed_minor?: number;
            /** @description `subscription-exists`: the id of the subscription, or of the checkout that was just paid. `topup-pending`: the id of the attempt. */
            object?: string;
            /** @description `operation-already-executed`: the outcome of the first request with this key. */
            outcome?: components["schemas"]["FirstOutcome"];
            /** @description `payment-action-required`: the page on which the buyer confirms the payment. */
            payment_url?: string;
            /** @description `stripe-key-unfit`: the reason: `secret-key`, `publishable`, `signing-secret`, `wrong-mode` or `unknown`. `subscription-not-changeable`: the reason, such as `in-progress`, `pending`, `canceling` or `unchanged`. */
            reason?: string;
            /**
             * Format: int64
             * @description `batch-aborted`: the index of the item that stopped the batch, counted from 0.
             */
            refused_item?: number;
            /**
             * Format: int64
             * @description `capture-exceeds-hold`, `reversal-exceeds-original`, `too-many-reversals`: the remaining credits.
             */
            remaining?: number;
            /** @description The id of the request, as in `x-request-id` and in our logs. */
            request_id: string;
            /**
             * Format: int64
             * @description `insufficient-credits`: the requested amount.
             */
            required?: number;
            /** @description `insufficient-scope`: the scope that the credential lacks. */
            required_scope?: string;
            /** @description `key-spend-cap-reached`, `spend-limit-reached`: the start of the next day or month; absent for the cap of one operation. */
            resets_at?: string;
            /** @description `not-found`: the kind of the missing resource. */
            resource?: string;
            /** @description `payment-provider-error`: true if a repeat with the same idempotency key can succeed. */
            retryable?: boolean;
            /** @description `already-reversed`: the reversals of the transaction. */
            reversals?: components["schemas"]["ReversalProblem"][];
            /**
             * Format: int64
             * @description `insufficient-credits`: the missing credits.
             */
            shortfall?: number;
            /** @description `hold-not-open`, `hold-expired`: the final state of the hold. `checkout-not-open`: the state of the checkout. */
            state?: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description A short text, equal for all problems of the kind. */
            title: string;
            /** @description `insufficient-credits`: the customer's automatic top-up; absent if the customer has none, or it is off. */
            topup?: components["schemas"]["TopUpProblem"];
            /** @description `insufficient-credits`: the page where the customer can get more credits. It is the buy page of a website that sells through Tollgate, else the home page of the website. */
            topup_url?: string;
            /** @description `operation-already-executed` with the outcome `executed`: the id of the transaction. */
            transaction?: string;
            /** @description The kind, as a URL under the issuer: `…/problems/{slug}`. */
            type: string;
        };
        /**
         * ProtectedResource
         * @description A protected resource whose server belongs to a website, such as its MCP server.
         */
        ProtectedResource: {
            /** @description The document that the server publishes at `metadata_url`. */
            metadata: components["schemas"]["ProtectedResourceMetadata"];
            /** @description The address at which the server publishes `metadata` (RFC 9728 section 3.1). The server names it in the challenge of a 401: `WWW-Authenticate: Bearer resource_metadata="…"`. */
            metadata_url: string;
            /** @description The resource's identifier: the `resource` that clients send (RFC 8707), and the `aud` of its access tokens. */
            resource: string;
            /** @description The scopes of the resource that every client may request. */
            scopes: string[];
        };
        /**
         * ProtectedResourceMetadata
         * @description The metadata of a protected resource (RFC 9728 section 2), ready to be published by its server.
         */
        ProtectedResourceMetadata: {
            /** @description The issuer of this installation. */
            authorization_servers: string[];
            bearer_methods_supported: string[];
            resource: string;
            /** @description The website's name. */
            resource_name: string;
            scopes_supported: string[];
        };
        /**
         * ProtectedResourceRequest
         * @description A protected resource to register.
         */
        ProtectedResourceRequest: {
            /** @description The resource's identifier: an https URL, or http on localhost, without a fragment. It is unique among websites. */
            resource: string;
            /**
             * @description The scopes of the resource that every client may request; none if absent.
             * @default []
             */
            scopes: string[];
        };
        /**
         * PublicCatalog
         * @description The packs and plans that a website sells now, with its branding.
         * @example {
         *       "mode": "live",
         *       "packs": [
         *         {
         *           "bonus": 50,
         *           "bonus_expires_days": 90,
         *           "code": "small",
         *           "credits": 500,
         *           "description": "For about a hundred pictures",
         *           "expires_days": 365,
         *           "feature": null,
         *           "first_only": false,
         *           "name": "500 credits",
         *           "prices": [
         *             {
         *               "amount_minor": 900,
         *               "currency": "eur"
         *             }
         *           ],
         *           "version": 1
         *         }
         *       ],
         *       "plans": [
         *         {
         *           "code": "pro",
         *           "credits": 1000,
         *           "description": "1,000 credits each month",
         *           "family": "default",
         *           "features": [
         *             {
         *               "credits": 50,
         *               "feature": "image"
         *             }
         *           ],
         *           "grant_every": "interval",
         *           "interval": "month",
         *           "interval_count": 1,
         *           "max_quantity": 1,
         *           "name": "Pro",
         *           "prices": [
         *             {
         *               "amount_minor": 900,
         *               "currency": "eur"
         *             }
         *           ],
         *           "trial": {
         *             "credits": 100,
         *             "days": 14,
         *             "needs_card": true
         *           },
         *           "version": 1
         *         }
         *       ],
         *       "scale": 0,
         *       "unit": "credit",
         *       "website": {
         *         "brand_color": "#c2410c",
         *         "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *         "logo_uri": null,
         *         "name": "Pictures",
         *         "policy_uri": "https://pictures.example/privacy",
         *         "tos_uri": "https://pictures.example/terms",
         *         "url": "https://pictures.example"
         *       }
         *     }
         */
        PublicCatalog: {
            /** @description The mode of the credits. */
            mode: components["schemas"]["Mode"];
            /** @description The packs, in the order that the website chose; at most 100. */
            packs: components["schemas"]["CatalogPack"][];
            /** @description The plans, in the order that the website chose; at most 100. */
            plans: components["schemas"]["CatalogPlan"][];
            /**
             * Format: int32
             * @description Decimal places for display; credits and bonus of the packs are in the smallest unit.
             */
            scale: number;
            /** @description The name of one credit. */
            unit: string;
            /** @description The website that sells. */
            website: components["schemas"]["PublicCatalogSite"];
        };
        /**
         * PublicCatalogSite
         * @description The website that sells, with its branding.
         * @example {
         *       "brand_color": "#c2410c",
         *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "logo_uri": null,
         *       "name": "Pictures",
         *       "policy_uri": "https://pictures.example/privacy",
         *       "tos_uri": "https://pictures.example/terms",
         *       "url": "https://pictures.example"
         *     }
         */
        PublicCatalogSite: {
            /** @description The colour of buttons, `#rrggbb`; null if there is none. */
            brand_color: string | null;
            /** @description The website's id. */
            id: string;
            /** @description A small PNG as a `data:` URL; null if there is none. */
            logo_uri: string | null;
            /** @description The name that users see. */
            name: string;
            /** @description The privacy policy; null if there is none. */
            policy_uri: string | null;
            /** @description The terms of service; null if there are none. */
            tos_uri: string | null;
            /** @description The URL of the home page. */
            url: string;
        };
        /**
         * PublicClient
         * @description A website's client for programs that cannot keep a secret.
         * @example {
         *       "application_type": "web",
         *       "client_id": "client_0192f0c4a1b27c3d8e9f001122334477",
         *       "device_grant": false,
         *       "post_logout_redirect_uris": [
         *         "https://pictures.example.com/"
         *       ],
         *       "redirect_uris": [
         *         "https://pictures.example.com/app"
         *       ]
         *     }
         */
        PublicClient: {
            /** @description The kind of program. */
            application_type: components["schemas"]["ApplicationType"];
            /** @description The client's id. It has no secret: sign-ins use PKCE. */
            client_id: string;
            /** @description True if devices without a keyboard may sign in with it (RFC 8628). */
            device_grant: boolean;
            /** @description The redirect URIs of sign-out. */
            post_logout_redirect_uris: string[];
            /** @description The redirect URIs of sign-in. */
            redirect_uris: string[];
        };
        /**
         * PublicClientRequest
         * @description A client for programs that cannot keep a secret.
         */
        PublicClientRequest: {
            /** @description The kind of program; with `native` it may listen on any port of its loopback addresses. Until it is set, it follows from the redirect URIs; then it stays until it is set again. */
            application_type?: components["schemas"]["ApplicationType"];
            /** @description True if devices without a keyboard may sign in with it (RFC 8628). If absent, it stays unchanged; false for a new client. */
            device_grant?: boolean;
            /** @description All redirect URIs of sign-out. If absent, they stay unchanged; a new client gets the roots of its redirect URIs. */
            post_logout_redirect_uris?: string[];
            /** @description All redirect URIs of sign-in: https, http on localhost, or, for an application on a device, a private scheme. Best is a reversed domain name (`com.example.app:/callback`), which no other application claims. */
            redirect_uris: string[];
        };
        /**
         * Reason
         * @description The reason of a change.
         * @example {
         *       "reason": "Asked for by mail, ticket 4711"
         *     }
         */
        Reason: {
            /** @description The reason as text, for readers of the audit log. It is stored unchanged, so it should contain no secret. */
            reason?: string;
        };
        /**
         * ReconcileRequest
         * @description The wishes for a comparison with Stripe.
         * @example {
         *       "dry_run": true
         *     }
         */
        ReconcileRequest: {
            /** @description True if differences are only counted: no object is applied, and no finding is recorded or closed. */
            dry_run?: boolean;
            /**
             * Format: date-time
             * @description Objects that were created at this time or later are listed; without it those since three days before the last run.
             */
            since?: string;
        };
        /**
         * ReconcileRun
         * @description A comparison of our records with Stripe's.
         * @example {
         *       "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *       "ended_at": null,
         *       "error": null,
         *       "findings": 0,
         *       "from": "2025-12-29T00:00:00.000Z",
         *       "id": "rec_0192f0c4a1b27c3d8e9f001122334455",
         *       "is_dry_run": false,
         *       "objects": 204,
         *       "repaired": 1,
         *       "state": "running",
         *       "sums": [
         *         {
         *           "currency": "eur",
         *           "outside_minor": 14700,
         *           "own_minor": 100000,
         *           "stripe_minor": 114700
         *         }
         *       ],
         *       "to": "2026-01-01T00:00:00.000Z"
         *     }
         */
        ReconcileRun: {
            /** @description The connection's id. */
            connection_id: string;
            /**
             * Format: date-time
             * @description The time of its end; null while it is running.
             */
            ended_at: string | null;
            /** @description The reason why it failed; null unless it did. */
            error: string | null;
            /**
             * Format: int64
             * @description The number of findings of the connection that are open.
             */
            findings: number;
            /**
             * Format: date-time
             * @description Objects that were created before this time are not listed.
             */
            from: string;
            /** @description The id of the run. */
            id: string;
            /** @description True if differences are only counted. */
            is_dry_run: boolean;
            /**
             * Format: int64
             * @description The number of objects that were compared.
             */
            objects: number;
            /**
             * Format: int64
             * @description The number of objects that differed and are applied again.
             */
            repaired: number;
            /** @description The state. */
            state: components["schemas"]["ReconcileRunState"];
            /** @description Both sides, by currency. */
            sums: components["schemas"]["ReconcileSum"][];
            /**
             * Format: date-time
             * @description The start of the run.
             */
            to: string;
        };
        /**
         * ReconcileRuns
         * @description Comparisons with Stripe, newest first.
         * @example {
         *       "items": [
         *         {
         *           "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *           "ended_at": null,
         *           "error": null,
         *           "findings": 0,
         *           "from": "2025-12-29T00:00:00.000Z",
         *           "id": "rec_0192f0c4a1b27c3d8e9f001122334455",
         *           "is_dry_run": false,
         *           "objects": 204,
         *           "repaired": 1,
         *           "state": "running",
         *           "sums": [
         *             {
         *               "currency": "eur",
         *               "outside_minor": 14700,
         *               "own_minor": 100000,
         *               "stripe_minor": 114700
         *             }
         *           ],
         *           "to": "2026-01-01T00:00:00.000Z"
         *         }
         *       ]
         *     }
         */
        ReconcileRuns: {
            /** @description The runs, at most 20 of a list. */
            items: components["schemas"]["ReconcileRun"][];
        };
        /**
         * @description The state of a comparison with Stripe.
         * @enum {string}
         */
        ReconcileRunState: "running" | "ended" | "failed";
        /**
         * ReconcileSum
         * @description Movements of Stripe's balance in one currency, after fees: `stripe_minor` is `own_minor` and `outside_minor` together.
         * @example {
         *       "currency": "eur",
         *       "outside_minor": 14700,
         *       "own_minor": 100000,
         *       "stripe_minor": 114700
         *     }
         */
        ReconcileSum: {
            /** @description The currency, a lower-case code of ISO 4217. */
            currency: string;
            /**
             * Format: int64
             * @description The sum of movements of other origin, in minor units.
             */
            outside_minor: number;
            /**
             * Format: int64
             * @description The sum of our payments as they are recorded here, in minor units.
             */
            own_minor: number;
            /**
             * Format: int64
             * @description The sum at Stripe in minor units.
             */
            stripe_minor: number;
        };
        /**
         * RecurringRevenue
         * @description Live subscriptions of one currency.
         * @example {
         *       "active": 42,
         *       "currency": "eur",
         *       "mrr_minor": 38700,
         *       "past_due": 1,
         *       "trialing": 5
         *     }
         */
        RecurringRevenue: {
            /**
             * Format: int64
             * @description The number of active subscriptions.
             */
            active: number;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /**
             * Format: int64
             * @description The money that active and past due subscriptions bring in a month, by the prices of their plans and before discounts, in the smallest unit of the currency. The money of each one is rounded down; a year has 12 months and 52 weeks.
             */
            mrr_minor: number;
            /**
             * Format: int64
             * @description The number of subscriptions whose renewal is not paid.
             */
            past_due: number;
            /**
             * Format: int64
             * @description The number of subscriptions in a trial, which bring no money yet.
             */
            trialing: number;
        };
        /**
         * Refund
         * @description A refund of a payment, made here or in the Stripe dashboard.
         * @example {
         *       "actor": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "amount_minor": 400,
         *       "created_at": "2026-01-02T00:00:00.000Z",
         *       "failure": null,
         *       "id": "rfd_0192f0c4a1b27c3d8e9f001122334455",
         *       "reason": "requested_by_customer",
         *       "state": "succeeded",
         *       "stripe_refund": "re_3QXExampleOfARefund000001"
         *     }
         */
        Refund: {
            /** @description The API key or the user who asked for it here; null for a refund that was made in the Stripe dashboard. */
            actor: string | null;
            /**
             * Format: int64
             * @description The amount in the smallest unit of the payment's currency.
             */
            amount_minor: number;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /** @description The reason why the refund failed or was refused, as Stripe's word; else null. */
            failure: string | null;
            /** @description The id, `rfd_…`. */
            id: string;
            /** @description The reason: `duplicate`, `fraudulent` or `requested_by_customer`; null if none was given. */
            reason: string | null;
            /** @description The state. */
            state: components["schemas"]["RefundState"];
            /** @description The refund at Stripe; null until Stripe has answered. */
            stripe_refund: string | null;
        };
        /**
         * RefundOffer
         * @description A possible refund: its amount, and the credits that it takes back.
         * @example {
         *       "amount_minor": 600,
         *       "credits": 330,
         *       "held_credits": 0,
         *       "unused_credits": 330,
         *       "used_credits": 0,
         *       "what": "unspent"
         *     }
         */
        RefundOffer: {
            /**
             * Format: int64
             * @description The amount in the smallest unit of the payment's currency.
             */
            amount_minor: number;
            /**
             * Format: int64
             * @description The credits that are taken back: the sum of the following three.
             */
            credits: number;
            /**
             * Format: int64
             * @description Credits that open holds reserve. They are taken back when the holds end.
             */
            held_credits: number;
            /**
             * Format: int64
             * @description Unused credits, which are taken back at once.
             */
            unused_credits: number;
            /**
             * Format: int64
             * @description Used credits, which become debt or are written off.
             */
            used_credits: number;
            /** @description The part that is refunded. */
            what: components["schemas"]["RefundPart"];
        };
        /**
         * @description The part of a payment that is refunded.
         * @enum {string}
         */
        RefundPart: "unspent" | "full" | "amount";
        /**
         * RefundPreview
         * @description The refunds that are possible for a payment.
         * @example {
         *       "currency": "eur",
         *       "is_disputed": false,
         *       "offers": [
         *         {
         *           "amount_minor": 600,
         *           "credits": 330,
         *           "held_credits": 0,
         *           "unused_credits": 330,
         *           "used_credits": 0,
         *           "what": "unspent"
         *         }
         *       ],
         *       "remaining_minor": 600,
         *       "shortfall": "debt",
         *       "unspent_credits": 330
         *     }
         */
        RefundPreview: {
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /** @description True while a bank disputes the payment: nothing can be refunded then. */
            is_disputed: boolean;
            /** @description The possible refunds, the best first: `unspent`, `full`, and `amount` if `amount_minor` asks for one. Empty if nothing is left, or a bank disputes the payment. */
            offers: components["schemas"]["RefundOffer"][];
            /**
             * Format: int64
             * @description The part of the amount that can still be refunded.
             */
            remaining_minor: number;
            /** @description The fate of used credits, as the billing settings say. */
            shortfall: components["schemas"]["RefundShortfall"];
            /**
             * Format: int64
             * @description The unused credits of the payment.
             */
            unspent_credits: number;
        };
        /**
         * @description The reason of a refund.
         * @enum {string}
         */
        RefundReason: "duplicate" | "fraudulent" | "requested_by_customer";
        /**
         * RefundRequest
         * @description A request for a refund.
         * @example {
         *       "reason": "requested_by_customer",
         *       "what": "unspent"
         *     }
         */
        RefundRequest: {
            /**
             * Format: int64
             * @description The amount in the smallest unit of the payment's currency, for `amount` only.
             */
            amount_minor?: number;
            /** @description The reason, which Stripe shows in its dashboard. */
            reason?: components["schemas"]["RefundReason"];
            /** @description The part that is refunded. */
            what: components["schemas"]["RefundPart"];
        };
        /**
         * @description The treatment of used credits whose payment is refunded.
         * @enum {string}
         */
        RefundShortfall: "debt" | "write_off";
        /**
         * @description The state of a refund.
         * @enum {string}
         */
        RefundState: "new" | "pending" | "requires_action" | "succeeded" | "failed" | "canceled" | "refused";
        /**
         * RegisteredWebsite
         * @description A newly registered website, with everything that its back end needs. The secrets are shown only once.
         */
        RegisteredWebsite: {
            /** @description An API key for live credits. */
            api_key: components["schemas"]["CreatedApiKey"];
            /** @description The website's client at the identity provider. */
            client: components["schemas"]["WebsiteClient"];
            /** @description Code to copy: sign-in for a Next.js website, and a spend, with the real ids and secrets. */
            snippet: string;
            /** @description An API key for test credits. */
            test_api_key: components["schemas"]["CreatedApiKey"];
            /** @description A link that starts a sign-in with the new client, and ends at the first redirect URL. Open it in a browser to see the sign-in page of the website. The authorization code that it returns cannot be redeemed. */
            test_link: string;
            /** @description The webhook endpoint; null if the request names no URL, or if it could not be created. In the latter case add it with `POST /v1/webhook-endpoints`. */
            webhook: components["schemas"]["CreatedWebhook"] | null;
            /** @description The website. */
            website: components["schemas"]["WebsiteDetail"];
        };
        /**
         * RegisterWebsite
         * @description A website to register.
         * @example {
         *       "backchannel_logout_uri": "https://pictures.example.com/signed-out",
         *       "name": "Picture Shop",
         *       "post_logout_redirect_uris": [
         *         "https://pictures.example.com/"
         *       ],
         *       "redirect_uris": [
         *         "https://pictures.example.com/api/auth/callback/tollgate"
         *       ],
         *       "url": "https://pictures.example.com",
         *       "webhook_url": "https://pictures.example.com/hooks/tollgate"
         *     }
         */
        RegisterWebsite: {
            /** @description The URL at which the website's back end receives logout tokens (OpenID Connect Back-Channel Logout); none if absent. */
            backchannel_logout_uri?: string;
            /** @description The name that users see when they sign in. */
            name: string;
            /** @description URLs to which sign-out may redirect the browser, with the same rules; the roots of the redirect URLs if absent. */
            post_logout_redirect_uris?: string[];
            /** @description URLs to which sign-in may redirect the browser, compared exactly: https, or http on localhost. */
            redirect_uris: string[];
            /**
             * Format: int16
             * @description The number of decimal places for displaying credits, 0 to 6; 0 if absent. It cannot be changed later and affects the display only: amounts are always whole numbers of the smallest unit.
             */
            scale?: number;
            /** @description The home page: https, or http on localhost. */
            url: string;
            /** @description The URL at which the website's back end receives events; none if absent. A webhook endpoint for the default events of live credits is added, and the response contains its secret. */
            webhook_url?: string;
        };
        /**
         * Revenue
         * @description Sums of revenue, and the subscriptions now.
         * @example {
         *       "from": "2026-01-01",
         *       "items": [
         *         {
         *           "balance_minor": 113525,
         *           "breakage_minor": 1100,
         *           "converted_minor": 0,
         *           "currency": "eur",
         *           "deferred_minor": 41000,
         *           "discounts_minor": 2380,
         *           "dispute_losses_minor": 0,
         *           "disputes_minor": 0,
         *           "earned_minor": 57000,
         *           "fees_minor": 4285,
         *           "payments_minor": 119000,
         *           "period": "2026-01",
         *           "refunds_minor": 1190,
         *           "tax_minor": 18810,
         *           "used_refunds_minor": 100
         *         }
         *       ],
         *       "subscriptions": [
         *         {
         *           "active": 42,
         *           "currency": "eur",
         *           "mrr_minor": 38700,
         *           "past_due": 1,
         *           "trialing": 5
         *         }
         *       ],
         *       "to": "2026-12-31"
         *     }
         */
        Revenue: {
            /** @description The first day. */
            from: string;
            /** @description The sums, the earliest period first. */
            items: components["schemas"]["RevenuePeriod"][];
            /** @description The live subscriptions by currency, as they are now. */
            subscriptions: components["schemas"]["RecurringRevenue"][];
            /** @description The last day. */
            to: string;
        };
        /**
         * RevenueLiability
         * @description The deferred revenue of a website at an instant.
         * @example {
         *       "ages": [
         *         {
         *           "credits": 20500,
         *           "currency": "eur",
         *           "deferred_minor": 41000,
         *           "lots": 12,
         *           "month": "2026-01"
         *         }
         *       ],
         *       "at": "2026-01-01T00:00:00.000Z",
         *       "items": [
         *         {
         *           "currency": "eur",
         *           "deferred_minor": 41000
         *         }
         *       ]
         *     }
         */
        RevenueLiability: {
            /** @description The money by the month of the purchase, the earliest first. It is null for an instant that was asked for, because lots are known only as they are now. */
            ages: components["schemas"]["DeferredRevenueAge"][] | null;
            /**
             * Format: date-time
             * @description The instant.
             */
            at: string;
            /** @description The money that was owed as credits, by currency. */
            items: components["schemas"]["DeferredRevenue"][];
        };
        /**
         * RevenuePayment
         * @description One payment with what has become of its money.
         * @example {
         *       "balance_currency": "eur",
         *       "booked_at": "2026-01-01T00:00:00.000Z",
         *       "currency": "eur",
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "date": "2026-01-01",
         *       "discount": "0.00",
         *       "discount_minor": 0,
         *       "disputed": "0.00",
         *       "disputed_minor": 0,
         *       "fee": "0.43",
         *       "fee_minor": 43,
         *       "gross": "11.90",
         *       "gross_minor": 1190,
         *       "net": "5.52",
         *       "net_minor": 552,
         *       "payment_id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
         *       "refunded": "5.95",
         *       "refunded_minor": 595,
         *       "source": "checkout",
         *       "source_id": "chk_0192f0c4a1b27c3d8e9f001122334455",
         *       "stripe_invoice": null,
         *       "stripe_payment_intent": "pi_1a2b3c",
         *       "tax": "1.90",
         *       "tax_minor": 190
         *     }
         */
        RevenuePayment: {
            /** @description The currency of `fee` and `net`: that of the balance at Stripe, if Stripe has converted the payment. */
            balance_currency: string;
            /**
             * Format: date-time
             * @description The time at which the payment counts.
             */
            booked_at: string;
            /** @description The currency of the payment, as an ISO 4217 code in lower case. */
            currency: string;
            /** @description The customer who paid; null for a user who paid the platform. */
            customer_id: string | null;
            /** @description The day in UTC on which the payment counts, such as 2026-11-27. */
            date: string;
            /** @description The discount with its decimals. */
            discount: string;
            /**
             * Format: int64
             * @description The discount that was taken off before: no part of `gross`.
             */
            discount_minor: number;
            /** @description The disputed money with its decimals. */
            disputed: string;
            /**
             * Format: int64
             * @description Money that disputes have withdrawn until now, less what they returned.
             */
            disputed_minor: number;
            /** @description The fees with their decimals. */
            fee: string;
            /**
             * Format: int64
             * @description Fees of Stripe until now, those of disputes included.
             */
            fee_minor: number;
            /** @description Money that the buyer paid, with its decimals, such as `11.90`. */
            gross: string;
            /**
             * Format: int64
             * @description Money that the buyer paid, with taxes, in the smallest unit of the currency.
             */
            gross_minor: number;
            /** @description The change of the balance with its decimals. */
            net: string;
            /**
             * Format: int64
             * @description The change of the balance at Stripe until now, with taxes: `gross` less refunds, disputes and fees.
             */
            net_minor: number;
            /** @description The payment's id. */
            payment_id: string;
            /** @description The refunds with their decimals. */
            refunded: string;
            /**
             * Format: int64
             * @description Money that has gone back as refunds until now.
             */
            refunded_minor: number;
            /** @description The kind of the sale: `checkout`, `subscription` or `topup`. Later versions add kinds. */
            source: string;
            /** @description The id of the checkout, of the subscription or of the attempt of an automatic top-up. */
            source_id: string;
            /** @description The invoice at Stripe. */
            stripe_invoice: string | null;
            /** @description The payment intent at Stripe. */
            stripe_payment_intent: string | null;
            /** @description The taxes with their decimals. */
            tax: string;
            /**
             * Format: int64
             * @description The taxes in `gross`.
             */
            tax_minor: number;
        };
        /**
         * RevenuePaymentPage
         * @description A page of payments for bookkeeping.
         * @example {
         *       "items": [
         *         {
         *           "balance_currency": "eur",
         *           "booked_at": "2026-01-01T00:00:00.000Z",
         *           "currency": "eur",
         *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *           "date": "2026-01-01",
         *           "discount": "0.00",
         *           "discount_minor": 0,
         *           "disputed": "0.00",
         *           "disputed_minor": 0,
         *           "fee": "0.43",
         *           "fee_minor": 43,
         *           "gross": "11.90",
         *           "gross_minor": 1190,
         *           "net": "5.52",
         *           "net_minor": 552,
         *           "payment_id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
         *           "refunded": "5.95",
         *           "refunded_minor": 595,
         *           "source": "checkout",
         *           "source_id": "chk_0192f0c4a1b27c3d8e9f001122334455",
         *           "stripe_invoice": null,
         *           "stripe_payment_intent": "pi_1a2b3c",
         *           "tax": "1.90",
         *           "tax_minor": 190
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        RevenuePaymentPage: {
            /** @description The payments, the earliest first. */
            items: components["schemas"]["RevenuePayment"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * RevenuePeriod
         * @description Money of one period in one currency, in the smallest unit of the currency.
         * @example {
         *       "balance_minor": 113525,
         *       "breakage_minor": 1100,
         *       "converted_minor": 0,
         *       "currency": "eur",
         *       "deferred_minor": 41000,
         *       "discounts_minor": 2380,
         *       "dispute_losses_minor": 0,
         *       "disputes_minor": 0,
         *       "earned_minor": 57000,
         *       "fees_minor": 4285,
         *       "payments_minor": 119000,
         *       "period": "2026-01",
         *       "refunds_minor": 1190,
         *       "tax_minor": 18810,
         *       "used_refunds_minor": 100
         *     }
         */
        RevenuePeriod: {
            /**
             * Format: int64
             * @description The change of the money at Stripe: payments and converted money, less refunds, disputes and fees.
             */
            balance_minor: number;
            /**
             * Format: int64
             * @description Revenue of credits that expired.
             */
            breakage_minor: number;
            /**
             * Format: int64
             * @description Money that Stripe converted: what came in this currency, less what left it.
             */
            converted_minor: number;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /**
             * Format: int64
             * @description The change of the money received for credits that are still owed.
             */
            deferred_minor: number;
            /**
             * Format: int64
             * @description Discounts that were taken off before: no part of the payments.
             */
            discounts_minor: number;
            /**
             * Format: int64
             * @description Losses by disputes of credits that had been used.
             */
            dispute_losses_minor: number;
            /**
             * Format: int64
             * @description Money that disputes withdrew, less what they returned.
             */
            disputes_minor: number;
            /**
             * Format: int64
             * @description Revenue of credits that were used.
             */
            earned_minor: number;
            /**
             * Format: int64
             * @description Fees of Stripe.
             */
            fees_minor: number;
            /**
             * Format: int64
             * @description Money that buyers paid, with taxes.
             */
            payments_minor: number;
            /** @description The day or the month in UTC, such as 2026-11-27 or 2026-11. */
            period: string;
            /**
             * Format: int64
             * @description Money that went back to buyers as refunds, with taxes.
             */
            refunds_minor: number;
            /**
             * Format: int64
             * @description The change of the taxes that the website owes.
             */
            tax_minor: number;
            /**
             * Format: int64
             * @description Refunds of credits that had been used.
             */
            used_refunds_minor: number;
        };
        /**
         * @description The length of a period.
         * @enum {string}
         */
        RevenuePeriodLength: "day" | "month";
        /**
         * ReversalOf
         * @description A transaction that reversed another one.
         */
        ReversalOf: {
            /**
             * Format: int64
             * @description The returned credits.
             */
            amount: number;
            /**
             * Format: date-time
             * @description The booking time.
             */
            booked_at: string;
            /** @description The id of the transaction. */
            id: string;
        };
        /**
         * ReversalProblem
         * @description A transaction that reversed a part of another.
         */
        ReversalProblem: {
            /**
             * Format: int64
             * @description The reversed credits.
             */
            amount: number;
            /** @description The id of the transaction. */
            transaction: string;
        };
        /**
         * ReversalRequest
         * @description Credits to return.
         * @example {
         *       "amount": 5,
         *       "reason": "The picture could not be made"
         *     }
         */
        ReversalRequest: {
            /**
             * Amount
             * Format: int64
             * @description The number of credits; all that were not returned before if absent.
             */
            amount?: number;
            /** @description Your own data, returned with the transaction: at most 50 members and 4096 bytes. Integers must fit 64 bits; other numbers are stored as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description The reason, as a text for the customer. It is required from the owner, and the audit log stores it then. */
            reason?: string;
        };
        /**
         * RotatedClient
         * @description A website's client with its new secret.
         */
        RotatedClient: {
            /** @description The client's id. */
            client_id: string;
            /** @description The client's secret. It is returned only this once. */
            client_secret: string;
        };
        /**
         * SignInActivity
         * @description Recent requests of a website's clients.
         * @example {
         *       "first_sign_in_at": null,
         *       "items": [
         *         {
         *           "at": "2026-01-01T00:00:00.000Z",
         *           "client_id": "client_0192f0c4a1b27c3d8e9f001122334455",
         *           "endpoint": "authorize",
         *           "error": "invalid_request",
         *           "error_description": "redirect_uri is not one that is registered for this client.",
         *           "fix": {
         *             "kind": "allow-redirect-uri",
         *             "value": "http://localhost:3000/auth/callback"
         *           },
         *           "origin": null,
         *           "redirect_uri": "http://localhost:3000/auth/callback",
         *           "request_id": "req_0192f0c4a1b27c3d8e9f001122334455",
         *           "status": 400,
         *           "uses_pkce": true
         *         }
         *       ]
         *     }
         */
        SignInActivity: {
            /**
             * Format: date-time
             * @description The time of the first sign-in to the website with one of the clients; null before.
             */
            first_sign_in_at: string | null;
            /** @description The requests of both clients, newest first: at most 50 of each client, from the last 14 days. */
            items: components["schemas"]["SignInRequest"][];
        };
        /**
         * SignInFix
         * @description A change that makes a similar request succeed.
         */
        SignInFix: {
            /** @description The kind of change. */
            kind: components["schemas"]["SignInFixKind"];
            /** @description The address to register. */
            value: string;
        };
        /**
         * @description A kind of change that makes a request succeed.
         * @enum {string}
         */
        SignInFixKind: "allow-redirect-uri" | "allow-post-logout-redirect-uri";
        /**
         * SignInRequest
         * @description A request to the identity provider, from one of the website's clients or from a browser that it redirected.
         */
        SignInRequest: {
            /**
             * Format: date-time
             * @description The time of the request.
             */
            at: string;
            /** @description The client of the request: the website's own client or its public client. */
            client_id: string;
            /** @description The endpoint: `authorize`, `token`, `userinfo` or `end_session`. */
            endpoint: string;
            /** @description The error code in the response, or `origin_not_allowed`; null if the request succeeded. */
            error: string | null;
            /** @description The cause of the error in this request. */
            error_description: string | null;
            /** @description A change that makes a similar request succeed; null if none is known. */
            fix: components["schemas"]["SignInFix"] | null;
            /** @description The origin of a page that may not read the response. */
            origin: string | null;
            /** @description The address that is not registered for the client. An ellipsis replaces everything after the path. */
            redirect_uri: string | null;
            /** @description The request's id in the identity provider's log. */
            request_id: string;
            /**
             * Format: int32
             * @description The HTTP status of the response. An error at `authorize` that is returned to the client is a redirect.
             */
            status: number;
            /** @description True if an authorization request had a PKCE challenge (RFC 7636); null for the other endpoints. */
            uses_pkce: boolean | null;
        };
        /**
         * SignupGrant
         * @description The credits that each customer gets at the first contact.
         * @example {
         *       "amount": 50,
         *       "enabled": true,
         *       "expires_days": 30,
         *       "mode": "live"
         *     }
         */
        SignupGrant: {
            /**
             * Format: int64
             * @description The number of credits; null before it is set for the first time.
             */
            amount: number | null;
            /** @description True if new customers get the credits. */
            enabled: boolean;
            /**
             * Format: int64
             * @description The number of days until the credits expire; null for never.
             */
            expires_days: number | null;
            /** @description The mode of the credits: `live` or `test`. */
            mode: components["schemas"]["Mode"];
        };
        /**
         * SignupGrantRequest
         * @description The credits that each customer shall get at the first contact.
         * @example {
         *       "amount": 50,
         *       "enabled": true,
         *       "expires_days": 30
         *     }
         */
        SignupGrantRequest: {
            /**
             * Format: int64
             * @description The number of credits.
             */
            amount: number;
            /** @description True if new customers get the credits. */
            enabled: boolean;
            /**
             * Format: int64
             * @description The number of days until the credits expire, 1 to 3650; never if absent.
             */
            expires_days?: number;
            /** @description The mode of the credits: `live` or `test`; the mode of the request if absent. */
            mode?: components["schemas"]["Mode"];
        };
        /**
         * SpendBatch
         * @description The results of the spends.
         * @example {
         *       "results": [
         *         {
         *           "answer": {
         *             "balance": {
         *               "available": 95,
         *               "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *               "debt": 0,
         *               "held": 0,
         *               "mode": "live",
         *               "posted": 95,
         *               "scale": 0,
         *               "subscribed": false,
         *               "unit": "credit",
         *               "updated_at": "2026-01-01T00:00:00.000Z",
         *               "website": {
         *                 "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *                 "name": "Pictures",
         *                 "url": "https://pictures.example"
         *               }
         *             },
         *             "lot_count": 1,
         *             "lots": [
         *               {
         *                 "amount": 5,
         *                 "expires_at": "2026-02-01T00:00:00.000Z",
         *                 "feature": null,
         *                 "kind": "promo",
         *                 "remaining": 95
         *               }
         *             ],
         *             "transaction": {
         *               "amount": -5,
         *               "balance_after": 95,
         *               "booked_at": "2026-01-01T00:00:00.000Z",
         *               "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *               "description": "One picture",
         *               "feature": "image.large",
         *               "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
         *               "kind": "spend",
         *               "metadata": {},
         *               "price_version": 2,
         *               "quantity": 1,
         *               "reverses": null,
         *               "website": {
         *                 "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *                 "name": "Pictures"
         *               }
         *             }
         *           },
         *           "problem": null,
         *           "replayed": false,
         *           "retry_after": null,
         *           "status": 200
         *         }
         *       ]
         *     }
         */
        SpendBatch: {
            /** @description One result for each spend, in the order of the items. */
            results: components["schemas"]["SpendBatchResult"][];
        };
        /**
         * SpendBatchItem
         * @description One spend of a batch.
         */
        SpendBatchItem: {
            /** @description A name for this spend: the same for each retry, and different for each other spend and item. It corresponds to the `Idempotency-Key` of a single spend. */
            idempotency_key: string;
            /** @description The spend, as in `POST /v1/spends`. */
            spend: components["schemas"]["SpendRequest"];
        };
        /**
         * SpendBatchRequest
         * @description Credits to take from customers.
         * @example {
         *       "atomic": false,
         *       "items": [
         *         {
         *           "idempotency_key": "8e03978e-40d5-43dd-bc93-6894a57f9324",
         *           "spend": {
         *             "amount": 5,
         *             "customer": {
         *               "external_id": "user-42"
         *             },
         *             "description": "One picture"
         *           }
         *         }
         *       ]
         *     }
         */
        SpendBatchRequest: {
            /** @description True to execute all spends or none; false if absent. If one spend of an atomic batch is refused, nothing is changed and nothing is stored under the keys: the refused item has its problem, and the others have `batch-aborted`. */
            atomic?: boolean;
            /** @description The spends, at most 1000. */
            items: components["schemas"]["SpendBatchItem"][];
        };
        /**
         * SpendBatchResult
         * @description The result of one spend. It has either `answer` or `problem`; the other one is null.
         */
        SpendBatchResult: {
            /** @description The result of the spend, with the bytes of a response of `POST /v1/spends`, equal for all retries. */
            answer: components["schemas"]["Spent"] | null;
            /** @description The reason why the spend was refused. */
            problem: components["schemas"]["Problem"] | null;
            /** @description True if the key was used before; nothing was executed again. */
            replayed: boolean;
            /**
             * Format: int32
             * @description Seconds to wait before a retry of the item, like `Retry-After` of a single spend. Null if a retry does not help.
             */
            retry_after: number | null;
            /**
             * Format: int32
             * @description The HTTP status of the spend, as if it was sent alone.
             */
            status: number;
        };
        /**
         * SpendLimit
         * @description A customer's spend limit in a day or a month (UTC), and the credits counted against it.
         * @example {
         *       "cap": 500,
         *       "period": "month",
         *       "resets_at": "2026-02-01T00:00:00.000Z",
         *       "spent": 120
         *     }
         */
        SpendLimit: {
            /**
             * Format: int64
             * @description The maximum number of credits in the period.
             */
            cap: number;
            /** @description The period. */
            period: components["schemas"]["SpendLimitPeriod"];
            /**
             * Format: date-time
             * @description The start of the next period.
             */
            resets_at: string;
            /**
             * Format: int64
             * @description The credits counted so far: spends, captures, and holds that capture at their expiry. It exceeds `cap` if the limit was lowered.
             */
            spent: number;
        };
        /**
         * @description The period of a limit, in UTC.
         * @enum {string}
         */
        SpendLimitPeriod: "day" | "month";
        /**
         * SpendLimitRequest
         * @description A new spend limit; no limit if both members are absent or null.
         * @example {
         *       "cap": 500,
         *       "period": "month"
         *     }
         */
        SpendLimitRequest: {
            /**
             * Format: int64
             * @description The maximum number of credits in the period (UTC). It limits spends, captures, and holds that capture at their expiry. It may be less than the credits already spent.
             */
            cap?: number;
            /** @description The period; required with `cap`. */
            period?: components["schemas"]["SpendLimitPeriod"];
        };
        /**
         * SpendRequest
         * @description Credits to take from a customer.
         * @example {
         *       "amount": 5,
         *       "customer": {
         *         "external_id": "user-42"
         *       },
         *       "description": "One picture"
         *     }
         */
        SpendRequest: {
            /**
             * Amount
             * Format: int64
             * @description The amount; or use `feature` and `quantity` instead.
             */
            amount?: number;
            /** @description The customer. */
            customer: components["schemas"]["CustomerRef"];
            /** @description A description for the customer. */
            description?: string;
            /** @description The code of the feature. Credits that were granted for this feature only can be used, too, and are used first. */
            feature?: string;
            /** @description Your own data, returned with the transaction: at most 50 members and 4096 bytes. Integers must fit 64 bits; other numbers are stored as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Amount
             * Format: int64
             * @description The quantity of the feature, instead of `amount`: the price in force determines the amount.
             */
            quantity?: number;
        };
        /**
         * Spent
         * @description A spend and the balance after it.
         * @example {
         *       "balance": {
         *         "available": 95,
         *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *         "debt": 0,
         *         "held": 0,
         *         "mode": "live",
         *         "posted": 95,
         *         "scale": 0,
         *         "subscribed": false,
         *         "unit": "credit",
         *         "updated_at": "2026-01-01T00:00:00.000Z",
         *         "website": {
         *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *           "name": "Pictures",
         *           "url": "https://pictures.example"
         *         }
         *       },
         *       "lot_count": 1,
         *       "lots": [
         *         {
         *           "amount": 5,
         *           "expires_at": "2026-02-01T00:00:00.000Z",
         *           "feature": null,
         *           "kind": "promo",
         *           "remaining": 95
         *         }
         *       ],
         *       "transaction": {
         *         "amount": -5,
         *         "balance_after": 95,
         *         "booked_at": "2026-01-01T00:00:00.000Z",
         *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *         "description": "One picture",
         *         "feature": "image.large",
         *         "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
         *         "kind": "spend",
         *         "metadata": {},
         *         "price_version": 2,
         *         "quantity": 1,
         *         "reverses": null,
         *         "website": {
         *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *           "name": "Pictures"
         *         }
         *       }
         *     }
         */
        Spent: {
            /** @description The balance after the spend. */
            balance: components["schemas"]["Balance"];
            /**
             * Format: int64
             * @description The number of all lots that the credits came from.
             */
            lot_count: number;
            /** @description The lots that the credits came from, in burn order (the first hundred); empty if all of them became debt. */
            lots: components["schemas"]["SpentLot"][];
            /** @description The transaction; null if the cost was zero, so that nothing was booked. */
            transaction: components["schemas"]["Transaction"] | null;
        };
        /**
         * SpentLot
         * @description Spent credits of one grant with one expiry.
         * @example {
         *       "amount": 5,
         *       "expires_at": "2026-02-01T00:00:00.000Z",
         *       "feature": null,
         *       "kind": "promo",
         *       "remaining": 95
         *     }
         */
        SpentLot: {
            /**
             * Format: int64
             * @description The number of spent credits.
             */
            amount: number;
            /**
             * Format: date-time
             * @description The time from which the credits can no longer be used; null for never.
             */
            expires_at: string | null;
            /** @description The code of the only feature that the credits can be used for; null for any use. */
            feature: string | null;
            /** @description The origin of the credits: `promo`, `subscription`, `purchase`, `adjustment` or `restored`. */
            kind: string;
            /**
             * Format: int64
             * @description The number of credits that are left, including held ones.
             */
            remaining: number;
        };
        /**
         * @description The circuit of a connection in the server that responds.
         * @enum {string}
         */
        StripeCircuit: "closed" | "open" | "half-open";
        /**
         * StripeConnection
         * @description A Stripe account in one mode, through which websites of its owner sell. It never contains a key or a secret.
         * @example {
         *       "account_name": "Picture Shop",
         *       "checked_at": "2026-01-01T00:00:00.000Z",
         *       "country": "DE",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "default_currency": "eur",
         *       "delivery": "webhook",
         *       "has_next_key": false,
         *       "id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *       "is_linked": true,
         *       "key_hint": "rk_live_…Zx3f",
         *       "missing_permission": null,
         *       "mode": "live",
         *       "reason": null,
         *       "state": "active",
         *       "stripe_account_id": "acct_1032D82eZvKYlo2C",
         *       "webhook_url": "https://id.example.com/webhooks/stripe/scn_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        StripeConnection: {
            /** @description The account's name; null if the key may not read it. */
            account_name: string | null;
            /**
             * Format: date-time
             * @description The time of the last check; null before the first.
             */
            checked_at: string | null;
            /** @description The account's country, as two letters; null if the key may not read it. */
            country: string | null;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /** @description The currency in which the account is paid out, as three lower-case letters; null if it is unknown. */
            default_currency: string | null;
            /** @description The way in which Stripe's events arrive. */
            delivery: components["schemas"]["StripeDelivery"];
            /** @description True if a new key waits until Stripe can be asked about it. */
            has_next_key: boolean;
            /** @description The connection's id. */
            id: string;
            /** @description True if the request's website sells through it in the mode of the request. */
            is_linked: boolean;
            /** @description The kind of the key and its last four characters. */
            key_hint: string;
            /** @description The permissions that the key lacks, if that is the reason; else null. */
            missing_permission: string | null;
            /** @description The mode of the account and of the credits that are sold. */
            mode: components["schemas"]["Mode"];
            /** @description The reason why it is degraded or revoked: `missing-permission`, `endpoint-missing`, `endpoint-off`, `bad-signatures`, `unreachable`, `silent` or `key-refused`; else null. Later versions add reasons. */
            reason: string | null;
            /** @description The state. */
            state: components["schemas"]["StripeConnectionState"];
            /** @description Stripe's id of the account. */
            stripe_account_id: string;
            /** @description The URL to which Stripe sends events. */
            webhook_url: string;
        };
        /**
         * StripeConnectionList
         * @description The connections that the caller sees.
         */
        StripeConnectionList: {
            /** @description The connections, oldest first, without disconnected ones. */
            items: components["schemas"]["StripeConnection"][];
        };
        /**
         * StripeConnectionRequest
         * @description A Stripe account to connect.
         * @example {
         *       "api_key": "rk_test_0123456789abcdefghijklmn",
         *       "mode": "test"
         *     }
         */
        StripeConnectionRequest: {
            /** @description A restricted key of this mode, or a secret key of test mode. The server stores it encrypted and never shows it. */
            api_key: string;
            /** @description The way in which events arrive; `webhook` if absent. Where Stripe cannot reach this installation, or takes no other endpoint, they are polled in any case. */
            delivery?: components["schemas"]["StripeDelivery"];
            /** @description The mode of the key and of the credits that are sold. */
            mode: components["schemas"]["Mode"];
        };
        /**
         * @description The state of a connection.
         * @enum {string}
         */
        StripeConnectionState: "checking" | "active" | "degraded" | "revoked" | "disconnected";
        /**
         * StripeCustomer
         * @description A customer of the website, the customer at Stripe that belongs to it, and the subscriptions there.
         * @example {
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "email": "ada@example.com",
         *       "outcome": "linked",
         *       "stripe_customer_id": "cus_SxYzA2eZvKYlo2",
         *       "subscriptions": [
         *         {
         *           "allowances_start_at": "2026-02-01T00:00:00.000Z",
         *           "plan": "pro",
         *           "quantity": 1,
         *           "renews_at": "2026-02-01T00:00:00.000Z",
         *           "status": "active",
         *           "stripe_price_id": "price_1SxYzA2eZvKYlo2C",
         *           "stripe_subscription_id": "sub_1SxYzA2eZvKYlo2C",
         *           "version": 1
         *         }
         *       ]
         *     }
         */
        StripeCustomer: {
            /** @description The customer; null in a dry run whose link would create it. */
            customer_id: string | null;
            /** @description The email address of the customer at Stripe; null without one. */
            email: string | null;
            /** @description The effect of the request. */
            outcome: components["schemas"]["StripeCustomerOutcome"];
            /** @description Stripe's id of the customer. */
            stripe_customer_id: string;
            /** @description The subscriptions at Stripe that have not ended, newest first. */
            subscriptions: components["schemas"]["StripeCustomerSubscription"][];
        };
        /**
         * @description The effect of a link.
         * @enum {string}
         */
        StripeCustomerOutcome: "linked" | "unchanged" | "possible";
        /**
         * StripeCustomerRequest
         * @description The customer of the website to which a customer at Stripe is linked.
         * @example {
         *       "customer": {
         *         "external_id": "user-42"
         *       },
         *       "dry_run": false
         *     }
         */
        StripeCustomerRequest: {
            /** @description The customer. */
            customer: components["schemas"]["CustomerRef"];
            /** @description True to write nothing; false if absent. */
            dry_run?: boolean;
        };
        /**
         * StripeCustomerSubscription
         * @description A subscription of a customer at Stripe.
         */
        StripeCustomerSubscription: {
            /**
             * Format: date-time
             * @description The start of the first period whose payment brings credits: the next renewal, for a subscription that runs when its customer is linked. Null without a plan, and if no such period follows.
             */
            allowances_start_at: string | null;
            /** @description The code of the plan to which the price belongs; null for a price of no plan here, which has to be mapped first. */
            plan: string | null;
            /**
             * Format: int64
             * @description The number of pieces.
             */
            quantity: number;
            /**
             * Format: date-time
             * @description The time of the next renewal; null if the subscription ends before or is not renewed.
             */
            renews_at: string | null;
            /** @description Stripe's word of the status, such as `trialing`, `active` or `past_due`. */
            status: string;
            /** @description Stripe's id of the price; null for a subscription without one. */
            stripe_price_id: string | null;
            /** @description Stripe's id of the subscription. */
            stripe_subscription_id: string;
            /**
             * Format: int64
             * @description The version of the plan; null likewise.
             */
            version: number | null;
        };
        /**
         * @description The way in which Stripe's events arrive.
         * @enum {string}
         */
        StripeDelivery: "webhook" | "poll";
        /**
         * StripeDisconnectRequest
         * @description The end of a connection.
         * @example {
         *       "force": true
         *     }
         */
        StripeDisconnectRequest: {
            /** @description True if the account is disconnected although subscriptions are live; false if absent. Stripe bills them until they are canceled there, and their customers get no more credits. */
            force?: boolean;
        };
        /**
         * StripeInbox
         * @description The inbox of a connection, with one page of its objects.
         * @example {
         *       "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *       "dead": 1,
         *       "items": [
         *         {
         *           "attempts": 2,
         *           "checked_at": "2026-01-01T00:00:00.000Z",
         *           "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *           "error": "Stripe is not available",
         *           "kind": "session",
         *           "next_at": "2026-01-01T00:01:00.000Z",
         *           "state": "waiting",
         *           "stripe_event": "evt_1a2b3c",
         *           "stripe_object": "cs_live_a1b2c3",
         *           "updated_at": "2026-01-01T00:00:00.000Z"
         *         }
         *       ],
         *       "last_event_at": "2026-01-01T00:00:00.000Z",
         *       "last_refused": null,
         *       "next_cursor": null,
         *       "oldest_waiting_since": null,
         *       "waiting": 0
         *     }
         */
        StripeInbox: {
            /** @description The connection's id. */
            connection_id: string;
            /**
             * Format: int64
             * @description The number of dead objects; counted up to 10000.
             */
            dead: number;
            /** @description The objects, the latest changed first. */
            items: components["schemas"]["StripeInboxObject"][];
            /**
             * Format: date-time
             * @description The time at which the last event arrived; null before the first.
             */
            last_event_at: string | null;
            /** @description The newest event that was not used; null if there is none. */
            last_refused: components["schemas"]["StripeRefusedEvent"] | null;
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
            /**
             * Format: date-time
             * @description The time since which the oldest of them waits; null if none waits.
             */
            oldest_waiting_since: string | null;
            /**
             * Format: int64
             * @description The number of objects that wait; counted up to 1000.
             */
            waiting: number;
        };
        /**
         * @description The objects of a list.
         * @enum {string}
         */
        StripeInboxFilter: "waiting" | "dead";
        /**
         * StripeInboxObject
         * @description An object at Stripe that events concern.
         * @example {
         *       "attempts": 2,
         *       "checked_at": "2026-01-01T00:00:00.000Z",
         *       "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *       "error": "Stripe is not available",
         *       "kind": "session",
         *       "next_at": "2026-01-01T00:01:00.000Z",
         *       "state": "waiting",
         *       "stripe_event": "evt_1a2b3c",
         *       "stripe_object": "cs_live_a1b2c3",
         *       "updated_at": "2026-01-01T00:00:00.000Z"
         *     }
         */
        StripeInboxObject: {
            /**
             * Format: int32
             * @description The number of attempts since the object was last applied.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description The time of the last attempt that came to an end; null before.
             */
            checked_at: string | null;
            /** @description The connection's id. */
            connection_id: string;
            /** @description The cause of the last failed attempt; null if the object was applied. */
            error: string | null;
            /** @description The kind of the object. */
            kind: components["schemas"]["StripeObjectKind"];
            /**
             * Format: date-time
             * @description The time of the next attempt; null unless the object waits.
             */
            next_at: string | null;
            /** @description The state. */
            state: components["schemas"]["StripeObjectState"];
            /** @description Stripe's id of the newest event about the object; null if it was marked without one. */
            stripe_event: string | null;
            /** @description The object's id at Stripe. */
            stripe_object: string;
            /**
             * Format: date-time
             * @description The time of the last change.
             */
            updated_at: string;
        };
        /**
         * StripeKeyRequest
         * @description A new key of a connection.
         * @example {
         *       "api_key": "rk_test_0123456789abcdefghijklmn"
         *     }
         */
        StripeKeyRequest: {
            /** @description A key of the same account and mode. */
            api_key: string;
        };
        /**
         * StripeObjectKey
         * @description An object at Stripe.
         * @example {
         *       "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
         *       "kind": "session",
         *       "stripe_object": "cs_live_a1b2c3"
         *     }
         */
        StripeObjectKey: {
            /** @description The connection's id. */
            connection_id: string;
            /** @description The kind of the object. */
            kind: components["schemas"]["StripeObjectKind"];
            /** @description The object's id at Stripe. */
            stripe_object: string;
        };
        /**
         * @description The kind of an object at Stripe.
         * @enum {string}
         */
        StripeObjectKind: "session" | "payment" | "customer" | "price" | "product" | "subscription" | "invoice";
        /**
         * @description The state of an object in the inbox.
         * @enum {string}
         */
        StripeObjectState: "idle" | "waiting" | "dead" | "foreign";
        /**
         * StripePermission
         * @description A permission of a restricted key.
         * @example {
         *       "is_granted": true,
         *       "is_required": true,
         *       "name": "Customers: write"
         *     }
         */
        StripePermission: {
            /** @description True if the key has it. */
            is_granted: boolean;
            /** @description True if nothing is sold without it. */
            is_required: boolean;
            /** @description The permission and the access, as Stripe's dashboard names them. */
            name: string;
        };
        /**
         * StripeRefusedEvent
         * @description An event with a right signature that was not used.
         * @example {
         *       "reason": "wrong-mode",
         *       "received_at": "2026-01-01T00:00:00.000Z",
         *       "stripe_event": "evt_1a2b3c",
         *       "type": "checkout.session.completed"
         *     }
         */
        StripeRefusedEvent: {
            /** @description The reason: `wrong-mode` (the event is about the other mode), `wrong-account` (it is about another account), or `no-object` (it names no object). Later versions add reasons. */
            reason: string;
            /**
             * Format: date-time
             * @description The time at which it arrived.
             */
            received_at: string;
            /** @description Stripe's id of the event. */
            stripe_event: string;
            /** @description The type of the event. */
            type: string;
        };
        /**
         * StripeSigningSecretRequest
         * @description A signing secret of a connection.
         * @example {
         *       "secret": "whsec_0123456789abcdefghijklmnopqrstuv"
         *     }
         */
        StripeSigningSecretRequest: {
            /** @description The secret of an endpoint that was made or rolled in Stripe's dashboard; if absent, the server makes another endpoint. */
            secret?: string;
        };
        /**
         * Subscription
         * @description A subscription: a plan that a customer pays again and again.
         * @example {
         *       "cancel_at": null,
         *       "checkout_id": "chk_0192f0c4a1b27c3d8e9f001122334455",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "ended_at": null,
         *       "id": "sbs_0192f0c4a1b27c3d8e9f001122334455",
         *       "mode": "live",
         *       "next_plan": null,
         *       "next_quantity": null,
         *       "paid_through": "2026-02-01T00:00:00.000Z",
         *       "past_due_since": null,
         *       "payment_url": null,
         *       "pending_until": null,
         *       "period_end": "2026-02-01T00:00:00.000Z",
         *       "period_start": "2026-01-01T00:00:00.000Z",
         *       "plan": "pro",
         *       "plan_name": "Pro",
         *       "quantity": 1,
         *       "status": "active",
         *       "subscribed": true,
         *       "trial_end": null,
         *       "version": 1,
         *       "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "website_name": "Pictures"
         *     }
         */
        Subscription: {
            /**
             * Format: date-time
             * @description The time at which it is to end; null if it has no end.
             */
            cancel_at: string | null;
            /** @description The checkout that began it; null for one that was made at Stripe. */
            checkout_id: string | null;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /** @description The customer; null for a subscription of the platform. */
            customer_id: string | null;
            /**
             * Format: date-time
             * @description The time at which it ended; null before.
             */
            ended_at: string | null;
            /** @description The id, `sbs_…`. */
            id: string;
            /** @description The mode of the credits. */
            mode: components["schemas"]["Mode"];
            /** @description The code of the plan from the end of the period on; null if it stays. */
            next_plan: string | null;
            /**
             * Format: int64
             * @description The number of pieces from then on; null if nothing changes.
             */
            next_quantity: number | null;
            /**
             * Format: date-time
             * @description The end of the last paid period; null before the first payment.
             */
            paid_through: string | null;
            /**
             * Format: date-time
             * @description The time since which a renewal is not paid; null if all are.
             */
            past_due_since: string | null;
            /** @description The page on which the renewal can be paid; null if all are paid. */
            payment_url: string | null;
            /**
             * Format: date-time
             * @description The time until which a change waits for its payment; null if none does.
             */
            pending_until: string | null;
            /**
             * Format: date-time
             * @description The end of the current period.
             */
            period_end: string;
            /**
             * Format: date-time
             * @description The start of the current period.
             */
            period_start: string;
            /** @description The code of the plan; null if the price at Stripe belongs to no plan here. */
            plan: string | null;
            /** @description The name of the plan; null likewise. */
            plan_name: string | null;
            /**
             * Format: int64
             * @description The number of pieces.
             */
            quantity: number;
            /** @description Stripe's word of the status, such as `trialing`, `active`, `past_due` or `canceled`. */
            status: string;
            /** @description True if the customer is subscribed by it. */
            subscribed: boolean;
            /**
             * Format: date-time
             * @description The end of the trial; null without one.
             */
            trial_end: string | null;
            /**
             * Format: int64
             * @description The version of the plan, which it keeps; null likewise.
             */
            version: number | null;
            /** @description The website that sells it; null for the platform. */
            website_id: string | null;
            /** @description The website's name; null for the platform. */
            website_name: string | null;
        };
        /**
         * SubscriptionCancelRequest
         * @description The end of a subscription.
         * @example {
         *       "at": "period_end"
         *     }
         */
        SubscriptionCancelRequest: {
            /** @description The time at which it ends. */
            at: components["schemas"]["SubscriptionEnd"];
            /** @description True if its credits expire at once; for `now` only. They stay until the end of the paid time otherwise. */
            expire?: boolean;
        };
        /**
         * @description The effect of a change of a subscription.
         * @enum {string}
         */
        SubscriptionChangeEffect: "nothing" | "in_trial" | "restart" | "prorate" | "at_period_end";
        /**
         * SubscriptionChangeRequest
         * @description A change of a subscription.
         * @example {
         *       "expected_amount_minor": 2900,
         *       "plan": "team",
         *       "quantity": 3
         *     }
         */
        SubscriptionChangeRequest: {
            /**
             * Format: int64
             * @description `amount_due_minor` of the preview that the buyer has seen. A change that costs another amount is refused.
             */
            expected_amount_minor: number;
            /** @description The code of the plan, in its newest version. The subscription keeps its own plan and version if absent. */
            plan?: string;
            /**
             * Format: date-time
             * @description `prorated_at` of that preview, which is valid for 15 minutes; now if absent.
             */
            prorated_at?: string;
            /**
             * Format: int64
             * @description The number of pieces; the present one if absent.
             */
            quantity?: number;
        };
        /**
         * @description The time at which a subscription ends.
         * @enum {string}
         */
        SubscriptionEnd: "period_end" | "now";
        /**
         * SubscriptionPage
         * @description One page of subscriptions, newest first.
         */
        SubscriptionPage: {
            /** @description The subscriptions. */
            items: components["schemas"]["Subscription"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * SubscriptionPreview
         * @description A preview of a change.
         * @example {
         *       "amount_due_minor": 0,
         *       "amount_next_minor": 2900,
         *       "credits_next": 9000,
         *       "credits_now": 0,
         *       "currency": "eur",
         *       "effect": "at_period_end",
         *       "next_payment_at": "2026-02-01T00:00:00.000Z",
         *       "plan": "team",
         *       "prorated_at": null,
         *       "quantity": 3,
         *       "version": 2
         *     }
         */
        SubscriptionPreview: {
            /**
             * Format: int64
             * @description The amount that is paid now, with taxes, in the smallest unit of the currency. Send it as `expected_amount_minor`.
             */
            amount_due_minor: number;
            /**
             * Format: int64
             * @description The price of one later period, without taxes that are added to it.
             */
            amount_next_minor: number;
            /**
             * Format: int64
             * @description The credits of one later allowance.
             */
            credits_next: number;
            /**
             * Format: int64
             * @description The credits that are granted now.
             */
            credits_now: number;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /** @description The effect of the change. */
            effect: components["schemas"]["SubscriptionChangeEffect"];
            /**
             * Format: date-time
             * @description The time of the next payment after this one.
             */
            next_payment_at: string;
            /** @description The code of the plan. */
            plan: string;
            /**
             * Format: date-time
             * @description The time from which the rest of the period is paid in proportion; null for other effects. Send it with the change.
             */
            prorated_at: string | null;
            /**
             * Format: int64
             * @description The number of pieces.
             */
            quantity: number;
            /**
             * Format: int64
             * @description The version of the plan.
             */
            version: number;
        };
        /**
         * SubscriptionPreviewRequest
         * @description A change of a subscription to be previewed.
         * @example {
         *       "plan": "team",
         *       "quantity": 3
         *     }
         */
        SubscriptionPreviewRequest: {
            /** @description The code of the plan, in its newest version. The subscription keeps its own plan and version if absent. */
            plan?: string;
            /**
             * Format: int64
             * @description The number of pieces; the present one if absent.
             */
            quantity?: number;
        };
        /**
         * TopUp
         * @description An automatic top-up. If none was ever turned on, the state is `off`, the pack is null, and the numbers are 0, except `min_seconds`.
         * @example {
         *       "amount_minor": 1000,
         *       "bonus": 50,
         *       "card": {
         *         "brand": "visa",
         *         "last4": "4242"
         *       },
         *       "consent_at": "2026-01-01T00:00:00.000Z",
         *       "consent_text": "Buy 500 credits for 10.00 EUR with my saved card whenever fewer than 100 are left, for at most 50.00 EUR a month.",
         *       "credits": 500,
         *       "currency": "eur",
         *       "limit_minor": 20000,
         *       "min_seconds": 300,
         *       "month": {
         *         "count": 1,
         *         "ends_at": "2026-02-01T00:00:00.000Z",
         *         "spent_minor": 1000
         *       },
         *       "month_max_count": 5,
         *       "month_max_minor": 5000,
         *       "next_at": null,
         *       "pack": {
         *         "bonus": 50,
         *         "code": "small",
         *         "credits": 500,
         *         "name": "Small",
         *         "version": 1
         *       },
         *       "payment_url": null,
         *       "quantity": 1,
         *       "reason": null,
         *       "state": "active",
         *       "threshold": 100,
         *       "updated_at": "2026-01-01T00:00:00.000Z"
         *     }
         */
        TopUp: {
            /**
             * Format: int64
             * @description The price of one purchase, without taxes that are added to it, in the smallest unit of the currency.
             */
            amount_minor: number;
            /**
             * Format: int64
             * @description The bonus of one purchase.
             */
            bonus: number;
            /** @description The saved card that is charged; null if none is known. */
            card: components["schemas"]["TopUpCard"] | null;
            /**
             * Format: date-time
             * @description The time of the consent, or the start of the checkout whose page asked for it; null before the first.
             */
            consent_at: string | null;
            /** @description The sentence that the buyer agreed to; null before the first consent. */
            consent_text: string | null;
            /**
             * Format: int64
             * @description The credits of one purchase, without its bonus.
             */
            credits: number;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /**
             * Format: int64
             * @description The most that the website lets a buyer allow in a month, in the smallest unit of the currency; null without a limit.
             */
            limit_minor: number | null;
            /**
             * Format: int64
             * @description The least number of seconds between two purchases.
             */
            min_seconds: number;
            /** @description The running month. */
            month: components["schemas"]["TopUpMonth"];
            /**
             * Format: int64
             * @description The most purchases in one month (UTC).
             */
            month_max_count: number;
            /**
             * Format: int64
             * @description The most that may be paid in one month (UTC), in the smallest unit of the currency.
             */
            month_max_minor: number;
            /**
             * Format: date-time
             * @description The time before which no purchase begins; null if none waits.
             */
            next_at: string | null;
            /** @description The pack that is bought; null before the first consent. */
            pack: components["schemas"]["TopUpPack"] | null;
            /** @description The page on which the buyer confirms a payment; null in other states. */
            payment_url: string | null;
            /**
             * Format: int64
             * @description The number of packs that are bought at once.
             */
            quantity: number;
            /** @description The reason of the state or of a wait, such as `dispute`, `fraud-warning`, `merged`, `cap-reached` or Stripe's word for a decline; null without one. */
            reason: string | null;
            /** @description The state. */
            state: components["schemas"]["TopUpState"];
            /**
             * Format: int64
             * @description The number of credits, without holds and debt, below which the pack is bought.
             */
            threshold: number;
            /**
             * Format: date-time
             * @description The time of the last change; null if none was ever turned on.
             */
            updated_at: string | null;
        };
        /**
         * TopUpAttempt
         * @description One purchase of an automatic top-up, or the attempt to make it.
         * @example {
         *       "amount_minor": 1000,
         *       "bonus": 50,
         *       "code": null,
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "credits": 500,
         *       "currency": "eur",
         *       "id": "top_0192f0c4a1b27c3d8e9f001122334455",
         *       "payment": "pmt_0192f0c4a1b27c3d8e9f001122334455",
         *       "payment_url": null,
         *       "settled_at": "2026-01-01T00:00:05.000Z",
         *       "state": "paid"
         *     }
         */
        TopUpAttempt: {
            /**
             * Format: int64
             * @description The amount of the invoice; before it is made, the price without taxes. It is in the smallest unit of the currency.
             */
            amount_minor: number;
            /**
             * Format: int64
             * @description The bonus.
             */
            bonus: number;
            /** @description The reason of a failure, in Stripe's word if the bank gave one; null without one. */
            code: string | null;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            created_at: string;
            /**
             * Format: int64
             * @description The credits, without the bonus.
             */
            credits: number;
            /** @description The currency, as an ISO 4217 code in lower case. */
            currency: string;
            /** @description The id, `top_…`. */
            id: string;
            /** @description The id of the payment; null before it is paid. */
            payment: string | null;
            /** @description The page on which the buyer confirms the payment; null in other states. */
            payment_url: string | null;
            /**
             * Format: date-time
             * @description The time at which it was paid or failed; null before.
             */
            settled_at: string | null;
            /** @description The state. */
            state: components["schemas"]["TopUpAttemptState"];
        };
        /**
         * TopUpAttemptPage
         * @description One page of attempts, newest first.
         */
        TopUpAttemptPage: {
            /** @description The attempts. */
            items: components["schemas"]["TopUpAttempt"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * @description The state of an attempt of an automatic top-up.
         * @enum {string}
         */
        TopUpAttemptState: "claimed" | "invoiced" | "paying" | "action" | "voiding" | "paid" | "failed";
        /**
         * TopUpCard
         * @description The saved card that is charged.
         * @example {
         *       "brand": "visa",
         *       "last4": "4242"
         *     }
         */
        TopUpCard: {
            /** @description The brand, in Stripe's word. */
            brand: string;
            /** @description The last four digits. */
            last4: string;
        };
        /**
         * TopUpLowerRequest
         * @description An automatic top-up that allows less than the customer agreed to.
         * @example {
         *       "month_max_count": 2,
         *       "month_max_minor": 2000,
         *       "threshold": 50
         *     }
         */
        TopUpLowerRequest: {
            /**
             * Format: int64
             * @description The least number of seconds between two purchases; the present one if absent.
             */
            min_seconds?: number;
            /**
             * Format: int64
             * @description The most purchases in one month (UTC).
             */
            month_max_count: number;
            /**
             * Format: int64
             * @description The most that may be paid in one month (UTC), in the smallest unit of the currency.
             */
            month_max_minor: number;
            /**
             * Format: int64
             * @description The number of packs that are bought at once; the present one if absent.
             */
            quantity?: number;
            /**
             * Format: int64
             * @description The number of credits, without holds and debt, below which the pack is bought.
             */
            threshold: number;
        };
        /**
         * TopUpMonth
         * @description Purchases of the running month (UTC), with those that are not settled. Refunded ones count.
         * @example {
         *       "count": 1,
         *       "ends_at": "2026-02-01T00:00:00.000Z",
         *       "spent_minor": 1000
         *     }
         */
        TopUpMonth: {
            /**
             * Format: int64
             * @description The number of purchases.
             */
            count: number;
            /**
             * Format: date-time
             * @description The end of the month.
             */
            ends_at: string;
            /**
             * Format: int64
             * @description The sum of the payments, in the smallest unit of the currency.
             */
            spent_minor: number;
        };
        /**
         * TopUpPack
         * @description The pack that an automatic top-up buys.
         * @example {
         *       "bonus": 50,
         *       "code": "small",
         *       "credits": 500,
         *       "name": "Small",
         *       "version": 1
         *     }
         */
        TopUpPack: {
            /**
             * Format: int64
             * @description The bonus of one pack.
             */
            bonus: number;
            /** @description The code of the pack. */
            code: string;
            /**
             * Format: int64
             * @description The credits of one pack.
             */
            credits: number;
            /** @description The name of the pack. */
            name: string;
            /**
             * Format: int64
             * @description The version of the pack, which the top-up keeps.
             */
            version: number;
        };
        /**
         * TopUpProblem
         * @description The automatic top-up of a customer who lacks credits.
         */
        TopUpProblem: {
            /** @description The page on which the customer confirms the payment; absent unless the state is `needs_action`. */
            payment_url?: string;
            /** @description The state: `active`, `needs_action`, `needs_card` or `needs_consent`. */
            state: string;
        };
        /**
         * TopUpRequest
         * @description An automatic top-up that the user turns on or changes.
         * @example {
         *       "consent": "Buy 500 credits for 10.00 EUR with my saved card whenever fewer than 100 are left, for at most 50.00 EUR a month.",
         *       "month_max_count": 5,
         *       "month_max_minor": 5000,
         *       "pack": "small",
         *       "threshold": 100,
         *       "website": "web_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        TopUpRequest: {
            /** @description The sentence that was shown and that the user agreed to. It is needed to turn the top-up on, for another pack, version or currency, after the seller has changed its Stripe account, and for each change that allows more: a dearer purchase, a higher threshold, more pieces, higher caps or less time between two purchases. */
            consent?: string;
            /** @description The currency, as an ISO 4217 code in lower case; the seller's own if absent. */
            currency?: string;
            /**
             * Format: int64
             * @description The least number of seconds between two purchases; 300 if absent.
             */
            min_seconds?: number;
            /** @description The mode of the credits; live if absent. */
            mode?: components["schemas"]["Mode"];
            /**
             * Format: int64
             * @description The most purchases in one month (UTC).
             */
            month_max_count: number;
            /**
             * Format: int64
             * @description The most that may be paid in one month (UTC), in the smallest unit of the currency: at least one purchase, and at most the website's limit.
             */
            month_max_minor: number;
            /** @description The code of the pack, in its newest version. */
            pack: string;
            /**
             * Format: int64
             * @description The number of packs that are bought at once; 1 if absent.
             */
            quantity?: number;
            /**
             * Format: int64
             * @description The number of credits, without holds and debt, below which the pack is bought. It is less than the credits bought at once, without their bonus.
             */
            threshold: number;
            /** @description The website whose credits are bought; the platform's own if absent. A token of a website's client buys at that website. */
            website?: string;
        };
        /**
         * TopUpRetryRequest
         * @description The seller whose automatic top-up is tried again.
         * @example {
         *       "website": "web_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        TopUpRetryRequest: {
            /** @description The mode of the credits; live if absent. */
            mode?: components["schemas"]["Mode"];
            /** @description The website whose credits are bought; the platform's own if absent. A token of a website's client buys at that website. */
            website?: string;
        };
        /**
         * @description The state of an automatic top-up.
         * @enum {string}
         */
        TopUpState: "off" | "active" | "needs_action" | "needs_card" | "needs_consent";
        /**
         * Total
         * @description The total number of items of a list.
         * @example {
         *       "count": 214,
         *       "is_exact": true
         *     }
         */
        Total: {
            /**
             * Format: int64
             * @description The number of counted items.
             */
            count: number;
            /** @description True if all items were counted; otherwise there are at least as many. */
            is_exact: boolean;
        };
        /**
         * Transaction
         * @description A change of a balance.
         * @example {
         *       "amount": -5,
         *       "balance_after": 95,
         *       "booked_at": "2026-01-01T00:00:00.000Z",
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "description": "One picture",
         *       "feature": "image.large",
         *       "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
         *       "kind": "spend",
         *       "metadata": {},
         *       "price_version": 2,
         *       "quantity": 1,
         *       "reverses": null,
         *       "website": {
         *         "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *         "name": "Pictures"
         *       }
         *     }
         */
        Transaction: {
            /**
             * Format: int64
             * @description The credits that were added (above zero) or taken (below zero).
             */
            amount: number;
            /**
             * Format: int64
             * @description The balance after the transaction, including held credits; below zero if the customer owes credits.
             */
            balance_after: number;
            /**
             * Format: date-time
             * @description The booking time; never before an earlier transaction of the same balance.
             */
            booked_at: string;
            /** @description The customer; null for a user's credits with the platform itself. */
            customer_id: string | null;
            /** @description A description for the customer. */
            description: string | null;
            /** @description The code of the feature; null if the request named none. */
            feature: string | null;
            /** @description The transaction's id. */
            id: string;
            /** @description The kind: `grant`, `spend`, `capture` (of a hold), `expiry`, `reversal` (of a spend, a capture or a claw-back), `void` (of a grant), `transfer` (two customers were merged, or separated again), `claw_back` (credits of a refunded or disputed payment) or `write_off` (such credits, if they were used before and are not owed). Clients must accept further kinds. */
            kind: string;
            /** @description The website's own data. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @description The version of the price that applied to the quantity; null if there is none.
             */
            price_version: number | null;
            /**
             * Format: int64
             * @description The quantity of the feature, if it determined the amount; null otherwise.
             */
            quantity: number | null;
            /** @description The transaction that this one reverses or voids; null for all kinds but `reversal` and `void`. */
            reverses: string | null;
            /** @description The website; null for the platform itself. */
            website: components["schemas"]["TransactionSite"] | null;
        };
        /**
         * TransactionCustomer
         * @description A customer's names, as the website gave them.
         * @example {
         *       "email": null,
         *       "external_id": "user-42",
         *       "name": null
         *     }
         */
        TransactionCustomer: {
            /** @description The e-mail address that the website gave. */
            email: string | null;
            /** @description The id in the website's own system. */
            external_id: string | null;
            /** @description A name; null until there is a way to give one. */
            name: string | null;
        };
        /**
         * TransactionExplained
         * @description A transaction with all its details.
         * @example {
         *       "actor": {
         *         "client_id": null,
         *         "id": "key_0192f0c4a1b27c3d8e9f001122334455",
         *         "jti": null,
         *         "key_prefix": "tg_live_Q7xB",
         *         "kind": "key",
         *         "session_id": null
         *       },
         *       "cause": {
         *         "hold": null,
         *         "idempotency_key": "8e03978e-40d5-43dd-bc93-6894a57f9324",
         *         "kind": "request",
         *         "reference": null
         *       },
         *       "entries": [
         *         {
         *           "account": "wallet",
         *           "amount": -5,
         *           "balance_after": 95
         *         },
         *         {
         *           "account": "spent",
         *           "amount": 5,
         *           "balance_after": null
         *         }
         *       ],
         *       "lots": [
         *         {
         *           "amount": -5,
         *           "expires_at": null,
         *           "feature": null,
         *           "kind": "promo",
         *           "transaction_id": "txn_0192f0c4a1b27c3d8e9f001122334400"
         *         }
         *       ],
         *       "price": {
         *         "credits": 5,
         *         "effective_at": "2026-01-01T00:00:00.000Z",
         *         "min_charge": 0,
         *         "per_units": 1,
         *         "version": 2
         *       },
         *       "reversals": [],
         *       "reverses": null,
         *       "transaction": {
         *         "amount": -5,
         *         "balance_after": 95,
         *         "booked_at": "2026-01-01T00:00:00.000Z",
         *         "customer": {
         *           "email": null,
         *           "external_id": "user-42",
         *           "name": null
         *         },
         *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *         "description": "One picture",
         *         "feature": "image.large",
         *         "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
         *         "kind": "spend",
         *         "metadata": {},
         *         "mode": "live",
         *         "price_version": 2,
         *         "quantity": 1,
         *         "reverses": null,
         *         "website": {
         *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *           "name": "Pictures"
         *         }
         *       }
         *     }
         */
        TransactionExplained: {
            /** @description The actor of the transaction. */
            actor: components["schemas"]["Actor"];
            /** @description The cause of the transaction. */
            cause: components["schemas"]["Cause"];
            /** @description The entries; their amounts add up to zero. */
            entries: components["schemas"]["Entry"][];
            /** @description The changes of lots. */
            lots: components["schemas"]["LotChange"][];
            /** @description The price that determined the amount; null if the request stated the amount. */
            price: components["schemas"]["Price"] | null;
            /** @description The transactions that reversed this one. */
            reversals: components["schemas"]["ReversalOf"][];
            /** @description The transaction that this one reverses, in part or completely; null for others. */
            reverses: string | null;
            /** @description The transaction. */
            transaction: components["schemas"]["ListedTransaction"];
        };
        /**
         * @description The kind of a transaction.
         * @enum {string}
         */
        TransactionKind: "grant" | "spend" | "capture" | "expiry" | "reversal" | "void" | "transfer" | "claw_back" | "write_off";
        /**
         * TransactionPage
         * @description One page of transactions, newest first.
         * @example {
         *       "items": [
         *         {
         *           "amount": -5,
         *           "balance_after": 95,
         *           "booked_at": "2026-01-01T00:00:00.000Z",
         *           "customer": {
         *             "email": null,
         *             "external_id": "user-42",
         *             "name": null
         *           },
         *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *           "description": "One picture",
         *           "feature": "image.large",
         *           "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
         *           "kind": "spend",
         *           "metadata": {},
         *           "mode": "live",
         *           "price_version": 2,
         *           "quantity": 1,
         *           "reverses": null,
         *           "website": {
         *             "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *             "name": "Pictures"
         *           }
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        TransactionPage: {
            /** @description The transactions. */
            items: components["schemas"]["ListedTransaction"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * TransactionSite
         * @description A website with its name.
         * @example {
         *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "name": "Pictures"
         *     }
         */
        TransactionSite: {
            /** @description The website's id. */
            id: string;
            /** @description The name that users see. */
            name: string;
        };
        /**
         * Usage
         * @description The usage at the time of the request.
         * @example {
         *       "from": "2026-01-01",
         *       "items": [
         *         {
         *           "day": "2026-01-01",
         *           "feature": "image.large",
         *           "quantity": 24,
         *           "reversed": 5,
         *           "spends": 24,
         *           "spent": 120
         *         }
         *       ],
         *       "scale": 0,
         *       "to": "2026-01-30",
         *       "unit": "credit"
         *     }
         */
        Usage: {
            /** @description The first day, in UTC. */
            from: string;
            /** @description The days and features with usage or reversals, sorted by day, then by the feature's code. */
            items: components["schemas"]["UsageItem"][];
            /**
             * Format: int16
             * @description Decimal places for display only, 0 to 6.
             */
            scale: number;
            /** @description The last day, in UTC. */
            to: string;
            /** @description The name of one credit. */
            unit: string;
        };
        /**
         * UsageItem
         * @description The usage of a day, of a feature, or of both.
         * @example {
         *       "day": "2026-01-01",
         *       "feature": "image.large",
         *       "quantity": 24,
         *       "reversed": 5,
         *       "spends": 24,
         *       "spent": 120
         *     }
         */
        UsageItem: {
            /** @description The day in UTC; null if days are combined. */
            day: string | null;
            /** @description The code of the feature; null if features are combined, and for usage without a feature. */
            feature: string | null;
            /**
             * Format: int64
             * @description The units of the feature on which their prices are based.
             */
            quantity: number;
            /**
             * Format: int64
             * @description The credits that were given back, of takings on any day.
             */
            reversed: number;
            /**
             * Format: int64
             * @description The number of spends and captures.
             */
            spends: number;
            /**
             * Format: int64
             * @description The credits that spends and captures took.
             */
            spent: number;
        };
        /**
         * User
         * @description A user, as this service knows them.
         * @example {
         *       "can_register_websites": true,
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "email": "ada@example.com",
         *       "email_verified": true,
         *       "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "image": null,
         *       "is_active": true,
         *       "is_operator": false,
         *       "name": "Ada"
         *     }
         */
        User: {
            /** @description True if the user may register websites (`API_WEBSITE_REGISTRATION`); always false for the clients of websites. */
            can_register_websites: boolean;
            /**
             * Format: date-time
             * @description The time of the first contact.
             */
            created_at: string;
            /** @description The email address, if a token had it and this token has the scope `email`. */
            email: string | null;
            /** @description True if the identity provider has verified that address. */
            email_verified: boolean;
            /** @description The user's id, at the identity provider and here. */
            id: string;
            /** @description The URL of an image, if a token had it and this token has the scope `profile`. */
            image: string | null;
            /** @description True if the account is active. */
            is_active: boolean;
            /** @description True if the user operates this installation; always false for the clients of websites. */
            is_operator: boolean;
            /** @description The name, if a token had it and this token has the scope `profile`. */
            name: string | null;
        };
        /**
         * Verification
         * @description The result of a verification of the books.
         */
        Verification: {
            /**
             * Format: date-time
             * @description The time at which the run began.
             */
            begun_at: string;
            /**
             * Format: date-time
             * @description The time at which the run ended; null while it is running.
             */
            ended_at: string | null;
            /** @description The contradictions; empty if the books are sound. */
            findings: components["schemas"]["VerificationFinding"][];
            /** @description The accounts that are frozen by this run or an earlier one, at most a thousand. */
            frozen: components["schemas"]["FrozenAccount"][];
            /** @description The id of the run; send it as `run` to get its state again. */
            run: string;
            /** @description The state. */
            state: components["schemas"]["VerificationState"];
        };
        /**
         * VerificationFinding
         * @description Rows that contradict an invariant.
         */
        VerificationFinding: {
            /** @description The accounts of the rows; the verification has frozen them. */
            accounts: string[];
            /**
             * Format: int32
             * @description The number of rows; a thousand may mean more.
             */
            count: number;
            /**
             * Format: int32
             * @description The number of the invariant: up to 99 of the credits, from 101 on of the money that has bought them.
             */
            invariant: number;
            /** @description The keys of the rows, at most the first twenty. */
            rows: string[];
            /** @description A description of the contradiction. */
            what: string;
        };
        /**
         * @description The state of a verification.
         * @enum {string}
         */
        VerificationState: "running" | "sound" | "damaged";
        /**
         * VersionPrice
         * @description A price of a version.
         */
        VersionPrice: {
            /**
             * Format: int64
             * @description The amount in the minor units of Stripe.
             */
            amount_minor: number;
            /** @description The code of the currency (ISO 4217), in lower case. */
            currency: string;
            /** @description The price at Stripe; null while the website has no Stripe account in this mode. */
            stripe: components["schemas"]["PriceAtStripe"] | null;
        };
        /**
         * VersionPriceRequest
         * @description A price in one currency.
         */
        VersionPriceRequest: {
            /**
             * Format: int64
             * @description The amount in the minor units of Stripe, such as cents. Some currencies have none, so that it counts whole units; `isk` takes multiples of 100, and `bhd`, `jod`, `kwd`, `omr` and `tnd` take multiples of 10.
             */
            amount_minor: number;
            /** @description The code of the currency (ISO 4217), in lower case. */
            currency: string;
        };
        /**
         * ViewedUser
         * @description The user that a view shows.
         * @example {
         *       "email": "ada@example.com",
         *       "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "name": "Ada"
         *     }
         */
        ViewedUser: {
            /** @description The email address. */
            email: string | null;
            /** @description The user's id. */
            id: string;
            /** @description The name. */
            name: string | null;
        };
        /**
         * ViewRequest
         * @description The reason for a view.
         * @example {
         *       "reason": "Credits look wrong to her, ticket 4711"
         *     }
         */
        ViewRequest: {
            /** @description The reason, as a text. The audit log stores it unchanged, so it should contain no secret. */
            reason: string;
        };
        /**
         * VoidRequest
         * @description An empty object.
         * @example {}
         */
        VoidRequest: Record<string, never>;
        /**
         * WebhookBalance
         * @description A customer's balance after an event.
         */
        WebhookBalance: {
            /**
             * Format: int64
             * @description Credits that can be spent.
             */
            available: number;
            /**
             * Format: int64
             * @description Credits owed.
             */
            debt: number | null;
            /**
             * Format: int64
             * @description Credits of `posted` that are held.
             */
            held: number | null;
            /**
             * Format: int64
             * @description Credits booked and not used.
             */
            posted: number | null;
        };
        /**
         * WebhookBilling
         * @description The purchase of an event.
         */
        WebhookBilling: {
            /** @description The page on which the renewal can be paid, for `subscription.payment_failed`, or on which the customer confirms the payment, for `topup.action_required`. */
            action_url?: string;
            /**
             * Format: int64
             * @description The amount in the smallest unit of the currency: what the buyer paid, the price before the payment, or what is refunded or disputed. Absent if the event moves no money.
             */
            amount_minor?: number;
            /** @description The id of the checkout; null for a subscription that was made at Stripe, and for a top-up. */
            checkout_id: string | null;
            /** @description The currency, as an ISO 4217 code in lower case; absent if the event moves no money. */
            currency?: string;
            /** @description The id of the dispute, for `dispute.…`. */
            dispute_id?: string;
            /** @description The time until which the Stripe dashboard takes an answer to the dispute, for `dispute.…`. */
            due_by?: string;
            /** @description The id of the payment; null before the buyer has paid. */
            payment_id: string | null;
            /** @description The code of the plan, if a plan is concerned. */
            plan?: string;
            /** @description The reason of a top-up that failed, such as `insufficient_funds` or `cap-reached`, or of a checkout whose automatic top-up could no longer be turned on as agreed, such as `newer-rule`. */
            reason?: string;
            /** @description The id of the refund, for `payment.refunded`. */
            refund_id?: string;
            /** @description The state of the checkout for `checkout.…`, of the attempt for `topup.…`, of the payment for `payment.…`, of the refund for `payment.refunded`, Stripe's status of the dispute for `dispute.…` or of the subscription, and `actionable` or `closed` for `fraud_warning`. */
            status: string;
            /** @description The id of the subscription, if one is concerned. */
            subscription_id?: string;
            /** @description The id of the attempt, for an automatic top-up; absent if a limit of the month forbids one. */
            topup_id?: string;
        };
        /**
         * WebhookDelivery
         * @description The delivery of one event to one endpoint.
         */
        WebhookDelivery: {
            /**
             * Format: int64
             * @description The number of attempts since it was last queued.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description The time of the event.
             */
            created_at: string;
            /** @description The event's id: the header `webhook-id` of every attempt. */
            event_id: string;
            /**
             * Format: date-time
             * @description The time of the last attempt.
             */
            last_attempt_at: string | null;
            /** @description The error of the last attempt. */
            last_error: string | null;
            /**
             * Format: int16
             * @description The HTTP status of the last response, if there was one.
             */
            last_status: number | null;
            /**
             * Format: date-time
             * @description The time of the next attempt; null if there is none, or if it waits for an earlier event of its customer.
             */
            next_attempt_at: string | null;
            /** @description The state of the delivery. */
            state: components["schemas"]["WebhookDeliveryState"];
            /** @description The event's type. */
            type: string;
        };
        /**
         * WebhookDeliveryDetail
         * @description A delivery with its event.
         */
        WebhookDeliveryDetail: {
            /** @description The delivery. */
            delivery: components["schemas"]["WebhookDelivery"];
            /** @description The event that is sent; null if it is no longer stored. */
            event: components["schemas"]["WebhookEvent"] | null;
        };
        /**
         * WebhookDeliveryPage
         * @description One page of deliveries.
         */
        WebhookDeliveryPage: {
            /** @description The deliveries, newest events first. */
            items: components["schemas"]["WebhookDelivery"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * @description The state of a delivery.
         * @enum {string}
         */
        WebhookDeliveryState: "waiting" | "delivered" | "failed";
        /**
         * WebhookEndpoint
         * @description An endpoint that receives the events of a website's credits.
         * @example {
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "disabled_reason": null,
         *       "events": [
         *         "credits.depleted",
         *         "credits.granted"
         *       ],
         *       "failing_since": null,
         *       "id": "whe_0192f0c4a1b27c3d8e9f001122334455",
         *       "mode": "live",
         *       "previous_secret_until": null,
         *       "public_key": null,
         *       "signing": "v1",
         *       "status": "active",
         *       "url": "https://pictures.example.com/hooks/tollgate"
         *     }
         */
        WebhookEndpoint: {
            /**
             * Format: date-time
             * @description The time at which it was added.
             */
            created_at: string;
            /** @description The reason why it was disabled. */
            disabled_reason: string | null;
            /** @description The types of events that it receives. */
            events: string[];
            /**
             * Format: date-time
             * @description The time since which every attempt has failed; null while it works. It is disabled after five days.
             */
            failing_since: string | null;
            /** @description The endpoint's id. */
            id: string;
            /** @description The mode of the events. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: date-time
             * @description The time until which a previous secret also signs; the latest of several, null if there is none.
             */
            previous_secret_until: string | null;
            /** @description The public key that verifies its events with `v1a`, `whpk_…`; null with `v1`. */
            public_key: string | null;
            /** @description The signature scheme of its events. */
            signing: components["schemas"]["WebhookSigning"];
            /** @description The status of the endpoint. */
            status: components["schemas"]["WebhookEndpointStatus"];
            /** @description The endpoint's URL. */
            url: string;
        };
        /**
         * WebhookEndpointChange
         * @description Changes of an endpoint; a member that is absent stays unchanged.
         */
        WebhookEndpointChange: {
            /** @description The types of events to receive. */
            events?: string[];
            /** @description The status of the endpoint. */
            status?: components["schemas"]["WebhookEndpointWish"];
            /** @description The endpoint's URL. */
            url?: string;
        };
        /**
         * WebhookEndpointList
         * @description The endpoints of a website.
         */
        WebhookEndpointList: {
            /** @description The endpoints, oldest first. */
            items: components["schemas"]["WebhookEndpoint"][];
        };
        /**
         * WebhookEndpointRequest
         * @description An endpoint to add.
         * @example {
         *       "url": "https://pictures.example.com/hooks/tollgate"
         *     }
         */
        WebhookEndpointRequest: {
            /** @description The types of events to receive; all except `credits.spent` if absent. */
            events?: string[];
            /** @description The mode of the events; the mode of the request if absent. */
            mode?: components["schemas"]["Mode"];
            /** @description The signature scheme of the events; `v1` if absent. */
            signing?: components["schemas"]["WebhookSigning"];
            /** @description The endpoint's URL: https, at a public address. */
            url: string;
        };
        /**
         * @description The status of an endpoint.
         * @enum {string}
         */
        WebhookEndpointStatus: "active" | "off" | "disabled";
        /**
         * @description The status to set.
         * @enum {string}
         */
        WebhookEndpointWish: "active" | "off";
        /**
         * WebhookEndpointWithSecret
         * @description An endpoint with a new secret.
         */
        WebhookEndpointWithSecret: {
            /** @description The endpoint. */
            endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description The secret that signs its events with `v1`, `whsec_…`; it is returned only this once. Null with `v1a`: the private key stays on the server, and the endpoint's `public_key` verifies. */
            secret: string | null;
        };
        /**
         * WebhookEvent
         * @description The body of a webhook. The server sends it as POST with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks 1.x). Respond with any 2xx status within 15 seconds.
         */
        WebhookEvent: {
            /** @description The data of the event. */
            data: components["schemas"]["WebhookEventData"];
            /** @description The time of the event. */
            timestamp: string;
            /**
             * @description The type of the event:
             *
             *
             *     - `credits.granted`: a customer was given credits.
             *     - `credits.expired`: credits expired, and the unused rest was removed.
             *     - `credits.expiring`: credits expire within seven days, and again within one day (only the latter if granted for less).
             *     - `credits.restored`: credits were given back that a spend, or a refund or dispute of their payment, had taken.
             *     - `credits.clawed_back`: credits were taken back, because their payment was refunded or disputed.
             *     - `credits.spent`: spends and captures, several combined; sent only to endpoints that list this type.
             *     - `credits.low`: the balance fell to the threshold of the alerts or below.
             *     - `credits.depleted`: no credits are left to spend.
             *     - `hold.expired`: a hold expired; its remaining credits were released, or captured if the hold says so.
             *     - `checkout.completed`: a customer has paid for a pack, and the credits were granted; or has subscribed to a plan; or has saved a card and agreed to an automatic top-up, which is on unless there is a `reason`.
             *     - `checkout.expired`: a customer did not pay in time, or the checkout was ended.
             *     - `payment.succeeded`: a payment is paid.
             *     - `payment.failed`: a payment failed.
             *     - `payment.review`: a payment is paid and no credits were granted, because it differs from what was sold.
             *     - `payment.refunded`: a payment is refunded, in full or in part, and its credits were taken back.
             *     - `dispute.opened`: a bank asks about a payment, or has withdrawn it until it decides; `due_by` says until when the Stripe dashboard takes an answer.
             *     - `dispute.won`: a dispute ended for the website, and the credits are available.
             *     - `dispute.lost`: a dispute ended for the buyer, and the credits were taken back.
             *     - `fraud_warning`: a bank believes that a payment is fraudulent; a refund can still prevent a dispute.
             *     - `customer.subscribed`: a customer has a subscription that counts.
             *     - `customer.unsubscribed`: no subscription of a customer counts any more.
             *     - `subscription.updated`: a subscription changed: its status, its plan, its period or its end.
             *     - `subscription.renewed`: a period of a subscription was paid, and its allowance was granted.
             *     - `subscription.payment_failed`: a renewal was not paid; `action_url` is the page on which it can be.
             *     - `subscription.trial_ending`: the trial of a subscription ends within three days, and the first payment follows.
             *     - `topup.succeeded`: an automatic top-up was paid, and its credits were granted.
             *     - `topup.failed`: an automatic top-up bought nothing; `reason` says why, as `cap-reached` once in a month.
             *     - `topup.action_required`: the bank wants the customer to confirm an automatic top-up on the page `action_url`.
             *     - `webhook.test`: a test that you requested.
             */
            type: string;
        };
        /**
         * WebhookEventData
         * @description The data of an event.
         */
        WebhookEventData: {
            /**
             * Format: int64
             * @description The credits added (above zero) or removed (below); for `hold.expired` and `credits.expiring` those concerned.
             */
            amount: number;
            /** @description The balance after the event. */
            balance: components["schemas"]["WebhookBalance"];
            /** @description The purchase, for `checkout.…`, `payment.…`, `subscription.…`, `customer.…`, `topup.…`, `dispute.…` and `fraud_warning`; their `amount` is 0. */
            billing: components["schemas"]["WebhookBilling"] | null;
            /** @description The id of the customer. */
            customer_id: string | null;
            /** @description The time at which the first of the credits expire, for `credits.expiring`. */
            expires_at: string | null;
            /** @description The customer's id in your own system. */
            external_id: string | null;
            /** @description The id of the hold, for `hold.expired`. */
            hold_id: string | null;
            /** @description The mode: `live` or `test`. */
            mode: string;
            /**
             * Format: int64
             * @description The event's number among those of its customer. It only grows, so that an older event can be ignored. Numbers may be missing: they belong to events of other types.
             */
            sequence: number;
            /**
             * Format: int64
             * @description The number of spends and captures that a `credits.spent` event combines.
             */
            spends: number | null;
            /**
             * Format: int64
             * @description The threshold that was crossed, for `credits.low`.
             */
            threshold: number | null;
            /** @description The id of the transaction, if there is one; for `credits.spent` the last one, for `hold.expired` none. */
            transaction_id: string | null;
        };
        /**
         * WebhookQueued
         * @description The events that were queued.
         */
        WebhookQueued: {
            /** @description Send it as `cursor` for the rest of the range; null if there is none. */
            next_cursor: string | null;
            /**
             * Format: int32
             * @description The number of queued events.
             */
            queued: number;
        };
        /**
         * WebhookSecretRotation
         * @description Options of the rotation of a secret.
         */
        WebhookSecretRotation: {
            /**
             * Format: uint16
             * @description The hours for which the previous secret also signs: 24 if absent, at most 168 (a week). With 0 the new secret signs alone.
             */
            overlap_hours?: number;
        };
        /**
         * @description The signature scheme of events (Standard Webhooks 1.x).
         * @enum {string}
         */
        WebhookSigning: "v1" | "v1a";
        /**
         * WebhookTest
         * @description A queued test event.
         */
        WebhookTest: {
            /** @description The event's id; its delivery shows the result. */
            event_id: string;
        };
        /**
         * WebhookTimeRange
         * @description The events to send again.
         * @example {
         *       "from": "2026-01-01T00:00:00.000Z",
         *       "to": "2026-01-01T01:00:00.000Z"
         *     }
         */
        WebhookTimeRange: {
            /** @description The `next_cursor` of the previous request with the same range. */
            cursor?: string;
            /**
             * Format: date-time
             * @description The start of the range, included.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the range, excluded.
             */
            to: string;
        };
        /**
         * Website
         * @description A registered website.
         * @example {
         *       "client_id": "client_0192f0c4a1b27c3d8e9f001122334466",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "name": "Picture Shop",
         *       "scale": 0,
         *       "status": "active",
         *       "suspended_by": null,
         *       "url": "https://pictures.example.com"
         *     }
         */
        Website: {
            /** @description The OAuth client at the identity provider. */
            client_id: string;
            /**
             * Format: date-time
             * @description The time of registration.
             */
            created_at: string;
            /** @description The website's id. */
            id: string;
            /** @description The name that users see. */
            name: string;
            /**
             * Format: int16
             * @description Decimal places for display, 0 to 6; all amounts are whole numbers of the smallest unit.
             */
            scale: number;
            /** @description The status of the website. */
            status: components["schemas"]["WebsiteStatus"];
            /** @description The actor that suspended it; null while it is active. */
            suspended_by: components["schemas"]["WebsiteSuspendedBy"] | null;
            /** @description The home page. */
            url: string;
        };
        /**
         * WebsiteClient
         * @description The website's OAuth client at the identity provider.
         */
        WebsiteClient: {
            /** @description The client's id. */
            client_id: string;
            /** @description The client's secret. It is shown only once. */
            client_secret: string;
            /** @description The issuer, for discovery. */
            issuer: string;
        };
        /**
         * WebsiteDetail
         * @description A website with every setting that its owner sees.
         * @example {
         *       "application_type": "web",
         *       "client_id": "client_0192f0c4a1b27c3d8e9f001122334466",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "device_grant": false,
         *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "id_token_signed_response_alg": "RS256",
         *       "name": "Picture Shop",
         *       "post_logout_redirect_uris": [
         *         "https://pictures.example.com/"
         *       ],
         *       "previous_secret_until": null,
         *       "public_client": null,
         *       "redirect_uris": [
         *         "https://pictures.example.com/api/auth/callback/tollgate"
         *       ],
         *       "require_pkce": true,
         *       "resources": [],
         *       "scale": 0,
         *       "status": "active",
         *       "suspended_by": null,
         *       "unit": "credit",
         *       "url": "https://pictures.example.com"
         *     }
         */
        WebsiteDetail: {
            /** @description The kind of the website's client. */
            application_type: components["schemas"]["ApplicationType"];
            /** @description The OAuth client at the identity provider. */
            client_id: string;
            /**
             * Format: date-time
             * @description The time of registration.
             */
            created_at: string;
            /** @description True if devices without a keyboard may sign in with the website's client (RFC 8628). */
            device_grant: boolean;
            /** @description The website's id. */
            id: string;
            /** @description The algorithm that signs the ID tokens of both clients. */
            id_token_signed_response_alg: components["schemas"]["IdTokenAlgorithm"];
            /** @description The name that users see. */
            name: string;
            /** @description The redirect URIs of sign-out, compared exactly. */
            post_logout_redirect_uris: string[];
            /**
             * Format: date-time
             * @description The time until which a previous secret of the website's client may be valid; the latest of several, null if there is none. It names the rotations by the website's owner, also one whose outcome is unknown.
             */
            previous_secret_until: string | null;
            /** @description The client for programs that cannot keep a secret; null if there is none. */
            public_client: components["schemas"]["PublicClient"] | null;
            /** @description The redirect URIs of sign-in, compared exactly. */
            redirect_uris: string[];
            /** @description True if a sign-in without PKCE is refused (RFC 7636). */
            require_pkce: boolean;
            /** @description The protected resources whose servers belong to the website, such as its MCP server. */
            resources: components["schemas"]["ProtectedResource"][];
            /**
             * Format: int16
             * @description Decimal places for display, 0 to 6; all amounts are whole numbers of the smallest unit.
             */
            scale: number;
            /** @description The status of the website. */
            status: components["schemas"]["WebsiteStatus"];
            /** @description The actor that suspended it; null while it is active. */
            suspended_by: components["schemas"]["WebsiteSuspendedBy"] | null;
            /** @description The name of one credit. */
            unit: string;
            /** @description The home page. */
            url: string;
        };
        /**
         * WebsiteHandOver
         * @description The new owner of a website.
         * @example {
         *       "reason": "She takes the shop over, ticket 4712",
         *       "user_id": "usr_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        WebsiteHandOver: {
            /** @description True if the website is handed over although subscriptions are live; false if absent. Stripe bills them through the account of the previous owner until they are canceled there. */
            force?: boolean;
            /** @description The reason. The audit log stores it unchanged, so it should contain no secret. */
            reason?: string;
            /** @description The user's id. The user must be active and have been here before. */
            user_id: string;
        };
        /**
         * WebsiteList
         * @description A user's own websites.
         */
        WebsiteList: {
            /** @description The websites, oldest first. */
            items: components["schemas"]["Website"][];
        };
        /**
         * WebsiteOwner
         * @description The owner of a website.
         * @example {
         *       "email": "ada@example.com",
         *       "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "is_deleted": false,
         *       "name": "Ada"
         *     }
         */
        WebsiteOwner: {
            /** @description The email address in the user's last token. */
            email: string | null;
            /** @description The user's id. */
            id: string;
            /** @description True if the account was deleted; the website is then suspended until it is handed over. */
            is_deleted: boolean;
            /** @description The name in the user's last token. */
            name: string | null;
        };
        /**
         * @description The status of a website.
         * @enum {string}
         */
        WebsiteStatus: "active" | "suspended";
        /**
         * WebsiteSummary
         * @description Key figures of a website in one mode.
         * @example {
         *       "customers": 1204,
         *       "customers_30d": 96,
         *       "first_spend_at": "2026-01-01T00:00:00.000Z",
         *       "held": 120,
         *       "outstanding": [
         *         {
         *           "credits": 48000,
         *           "kind": "purchase"
         *         }
         *       ],
         *       "owed": 0,
         *       "scale": 0,
         *       "spent_30d": 91000,
         *       "spent_30d_before": 84500,
         *       "spent_per_day_7d": 3120,
         *       "subscribed": 310,
         *       "unit": "credit"
         *     }
         */
        WebsiteSummary: {
            /**
             * Format: int64
             * @description The number of customers; counted up to 100000.
             */
            customers: number;
            /**
             * Format: int64
             * @description The number of customers with a first contact in the last thirty days.
             */
            customers_30d: number;
            /**
             * Format: date-time
             * @description The time of the first spend; null before.
             */
            first_spend_at: string | null;
            /**
             * Format: int64
             * @description The number of credits that open holds reserve.
             */
            held: number;
            /** @description The credits of all customers together, by origin. */
            outstanding: components["schemas"]["Outstanding"][];
            /**
             * Format: int64
             * @description The credits that customers owe.
             */
            owed: number;
            /**
             * Format: int16
             * @description Decimal places for display only, 0 to 6.
             */
            scale: number;
            /**
             * Format: int64
             * @description The credits spent today and on the 29 days before, in UTC.
             */
            spent_30d: number;
            /**
             * Format: int64
             * @description The credits spent on the thirty days before these.
             */
            spent_30d_before: number;
            /**
             * Format: int64
             * @description The mean of the credits spent per day on the seven days before today.
             */
            spent_per_day_7d: number;
            /**
             * Format: int64
             * @description The number of customers with a subscription.
             */
            subscribed: number;
            /** @description The name of one credit. */
            unit: string;
        };
        /**
         * @description The actor that suspended a website.
         * @enum {string}
         */
        WebsiteSuspendedBy: "owner" | "operator" | "deletion";
    };
    responses: {
        /**
         * @description - `insufficient-scope`: This key or token lacks the permission.
         *     - `client-not-allowed`: This token may not be used for this.
         *     - `holder-inactive`: The account is not active.
         *     - `account-frozen`: The account is frozen.
         */
        AccountFrozenOrForbidden: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `insufficient-scope`: This key or token lacks the permission.
         *     - `client-not-allowed`: This token may not be used for this.
         *     - `website-suspended`: The website is suspended.
         *     - `holder-inactive`: The account is not active.
         *     - `account-frozen`: The account is frozen.
         */
        AccountFrozenOrForbiddenOrWebsiteSuspended: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `insufficient-scope`: This key or token lacks the permission.
         *     - `website-suspended`: The website is suspended.
         *     - `holder-inactive`: The account is not active.
         *     - `key-spend-cap-reached`: The API key has reached its spending cap.
         *     - `spend-limit-reached`: The customer has reached the spending limit.
         *     - `account-frozen`: The account is frozen.
         */
        AccountFrozenOrHolderInactiveOrInsufficientScopeOrSpendingLimitReachedOrWebsiteSuspendedWithReplay: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `api-key-ended`: The API key has ended. */
        ApiKeyEnded: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `billing-not-connected`: The website has no Stripe account in this mode. */
        BillingNotConnected: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `conflict`: The request conflicts with another one, or with the present state.
         *     - `billing-not-connected`: The website has no Stripe account in this mode.
         */
        BillingNotConnectedOrConflict: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `idempotency-in-flight`: The same request is still running.
         *     - `billing-not-connected`: The website has no Stripe account in this mode.
         *     - `subscription-not-changeable`: The subscription cannot be changed now.
         */
        BillingNotConnectedOrIdempotencyInFlightOrSubscriptionNotChangeable: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `idempotency-in-flight`: The same request is still running.
         *     - `billing-not-connected`: The website has no Stripe account in this mode.
         *     - `subscription-not-changeable`: The subscription cannot be changed now.
         */
        BillingNotConnectedOrIdempotencyInFlightOrSubscriptionNotChangeableWithoutRateLimit: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `billing-not-connected`: The website has no Stripe account in this mode. */
        BillingNotConnectedWithoutRateLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `catalog-version-taken`: This version already exists. */
        CatalogVersionTaken: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `idempotency-in-flight`: The same request is still running.
         *     - `operation-already-executed`: The idempotency key was used long ago.
         *     - `conflict`: The request conflicts with another one, or with the present state.
         *     - `hold-not-open`: The hold is closed.
         *     - `hold-expired`: The hold has expired.
         */
        ClosedHoldOrConflictOrIdempotencyConflictWithReplay: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `conflict`: The request conflicts with another one, or with the present state. */
        ConflictWithoutRateLimit: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `content-too-large`: The request body is too long. */
        ContentTooLarge: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `content-too-large`: The request body is too long. */
        ContentTooLargeWithoutRateLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `insufficient-scope`: This key or token lacks the permission.
         *     - `client-not-allowed`: This token may not be used for this.
         *     - `holder-inactive`: The account is not active.
         */
        Forbidden: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `insufficient-scope`: This key or token lacks the permission.
         *     - `client-not-allowed`: This token may not be used for this.
         *     - `holder-inactive`: The account is not active.
         *     - `view-only`: A view is read-only.
         *     - `view-ended`: The view has ended.
         */
        ForbiddenOrViewRefused: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `insufficient-scope`: This key or token lacks the permission.
         *     - `client-not-allowed`: This token may not be used for this.
         *     - `website-suspended`: The website is suspended.
         *     - `holder-inactive`: The account is not active.
         *     - `view-only`: A view is read-only.
         *     - `view-ended`: The view has ended.
         */
        ForbiddenOrViewRefusedOrWebsiteSuspended: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `insufficient-scope`: This key or token lacks the permission.
         *     - `client-not-allowed`: This token may not be used for this.
         *     - `website-suspended`: The website is suspended.
         *     - `holder-inactive`: The account is not active.
         *     - `view-only`: A view is read-only.
         *     - `view-ended`: The view has ended.
         */
        ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `insufficient-scope`: This key or token lacks the permission.
         *     - `client-not-allowed`: This token may not be used for this.
         *     - `holder-inactive`: The account is not active.
         *     - `view-only`: A view is read-only.
         *     - `view-ended`: The view has ended.
         */
        ForbiddenOrViewRefusedWithoutRateLimit: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `insufficient-scope`: This key or token lacks the permission.
         *     - `client-not-allowed`: This token may not be used for this.
         *     - `website-suspended`: The website is suspended.
         *     - `holder-inactive`: The account is not active.
         */
        ForbiddenOrWebsiteSuspended: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `insufficient-scope`: This key or token lacks the permission.
         *     - `client-not-allowed`: This token may not be used for this.
         *     - `website-suspended`: The website is suspended.
         *     - `holder-inactive`: The account is not active.
         */
        ForbiddenOrWebsiteSuspendedWithoutRateLimit: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `insufficient-scope`: This key or token lacks the permission.
         *     - `client-not-allowed`: This token may not be used for this.
         *     - `holder-inactive`: The account is not active.
         */
        ForbiddenWithoutRateLimit: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `idempotency-in-flight`: The same request is still running.
         *     - `operation-already-executed`: The idempotency key was used long ago.
         */
        IdempotencyConflict: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `idempotency-key-reused`: The idempotency key was used for another request. */
        IdempotencyKeyReused: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `idempotency-key-reused`: The idempotency key was used for another request. */
        IdempotencyKeyReusedWithoutRateLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `insufficient-credits`: There are not enough credits. */
        InsufficientCreditsWithReplay: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `internal`: Internal error. */
        Internal: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `internal`: Internal error. */
        InternalWithoutRateLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid-request`: The request is not valid.
         *     - `idempotency-key-missing`: The Idempotency-Key header is missing.
         *     - `idempotency-key-invalid`: The Idempotency-Key header is not valid.
         */
        InvalidIdempotencyKeyOrInvalidRequest: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid-request`: The request is not valid.
         *     - `idempotency-key-missing`: The Idempotency-Key header is missing.
         *     - `idempotency-key-invalid`: The Idempotency-Key header is not valid.
         */
        InvalidIdempotencyKeyOrInvalidRequestWithoutRateLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `invalid-request`: The request is not valid. */
        InvalidRequest: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `invalid-request`: The request is not valid. */
        InvalidRequestWithoutRateLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `not-found`: Not found. */
        NotFound: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `not-found`: Not found. */
        NotFoundWithoutRateLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `not-found`: Not found. */
        NotFoundWithoutRateLimitWithReplay: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `not-found`: Not found. */
        NotFoundWithReplay: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `payment-action-required`: The payment needs the customer's action.
         *     - `payment-declined`: The payment was declined.
         */
        PaymentActionRequiredOrPaymentDeclinedWithoutRateLimitWithReplay: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `payment-action-required`: The payment needs the customer's action.
         *     - `payment-declined`: The payment was declined.
         */
        PaymentActionRequiredOrPaymentDeclinedWithReplay: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `payment-provider-error`: The payment provider refused or failed. */
        PaymentProviderError: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `payment-provider-error`: The payment provider refused or failed. */
        PaymentProviderErrorWithoutRateLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `rate-limited`: There were too many requests. */
        RateLimited: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `account-busy`: The account is busy.
         *     - `outcome-unknown`: It is not known whether the request was done.
         *     - `unavailable`: The service is temporarily unavailable.
         */
        ServiceUnavailable: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `account-busy`: The account is busy.
         *     - `outcome-unknown`: It is not known whether the request was done.
         *     - `unavailable`: The service is temporarily unavailable.
         */
        ServiceUnavailableWithoutRateLimit: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `unauthenticated`: The request carries no valid credential.
         *     - `step-up-required`: The person has to sign in again.
         */
        StepUpRequiredOrUnauthenticated: {
            headers: {
                "DPoP-Nonce": components["headers"]["DPoP-Nonce"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `unauthenticated`: The request carries no valid credential.
         *     - `step-up-required`: The person has to sign in again.
         */
        StepUpRequiredOrUnauthenticatedWithoutRateLimit: {
            headers: {
                "DPoP-Nonce": components["headers"]["DPoP-Nonce"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `stripe-key-unfit`: The Stripe key cannot be used.
         *     - `stripe-permission-missing`: The Stripe key lacks permissions.
         */
        StripeKeyUnfitOrStripePermissionMissingWithoutRateLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `subscription-exists`: A subscription already exists. */
        SubscriptionExistsWithoutRateLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `unauthenticated`: The request carries no valid credential. */
        Unauthenticated: {
            headers: {
                "DPoP-Nonce": components["headers"]["DPoP-Nonce"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `unauthenticated`: The request carries no valid credential. */
        UnauthenticatedWithoutRateLimit: {
            headers: {
                "DPoP-Nonce": components["headers"]["DPoP-Nonce"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `unknown-feature`: The website has no such feature, or no price for it. */
        UnknownFeature: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
        UnsupportedMediaType: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
        UnsupportedMediaTypeWithoutRateLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
        "DPoP-Nonce": string;
        /** @description `true` when the key was used before; nothing was done again. */
        "Idempotency-Replayed": boolean;
        /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
        RateLimit: string;
        /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
        "RateLimit-Policy": string;
        /** @description Seconds to wait. */
        "Retry-After": string;
        /** @description What the credential lacks. */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_alerts: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alerts after the change. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "low_credits": 5
                     *     }
                     */
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    set_alerts: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "low_credits": 5
                 *     }
                 */
                "application/json": components["schemas"]["AlertsRequest"];
            };
        };
        responses: {
            /** @description The alerts after the change. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "low_credits": 5
                     *     }
                     */
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_api_keys: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description Only keys of this mode. */
                mode?: components["schemas"]["Mode"];
                /** @description Only keys with this status. */
                status?: components["schemas"]["ApiKeyStatus"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "caps": {
                     *             "per_day": 100000,
                     *             "per_operation": 500,
                     *             "spent_today": 1250
                     *           },
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "created_by": "usr_0192f0c4a1b27c3d8e9f001122334466",
                     *           "expires_at": null,
                     *           "id": "key_0192f0c4a1b27c3d8e9f001122334455",
                     *           "last_used_at": "2026-01-01T00:00:00.000Z",
                     *           "mode": "live",
                     *           "name": "Back end",
                     *           "prefix": "tg_live_wq3K",
                     *           "previous_secret_until": null,
                     *           "revoked_at": null,
                     *           "scopes": [
                     *             "credits.spend",
                     *             "customers.read"
                     *           ],
                     *           "status": "active"
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    create_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "caps": {
                 *         "per_day": 100000,
                 *         "per_operation": 500
                 *       },
                 *       "mode": "live",
                 *       "name": "Back end",
                 *       "scopes": [
                 *         "credits.spend",
                 *         "customers.read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        responses: {
            /** @description The key, with its secret. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The key's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key after the change. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    change_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The key's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Reports",
                 *       "scopes": [
                 *         "customers.read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyChange"];
            };
        };
        responses: {
            /** @description The key after the change. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "caps": {
                     *         "per_day": 100000,
                     *         "per_operation": 500,
                     *         "spent_today": 1250
                     *       },
                     *       "created_at": "2026-01-01T00:00:00.000Z",
                     *       "created_by": "usr_0192f0c4a1b27c3d8e9f001122334466",
                     *       "expires_at": null,
                     *       "id": "key_0192f0c4a1b27c3d8e9f001122334455",
                     *       "last_used_at": "2026-01-01T00:00:00.000Z",
                     *       "mode": "live",
                     *       "name": "Reports",
                     *       "prefix": "tg_live_wq3K",
                     *       "previous_secret_until": null,
                     *       "revoked_at": null,
                     *       "scopes": [
                     *         "customers.read"
                     *       ],
                     *       "status": "active"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ApiKeyEnded"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    set_api_key_caps: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The key's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "per_day": 100000,
                 *       "per_operation": 500
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyCapsRequest"];
            };
        };
        responses: {
            /** @description The key after the change. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ApiKeyEnded"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revoke_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The key's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key after the change. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "caps": {
                     *         "per_day": 100000,
                     *         "per_operation": 500,
                     *         "spent_today": 1250
                     *       },
                     *       "created_at": "2026-01-01T00:00:00.000Z",
                     *       "created_by": "usr_0192f0c4a1b27c3d8e9f001122334466",
                     *       "expires_at": null,
                     *       "id": "key_0192f0c4a1b27c3d8e9f001122334455",
                     *       "last_used_at": "2026-01-01T00:00:00.000Z",
                     *       "mode": "live",
                     *       "name": "Back end",
                     *       "prefix": "tg_live_wq3K",
                     *       "previous_secret_until": null,
                     *       "revoked_at": "2026-01-02T00:00:00.000Z",
                     *       "scopes": [
                     *         "credits.spend",
                     *         "customers.read"
                     *       ],
                     *       "status": "revoked"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotate_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The key's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            /** @description The key, with its new secret. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "api_key": {
                     *         "caps": {
                     *           "per_day": 100000,
                     *           "per_operation": 500,
                     *           "spent_today": 1250
                     *         },
                     *         "created_at": "2026-01-01T00:00:00.000Z",
                     *         "created_by": "usr_0192f0c4a1b27c3d8e9f001122334466",
                     *         "expires_at": null,
                     *         "id": "key_0192f0c4a1b27c3d8e9f001122334455",
                     *         "last_used_at": "2026-01-01T00:00:00.000Z",
                     *         "mode": "live",
                     *         "name": "Back end",
                     *         "prefix": "tg_live_wq3K",
                     *         "previous_secret_until": "2026-01-02T00:00:00.000Z",
                     *         "revoked_at": null,
                     *         "scopes": [
                     *           "credits.spend",
                     *           "customers.read"
                     *         ],
                     *         "status": "active"
                     *       },
                     *       "key": "tg_live_…"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ApiKeyEnded"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_billing_findings: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description The state of the findings; `open` if absent. */
                state?: components["schemas"]["BillingFindingState"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of findings. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFindings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BillingNotConnected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    accept_billing_finding: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The id of the finding. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Paid in cash, ticket 4711"
                 *     }
                 */
                "application/json": components["schemas"]["BillingFindingAcceptance"];
            };
        };
        responses: {
            /** @description The finding. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFinding"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            409: components["responses"]["BillingNotConnectedWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_billing_inbox: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description The state of the objects; `dead` if absent. */
                state?: components["schemas"]["StripeInboxFilter"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbox, with a page of its objects. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StripeInbox"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BillingNotConnected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replay_billing_object: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The object's id at Stripe. */
                id: string;
                /** @description The kind of the object, as the inbox names it. */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The object, which is due now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StripeInboxObject"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BillingNotConnected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_billing_reconciliations: {
        parameters: {
            query?: {
                /** @description Only the run with this id. */
                run?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest runs. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconcileRuns"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BillingNotConnected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reconcile_billing: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["ReconcileRequest"];
            };
        };
        responses: {
            /** @description The run, which may still be running. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconcileRun"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BillingNotConnected"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_billing_settings: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings, as they are now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingSettings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    set_billing_settings: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "adaptive_pricing": false,
                 *       "currency": "eur",
                 *       "documents": "invoice",
                 *       "inquiry_freezes": false,
                 *       "promotion_codes": true,
                 *       "shortfall": "debt",
                 *       "tax": "automatic",
                 *       "tax_behavior": "inclusive"
                 *     }
                 */
                "application/json": components["schemas"]["BillingSettingsRequest"];
            };
        };
        responses: {
            /** @description The settings, as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingSettings"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            409: components["responses"]["BillingNotConnectedWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            /** @description - `stripe-permission-missing`: The Stripe key lacks permissions. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_catalog: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The packs and plans that can be bought now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Catalog"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer": {
                 *         "external_id": "user-42"
                 *       },
                 *       "feature": "image.large",
                 *       "quantity": 20
                 *     }
                 */
                "application/json": components["schemas"]["CheckRequest"];
            };
        };
        responses: {
            /** @description The prediction, also for a spend that would be refused. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Check"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            /** @description - `insufficient-scope`: This key or token lacks the permission. */
            403: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    create_checkout_session: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cancel_url": "https://shop.example.com/credits",
                 *       "customer": {
                 *         "external_id": "user-42"
                 *       },
                 *       "pack": "small",
                 *       "success_url": "https://shop.example.com/credits/done"
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AccountFrozenOrForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFoundWithReplay"];
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `billing-not-connected`: The website has no Stripe account in this mode.
             *     - `price-unavailable`: The price cannot be sold at the moment.
             *     - `first-purchase-only`: This pack is for a first purchase only.
             *     - `subscription-exists`: A subscription already exists.
             */
            409: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `unknown-offer`: The website sells no such pack or plan.
             *     - `currency-unsupported`: There is no price in this currency.
             *     - `cap-too-low`: The cap is lower than one purchase.
             */
            422: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_checkout_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The checkout's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkout, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    expire_checkout_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The checkout's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkout, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "amount_minor": 1000,
                     *       "bonus": 50,
                     *       "closed_at": "2026-01-01T00:10:00.000Z",
                     *       "created_at": "2026-01-01T00:00:00.000Z",
                     *       "credits": 500,
                     *       "currency": "eur",
                     *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *       "expires_at": "2026-01-01T01:00:00.000Z",
                     *       "id": "chk_0192f0c4a1b27c3d8e9f001122334455",
                     *       "metadata": {},
                     *       "mode": "live",
                     *       "pack": "small",
                     *       "payment_id": null,
                     *       "plan": null,
                     *       "quantity": 1,
                     *       "reason": null,
                     *       "scale": 0,
                     *       "state": "expired",
                     *       "top_up": null,
                     *       "url": null,
                     *       "version": 1,
                     *       "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *       "website_name": "Pictures"
                     *     }
                     */
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description - `checkout-not-open`: The checkout is no longer open. */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sync_checkout_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The checkout's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkout, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_customers: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only the customer with this email address. */
                email?: string;
                /** @description Only the customer with exactly this id of your own system; upper and lower case differ. */
                external_id?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description Only customers with a name that begins with this text, 1 to 255 characters. */
                q?: string;
                /** @description The order; newest first if absent. With more than 10000 customers, `-available` may be up to 30 seconds old, and ends after the 1000000 customers with the most credits. */
                sort?: components["schemas"]["CustomerSort"];
                /** @description Only customers whose credits are in this state. */
                state?: components["schemas"]["CustomerState"];
                /** @description Only the customer with this subject of the user's tokens. */
                sub?: string;
                /** @description Only customers with a subscription, or only those without. */
                subscribed?: boolean;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "available": 95,
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "email": null,
                     *           "external_id": "user-42",
                     *           "id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *           "last_seen_at": "2026-01-02T00:00:00.000Z",
                     *           "name": null,
                     *           "scale": 0,
                     *           "subscribed": false,
                     *           "user_id": null
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…",
                     *       "total": {
                     *         "count": 214,
                     *         "is_exact": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_customer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The customer's id of this service. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_customer_balance: {
        parameters: {
            query?: {
                /** @description The timestamp, past or future; now if absent. A timestamp without microseconds means the end of its millisecond, because responses state milliseconds: transactions with it as `booked_at` are included, and lots with it as `expires_at` have expired. */
                at?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The customer's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance at the timestamp, without credits that have expired by then. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerBalance"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_customer_holds: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description Only holds in this state. */
                state?: components["schemas"]["HoldState"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The customer's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of holds. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "amount": 50,
                     *           "captured": 0,
                     *           "closed_at": null,
                     *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *           "description": "A long answer",
                     *           "expires_at": "2026-01-01T00:15:00.000Z",
                     *           "feature": null,
                     *           "id": "hold_0192f0c4a1b27c3d8e9f001122334455",
                     *           "kind": "hold",
                     *           "metadata": {},
                     *           "on_expiry": "release",
                     *           "opened_at": "2026-01-01T00:00:00.000Z",
                     *           "price_version": null,
                     *           "quantity": null,
                     *           "released": 0,
                     *           "state": "open"
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["HoldPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    set_overdraft_limit: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The customer's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": 50
                 *     }
                 */
                "application/json": components["schemas"]["OverdraftLimitRequest"];
            };
        };
        responses: {
            /** @description The balance at the timestamp, without credits that have expired by then. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerBalance"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["AccountFrozenOrForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description - `amount-out-of-range`: The amount is out of range. */
            422: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    set_spend_limit: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The customer's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cap": 500,
                 *       "period": "month"
                 *     }
                 */
                "application/json": components["schemas"]["SpendLimitRequest"];
            };
        };
        responses: {
            /** @description The balance at the timestamp, without credits that have expired by then. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerBalance"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["AccountFrozenOrForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_top_up: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The customer's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The automatic top-up, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopUp"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    lower_top_up: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The customer's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "month_max_count": 2,
                 *       "month_max_minor": 2000,
                 *       "threshold": 50
                 *     }
                 */
                "application/json": components["schemas"]["TopUpLowerRequest"];
            };
        };
        responses: {
            /** @description The automatic top-up, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopUp"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            /** @description - `needs-consent`: The buyer has not agreed to this automatic top-up. */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description - `cap-too-low`: The cap is lower than one purchase. */
            422: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    turn_off_top_up: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The customer's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The automatic top-up, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "amount_minor": 1000,
                     *       "bonus": 50,
                     *       "card": {
                     *         "brand": "visa",
                     *         "last4": "4242"
                     *       },
                     *       "consent_at": "2026-01-01T00:00:00.000Z",
                     *       "consent_text": "Buy 500 credits for 10.00 EUR with my saved card whenever fewer than 100 are left, for at most 50.00 EUR a month.",
                     *       "credits": 500,
                     *       "currency": "eur",
                     *       "limit_minor": 20000,
                     *       "min_seconds": 300,
                     *       "month": {
                     *         "count": 1,
                     *         "ends_at": "2026-02-01T00:00:00.000Z",
                     *         "spent_minor": 1000
                     *       },
                     *       "month_max_count": 5,
                     *       "month_max_minor": 5000,
                     *       "next_at": null,
                     *       "pack": {
                     *         "bonus": 50,
                     *         "code": "small",
                     *         "credits": 500,
                     *         "name": "Small",
                     *         "version": 1
                     *       },
                     *       "payment_url": null,
                     *       "quantity": 1,
                     *       "reason": null,
                     *       "state": "off",
                     *       "threshold": 100,
                     *       "updated_at": "2026-01-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TopUp"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_top_up_attempts: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The customer's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "amount_minor": 1000,
                     *           "bonus": 50,
                     *           "code": null,
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "credits": 500,
                     *           "currency": "eur",
                     *           "id": "top_0192f0c4a1b27c3d8e9f001122334455",
                     *           "payment": "pmt_0192f0c4a1b27c3d8e9f001122334455",
                     *           "payment_url": null,
                     *           "settled_at": "2026-01-01T00:00:05.000Z",
                     *           "state": "paid"
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["TopUpAttemptPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_customer_transactions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The customer's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_disputes: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description Only disputes in this state. */
                state?: components["schemas"]["DisputeState"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of disputes. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "amount_minor": 1000,
                     *           "closed_at": null,
                     *           "currency": "eur",
                     *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *           "due_by": "2026-01-10T00:00:00.000Z",
                     *           "id": "dsp_0192f0c4a1b27c3d8e9f001122334455",
                     *           "opened_at": "2026-01-03T00:00:00.000Z",
                     *           "payment_id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
                     *           "reason": "fraudulent",
                     *           "state": "open",
                     *           "status": "needs_response",
                     *           "stripe_dispute": "du_1QXExampleOfADispute00001",
                     *           "stripe_payment_intent": "pi_3QXExampleOfAnIntent00001",
                     *           "withdrawn_minor": 1000
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["DisputePage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_features: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of features. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "code": "image.large",
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "name": "Large pictures",
                     *           "price": {
                     *             "credits": 5,
                     *             "effective_at": "2026-01-01T00:00:00.000Z",
                     *             "min_charge": 0,
                     *             "per_units": 1,
                     *             "version": 2
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["FeaturePage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_feature: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The feature's code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feature, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feature"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    save_feature: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The feature's code: 1 to 64 lower-case letters, digits, dots, dashes and underscores, the first a letter or a digit. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Large pictures"
                 *     }
                 */
                "application/json": components["schemas"]["FeatureRequest"];
            };
        };
        responses: {
            /** @description The feature, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feature"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_prices: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The feature's code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of prices. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "credits": 5,
                     *           "effective_at": "2026-01-01T00:00:00.000Z",
                     *           "min_charge": 0,
                     *           "per_units": 1,
                     *           "version": 2
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["PricePage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    add_price: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The feature's code. */
                code: string;
                /** @description The number of the version. */
                version: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credits": 5,
                 *       "per_units": 1
                 *     }
                 */
                "application/json": components["schemas"]["PriceRequest"];
            };
        };
        responses: {
            /** @description The price, as requested. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Price"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            /** @description - `price-version-taken`: This price version already exists. */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    grant_credits: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 100,
                 *       "customer": {
                 *         "external_id": "user-42"
                 *       },
                 *       "kind": "promo",
                 *       "reason": "Welcome"
                 *     }
                 */
                "application/json": components["schemas"]["GrantRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance": {
                     *         "available": 100,
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "debt": 0,
                     *         "held": 0,
                     *         "mode": "live",
                     *         "posted": 100,
                     *         "scale": 0,
                     *         "subscribed": false,
                     *         "unit": "credit",
                     *         "updated_at": "2026-01-01T00:00:00.000Z",
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures",
                     *           "url": "https://pictures.example"
                     *         }
                     *       },
                     *       "transaction": {
                     *         "amount": 100,
                     *         "balance_after": 100,
                     *         "booked_at": "2026-01-01T00:00:00.000Z",
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "description": "Welcome",
                     *         "feature": null,
                     *         "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
                     *         "kind": "grant",
                     *         "metadata": {},
                     *         "price_version": null,
                     *         "quantity": null,
                     *         "reverses": null,
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Movement"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["AccountFrozenOrForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFoundWithReplay"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `amount-out-of-range`: The amount is out of range.
             *     - `too-many-lots`: The balance has too many grants.
             *     - `unknown-feature`: The website has no such feature, or no price for it.
             */
            422: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    void_grant: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The id of the grant's transaction. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Given by mistake"
                 *     }
                 */
                "application/json": components["schemas"]["GrantVoidRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance": {
                     *         "available": 0,
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "debt": 0,
                     *         "held": 0,
                     *         "mode": "live",
                     *         "posted": 0,
                     *         "scale": 0,
                     *         "subscribed": false,
                     *         "unit": "credit",
                     *         "updated_at": "2026-01-01T00:00:00.000Z",
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures",
                     *           "url": "https://pictures.example"
                     *         }
                     *       },
                     *       "transaction": {
                     *         "amount": -95,
                     *         "balance_after": 0,
                     *         "booked_at": "2026-01-01T00:00:00.000Z",
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "description": "Given by mistake",
                     *         "feature": null,
                     *         "id": "txn_0192f0c4a1b27c3d8e9f001122334466",
                     *         "kind": "void",
                     *         "metadata": {},
                     *         "price_version": null,
                     *         "quantity": null,
                     *         "reverses": "txn_0192f0c4a1b27c3d8e9f001122334455",
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Movement"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["AccountFrozenOrForbidden"];
            404: components["responses"]["NotFoundWithReplay"];
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `operation-already-executed`: The idempotency key was used long ago.
             *     - `nothing-left`: Nothing is left of the grant.
             */
            409: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    open_hold: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 50,
                 *       "customer": {
                 *         "external_id": "user-42"
                 *       },
                 *       "description": "A long answer",
                 *       "ttl_seconds": 900
                 *     }
                 */
                "application/json": components["schemas"]["HoldRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance": {
                     *         "available": 45,
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "debt": 0,
                     *         "held": 50,
                     *         "mode": "live",
                     *         "posted": 95,
                     *         "scale": 0,
                     *         "subscribed": false,
                     *         "unit": "credit",
                     *         "updated_at": "2026-01-01T00:00:00.000Z",
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures",
                     *           "url": "https://pictures.example"
                     *         }
                     *       },
                     *       "hold": {
                     *         "amount": 50,
                     *         "captured": 0,
                     *         "closed_at": null,
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "description": "A long answer",
                     *         "expires_at": "2026-01-01T00:15:00.000Z",
                     *         "feature": null,
                     *         "id": "hold_0192f0c4a1b27c3d8e9f001122334455",
                     *         "metadata": {},
                     *         "on_expiry": "release",
                     *         "opened_at": "2026-01-01T00:00:00.000Z",
                     *         "price_version": null,
                     *         "quantity": null,
                     *         "released": 0,
                     *         "state": "open"
                     *       },
                     *       "transaction": null
                     *     }
                     */
                    "application/json": components["schemas"]["HoldMovement"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientCreditsWithReplay"];
            403: components["responses"]["AccountFrozenOrHolderInactiveOrInsufficientScopeOrSpendingLimitReachedOrWebsiteSuspendedWithReplay"];
            404: components["responses"]["NotFoundWithReplay"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `amount-out-of-range`: The amount is out of range.
             *     - `too-many-holds`: The customer has too many open holds.
             *     - `unknown-feature`: The website has no such feature, or no price for it.
             */
            422: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_hold: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The hold's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hold at the time of the request. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedHold"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `view-only`: A view is read-only.
             *     - `view-ended`: The view has ended.
             */
            403: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    capture_hold: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
            };
            path: {
                /** @description The hold's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 42,
                 *       "description": "A long answer",
                 *       "final": true
                 *     }
                 */
                "application/json": components["schemas"]["CaptureRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance": {
                     *         "available": 53,
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "debt": 0,
                     *         "held": 0,
                     *         "mode": "live",
                     *         "posted": 53,
                     *         "scale": 0,
                     *         "subscribed": false,
                     *         "unit": "credit",
                     *         "updated_at": "2026-01-01T00:00:00.000Z",
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures",
                     *           "url": "https://pictures.example"
                     *         }
                     *       },
                     *       "hold": {
                     *         "amount": 50,
                     *         "captured": 42,
                     *         "closed_at": "2026-01-01T00:10:00.000Z",
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "description": "A long answer",
                     *         "expires_at": "2026-01-01T00:15:00.000Z",
                     *         "feature": null,
                     *         "id": "hold_0192f0c4a1b27c3d8e9f001122334455",
                     *         "metadata": {},
                     *         "on_expiry": "release",
                     *         "opened_at": "2026-01-01T00:00:00.000Z",
                     *         "price_version": null,
                     *         "quantity": null,
                     *         "released": 8,
                     *         "state": "captured"
                     *       },
                     *       "transaction": {
                     *         "amount": -42,
                     *         "balance_after": 53,
                     *         "booked_at": "2026-01-01T00:10:00.000Z",
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "description": "A long answer",
                     *         "feature": null,
                     *         "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
                     *         "kind": "capture",
                     *         "metadata": {},
                     *         "price_version": null,
                     *         "quantity": null,
                     *         "reverses": null,
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HoldMovement"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientCreditsWithReplay"];
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `key-spend-cap-reached`: The API key has reached its spending cap.
             *     - `spend-limit-reached`: The customer has reached the spending limit.
             *     - `account-frozen`: The account is frozen.
             */
            403: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundWithReplay"];
            409: components["responses"]["ClosedHoldOrConflictOrIdempotencyConflictWithReplay"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `capture-exceeds-hold`: The capture is larger than the hold.
             *     - `hold-feature-differs`: The hold is for another feature.
             *     - `amount-out-of-range`: The amount is out of range.
             *     - `unknown-feature`: The website has no such feature, or no price for it.
             */
            422: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    extend_hold: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
            };
            path: {
                /** @description The hold's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ttl_seconds": 900
                 *     }
                 */
                "application/json": components["schemas"]["ExtendRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance": {
                     *         "available": 45,
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "debt": 0,
                     *         "held": 50,
                     *         "mode": "live",
                     *         "posted": 95,
                     *         "scale": 0,
                     *         "subscribed": false,
                     *         "unit": "credit",
                     *         "updated_at": "2026-01-01T00:00:00.000Z",
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures",
                     *           "url": "https://pictures.example"
                     *         }
                     *       },
                     *       "hold": {
                     *         "amount": 50,
                     *         "captured": 0,
                     *         "closed_at": null,
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "description": "A long answer",
                     *         "expires_at": "2026-01-01T00:25:00.000Z",
                     *         "feature": null,
                     *         "id": "hold_0192f0c4a1b27c3d8e9f001122334455",
                     *         "metadata": {},
                     *         "on_expiry": "release",
                     *         "opened_at": "2026-01-01T00:00:00.000Z",
                     *         "price_version": null,
                     *         "quantity": null,
                     *         "released": 0,
                     *         "state": "open"
                     *       },
                     *       "transaction": null
                     *     }
                     */
                    "application/json": components["schemas"]["HoldMovement"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `website-suspended`: The website is suspended.
             *     - `holder-inactive`: The account is not active.
             *     - `account-frozen`: The account is frozen.
             */
            403: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundWithReplay"];
            409: components["responses"]["ClosedHoldOrConflictOrIdempotencyConflictWithReplay"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    void_hold: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
            };
            path: {
                /** @description The hold's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["VoidRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance": {
                     *         "available": 95,
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "debt": 0,
                     *         "held": 0,
                     *         "mode": "live",
                     *         "posted": 95,
                     *         "scale": 0,
                     *         "subscribed": false,
                     *         "unit": "credit",
                     *         "updated_at": "2026-01-01T00:00:00.000Z",
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures",
                     *           "url": "https://pictures.example"
                     *         }
                     *       },
                     *       "hold": {
                     *         "amount": 50,
                     *         "captured": 0,
                     *         "closed_at": "2026-01-01T00:10:00.000Z",
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "description": "A long answer",
                     *         "expires_at": "2026-01-01T00:15:00.000Z",
                     *         "feature": null,
                     *         "id": "hold_0192f0c4a1b27c3d8e9f001122334455",
                     *         "metadata": {},
                     *         "on_expiry": "release",
                     *         "opened_at": "2026-01-01T00:00:00.000Z",
                     *         "price_version": null,
                     *         "quantity": null,
                     *         "released": 50,
                     *         "state": "voided"
                     *       },
                     *       "transaction": null
                     *     }
                     */
                    "application/json": components["schemas"]["HoldMovement"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `account-frozen`: The account is frozen.
             */
            403: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundWithReplay"];
            409: components["responses"]["ClosedHoldOrConflictOrIdempotencyConflictWithReplay"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unfreeze_account: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the account, from a verification. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is unfrozen. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": "7012",
                     *       "is_frozen": false
                     *     }
                     */
                    "application/json": components["schemas"]["FreedAccount"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    verify_ledger: {
        parameters: {
            query?: {
                /** @description The id of a run; if absent, a new run, or an existing one as described above. */
                run?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the verification. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "begun_at": "2027-01-31T12:00:00.000Z",
                     *       "ended_at": "2027-01-31T12:00:00.000Z",
                     *       "findings": [
                     *         {
                     *           "accounts": [
                     *             "7012"
                     *           ],
                     *           "count": 5,
                     *           "invariant": 1,
                     *           "rows": [
                     *             "7012"
                     *           ],
                     *           "what": "a wallet is not the sum of its entries"
                     *         }
                     *       ],
                     *       "frozen": [
                     *         {
                     *           "account": "7012",
                     *           "frozen_at": "2027-01-31T12:00:00.000Z",
                     *           "mode": "live",
                     *           "owner": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *           "website_id": "web_0192f0c4a1b27c3d8e9f001122334455"
                     *         }
                     *       ],
                     *       "run": "ver_0192f0c4a1b27c3d8e9f001122334455",
                     *       "state": "damaged"
                     *     }
                     */
                    "application/json": components["schemas"]["Verification"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_me: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_my_catalog: {
        parameters: {
            query?: {
                /** @description The mode; `live` if absent. */
                mode?: components["schemas"]["CatalogMode"];
                /** @description The id of the website; for a token of this installation's own client, the platform if absent. */
                website?: string;
            };
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The packs and plans that can be bought now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Catalog"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    create_my_checkout_session: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cancel_url": "https://shop.example.com/credits",
                 *       "pack": "small",
                 *       "success_url": "https://shop.example.com/credits/done",
                 *       "website": "web_0192f0c4a1b27c3d8e9f001122334455"
                 *     }
                 */
                "application/json": components["schemas"]["MyCheckoutRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyCheckout"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `website-suspended`: The website is suspended.
             *     - `holder-inactive`: The account is not active.
             *     - `account-frozen`: The account is frozen.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundWithoutRateLimitWithReplay"];
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `billing-not-connected`: The website has no Stripe account in this mode.
             *     - `price-unavailable`: The price cannot be sold at the moment.
             *     - `first-purchase-only`: This pack is for a first purchase only.
             *     - `subscription-exists`: A subscription already exists.
             */
            409: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `unknown-offer`: The website sells no such pack or plan.
             *     - `currency-unsupported`: There is no price in this currency.
             *     - `cap-too-low`: The cap is lower than one purchase.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_my_checkout_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path: {
                /** @description The checkout's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkout, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyCheckout"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    expire_my_checkout_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The checkout's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkout, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "amount_minor": 1000,
                     *       "bonus": 50,
                     *       "closed_at": "2026-01-01T00:10:00.000Z",
                     *       "created_at": "2026-01-01T00:00:00.000Z",
                     *       "credits": 500,
                     *       "currency": "eur",
                     *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *       "expires_at": "2026-01-01T01:00:00.000Z",
                     *       "id": "chk_0192f0c4a1b27c3d8e9f001122334455",
                     *       "mode": "live",
                     *       "pack": "small",
                     *       "payment_id": null,
                     *       "plan": null,
                     *       "quantity": 1,
                     *       "reason": null,
                     *       "scale": 0,
                     *       "state": "expired",
                     *       "top_up": null,
                     *       "url": null,
                     *       "version": 1,
                     *       "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *       "website_name": "Pictures"
                     *     }
                     */
                    "application/json": components["schemas"]["MyCheckout"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            /** @description - `checkout-not-open`: The checkout is no longer open. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    sync_my_checkout_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The checkout's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkout, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyCheckout"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_my_credits: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balances"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_my_balance: {
        parameters: {
            query?: {
                /** @description The timestamp, past or future; now if absent. A timestamp without microseconds means the end of its millisecond, because responses state milliseconds: transactions with it as `booked_at` are included, and lots with it as `expires_at` have expired. */
                at?: string;
            };
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path: {
                /** @description The `customer_id` of an item of `GET /v1/me/credits`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance at the timestamp, without credits that have expired by then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerBalance"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_my_notices: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "kind": "webhook-endpoint-disabled",
                     *           "mode": "live",
                     *           "reason": "it failed for five days",
                     *           "since": "2026-01-01T00:00:00.000Z",
                     *           "subject": "whe_0192f0c4a1b27c3d8e9f001122334455",
                     *           "url": "https://pictures.example.com/hooks/tollgate",
                     *           "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "website_name": "Pictures"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NoticeList"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_my_payments: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "amount_minor": 1000,
                     *           "checkout_id": "chk_0192f0c4a1b27c3d8e9f001122334455",
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "credits": 550,
                     *           "currency": "eur",
                     *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *           "discount_minor": 0,
                     *           "id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
                     *           "mode": "live",
                     *           "paid_at": "2026-01-01T00:00:00.000Z",
                     *           "reason": null,
                     *           "refunded_minor": 400,
                     *           "state": "paid",
                     *           "subscription_id": null,
                     *           "tax_minor": 0,
                     *           "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "website_name": "Pictures",
                     *           "withdrawn_minor": 0
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["MyPaymentPage"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_my_payment_document: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentDocument"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    create_my_portal_session: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "return_url": "https://shop.example.com/credits",
                 *       "website": "web_0192f0c4a1b27c3d8e9f001122334455"
                 *     }
                 */
                "application/json": components["schemas"]["MyPortalRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSession"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimitWithReplay"];
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `billing-not-connected`: The website has no Stripe account in this mode.
             */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            422: components["responses"]["IdempotencyKeyReusedWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_my_subscriptions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of subscriptions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "cancel_at": null,
                     *           "checkout_id": "chk_0192f0c4a1b27c3d8e9f001122334455",
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *           "ended_at": null,
                     *           "id": "sbs_0192f0c4a1b27c3d8e9f001122334455",
                     *           "mode": "live",
                     *           "next_plan": null,
                     *           "next_quantity": null,
                     *           "paid_through": "2026-02-01T00:00:00.000Z",
                     *           "past_due_since": null,
                     *           "payment_url": null,
                     *           "pending_until": null,
                     *           "period_end": "2026-02-01T00:00:00.000Z",
                     *           "period_start": "2026-01-01T00:00:00.000Z",
                     *           "plan": "pro",
                     *           "plan_name": "Pro",
                     *           "quantity": 1,
                     *           "status": "active",
                     *           "subscribed": true,
                     *           "trial_end": null,
                     *           "version": 1,
                     *           "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "website_name": "Pictures"
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionPage"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_my_subscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path: {
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    cancel_my_subscription: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
            };
            path: {
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "at": "period_end"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionCancelRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            402: components["responses"]["PaymentActionRequiredOrPaymentDeclinedWithoutRateLimitWithReplay"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimitWithReplay"];
            409: components["responses"]["BillingNotConnectedOrIdempotencyInFlightOrSubscriptionNotChangeableWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            422: components["responses"]["IdempotencyKeyReusedWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    change_my_subscription: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
            };
            path: {
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expected_amount_minor": 2900,
                 *       "plan": "team",
                 *       "quantity": 3
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionChangeRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            402: components["responses"]["PaymentActionRequiredOrPaymentDeclinedWithoutRateLimitWithReplay"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimitWithReplay"];
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `billing-not-connected`: The website has no Stripe account in this mode.
             *     - `price-unavailable`: The price cannot be sold at the moment.
             *     - `subscription-exists`: A subscription already exists.
             *     - `subscription-not-changeable`: The subscription cannot be changed now.
             *     - `amount-changed`: The amount is not the expected one.
             */
            409: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `unknown-offer`: The website sells no such pack or plan.
             *     - `currency-unsupported`: There is no price in this currency.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    preview_my_subscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "team",
                 *       "quantity": 3
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionPreviewRequest"];
            };
        };
        responses: {
            /** @description The preview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPreview"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            /**
             * @description - `billing-not-connected`: The website has no Stripe account in this mode.
             *     - `price-unavailable`: The price cannot be sold at the moment.
             *     - `subscription-exists`: A subscription already exists.
             *     - `subscription-not-changeable`: The subscription cannot be changed now.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            /**
             * @description - `unknown-offer`: The website sells no such pack or plan.
             *     - `currency-unsupported`: There is no price in this currency.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    resume_my_subscription: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
            };
            path: {
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            402: components["responses"]["PaymentActionRequiredOrPaymentDeclinedWithoutRateLimitWithReplay"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimitWithReplay"];
            409: components["responses"]["BillingNotConnectedOrIdempotencyInFlightOrSubscriptionNotChangeableWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            422: components["responses"]["IdempotencyKeyReusedWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_my_top_up: {
        parameters: {
            query?: {
                /** @description The mode; `live` if absent. */
                mode?: components["schemas"]["Mode"];
                /** @description The id of the website; for a token of this installation's own client, the platform if absent. */
                website?: string;
            };
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The automatic top-up, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopUp"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    set_my_top_up: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "consent": "Buy 500 credits for 10.00 EUR with my saved card whenever fewer than 100 are left, for at most 50.00 EUR a month.",
                 *       "month_max_count": 5,
                 *       "month_max_minor": 5000,
                 *       "pack": "small",
                 *       "threshold": 100,
                 *       "website": "web_0192f0c4a1b27c3d8e9f001122334455"
                 *     }
                 */
                "application/json": components["schemas"]["TopUpRequest"];
            };
        };
        responses: {
            /** @description The automatic top-up, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopUp"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `billing-not-connected`: The website has no Stripe account in this mode.
             *     - `price-unavailable`: The price cannot be sold at the moment.
             *     - `needs-consent`: The buyer has not agreed to this automatic top-up.
             */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            /**
             * @description - `unknown-offer`: The website sells no such pack or plan.
             *     - `currency-unsupported`: There is no price in this currency.
             *     - `cap-too-low`: The cap is lower than one purchase.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    turn_off_my_top_up: {
        parameters: {
            query?: {
                /** @description The mode; `live` if absent. */
                mode?: components["schemas"]["Mode"];
                /** @description The id of the website; for a token of this installation's own client, the platform if absent. */
                website?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The automatic top-up, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "amount_minor": 1000,
                     *       "bonus": 50,
                     *       "card": {
                     *         "brand": "visa",
                     *         "last4": "4242"
                     *       },
                     *       "consent_at": "2026-01-01T00:00:00.000Z",
                     *       "consent_text": "Buy 500 credits for 10.00 EUR with my saved card whenever fewer than 100 are left, for at most 50.00 EUR a month.",
                     *       "credits": 500,
                     *       "currency": "eur",
                     *       "limit_minor": 20000,
                     *       "min_seconds": 300,
                     *       "month": {
                     *         "count": 1,
                     *         "ends_at": "2026-02-01T00:00:00.000Z",
                     *         "spent_minor": 1000
                     *       },
                     *       "month_max_count": 5,
                     *       "month_max_minor": 5000,
                     *       "next_at": null,
                     *       "pack": {
                     *         "bonus": 50,
                     *         "code": "small",
                     *         "credits": 500,
                     *         "name": "Small",
                     *         "version": 1
                     *       },
                     *       "payment_url": null,
                     *       "quantity": 1,
                     *       "reason": null,
                     *       "state": "off",
                     *       "threshold": 100,
                     *       "updated_at": "2026-01-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TopUp"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_my_top_up_attempts: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description The mode; `live` if absent. */
                mode?: components["schemas"]["Mode"];
                /** @description The id of the website; for a token of this installation's own client, the platform if absent. */
                website?: string;
            };
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "amount_minor": 1000,
                     *           "bonus": 50,
                     *           "code": null,
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "credits": 500,
                     *           "currency": "eur",
                     *           "id": "top_0192f0c4a1b27c3d8e9f001122334455",
                     *           "payment": "pmt_0192f0c4a1b27c3d8e9f001122334455",
                     *           "payment_url": null,
                     *           "settled_at": "2026-01-01T00:00:05.000Z",
                     *           "state": "paid"
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["TopUpAttemptPage"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    retry_my_top_up: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "website": "web_0192f0c4a1b27c3d8e9f001122334455"
                 *     }
                 */
                "application/json": components["schemas"]["TopUpRetryRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopUp"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimitWithReplay"];
            /** @description - `topup-pending`: A top-up is in progress. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            422: components["responses"]["IdempotencyKeyReusedWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_my_transactions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    explain_my_transaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path: {
                /** @description The transaction's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionExplained"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_my_usage: {
        parameters: {
            query?: {
                /** @description The grouping: `day`, `feature` or `day,feature`; `day` if absent. */
                by?: string;
                /** @description The `customer_id` of an item of `GET /v1/me/credits`; all live ones if absent. */
                customer?: string;
                /** @description The first day, such as 2026-01-01; 29 days before `to` if absent. */
                from?: string;
                /** @description The last day; today if absent. */
                to?: string;
            };
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_audit: {
        parameters: {
            query?: {
                /** @description Only actions of this name, such as `key.made`. */
                act?: string;
                /** @description Only actions of this user or API key, by id. */
                actor?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The start of the range, included, such as 2026-01-01T00:00:00Z. */
                from?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description Only actions on this subject, by id. */
                subject?: string;
                /** @description The end of the range, excluded. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit log; with `Accept: text/csv` up to ten thousand lines of it as a file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_all_stripe_connections: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of connections. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorBilling"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_billing_dead_letters: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only objects with this error, exactly as it is listed. */
                error?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of dead objects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorDeadLetters"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_all_billing_findings: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description The state of the findings; `open` if absent. */
                state?: components["schemas"]["BillingFindingState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of findings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingFindings"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    accept_platform_billing_finding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the finding. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Paid in cash, ticket 4711"
                 *     }
                 */
                "application/json": components["schemas"]["BillingFindingAcceptance"];
            };
        };
        responses: {
            /** @description The finding. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "closed_at": "2026-01-02T00:00:00.000Z",
                     *       "closed_by": "usr_0192f0c4a1b27c3d8e9f001122334455",
                     *       "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
                     *       "created_at": "2026-01-01T00:00:00.000Z",
                     *       "id": "fnd_0192f0c4a1b27c3d8e9f001122334455",
                     *       "kind": "granted-not-paid",
                     *       "object_kind": "payment",
                     *       "ours": "paid",
                     *       "owner_user_id": null,
                     *       "reason": "Paid in cash, ticket 4711",
                     *       "state": "accepted",
                     *       "stripe_object": "pi_3a1b2c",
                     *       "theirs": "canceled"
                     *     }
                     */
                    "application/json": components["schemas"]["BillingFinding"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_all_billing_reconciliations: {
        parameters: {
            query?: {
                /** @description Only the run with this id. */
                run?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconcileRuns"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    reconcile_all_billing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "connection_id": "scn_0192f0c4a1b27c3d8e9f001122334455",
                 *       "dry_run": false
                 *     }
                 */
                "application/json": components["schemas"]["OperatorReconcileRequest"];
            };
        };
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconcileRuns"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    replay_billing_dead_letters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "error": "Stripe is not available"
                 *     }
                 */
                "application/json": components["schemas"]["OperatorReplay"];
            };
        };
        responses: {
            /** @description The objects are due now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorReplayed"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    read_billing_status: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of states. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingStatus"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health of the installation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorHealth"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_mail_deliveries: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description The complete address of the recipient; upper and lower case are equal. */
                q?: string;
                /** @description Only emails in this state: `waiting`, `sent` or `given_up`. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of emails. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMailDeliveryPage"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    read_all_revenue: {
        parameters: {
            query?: {
                /** @description The length of a period; `month` if absent. The first and the last month have only the days that were asked for. */
                by?: components["schemas"]["RevenuePeriodLength"];
                /** @description The first day in UTC, such as 2026-11-01; 365 days before the last day if absent. */
                from?: string;
                /** @description The mode; live if absent. */
                mode?: components["schemas"]["Mode"];
                /** @description The last day in UTC, which is included; today if absent. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums of all websites. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revenue"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_signing_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSigningKeys"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    rotate_signing_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, including the next ones, which are announced now and sign later. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSigningKeys"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            409: components["responses"]["ConflictWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_users: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description The beginning of the email address, in upper or lower case, or of the name. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorUserPage"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorUserDetail"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    end_user_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Asked for by mail, ticket 4711"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description All sessions of the user have ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    view_as_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Credits look wrong to her, ticket 4711"
                 *     }
                 */
                "application/json": components["schemas"]["ViewRequest"];
            };
        };
        responses: {
            /** @description The view has started. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorView"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `holder-inactive`: The account is not active.
             *     - `not-viewable`: This person cannot be viewed.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_all_webhook_deliveries: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description Only deliveries in this state: `waiting`, `delivered` or `failed`. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorDeliveryPage"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_all_websites: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description A part of the name, the home page or the owner's email address; or the id of the website or its owner. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of websites. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorWebsitePage"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    hand_over_website: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "She takes the shop over, ticket 4712",
                 *       "user_id": "usr_0192f0c4a1b27c3d8e9f001122334455"
                 *     }
                 */
                "application/json": components["schemas"]["WebsiteHandOver"];
            };
        };
        responses: {
            /** @description The user owns the website. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            409: components["responses"]["SubscriptionExistsWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    export_any_money_journal: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The first day in UTC, such as 2026-11-01. If absent: of pages the first day of all, of a file 365 days before the last day. */
                from?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description The mode; live if absent. */
                mode?: components["schemas"]["Mode"];
                /** @description The last day in UTC, which is included. If absent: of pages the last day of all, of a file today. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The website's id, or `platform` for what users buy from the installation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the money journal; with `Accept: text/csv` or `Accept: application/jsonl` a file of the whole period. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalPage"];
                    "application/jsonl": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_packs: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description Only packs of this status. */
                status?: components["schemas"]["OfferStatus"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of packs. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "code": "small",
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "description": "For about a hundred pictures",
                     *           "id": "pck_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "500 credits",
                     *           "position": 10,
                     *           "status": "active",
                     *           "updated_at": "2026-01-01T00:00:00.000Z",
                     *           "version": {
                     *             "bonus": 50,
                     *             "bonus_expires_days": 90,
                     *             "created_at": "2026-01-01T00:00:00.000Z",
                     *             "credits": 500,
                     *             "expires_days": 365,
                     *             "feature": null,
                     *             "first_only": false,
                     *             "prices": [
                     *               {
                     *                 "amount_minor": 900,
                     *                 "currency": "eur",
                     *                 "stripe": {
                     *                   "detail": null,
                     *                   "reason": null,
                     *                   "state": "synced",
                     *                   "stripe_price_id": "price_1SxYzA2eZvKYlo2C"
                     *                 }
                     *               }
                     *             ],
                     *             "version": 1
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["PackPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_pack: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The pack's code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pack with its newest version. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pack"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    save_pack: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The pack's code: 1 to 64 lower-case letters, digits, dots, dashes and underscores, the first a letter or a digit. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "For about a hundred pictures",
                 *       "name": "500 credits",
                 *       "position": 10
                 *     }
                 */
                "application/json": components["schemas"]["PackRequest"];
            };
        };
        responses: {
            /** @description The pack with its newest version. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pack"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_pack_versions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The pack's code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "bonus": 50,
                     *           "bonus_expires_days": 90,
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "credits": 500,
                     *           "expires_days": 365,
                     *           "feature": null,
                     *           "first_only": false,
                     *           "prices": [
                     *             {
                     *               "amount_minor": 900,
                     *               "currency": "eur",
                     *               "stripe": {
                     *                 "detail": null,
                     *                 "reason": null,
                     *                 "state": "synced",
                     *                 "stripe_price_id": "price_1SxYzA2eZvKYlo2C"
                     *               }
                     *             }
                     *           ],
                     *           "version": 1
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["PackVersionPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    add_pack_version: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The pack's code. */
                code: string;
                /** @description The number of the version. */
                version: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bonus": 50,
                 *       "bonus_expires_days": 90,
                 *       "credits": 500,
                 *       "expires_days": 365,
                 *       "prices": [
                 *         {
                 *           "amount_minor": 900,
                 *           "currency": "eur"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PackVersionRequest"];
            };
        };
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackVersion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CatalogVersionTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnknownFeature"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    repair_pack_price: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The pack's code. */
                code: string;
                /** @description The code of the price's currency, in lower case. */
                currency: string;
                /** @description The number of the version. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackVersion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BillingNotConnected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_payments: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only payments of the customer with this id, and of customers who were merged into this one. */
                customer?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description Only the payment to which the refund or the dispute with this id belongs; other filters do not apply then. */
                object?: string;
                /** @description Only payments in this state. */
                state?: components["schemas"]["PaymentState"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "amount_minor": 1000,
                     *           "checkout_id": "chk_0192f0c4a1b27c3d8e9f001122334455",
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "credits": 550,
                     *           "currency": "eur",
                     *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *           "discount_minor": 0,
                     *           "id": "pmt_0192f0c4a1b27c3d8e9f001122334455",
                     *           "paid_at": "2026-01-01T00:00:00.000Z",
                     *           "reason": null,
                     *           "refunded_minor": 400,
                     *           "state": "paid",
                     *           "subscription_id": null,
                     *           "tax_minor": 0,
                     *           "withdrawn_minor": 0
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_payment: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentDetail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    accept_payment: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment, as it is then. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentDetail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["AccountFrozenOrForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `conflict`: The request conflicts with another one, or with the present state.
             *     - `billing-not-connected`: The website has no Stripe account in this mode.
             *     - `payment-disputed`: The payment is disputed.
             *     - `already-refunded`: The payment is already refunded.
             */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_payment_document: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentDocument"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    preview_refund: {
        parameters: {
            query?: {
                /** @description An amount in the smallest unit of the payment's currency, at least 1, that is previewed, too. */
                amount_minor?: number;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The possible refunds. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundPreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            /** @description - `refund-exceeds-payment`: The refund is larger than what is left of the payment. */
            422: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    create_refund: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "requested_by_customer",
                 *       "what": "unspent"
                 *     }
                 */
                "application/json": components["schemas"]["RefundRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedRefund"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["AccountFrozenOrForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFoundWithReplay"];
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `conflict`: The request conflicts with another one, or with the present state.
             *     - `billing-not-connected`: The website has no Stripe account in this mode.
             *     - `payment-disputed`: The payment is disputed.
             *     - `already-refunded`: The payment is already refunded.
             */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `refund-exceeds-payment`: The refund is larger than what is left of the payment.
             */
            422: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_plans: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description Only plans of this status. */
                status?: components["schemas"]["OfferStatus"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of plans. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "code": "pro",
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "description": "1,000 credits each month",
                     *           "family": "default",
                     *           "id": "pln_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pro",
                     *           "position": 10,
                     *           "status": "active",
                     *           "subscribers": 42,
                     *           "updated_at": "2026-01-01T00:00:00.000Z",
                     *           "version": {
                     *             "created_at": "2026-01-01T00:00:00.000Z",
                     *             "credits": 1000,
                     *             "features": [
                     *               {
                     *                 "credits": 50,
                     *                 "feature": "image"
                     *               }
                     *             ],
                     *             "grant_every": "interval",
                     *             "interval": "month",
                     *             "interval_count": 1,
                     *             "max_quantity": 1,
                     *             "prices": [
                     *               {
                     *                 "amount_minor": 900,
                     *                 "currency": "eur",
                     *                 "stripe": {
                     *                   "detail": null,
                     *                   "reason": null,
                     *                   "state": "synced",
                     *                   "stripe_price_id": "price_1SxYzA2eZvKYlo2C"
                     *                 }
                     *               }
                     *             ],
                     *             "rollover": "capped",
                     *             "rollover_cap": 500,
                     *             "rollover_periods": 1,
                     *             "trial": {
                     *               "credits": 100,
                     *               "days": 14,
                     *               "needs_card": true
                     *             },
                     *             "version": 1
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["PlanPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_plan: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The plan's code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan with its newest version. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    save_plan: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The plan's code: 1 to 64 lower-case letters, digits, dots, dashes and underscores, the first a letter or a digit. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "1,000 credits each month",
                 *       "name": "Pro",
                 *       "position": 10
                 *     }
                 */
                "application/json": components["schemas"]["PlanRequest"];
            };
        };
        responses: {
            /** @description The plan with its newest version. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_plan_versions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The plan's code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "credits": 1000,
                     *           "features": [
                     *             {
                     *               "credits": 50,
                     *               "feature": "image"
                     *             }
                     *           ],
                     *           "grant_every": "interval",
                     *           "interval": "month",
                     *           "interval_count": 1,
                     *           "max_quantity": 1,
                     *           "prices": [
                     *             {
                     *               "amount_minor": 900,
                     *               "currency": "eur",
                     *               "stripe": {
                     *                 "detail": null,
                     *                 "reason": null,
                     *                 "state": "synced",
                     *                 "stripe_price_id": "price_1SxYzA2eZvKYlo2C"
                     *               }
                     *             }
                     *           ],
                     *           "rollover": "capped",
                     *           "rollover_cap": 500,
                     *           "rollover_periods": 1,
                     *           "trial": {
                     *             "credits": 100,
                     *             "days": 14,
                     *             "needs_card": true
                     *           },
                     *           "version": 1
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["PlanVersionPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    add_plan_version: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The plan's code. */
                code: string;
                /** @description The number of the version. */
                version: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credits": 1000,
                 *       "interval": "month",
                 *       "prices": [
                 *         {
                 *           "amount_minor": 900,
                 *           "currency": "eur"
                 *         }
                 *       ],
                 *       "rollover": "capped",
                 *       "rollover_cap": 500,
                 *       "trial": {
                 *         "credits": 100,
                 *         "days": 14,
                 *         "needs_card": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PlanVersionRequest"];
            };
        };
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanVersion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CatalogVersionTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnknownFeature"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    repair_plan_price: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The plan's code. */
                code: string;
                /** @description The code of the price's currency, in lower case. */
                currency: string;
                /** @description The number of the version. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanVersion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BillingNotConnected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    map_stripe_price: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The plan's code. */
                code: string;
                /** @description Stripe's id of the price. */
                id: string;
                /** @description The number of the version. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanVersion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BillingNotConnectedOrConflict"];
            /** @description - `amount-mismatch`: The price at Stripe is another one. */
            422: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_credit_policy: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credit policy, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditPolicy"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    set_credit_policy: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "debt_repaid_by": "all_grants",
                 *       "restored_days": 30
                 *     }
                 */
                "application/json": components["schemas"]["CreditPolicyRequest"];
            };
        };
        responses: {
            /** @description The credit policy, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditPolicy"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_signup_grant: {
        parameters: {
            query?: {
                /** @description The mode: `live` or `test`; the mode of the request if absent. */
                mode?: components["schemas"]["Mode"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sign-up grant, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignupGrant"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    set_signup_grant: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 50,
                 *       "enabled": true,
                 *       "expires_days": 30
                 *     }
                 */
                "application/json": components["schemas"]["SignupGrantRequest"];
            };
        };
        responses: {
            /** @description The sign-up grant, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignupGrant"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    create_portal_session: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer": {
                 *         "external_id": "user-42"
                 *       },
                 *       "return_url": "https://shop.example.com/credits"
                 *     }
                 */
                "application/json": components["schemas"]["PortalRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSession"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFoundWithReplay"];
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `billing-not-connected`: The website has no Stripe account in this mode.
             */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_public_catalog: {
        parameters: {
            query?: {
                /** @description The mode; `live` if absent. */
                mode?: components["schemas"]["CatalogMode"];
            };
            header?: never;
            path: {
                /** @description The id of the website. */
                website: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The packs and plans that can be bought now, with the branding of the website. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicCatalog"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    read_revenue: {
        parameters: {
            query?: {
                /** @description The length of a period; `month` if absent. The first and the last month have only the days that were asked for. */
                by?: components["schemas"]["RevenuePeriodLength"];
                /** @description The first day in UTC, such as 2026-11-01; 365 days before the last day if absent. */
                from?: string;
                /** @description The last day in UTC, which is included; today if absent. */
                to?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revenue"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    export_money_journal: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The first day in UTC, such as 2026-11-01. If absent: of pages the first day of all, of a file 365 days before the last day. */
                from?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description The last day in UTC, which is included. If absent: of pages the last day of all, of a file today. */
                to?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the money journal; with `Accept: text/csv` or `Accept: application/jsonl` a file of the whole period. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalPage"];
                    "application/jsonl": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    read_deferred_revenue: {
        parameters: {
            query?: {
                /** @description The instant, such as 2026-12-31T23:59:59.999Z; now if absent. */
                at?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deferred money. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueLiability"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    export_revenue_payments: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The first day in UTC, such as 2026-11-01. If absent: of pages the first day of all, of a file 365 days before the last day. */
                from?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description The last day in UTC, which is included. If absent: of pages the last day of all, of a file today. */
                to?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments; with `Accept: text/csv` or `Accept: application/jsonl` a file of the whole period. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenuePaymentPage"];
                    "application/jsonl": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    spend_credits: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 5,
                 *       "customer": {
                 *         "external_id": "user-42"
                 *       },
                 *       "description": "One picture"
                 *     }
                 */
                "application/json": components["schemas"]["SpendRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance": {
                     *         "available": 95,
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "debt": 0,
                     *         "held": 0,
                     *         "mode": "live",
                     *         "posted": 95,
                     *         "scale": 0,
                     *         "subscribed": false,
                     *         "unit": "credit",
                     *         "updated_at": "2026-01-01T00:00:00.000Z",
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures",
                     *           "url": "https://pictures.example"
                     *         }
                     *       },
                     *       "lot_count": 1,
                     *       "lots": [
                     *         {
                     *           "amount": 5,
                     *           "expires_at": "2026-02-01T00:00:00.000Z",
                     *           "feature": null,
                     *           "kind": "promo",
                     *           "remaining": 95
                     *         }
                     *       ],
                     *       "transaction": {
                     *         "amount": -5,
                     *         "balance_after": 95,
                     *         "booked_at": "2026-01-01T00:00:00.000Z",
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "description": "One picture",
                     *         "feature": null,
                     *         "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
                     *         "kind": "spend",
                     *         "metadata": {},
                     *         "price_version": null,
                     *         "quantity": null,
                     *         "reverses": null,
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Spent"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientCreditsWithReplay"];
            403: components["responses"]["AccountFrozenOrHolderInactiveOrInsufficientScopeOrSpendingLimitReachedOrWebsiteSuspendedWithReplay"];
            404: components["responses"]["NotFoundWithReplay"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `amount-out-of-range`: The amount is out of range.
             *     - `unknown-feature`: The website has no such feature, or no price for it.
             */
            422: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    spend_credits_in_batch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "atomic": false,
                 *       "items": [
                 *         {
                 *           "idempotency_key": "8e03978e-40d5-43dd-bc93-6894a57f9324",
                 *           "spend": {
                 *             "amount": 5,
                 *             "customer": {
                 *               "external_id": "user-42"
                 *             },
                 *             "description": "One picture"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SpendBatchRequest"];
            };
        };
        responses: {
            /** @description One result for each spend, in their order. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "answer": {
                     *             "balance": {
                     *               "available": 95,
                     *               "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *               "debt": 0,
                     *               "held": 0,
                     *               "mode": "live",
                     *               "posted": 95,
                     *               "scale": 0,
                     *               "subscribed": false,
                     *               "unit": "credit",
                     *               "updated_at": "2026-01-01T00:00:00.000Z",
                     *               "website": {
                     *                 "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *                 "name": "Pictures",
                     *                 "url": "https://pictures.example"
                     *               }
                     *             },
                     *             "lot_count": 1,
                     *             "lots": [
                     *               {
                     *                 "amount": 5,
                     *                 "expires_at": "2026-02-01T00:00:00.000Z",
                     *                 "feature": null,
                     *                 "kind": "promo",
                     *                 "remaining": 95
                     *               }
                     *             ],
                     *             "transaction": {
                     *               "amount": -5,
                     *               "balance_after": 95,
                     *               "booked_at": "2026-01-01T00:00:00.000Z",
                     *               "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *               "description": "One picture",
                     *               "feature": null,
                     *               "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
                     *               "kind": "spend",
                     *               "metadata": {},
                     *               "price_version": null,
                     *               "quantity": null,
                     *               "reverses": null,
                     *               "website": {
                     *                 "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *                 "name": "Pictures"
                     *               }
                     *             }
                     *           },
                     *           "problem": null,
                     *           "replayed": false,
                     *           "retry_after": null,
                     *           "status": 200
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SpendBatch"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `website-suspended`: The website is suspended.
             */
            403: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_stripe_connections: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connections that the caller sees. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "account_name": "Picture Shop",
                     *           "checked_at": "2026-01-01T00:00:00.000Z",
                     *           "country": "DE",
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "default_currency": "eur",
                     *           "delivery": "webhook",
                     *           "has_next_key": false,
                     *           "id": "scn_0192f0c4a1b27c3d8e9f001122334455",
                     *           "is_linked": true,
                     *           "key_hint": "rk_live_…Zx3f",
                     *           "missing_permission": null,
                     *           "mode": "live",
                     *           "reason": null,
                     *           "state": "active",
                     *           "stripe_account_id": "acct_1032D82eZvKYlo2C",
                     *           "webhook_url": "https://id.example.com/webhooks/stripe/scn_0192f0c4a1b27c3d8e9f001122334455"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StripeConnectionList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    connect_stripe: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "rk_test_0123456789abcdefghijklmn",
                 *       "mode": "test"
                 *     }
                 */
                "application/json": components["schemas"]["StripeConnectionRequest"];
            };
        };
        responses: {
            /** @description The account is connected, and the website sells through it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedStripeConnection"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            /** @description - `stripe-account-taken`: The Stripe account is connected already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            422: components["responses"]["StripeKeyUnfitOrStripePermissionMissingWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_stripe_connection: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The connection's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection, as it is now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StripeConnection"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    check_stripe_connection: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The connection's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedStripeConnection"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    disconnect_stripe: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The connection's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "force": true
                 *     }
                 */
                "application/json": components["schemas"]["StripeDisconnectRequest"];
            };
        };
        responses: {
            /** @description The connection, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_name": "Picture Shop",
                     *       "checked_at": "2026-01-01T00:00:00.000Z",
                     *       "country": "DE",
                     *       "created_at": "2026-01-01T00:00:00.000Z",
                     *       "default_currency": "eur",
                     *       "delivery": "webhook",
                     *       "has_next_key": false,
                     *       "id": "scn_0192f0c4a1b27c3d8e9f001122334455",
                     *       "is_linked": false,
                     *       "key_hint": "rk_live_…Zx3f",
                     *       "missing_permission": null,
                     *       "mode": "live",
                     *       "reason": null,
                     *       "state": "disconnected",
                     *       "stripe_account_id": "acct_1032D82eZvKYlo2C",
                     *       "webhook_url": "https://id.example.com/webhooks/stripe/scn_0192f0c4a1b27c3d8e9f001122334455"
                     *     }
                     */
                    "application/json": components["schemas"]["StripeConnection"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            409: components["responses"]["SubscriptionExistsWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    replace_stripe_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The connection's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "rk_test_0123456789abcdefghijklmn"
                 *     }
                 */
                "application/json": components["schemas"]["StripeKeyRequest"];
            };
        };
        responses: {
            /** @description The connection, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedStripeConnection"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            /**
             * @description - `stripe-key-unfit`: The Stripe key cannot be used.
             *     - `stripe-permission-missing`: The Stripe key lacks permissions.
             *     - `stripe-account-mismatch`: The Stripe key belongs to another account or mode.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    rotate_stripe_signing_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The connection's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "secret": "whsec_0123456789abcdefghijklmnopqrstuv"
                 *     }
                 */
                "application/json": components["schemas"]["StripeSigningSecretRequest"];
            };
        };
        responses: {
            /** @description The connection, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StripeConnection"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            422: components["responses"]["StripeKeyUnfitOrStripePermissionMissingWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            502: components["responses"]["PaymentProviderErrorWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    link_stripe_customer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description Stripe's id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer": {
                 *         "external_id": "user-42"
                 *       },
                 *       "dry_run": false
                 *     }
                 */
                "application/json": components["schemas"]["StripeCustomerRequest"];
            };
        };
        responses: {
            /** @description The customer and its subscriptions at Stripe. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StripeCustomer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BillingNotConnectedOrConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_subscriptions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only subscriptions of the customer with this id, and of customers who were merged into this one. */
                customer?: string;
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description Only subscriptions with this status, in Stripe's word. */
                status?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of subscriptions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "cancel_at": null,
                     *           "checkout_id": "chk_0192f0c4a1b27c3d8e9f001122334455",
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *           "ended_at": null,
                     *           "id": "sbs_0192f0c4a1b27c3d8e9f001122334455",
                     *           "mode": "live",
                     *           "next_plan": null,
                     *           "next_quantity": null,
                     *           "paid_through": "2026-02-01T00:00:00.000Z",
                     *           "past_due_since": null,
                     *           "payment_url": null,
                     *           "pending_until": null,
                     *           "period_end": "2026-02-01T00:00:00.000Z",
                     *           "period_start": "2026-01-01T00:00:00.000Z",
                     *           "plan": "pro",
                     *           "plan_name": "Pro",
                     *           "quantity": 1,
                     *           "status": "active",
                     *           "subscribed": true,
                     *           "trial_end": null,
                     *           "version": 1,
                     *           "website_id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "website_name": "Pictures"
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_subscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancel_subscription: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "at": "period_end"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionCancelRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PaymentActionRequiredOrPaymentDeclinedWithReplay"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFoundWithReplay"];
            409: components["responses"]["BillingNotConnectedOrIdempotencyInFlightOrSubscriptionNotChangeable"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    change_subscription: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expected_amount_minor": 2900,
                 *       "plan": "team",
                 *       "quantity": 3
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionChangeRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PaymentActionRequiredOrPaymentDeclinedWithReplay"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFoundWithReplay"];
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `billing-not-connected`: The website has no Stripe account in this mode.
             *     - `price-unavailable`: The price cannot be sold at the moment.
             *     - `subscription-exists`: A subscription already exists.
             *     - `subscription-not-changeable`: The subscription cannot be changed now.
             *     - `amount-changed`: The amount is not the expected one.
             */
            409: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `unknown-offer`: The website sells no such pack or plan.
             *     - `currency-unsupported`: There is no price in this currency.
             */
            422: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    preview_subscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "team",
                 *       "quantity": 3
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionPreviewRequest"];
            };
        };
        responses: {
            /** @description The preview. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `billing-not-connected`: The website has no Stripe account in this mode.
             *     - `price-unavailable`: The price cannot be sold at the moment.
             *     - `subscription-exists`: A subscription already exists.
             *     - `subscription-not-changeable`: The subscription cannot be changed now.
             */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unknown-offer`: The website sells no such pack or plan.
             *     - `currency-unsupported`: There is no price in this currency.
             */
            422: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resume_subscription: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PaymentActionRequiredOrPaymentDeclinedWithReplay"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFoundWithReplay"];
            409: components["responses"]["BillingNotConnectedOrIdempotencyInFlightOrSubscriptionNotChangeable"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["PaymentProviderError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_transactions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The id of the only customer. */
                customer?: string;
                /** @description The code of the only feature; reversals of its transactions are included. */
                feature?: string;
                /** @description The earliest booking time. */
                from?: string;
                /** @description The only kind. */
                kind?: components["schemas"]["TransactionKind"];
                /** @description Maximum number of items on the page, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description The booking time before which all transactions must lie. */
                to?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    explain_transaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The transaction's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionExplained"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reverse_transaction: {
        parameters: {
            query?: never;
            header: {
                /** @description A name for this request: the same for each retry, and different for each new request. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The id of the spend's or the capture's transaction. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 5,
                 *       "reason": "The picture could not be made"
                 *     }
                 */
                "application/json": components["schemas"]["ReversalRequest"];
            };
        };
        responses: {
            /** @description Done. A repeat of the request gets the same bytes. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance": {
                     *         "available": 100,
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "debt": 0,
                     *         "held": 0,
                     *         "mode": "live",
                     *         "posted": 100,
                     *         "scale": 0,
                     *         "subscribed": false,
                     *         "unit": "credit",
                     *         "updated_at": "2026-01-01T00:00:00.000Z",
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures",
                     *           "url": "https://pictures.example"
                     *         }
                     *       },
                     *       "transaction": {
                     *         "amount": 5,
                     *         "balance_after": 100,
                     *         "booked_at": "2026-01-01T00:00:00.000Z",
                     *         "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *         "description": "The picture could not be made",
                     *         "feature": null,
                     *         "id": "txn_0192f0c4a1b27c3d8e9f001122334466",
                     *         "kind": "reversal",
                     *         "metadata": {},
                     *         "price_version": null,
                     *         "quantity": null,
                     *         "reverses": "txn_0192f0c4a1b27c3d8e9f001122334455",
                     *         "website": {
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Pictures"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Movement"];
                };
            };
            400: components["responses"]["InvalidIdempotencyKeyOrInvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["AccountFrozenOrForbidden"];
            404: components["responses"]["NotFoundWithReplay"];
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `operation-already-executed`: The idempotency key was used long ago.
             *     - `already-reversed`: The transaction is already reversed.
             */
            409: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `reversal-exceeds-original`: The reversal is larger than what is left to reverse.
             *     - `too-many-reversals`: The transaction was reversed too often.
             *     - `not-reversible`: Transactions of this kind cannot be reversed.
             *     - `amount-out-of-range`: The amount is out of range.
             *     - `too-many-lots`: The balance has too many grants.
             */
            422: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_usage: {
        parameters: {
            query?: {
                /** @description The grouping: `day`, `feature` or `day,feature`; `day` if absent. */
                by?: string;
                /** @description The id of the only customer; all customers if absent. */
                customer?: string;
                /** @description The first day, such as 2026-01-01; 29 days before `to` if absent. */
                from?: string;
                /** @description The last day; today if absent. */
                to?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    activate_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Asked for by mail, ticket 4711"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The user after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            409: components["responses"]["ConflictWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    deactivate_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Asked for by mail, ticket 4711"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The user after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "can_register_websites": true,
                     *       "created_at": "2026-01-01T00:00:00.000Z",
                     *       "email": "ada@example.com",
                     *       "email_verified": true,
                     *       "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
                     *       "image": null,
                     *       "is_active": false,
                     *       "is_operator": false,
                     *       "name": "Ada"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            409: components["responses"]["ConflictWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    list_webhook_endpoints: {
        parameters: {
            query?: {
                /** @description Only endpoints of this mode. */
                mode?: components["schemas"]["Mode"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "disabled_reason": null,
                     *           "events": [
                     *             "credits.depleted",
                     *             "credits.granted"
                     *           ],
                     *           "failing_since": null,
                     *           "id": "whe_0192f0c4a1b27c3d8e9f001122334455",
                     *           "mode": "live",
                     *           "previous_secret_until": null,
                     *           "public_key": null,
                     *           "signing": "v1",
                     *           "status": "active",
                     *           "url": "https://pictures.example.com/hooks/tollgate"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    add_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://pictures.example.com/hooks/tollgate"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint, with its secret. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoint": {
                     *         "created_at": "2026-01-01T00:00:00.000Z",
                     *         "disabled_reason": null,
                     *         "events": [
                     *           "credits.depleted",
                     *           "credits.granted"
                     *         ],
                     *         "failing_since": null,
                     *         "id": "whe_0192f0c4a1b27c3d8e9f001122334455",
                     *         "mode": "live",
                     *         "previous_secret_until": null,
                     *         "public_key": null,
                     *         "signing": "v1",
                     *         "status": "active",
                     *         "url": "https://pictures.example.com/hooks/tollgate"
                     *       },
                     *       "secret": "whsec_MfKQ…"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    change_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "credits.granted"
                 *       ],
                 *       "status": "active",
                 *       "url": "https://pictures.example.com/hooks/tollgate"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointChange"];
            };
        };
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_webhook_deliveries: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
                /** @description Only deliveries in this state. */
                state?: components["schemas"]["WebhookDeliveryState"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "attempts": 2,
                     *           "created_at": "2027-01-31T12:00:00.000Z",
                     *           "event_id": "evt_1125899906842624",
                     *           "last_attempt_at": "2027-01-31T12:00:00.000Z",
                     *           "last_error": "it did not answer with a 2xx status",
                     *           "last_status": 503,
                     *           "next_attempt_at": "2027-01-31T12:00:00.000Z",
                     *           "state": "waiting",
                     *           "type": "credits.granted"
                     *         }
                     *       ],
                     *       "next_cursor": "AZb7…"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_webhook_delivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The event's id. */
                event_id: string;
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery": {
                     *         "attempts": 2,
                     *         "created_at": "2027-01-31T12:00:00.000Z",
                     *         "event_id": "evt_1125899906842624",
                     *         "last_attempt_at": "2027-01-31T12:00:00.000Z",
                     *         "last_error": "it did not answer with a 2xx status",
                     *         "last_status": 503,
                     *         "next_attempt_at": "2027-01-31T12:00:00.000Z",
                     *         "state": "waiting",
                     *         "type": "credits.granted"
                     *       },
                     *       "event": {
                     *         "data": {
                     *           "amount": 100,
                     *           "balance": {
                     *             "available": 100,
                     *             "debt": 0,
                     *             "held": 0,
                     *             "posted": 100
                     *           },
                     *           "billing": null,
                     *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *           "expires_at": null,
                     *           "external_id": "user-42",
                     *           "hold_id": null,
                     *           "mode": "live",
                     *           "sequence": 1,
                     *           "spends": null,
                     *           "threshold": null,
                     *           "transaction_id": "txn_0192f0c4a1b27c3d8e9f001122334455"
                     *         },
                     *         "timestamp": "2027-01-31T12:00:00.000Z",
                     *         "type": "credits.granted"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrViewRefusedOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resend_webhook_delivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The event's id. */
                event_id: string;
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery": {
                     *         "attempts": 0,
                     *         "created_at": "2027-01-31T12:00:00.000Z",
                     *         "event_id": "evt_1125899906842624",
                     *         "last_attempt_at": "2027-01-31T12:00:00.000Z",
                     *         "last_error": "it did not answer with a 2xx status",
                     *         "last_status": 503,
                     *         "next_attempt_at": "2027-01-31T12:00:00.000Z",
                     *         "state": "waiting",
                     *         "type": "credits.granted"
                     *       },
                     *       "event": {
                     *         "data": {
                     *           "amount": 100,
                     *           "balance": {
                     *             "available": 100,
                     *             "debt": 0,
                     *             "held": 0,
                     *             "posted": 100
                     *           },
                     *           "billing": null,
                     *           "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *           "expires_at": null,
                     *           "external_id": "user-42",
                     *           "hold_id": null,
                     *           "mode": "live",
                     *           "sequence": 1,
                     *           "spends": null,
                     *           "threshold": null,
                     *           "transaction_id": "txn_0192f0c4a1b27c3d8e9f001122334455"
                     *         },
                     *         "timestamp": "2027-01-31T12:00:00.000Z",
                     *         "type": "credits.granted"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resend_webhook_range: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-01-01T00:00:00.000Z",
                 *       "to": "2026-01-01T01:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookTimeRange"];
            };
        };
        responses: {
            /** @description The events are queued. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "next_cursor": "AZb7…",
                     *       "queued": 12
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookQueued"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotate_webhook_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_hours": 5
                 *     }
                 */
                "application/json": components["schemas"]["WebhookSecretRotation"];
            };
        };
        responses: {
            /** @description The endpoint, with its new secret. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoint": {
                     *         "created_at": "2026-01-01T00:00:00.000Z",
                     *         "disabled_reason": null,
                     *         "events": [
                     *           "credits.depleted",
                     *           "credits.granted"
                     *         ],
                     *         "failing_since": null,
                     *         "id": "whe_0192f0c4a1b27c3d8e9f001122334455",
                     *         "mode": "live",
                     *         "previous_secret_until": "2026-01-02T00:00:00.000Z",
                     *         "public_key": null,
                     *         "signing": "v1",
                     *         "status": "active",
                     *         "url": "https://pictures.example.com/hooks/tollgate"
                     *       },
                     *       "secret": "whsec_MfKQ…"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["StepUpRequiredOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    test_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test event is queued. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "evt_1125899906842624"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrWebsiteSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_websites: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's own websites. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "client_id": "client_0192f0c4a1b27c3d8e9f001122334466",
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *           "name": "Picture Shop",
                     *           "scale": 0,
                     *           "status": "active",
                     *           "suspended_by": null,
                     *           "url": "https://pictures.example.com"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebsiteList"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    register_website: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "backchannel_logout_uri": "https://pictures.example.com/signed-out",
                 *       "name": "Picture Shop",
                 *       "post_logout_redirect_uris": [
                 *         "https://pictures.example.com/"
                 *       ],
                 *       "redirect_uris": [
                 *         "https://pictures.example.com/api/auth/callback/tollgate"
                 *       ],
                 *       "url": "https://pictures.example.com",
                 *       "webhook_url": "https://pictures.example.com/hooks/tollgate"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterWebsite"];
            };
        };
        responses: {
            /** @description The website is registered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "api_key": {
                     *         "created_at": "2027-01-31T12:00:00.000Z",
                     *         "id": "key_0192f0c4a1b27c3d8e9f001122334455",
                     *         "key": "tg_live_Q7xB…",
                     *         "prefix": "tg_live_Q7xB"
                     *       },
                     *       "client": {
                     *         "client_id": "client_0192f0c4a1b27c3d8e9f001122334466",
                     *         "client_secret": "5GkP…",
                     *         "issuer": "https://id.example.com"
                     *       },
                     *       "snippet": "// auth.ts …",
                     *       "test_api_key": {
                     *         "created_at": "2027-01-31T12:00:00.000Z",
                     *         "id": "key_0192f0c4a1b27c3d8e9f001122334466",
                     *         "key": "tg_test_f9Kd…",
                     *         "prefix": "tg_test_f9Kd"
                     *       },
                     *       "test_link": "https://id.example.com/oauth/authorize?client_id=client_0192f0c4a1b27c3d8e9f001122334466",
                     *       "webhook": {
                     *         "id": "whe_0192f0c4a1b27c3d8e9f001122334455",
                     *         "secret": "whsec_MfKQ…",
                     *         "url": "https://pictures.example.com/hooks/tollgate"
                     *       },
                     *       "website": {
                     *         "application_type": "web",
                     *         "client_id": "client_0192f0c4a1b27c3d8e9f001122334466",
                     *         "created_at": "2026-01-01T00:00:00.000Z",
                     *         "device_grant": false,
                     *         "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *         "id_token_signed_response_alg": "RS256",
                     *         "name": "Picture Shop",
                     *         "post_logout_redirect_uris": [
                     *           "https://pictures.example.com/"
                     *         ],
                     *         "previous_secret_until": null,
                     *         "public_client": null,
                     *         "redirect_uris": [
                     *           "https://pictures.example.com/api/auth/callback/tollgate"
                     *         ],
                     *         "require_pkce": true,
                     *         "resources": [],
                     *         "scale": 0,
                     *         "status": "active",
                     *         "suspended_by": null,
                     *         "unit": "credit",
                     *         "url": "https://pictures.example.com"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RegisteredWebsite"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `registration-closed`: You may not register websites here.
             *     - `holder-inactive`: The account is not active.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_website: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path: {
                /** @description The website's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The website. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebsiteDetail"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    change_website: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "redirect_uris": [
                 *         "https://pictures.example.com/api/auth/callback/tollgate"
                 *       ],
                 *       "require_pkce": true
                 *     }
                 */
                "application/json": components["schemas"]["ChangeWebsite"];
            };
        };
        responses: {
            /** @description The website. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebsiteDetail"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_branding: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path: {
                /** @description The website's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The branding. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    set_branding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brand_color": "#c2410c",
                 *       "client_uri": "https://pictures.example.com/",
                 *       "policy_uri": "https://pictures.example.com/privacy"
                 *     }
                 */
                "application/json": components["schemas"]["BrandingRequest"];
            };
        };
        responses: {
            /** @description The branding. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    rotate_client_secret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["ClientSecretRotation"];
            };
        };
        responses: {
            /** @description The client, with its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "client_0192f0c4a1b27c3d8e9f001122334466",
                     *       "client_secret": "5GkP…"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedClient"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            409: components["responses"]["ConflictWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    set_public_client: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "application_type": "web",
                 *       "device_grant": false,
                 *       "post_logout_redirect_uris": [
                 *         "https://pictures.example.com/"
                 *       ],
                 *       "redirect_uris": [
                 *         "https://pictures.example.com/app"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PublicClientRequest"];
            };
        };
        responses: {
            /** @description The client after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicClient"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            409: components["responses"]["ConflictWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    resume_website: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Asked for by mail, ticket 4711"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The website. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Website"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_sign_in_activity: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 100; 20 if absent. */
                limit?: number;
            };
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path: {
                /** @description The website's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sign-in activity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInActivity"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    get_website_summary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode: `live` or `test`; `live` if absent. */
                "Tollgate-Mode"?: string;
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path: {
                /** @description The website's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key figures of the website. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebsiteSummary"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["UnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrViewRefusedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
    suspend_website: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Asked for by mail, ticket 4711"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The website. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "client_0192f0c4a1b27c3d8e9f001122334466",
                     *       "created_at": "2026-01-01T00:00:00.000Z",
                     *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *       "name": "Picture Shop",
                     *       "scale": 0,
                     *       "status": "suspended",
                     *       "suspended_by": "owner",
                     *       "url": "https://pictures.example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["Website"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutRateLimit"];
            401: components["responses"]["StepUpRequiredOrUnauthenticatedWithoutRateLimit"];
            403: components["responses"]["ForbiddenOrWebsiteSuspendedWithoutRateLimit"];
            404: components["responses"]["NotFoundWithoutRateLimit"];
            413: components["responses"]["ContentTooLargeWithoutRateLimit"];
            415: components["responses"]["UnsupportedMediaTypeWithoutRateLimit"];
            500: components["responses"]["InternalWithoutRateLimit"];
            503: components["responses"]["ServiceUnavailableWithoutRateLimit"];
        };
    };
}
