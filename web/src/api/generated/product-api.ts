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
         * @description When the website is told, in the mode of the call.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_alerts"];
        /**
         * Set the alerts
         * @description An alert is told when a balance crosses the threshold downwards, by whatever takes it there, and again only after the balance was above it.
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
         * @description Newest first, ended ones included unless others are asked for: those of the API key's mode; of both modes for the website's owner, unless one is asked for.
         *
         *     Called with an API key that has the scope `keys`, or a user's access token that has the scope `websites`.
         */
        get: operations["list_api_keys"];
        put?: never;
        /**
         * Make an API key
         * @description The secret is shown this once. By the website's owner with the header `Tollgate-Website`, or by an API key with the scope `keys`: such a key gives away only scopes that it has itself, none that spend if it has a cap, and no key that outlives it. A website has at most 100 keys of each mode that are not over.
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
         * @description One key with its scopes, its caps and its last use; never its secret.
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
         * @description Its name or its scopes; what is absent stays. It counts from the next request on.
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
         * @description What it may spend by one operation and in one day (UTC); what is absent or null has no cap. A cap per day counts what is spent from the moment it is set: spends, captures, and holds with `on_expiry: capture` when they are opened. What is given back later is not taken off. Beyond a cap an operation is refused by 403 `key-spend-cap-reached`.
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
         * @description From now on no request with it is let in, whichever of its secrets it brings. Doing it again changes nothing; it cannot be undone.
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
         * @description Gives the key a new secret, which is shown this once. The one of before counts for `overlap_seconds` more, so that back ends can change over; one that came before that ends at once.
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
         * @description Tells whether a spend would be allowed now, why not, and what it would cost. It changes nothing and sets nothing aside: a spend that comes later may find other credits. To be sure, open a hold.
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
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description The website's customers. Whoever is looked for by `q` is found by how a name begins, upper and lower case alike: the e-mail address, the name, the website's own id; and by our id or the subject, whole or their first sixteen characters or more. Where few of very many customers have the `state`, a page may hold fewer than `limit`, even none, and still have a `next_cursor`. `external_id`, `email` and `sub` each find the one customer that an operation under this name would use; send one of them, and neither `q`, `state` nor `subscribed`. A cursor is good for the list it came with: with the same `q`, `sort`, `state` and `subscribed`.
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
         * @description One customer of the website, by our id.
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
         * @description What the customer has at this website, now or at a time, and what it is made of. Of the past it tells what was booked by then (a spend counts from its `booked_at`, what ran out of time from then on); of the future, what will be left when nothing but time goes on: lots expire, holds run out. Both limits are told as they are now. A frozen account is told as it is now whatever timestamp is asked for, and `at` says so.
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
         * @description The holds on the customer's credits at this website, newest first, each as it is at the time of the request.
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
         * @description How much the customer may owe: spends take what is there and owe the rest, holds never do; the next grant that may (`debt_repaid_by` of the credit policy) repays what is owed first. A limit below what is owed is refused. By an API key with the scope `credits.grant`, or by the website's owner with the header `Tollgate-Website`. Doing it again changes nothing.
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
         * @description How much the customer may spend at this website in a day or in a calendar month (UTC), exactly, however many spend at once; all that is absent lifts it. What was spent already counts, also before there was a limit. A hold counts when it is captured; one that captures by itself counts when it is opened. What is given back, or let go by such a hold, is not taken off again. What goes beyond is refused with `spend-limit-reached`. By an API key with the scope `credits.grant`, or by the website's owner with the header `Tollgate-Website`. Doing it again changes nothing.
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
    "/v1/customers/{id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a customer's transactions
         * @description Everything that happened to the customer's balance at this website, newest first.
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
    "/v1/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List features
         * @description What the website charges for, newest first, each with the price that is in force. Live and test keys have features of their own.
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
         * @description One feature of the website, with the price that is in force.
         *
         *     Called with an API key that has the scope `features.read`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_feature"];
        /**
         * Save a feature
         * @description Makes a feature under a code of your own, or gives it another name; doing it again changes nothing. A feature stays for ever, because transactions tell of it. It can be charged for by quantity once it has a price.
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
         * @description All versions, newest first: those that were, the one in force, and those to come.
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
         * @description Adds the next version of a feature's price: 1 for the first, then one more each time. A version never changes, so that the same request can be sent again safely; of two who add the same version at a time the one is told that it is taken. Of the versions whose time has come the newest counts.
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
         * @description Adds credits to a customer of the website; what the customer owes is paid first, unless the credit policy leaves that to purchases. By an API key with the scope `credits.grant`, or by the website's owner with the header `Tollgate-Website`.
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
         * @description Takes back what is left of a grant: what was used, has expired or is set aside by holds stays as it is. The transaction's amount says what was taken. By an API key with the scope `credits.grant`, or by the website's owner with the header `Tollgate-Website`.
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
         * @description Holds credits of a customer before it is known how many will be used: so many as `amount` says, or what the `quantity` of a `feature` costs now. Nobody else can spend them until the hold is captured or voided, or its time runs out.
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
         * @description One hold of the website, at the time of the request: one whose time has run out is no longer open. The website's owner reads it too.
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
         * @description Spends what was set aside, or a part of it: so many as `amount` says, or what the `quantity` of a `feature` costs now. After the last capture what is left can be spent again.
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
         * @description Gives a hold more time, counted from now; it never gets less than it had.
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
         * @description Gives a hold up: what was set aside can be spent again.
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
         * @description Lets operations use the account again, once its rows were put right: the next verification freezes it anew if they were not. Doing it again changes nothing.
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
         * @description Looks for anything that contradicts the ledger's invariants, while the work goes on: of all books for the operator, of one website's for its owner with the header `Tollgate-Website` or for its API key. One run of the same books goes on at a time; whoever asks meanwhile hears of that one, and a website hears of its last run for ten minutes. A run that takes long is answered as `running`: ask again with its `run`. Accounts with findings are frozen, which is told here and in the log.
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
         * Who am I
         * @description The user that the access token belongs to. A website's client, or a program of the user's, is told what the user granted to it, and no more.
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
    "/v1/me/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get my credits
         * @description What the account holder has: at one website, with a token of that website's client; everywhere, with a token of this installation's own client, or of a program that the holder has allowed to read it.
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
         * @description What the account holder has at one website, now or at a time, and what it is made of: what a website sees of its customer, of `GET /v1/customers/{id}/balance`.
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
         * @description What the owner of websites has to see to, such as an endpoint that was disabled. A notice goes away with its reason: nothing has to be marked as read.
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
    "/v1/me/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my transactions
         * @description Everything that happened to the account holder's credits, newest first; as far as the token sees.
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
         * @description The same of a transaction of the account holder's own, as far as the token sees. Which of a website's keys did it is not told.
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
         * @description What the account holder has used: at one website, or of all live credits that the token sees. Where these have different decimal places, `customer` must say which are meant. As `GET /v1/usage` in everything else.
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
         * Read the audit trail
         * @description Who did what to which website, key, customer or person, newest first; the parameters narrow it down together. Only the operator of this installation may read it.
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
    "/v1/operator/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get health
         * @description What it leans on, its books, its webhooks and its mail; whatever does not answer is told and hides nothing else. Only the operator of this installation may call it.
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
         * @description The letters of the identity provider that wait, and those that were sent or given up in the last 14 days, newest first, without what they say. Only the operator of this installation may call it.
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
    "/v1/operator/signing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signing keys
         * @description The keys by which the identity provider signs tokens, the oldest first. Only the operator of this installation may call it.
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
         * @description Announces the next keys. They sign when every server that verifies tokens has had the time to hear of them; until then nothing changes. Only the operator of this installation may call it.
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
         * List people
         * @description Everybody whom the identity provider knows, newest first. Only the operator of this installation may call it.
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
         * Get a person
         * @description A person with their sessions, the identities by which they sign in, and the websites at which they are customers. Only the operator of this installation may call it.
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
         * Sign a person out everywhere
         * @description Ends all sessions of the person, and the tokens that were given in them. Doing it again changes nothing. Only the operator of this installation may call it.
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
         * See the product as a person
         * @description For half an hour the operator reads what this person reads, by sending `view` as the header `Tollgate-View-As` with their own access token: the person's credits, their websites and what belongs to those. Nothing can be changed or spent so: everything but reading is refused (`view-only`), and the person gets no token and no session. It is written in the audit trail with its reason. Nobody is looked at so who runs this installation or is switched off.
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
         * @description What is sent to the endpoints of all websites, newest first, without what it says. Only the operator of this installation may call it.
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
         * @description Every website of this installation with its owner, newest first. Only the operator of this installation may call it.
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
         * @description The website is the other person's from now on, with its customers, credits, keys and clients as they are: whoever gets it makes new secrets. One that stands still because its owner's account was deleted stands still until its new owner resumes it. Doing it again changes nothing. Only the operator of this installation may call it.
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
    "/v1/policies/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the credit policy
         * @description What holds for the credits of all customers, in the mode of the call.
         *
         *     Called with an API key that has the scope `credits.grant`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_credit_policy"];
        /**
         * Set the credit policy
         * @description For what is granted and given back from now on, in the mode of the call; what was before stays as it is. By an API key with the scope `credits.grant`, or by the website's owner with the header `Tollgate-Website`. Doing it again changes nothing.
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
         * @description Of the call's mode; for the website's owner of another, when that is asked for.
         *
         *     Called with an API key that has the scope `credits.grant`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_signup_grant"];
        /**
         * Set the sign-up grant
         * @description Each customer who comes for the first time from now on is given so many credits of the kind `promo`, once: before the spend, the hold or the grant that makes the customer is done, and in the same transaction. Customers who are there already are given nothing. What is refused because the user is switched off or the website suspended makes no customer: whoever is new stays so until then. An API key with a spending cap may switch it off, and not on.
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
         * @description Takes credits from a customer of the website, if there are enough: so many as `amount` says, or what the `quantity` of a `feature` costs now. Send the same request with the same key as often as you need an answer: the credits are taken once, and every repeat gets the first answer's bytes. What costs nothing is done without a transaction.
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
         * @description At most 1000 spends in one request, of any customers of the website, each with an idempotency key of its own: a whole batch may be sent again safely, and so may any item of it, alone or in another batch. Spends of a customer who is named in the same way are done in their order. Each item has its own result, and the status is 200 whatever they are, unless the request as a whole is not valid; then nothing is done.
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
    "/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description Everything that happened at this website, whoever's credits it was, newest first. Where few of very many transactions are of the `kind` or for the `feature`, a page may hold fewer than `limit`, even none, and still have a `next_cursor`. A cursor is good for the list it came with: with the same filters.
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
         * @description A transaction of one of the website's customers: its entries, the lots it took from or gave to, the price that decided it, what caused it, who did it, and what gave it back.
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
         * @description Gives back what a spend or a capture took, or a part of it: first what it made the customer owe, then into the grants that it came from. What came from a grant that is over comes back as credits of the kind `restored` and can be used for `restored_days` of the credit policy; what was owed and has been repaid since comes back as such without an end. It works for a customer whose account is switched off, too. By an API key with the scope `credits.spend`, or by the website's owner with the header `Tollgate-Website`.
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
         * @description What spends and captures took of the credits of the website's customers, by day in UTC, by feature, or both; and beside it what was given back. It is exact at once: whatever was answered before the question is in it. At most 366 days and 5000 items; days on which nothing was used are left out.
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
         * Switch a user on
         * @description The person may sign in again; nothing that ended comes back. Doing it again changes nothing. Only the operator of this installation may call it.
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
         * Switch a user off
         * @description The person is signed out everywhere within a second, can neither sign in nor refresh a token, and is refused here; no credits of theirs move. The keys of their websites are refused as if these were suspended, and so are tokens of their websites' clients; people can still sign in there. Doing it again changes nothing. If the identity provider does not answer, nothing is changed and the request may be sent again. Only the operator of this installation may call it, and not about themselves.
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
         * @description Those of the API key's mode; of both modes for the website's owner, unless one is asked for.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        get: operations["list_webhook_endpoints"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description From now on the website's events are sent there, signed by Standard Webhooks 1.x, at least once each: drop those whose `webhook-id` you have seen. What is not taken is sent again for three days. A website has at most twenty endpoints of each mode.
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
         * @description One endpoint, with how it stands.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        get: operations["get_webhook_endpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing more is sent there, not even what waits.
         *
         *     Called with an API key that has the scope `webhooks`, or a user's access token that has the scope `websites`.
         */
        delete: operations["delete_webhook_endpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description What is absent stays. While an endpoint is off, nothing waits for it: send a time range again once it is on, but for `credits.spent`, which is not written while nobody hears it, and `credits.expiring`, which is not while no endpoint of the mode is active. Switching on one that was disabled lets it begin anew.
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
         * @description What became of the events for an endpoint, newest first; they are kept for thirty days.
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
         * @description One event for an endpoint, with the body that is sent.
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
         * @description Queues the event for this endpoint, which has to be active, as if it were new, whatever became of it.
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
         * @description Queues every event of the range that the endpoint, which has to be active, hears, also those that happened while it was off or before it was added, at most 500 a call, oldest first. Events are kept for thirty days. Two types are not always written: `credits.spent` only while an active endpoint hears it (what was spent meanwhile: `GET /v1/transactions`), and `credits.expiring` only while any endpoint of the mode is active.
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
         * @description Makes a new secret, which is shown this once, or a new key, of which `public_key` is the public half. For `overlap_hours` every event carries two signatures, of the new one and of the one before.
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
         * @description Queues an event of the type `webhook.test` for this endpoint alone, which has to be active, whatever types it hears: signed, sent and logged as any other, about nobody's credits. Its delivery tells what the endpoint has answered.
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
         * @description The caller's own websites, oldest first.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        get: operations["list_websites"];
        put?: never;
        /**
         * Register a website
         * @description Makes the website, its OAuth client at the identity provider, two API keys, one for real credits and one for play, and a webhook endpoint if its address is given; the answer has all that a back end needs, and a link to try the sign-in. ID tokens are signed with ES256 until `PATCH /v1/websites/{id}` sets another algorithm. If the identity provider does not answer, nothing is registered and the request may be sent again.
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
         * @description One of the caller's own websites.
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
         * @description What is absent stays; a list replaces the one there was. The website's client at the identity provider follows: when that does not answer, nothing is changed yet, and the change is made as soon as it does; changes that wait are made in their order, and one that is refused takes no other along. Doing it again changes nothing more.
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
         * @description How the website is shown to people on the pages of sign-in and consent, beside its name.
         *
         *     Called with a user's access token that has the scope `websites`.
         */
        get: operations["get_branding"];
        /**
         * Set a website's branding
         * @description Replaces all of it, for the website's client at the identity provider and for its public client. When the identity provider does not answer, nothing is changed yet, and the change is made as soon as it does. Doing it again changes nothing more.
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
         * @description Makes a new secret of the website's client at the identity provider, which is shown this once. The old secret stays valid for `overlap_seconds`, so that back ends can change over; one from before that ends at once. If the response was lost, rotate again.
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
         * @description Gives the website a second client at the identity provider, for programs that can keep no secret: apps in a browser, on a phone or a desktop. They prove themselves by PKCE. A website has one; doing it again replaces its addresses.
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
         * @description Lifts a suspension: its keys and its client work again. Sessions and refresh tokens that ended stay ended. What the operator has suspended only the operator resumes, and nobody what stands still because its owner's account was deleted: the operator hands that over first.
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
         * @description What the website's clients, or browsers that they sent, asked of the identity provider, with what was wrong. It is written down within a second, and as the client was named: anybody can send a request in its name.
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
         * @description How one of the caller's own websites does: its customers, what they hold and owe together, and what was spent of late. Spends count at once; credits whose time is over until the next look at what is due, within a minute.
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
         * @description From now on its keys spend, hold and grant nothing, checks answer `allowed: false`, and nobody signs in with its client; captures, voids, reversals and expiries still run, so that what was begun comes to its end. When the identity provider does not answer, it is told within minutes of its return. Doing it again changes nothing. By the website's owner, or by the operator of this installation, about any website.
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
         * @description Who did it, as far as known. The account holder is told the kind only.
         */
        Actor: {
            /** @description The client that held the person's token. */
            client_id: string | null;
            /** @description The id of the key or of the person. */
            id: string | null;
            /** @description The id of that token (RFC 7519 section 4.1.7). */
            jti: string | null;
            /** @description The first characters of the key. */
            key_prefix: string | null;
            /** @description `key` (the website's back end), `user` (a person) or `system` (nobody: time went on). */
            kind: string;
            /** @description The session at the identity provider that the token came from. */
            session_id: string | null;
        };
        /**
         * Alerts
         * @description When a website is told that a customer's credits run low.
         */
        Alerts: {
            /**
             * Format: int64
             * @description `credits.low` is sent when what a customer can spend falls to this or below; null for never.
             */
            low_credits: number | null;
        };
        /**
         * AlertsRequest
         * @description When to tell; what is absent or null is never told.
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
            /** @description What it may spend. */
            caps: components["schemas"]["ApiKeyCaps"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description Who made it: a user's id, or a key's. */
            created_by: string;
            /**
             * Format: date-time
             * @description From when it can no longer be used; null for never.
             */
            expires_at: string | null;
            /** @description The key's id. */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute; null before the first time.
             */
            last_used_at: string | null;
            /** @description Whether it moves real or play credits. */
            mode: components["schemas"]["Mode"];
            /** @description What its owner calls it. */
            name: string;
            /** @description The first characters of its secret. */
            prefix: string;
            /**
             * Format: date-time
             * @description Until when the secret of before the last rotation counts as well; null when it does not.
             */
            previous_secret_until: string | null;
            /**
             * Format: date-time
             * @description When it was revoked; null when it was not.
             */
            revoked_at: string | null;
            /** @description What it may do; nothing that asks for a scope, when empty. */
            scopes: string[];
            /** @description Whether it can be used. */
            status: components["schemas"]["ApiKeyStatus"];
        };
        /**
         * ApiKeyCaps
         * @description What a key may spend; what is null has no cap.
         */
        ApiKeyCaps: {
            /**
             * Format: int64
             * @description The most credits of one day (UTC), all operations together.
             */
            per_day: number | null;
            /**
             * Format: int64
             * @description The most credits of one operation.
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
         * @description What a key may spend; what is absent or null has no cap.
         * @example {
         *       "per_day": 100000,
         *       "per_operation": 500
         *     }
         */
        ApiKeyCapsRequest: {
            /**
             * Format: int64
             * @description The most credits of one day (UTC): what is spent, what is captured, and what is set aside to be captured by itself.
             */
            per_day?: number;
            /**
             * Format: int64
             * @description The most credits of one spend, one hold or one capture.
             */
            per_operation?: number;
        };
        /**
         * ApiKeyChange
         * @description What is to be changed; what is absent stays.
         * @example {
         *       "name": "Reports",
         *       "scopes": [
         *         "customers.read"
         *       ]
         *     }
         */
        ApiKeyChange: {
            /** @description What its owner calls it. */
            name?: string;
            /** @description What it may do, as for a new key. */
            scopes?: string[];
        };
        /**
         * ApiKeyPage
         * @description A page of keys.
         */
        ApiKeyPage: {
            /** @description Newest first, ended ones included. */
            items: components["schemas"]["ApiKey"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * ApiKeyRequest
         * @description A key to be made.
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
            /** @description What it may spend; anything, when absent. */
            caps?: components["schemas"]["ApiKeyCapsRequest"];
            /**
             * Format: date-time
             * @description From when it can no longer be used; never, when absent.
             */
            expires_at?: string;
            /** @description Which credits it moves: the mode of the call, when absent. */
            mode?: components["schemas"]["Mode"];
            /** @description What its owner calls it. */
            name: string;
            /** @description What it may do: some of `credits.spend`, `credits.grant`, `customers.read`, `customers.write`, `features.read`, `features.write`, `webhooks` and `keys`, and none that its maker lacks. An empty list opens nothing. No operation asks for `customers.write` yet. */
            scopes: string[];
        };
        /**
         * ApiKeyRotation
         * @description How a key is rotated.
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        ApiKeyRotation: {
            /**
             * Format: uint32
             * @description For how many seconds the secret of before counts as well: 86400 (a day) when absent, 604800 (a week) at most; with 0 it ends at once.
             */
            overlap_seconds?: number;
        };
        /**
         * @description Whether a key can be used.
         * @enum {string}
         */
        ApiKeyStatus: "active" | "expired" | "revoked";
        /**
         * ApiKeyWithSecret
         * @description An API key, and its secret.
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
            /** @description The secret, which back ends send. It is shown this once. */
            key: string;
        };
        /**
         * @description Where a client runs (OpenID Connect Dynamic Client Registration section 2).
         * @enum {string}
         */
        ApplicationType: "web" | "native";
        /**
         * AuditActor
         * @description Who did it.
         * @example {
         *       "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "kind": "user",
         *       "name": "Ada"
         *     }
         */
        AuditActor: {
            /** @description Its id. */
            id: string;
            /** @description `user`, `api_key`, `program`, or `system` for what nobody asked for. */
            kind: string;
            /** @description The name of a person whom we know. */
            name: string | null;
        };
        /**
         * AuditLine
         * @description One thing that was done.
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
         *         "kind": "key"
         *       },
         *       "website_id": "web_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        AuditLine: {
            /** @description What was done, such as `key.made`. */
            act: string;
            /** @description Who did it. */
            actor: components["schemas"]["AuditActor"];
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description The program that held the person's token. */
            client_id: string | null;
            /** @description What else is known; never a secret. */
            detail: unknown;
            /** @description Its id. */
            id: string;
            /** @description The id of that token (RFC 7519 section 4.1.7). */
            jti: string | null;
            /** @description The session at the identity provider that the token came from. */
            session_id: string | null;
            /** @description To what. */
            subject: components["schemas"]["AuditSubject"];
            /** @description At which website, if at one. */
            website_id: string | null;
        };
        /**
         * AuditPage
         * @description One page of the trail, newest first.
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
         *             "kind": "key"
         *           },
         *           "website_id": "web_0192f0c4a1b27c3d8e9f001122334455"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        AuditPage: {
            /** @description The lines. */
            items: components["schemas"]["AuditLine"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * AuditSubject
         * @description What it was done to.
         * @example {
         *       "id": "key_0192f0c4a1b27c3d8e9f001122334455",
         *       "kind": "key"
         *     }
         */
        AuditSubject: {
            /** @description Its id. */
            id: string;
            /** @description The first part of the act, such as `key` or `website`. */
            kind: string;
        };
        /**
         * Balance
         * @description What a customer has. All numbers are whole credits.
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
             * @description What can be spent now.
             */
            available: number;
            /** @description The customer; null for an account holder's credits with the platform itself. */
            customer_id: string | null;
            /**
             * Format: int64
             * @description Credits owed.
             */
            debt: number;
            /**
             * Format: int64
             * @description Of these, set aside.
             */
            held: number;
            /** @description Whether these are real or play credits. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: int64
             * @description Credits that came and did not go.
             */
            posted: number;
            /**
             * Format: int32
             * @description Decimal places for display; the numbers here are in the smallest unit.
             */
            scale: number;
            /** @description Whether a subscription is running. */
            subscribed: boolean;
            /** @description What one credit is called. */
            unit: string;
            /**
             * Format: date-time
             * @description When the balance last moved.
             */
            updated_at: string;
            /** @description The website; null for the platform itself. */
            website: components["schemas"]["BalanceSite"] | null;
        };
        /**
         * Balances
         * @description Everything that an account holder has.
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
         * @description A website, by name and address.
         * @example {
         *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "name": "Pictures",
         *       "url": "https://pictures.example"
         *     }
         */
        BalanceSite: {
            /** @description The website's id. */
            id: string;
            /** @description The name that people see. */
            name: string;
            /** @description Its home page. */
            url: string;
        };
        /**
         * Branding
         * @description How a website is shown on the pages of sign-in and consent, beside its name.
         * @example {
         *       "brand_color": "#c2410c",
         *       "client_uri": "https://pictures.example.com/",
         *       "logo_uri": null,
         *       "policy_uri": "https://pictures.example.com/privacy",
         *       "tos_uri": null
         *     }
         */
        Branding: {
            /** @description The colour of buttons, `#rrggbb`. What is written on it is black or white, whichever is read better. */
            brand_color: string | null;
            /** @description The home page. */
            client_uri: string | null;
            /** @description The logo, a `data:` address. */
            logo_uri: string | null;
            /** @description How the website treats data. */
            policy_uri: string | null;
            /** @description Its terms. */
            tos_uri: string | null;
        };
        /**
         * BrandingRequest
         * @description How a website is to be shown; what is absent or null is not shown.
         * @example {
         *       "brand_color": "#c2410c",
         *       "client_uri": "https://pictures.example.com/",
         *       "policy_uri": "https://pictures.example.com/privacy"
         *     }
         */
        BrandingRequest: {
            /** @description The colour of buttons: `#` and six hexadecimal digits. Every colour can be read: what is written on it is black or white. */
            brand_color?: string;
            /** @description The home page, shown as a link and never fetched, as the next two: an https address. */
            client_uri?: string;
            /** @description The logo: a `data:image/png;base64,` address of a whole PNG that does not move, of at most 16 KiB and 1024 pixels a side. Pages never load anything from elsewhere. */
            logo_uri?: string;
            /** @description How the website treats data. */
            policy_uri?: string;
            /** @description Its terms. */
            tos_uri?: string;
        };
        /**
         * CaptureRequest
         * @description Credits of a hold to use.
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
             * @description How many, or `feature` and `quantity` in its place; all that the hold has left when neither is there.
             */
            amount?: number;
            /** @description What for, in words for the customer. */
            description?: string;
            /** @description The code of the feature that it is for: the hold's own, where the hold names one. */
            feature?: string;
            /** @description Whether it is the last capture, so that what is left can be spent again; true when absent. */
            final?: boolean;
            /** @description What is done when the hold has run out of time; `reject` when absent. */
            if_expired?: components["schemas"]["IfExpired"];
            /** @description Your own notes, given back with the transaction: at most 50 members and 4096 bytes. Whole numbers fit 64 bits; others are kept as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description What may be taken beyond what the hold has left; `reject` when absent. */
            overage?: components["schemas"]["Overage"];
            /**
             * Amount
             * Format: int64
             * @description How much of the feature, in the place of `amount`: the price that is in force now decides how many credits that is.
             */
            quantity?: number;
        };
        /**
         * Cause
         * @description What caused a transaction.
         */
        Cause: {
            /** @description The hold that it captured from. */
            hold: string | null;
            /** @description The idempotency key of the request; null for other causes, and to the account holder. */
            idempotency_key: string | null;
            /** @description `request` (somebody asked for it), `signup` (a customer's first contact), `expiry` (credits ran out of time), `hold-expiry` (a hold did), `merge` (two customers turned out to be one person, or not to be), or the kind of an outside cause. */
            kind: string;
            /** @description The name of the outside cause. */
            reference: string | null;
        };
        /**
         * ChangeWebsite
         * @description What is to be changed of a website; what is absent stays.
         * @example {
         *       "redirect_uris": [
         *         "https://pictures.example.com/api/auth/callback/tollgate"
         *       ],
         *       "require_pkce": true
         *     }
         */
        ChangeWebsite: {
            /** @description Where the website's client runs. While it was never set it follows from the redirect addresses: `native` when all of them are http on loopback. */
            application_type?: components["schemas"]["ApplicationType"];
            /** @description Whether devices without a keyboard may sign in by the website's client (RFC 8628). */
            device_grant?: boolean;
            /** @description What signs the ID tokens of both clients: `ES256` from the registration on. Choose `RS256` for a client library that knows no other algorithm. */
            id_token_signed_response_alg?: components["schemas"]["IdTokenAlgorithm"];
            /** @description The name that people see when they sign in. */
            name?: string;
            /** @description All addresses that sign-out may send people back to, likewise. */
            post_logout_redirect_uris?: string[];
            /** @description All addresses that sign-in may send people back to, compared exactly: https, or http on localhost. */
            redirect_uris?: string[];
            /** @description Whether a sign-in without PKCE is refused. Recommended, as soon as the website sends a challenge (RFC 9700 section 2.1.1); the client without a secret always has to. */
            require_pkce?: boolean;
            /** @description All resources whose servers belong to the website, such as its MCP server. Every client may ask a person for them, also one that registered itself or is a client ID metadata document; the access tokens are for the resource alone. */
            resources?: components["schemas"]["ProtectedResourceRequest"][];
            /** @description The home page: https, or http on localhost. */
            url?: string;
        };
        /**
         * Check
         * @description Whether a spend would be allowed at the time of the request.
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
            /** @description Whether it would be. */
            allowed: boolean;
            /**
             * Format: int64
             * @description What could be spent on it: credits for any use, those for its feature, and what may be owed.
             */
            available: number;
            /** @description The balance; null when there is no such customer yet. */
            balance: components["schemas"]["Balance"] | null;
            /**
             * Format: int64
             * @description Grows with each change of the balance that is booked or set aside; what has run out of time since is in the numbers above and not in this one. 0 when nothing ever was.
             */
            balance_version: number;
            /**
             * Format: int64
             * @description What it costs; null when that cannot be said.
             */
            cost: number | null;
            /** @description Why it would not be, as the last part of the problem's `type` that the spend would be answered with: `insufficient-credits`, `unknown-feature`, `amount-out-of-range`, `holder-inactive`, `account-frozen`, `key-spend-cap-reached`, `spend-limit-reached`, `website-suspended` or `not-found`; null when it would be allowed. */
            reason: string | null;
        };
        /**
         * CheckRequest
         * @description A spend to ask about.
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
             * @description How many; or `feature` and `quantity` in its place.
             */
            amount?: number;
            /** @description Whose credits; nobody is made by asking. */
            customer: components["schemas"]["CustomerRef"];
            /** @description The code of the feature that it is for. */
            feature?: string;
            /**
             * Amount
             * Format: int64
             * @description How much of the feature, in the place of `amount`.
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
             * @description The seconds for which the old secret stays valid: 86400 (a day) when absent, 604800 (a week) at most; with 0 it ends at once.
             */
            overlap_seconds?: number;
        };
        /**
         * CreatedApiKey
         * @description An API key that was just made.
         */
        CreatedApiKey: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description The key's id. */
            id: string;
            /** @description The key. It is shown this once. */
            key: string;
            /** @description The first characters, by which lists show it. */
            prefix: string;
        };
        /**
         * CreatedWebhook
         * @description A webhook endpoint that was just added.
         */
        CreatedWebhook: {
            /** @description The endpoint's id. */
            id: string;
            /** @description What events are signed with. It is shown this once. */
            secret: string;
            /** @description Where it is. */
            url: string;
        };
        /**
         * CreditPolicy
         * @description What holds for the credits of all customers.
         * @example {
         *       "debt_repaid_by": "all_grants",
         *       "mode": "live",
         *       "restored_days": 30
         *     }
         */
        CreditPolicy: {
            /** @description Which grants repay what is owed. */
            debt_repaid_by: components["schemas"]["DebtRepaidBy"];
            /** @description Of which credits. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: uint32
             * @description For how many days credits can be used that come back after they would have expired.
             */
            restored_days: number;
        };
        /**
         * CreditPolicyRequest
         * @description What is to hold; what is absent is as it is for a website that never set anything.
         * @example {
         *       "debt_repaid_by": "all_grants",
         *       "restored_days": 30
         *     }
         */
        CreditPolicyRequest: {
            /** @description Which grants repay what is owed; all, when absent. */
            debt_repaid_by?: components["schemas"]["DebtRepaidBy"];
            /**
             * Format: uint32
             * @description For how many days credits can be used that come back after they would have expired, 1 to 3650; 30, when absent.
             */
            restored_days?: number;
        };
        /**
         * Customer
         * @description A person at one website.
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
             * @description What can be spent, in the smallest unit, as in a balance.
             */
            available: number;
            /**
             * Format: date-time
             * @description The first contact.
             */
            created_at: string;
            /** @description The e-mail address that the website gave. */
            email: string | null;
            /** @description The id in the website's own system. */
            external_id: string | null;
            /** @description Our id. */
            id: string;
            /**
             * Format: date-time
             * @description The last operation about the customer that moved credits or set them aside; null before the first.
             */
            last_seen_at: string | null;
            /** @description A name; null until there is a way to give one. */
            name: string | null;
            /**
             * Format: int16
             * @description Decimal places for display.
             */
            scale: number;
            /** @description Whether a subscription is running. */
            subscribed: boolean;
            /** @description The user at the identity provider, once the website has named the subject or the user has signed in there. */
            user_id: string | null;
        };
        /**
         * CustomerBalance
         * @description A customer's balance at a timestamp, and what it is made of.
         * @example {
         *       "at": "2026-01-01T00:00:00.000Z",
         *       "available": 95,
         *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
         *       "debt": 0,
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
             * @description The timestamp; of a frozen account always that of asking.
             */
            at: string;
            /**
             * Format: int64
             * @description What can be spent now.
             */
            available: number;
            /** @description The customer; null for an account holder's credits with the platform itself. */
            customer_id: string | null;
            /**
             * Format: int64
             * @description Credits owed.
             */
            debt: number;
            /**
             * Format: int64
             * @description Of these, set aside.
             */
            held: number;
            /**
             * Format: int64
             * @description How many lots there are in all; null likewise.
             */
            lot_count: number | null;
            /** @description What the balance is made of, in the order of use (the first hundred); null where more than 100,000 transactions were booked after the timestamp, and for a frozen account. */
            lots: components["schemas"]["Lot"][] | null;
            /** @description Whether these are real or play credits. */
            mode: components["schemas"]["Mode"];
            /** @description What expires next after the timestamp; null when nothing does, or lots are not told. */
            next_expiry: components["schemas"]["NextExpiry"] | null;
            /**
             * Format: int64
             * @description How much may be owed by spending, as it is now.
             */
            overdraft_limit: number;
            /**
             * Format: int64
             * @description Credits that came and did not go.
             */
            posted: number;
            /**
             * Format: int32
             * @description Decimal places for display; the numbers here are in the smallest unit.
             */
            scale: number;
            /** @description How much may be spent in a day or a month and how much was, as it is now; null for as much as is there. */
            spend_limit: components["schemas"]["SpendLimit"] | null;
            /** @description Whether a subscription is running. */
            subscribed: boolean;
            /** @description What one credit is called. */
            unit: string;
            /**
             * Format: date-time
             * @description When the balance last moved.
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
            /** @description The customers, in the order asked for. */
            items: components["schemas"]["Customer"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
            /** @description How many there are in all that fulfil what was asked. */
            total: components["schemas"]["Total"];
        };
        /**
         * CustomerRef
         * @description A customer, by exactly one of the members. All but `id` make the customer when the name is new.
         * @example {
         *       "external_id": "user-42"
         *     }
         */
        CustomerRef: {
            /** @description The e-mail address; upper and lower case are the same, and so are the Unicode and the ASCII form of its domain. */
            email?: string;
            /** @description The id in your own system; no white space and no invisible character at either end. */
            external_id?: string;
            /** @description Our id, `cus_…`. */
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
         * @description How a customer's credits stand.
         * @enum {string}
         */
        CustomerState: "low" | "depleted" | "owing";
        /**
         * @description Which grants repay what a customer owes before they can be spent.
         * @enum {string}
         */
        DebtRepaidBy: "all_grants" | "purchases";
        /**
         * Entry
         * @description One leg of a transaction; together they add up to zero.
         */
        Entry: {
            /** @description The account: `wallet`, `debt`, or one of the website's own: `issued.purchase`, `issued.subscription`, `issued.promo`, `issued.adjustment`, `spent`, `expired`, `clawed_back`, `written_off`, `transferred`. */
            account: string;
            /**
             * Format: int64
             * @description What it adds to the account.
             */
            amount: number;
            /**
             * Format: int64
             * @description What the wallet holds, or the debt is, after it; null on the website's own accounts.
             */
            balance_after: number | null;
        };
        /**
         * ExtendRequest
         * @description More time for a hold.
         * @example {
         *       "ttl_seconds": 900
         *     }
         */
        ExtendRequest: {
            /**
             * Format: int32
             * @description For how long from now, in seconds; a hold is open for at most seven days in all.
             */
            ttl_seconds: number;
        };
        /**
         * Feature
         * @description Something that the website charges for.
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
            /** @description The website's own word for it; it never changes. */
            code: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description The name that people see. */
            name: string;
            /** @description What it costs now; null before its first price counts. */
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
         * @description What a feature is called.
         * @example {
         *       "name": "Large pictures"
         *     }
         */
        FeatureRequest: {
            /** @description The name that people see. */
            name: string;
        };
        /**
         * FieldProblem
         * @description What is wrong at one place of a request: a `pointer` into the body, or the name of a `parameter`.
         */
        FieldProblem: {
            /** @description What is wrong there. */
            detail: string;
            /** @description The name of a parameter of the path, the query or the headers. */
            parameter?: string;
            /** @description A JSON pointer (RFC 6901) into the request's body; empty for the body as a whole. */
            pointer?: string;
        };
        /**
         * @description What became of the first attempt of a key.
         * @enum {string}
         */
        FirstOutcome: "executed" | "refused";
        /**
         * FreedAccount
         * @description An account, after it was freed.
         */
        FreedAccount: {
            /** @description The account. */
            account: string;
            /** @description Whether operations are refused on it. */
            is_frozen: boolean;
        };
        /**
         * FrozenAccount
         * @description An account that no operation uses.
         */
        FrozenAccount: {
            /** @description The account. */
            account: string;
            /**
             * Format: date-time
             * @description Since when.
             */
            frozen_at: string;
            /** @description `live` or `test`. */
            mode: string;
            /** @description The customer, or the account holder, whose it is. */
            owner: string;
            /** @description Its website; null for credits with the platform itself. */
            website_id: string | null;
        };
        /**
         * @description What granted credits come from.
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
             * @description How many.
             */
            amount: number;
            /** @description Who gets them. */
            customer: components["schemas"]["CustomerRef"];
            /**
             * Format: date-time
             * @description From when they can no longer be used; never, when absent.
             */
            expires_at?: string;
            /** @description The code of the one feature that they can be used for; for any use, when absent. */
            feature?: string;
            /** @description What they come from. */
            kind: components["schemas"]["GrantKind"];
            /** @description Your own notes, given back with the transaction: at most 50 members and 4096 bytes. Whole numbers fit 64 bits; others are kept as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: int16
             * @description When they are used, against others: lower is sooner. 30 for `promo` and 50 for the rest, when absent.
             */
            priority?: number;
            /** @description Why, in words for the customer; the owner in person has to say it, and the audit trail keeps it then. */
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
            /** @description Your own notes, given back with the transaction: at most 50 members and 4096 bytes. Whole numbers fit 64 bits; others are kept as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Why, in words for the customer; the owner in person has to say it, and the audit trail keeps it then. */
            reason?: string;
        };
        /**
         * Hold
         * @description Credits that are set aside, or were.
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
             * @description How many credits were set aside.
             */
            amount: number;
            /**
             * Format: int64
             * @description Of these, spent.
             */
            captured: number;
            /**
             * Format: date-time
             * @description When it came to its end; null for an open one.
             */
            closed_at: string | null;
            /** @description Whose credits. */
            customer_id: string;
            /** @description What for, in words for the customer. */
            description: string | null;
            /**
             * Format: date-time
             * @description When its time runs out; at that timestamp it is over.
             */
            expires_at: string | null;
            /** @description The code of the feature it was opened for; null when none was named. */
            feature: string | null;
            /** @description The hold's id. */
            id: string;
            /** @description What the website wrote to it. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description What happens when its time runs out: `release` or `capture`. */
            on_expiry: string;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            opened_at: string;
            /**
             * Format: int64
             * @description The version of the feature's price by which the quantity was charged; null when there is none.
             */
            price_version: number | null;
            /**
             * Format: int64
             * @description How much of the feature, when that decided the amount; null otherwise.
             */
            quantity: number | null;
            /**
             * Format: int64
             * @description Of these, given back.
             */
            released: number;
            /** @description Where it stands: `open`, `captured`, `voided` or `expired`; all but the first are final. */
            state: string;
        };
        /**
         * HoldMovement
         * @description A hold, what was booked, and what is left.
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
            /** @description The balance now. */
            balance: components["schemas"]["Balance"];
            /** @description The hold, as it is now. */
            hold: components["schemas"]["Hold"];
            /** @description The transaction; null when nothing was booked. */
            transaction: components["schemas"]["Transaction"] | null;
        };
        /**
         * HoldPage
         * @description One page of holds, newest first.
         */
        HoldPage: {
            /** @description The holds. */
            items: components["schemas"]["Hold"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * HoldRequest
         * @description Credits to set aside.
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
             * @description How many; or `feature` and `quantity` in its place.
             */
            amount?: number;
            /** @description Whose credits. */
            customer: components["schemas"]["CustomerRef"];
            /** @description What for, in words for the customer. */
            description?: string;
            /** @description The code of the feature that it is for: credits that were granted for this feature alone can be used too, and are used first. */
            feature?: string;
            /** @description Your own notes, given back with the hold: at most 50 members and 4096 bytes. Whole numbers fit 64 bits; others are kept as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description What happens then; `release` when absent. */
            on_expiry?: components["schemas"]["OnExpiry"];
            /**
             * Amount
             * Format: int64
             * @description How much of the feature, in the place of `amount`: the price that is in force decides how many credits that is.
             */
            quantity?: number;
            /**
             * Format: int32
             * @description For how long, in seconds: 1 to 604800 (seven days); 900 (a quarter of an hour) when absent.
             */
            ttl_seconds?: number;
        };
        /**
         * @description Where a hold stands.
         * @enum {string}
         */
        HoldState: "open" | "captured" | "voided" | "expired";
        /**
         * @description The algorithm that signs the ID tokens of a website's clients.
         * @enum {string}
         */
        IdTokenAlgorithm: "RS256" | "ES256" | "EdDSA";
        /**
         * @description What a capture does when its hold has run out of time.
         * @enum {string}
         */
        IfExpired: "reject" | "spend";
        /**
         * ListedTransaction
         * @description Something that happened to a balance, and whether with real or play credits.
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
             * @description The credits that came (above zero) or went (below).
             */
            amount: number;
            /**
             * Format: int64
             * @description The balance after it, held credits included; below zero when credits are owed.
             */
            balance_after: number;
            /**
             * Format: date-time
             * @description When it counts from; never before an earlier transaction of the same balance.
             */
            booked_at: string;
            /** @description The customer; null for an account holder's credits with the platform itself. */
            customer_id: string | null;
            /** @description What it was for, in words for the customer. */
            description: string | null;
            /** @description The code of the feature it was for; null when none was named. */
            feature: string | null;
            /** @description The transaction's id. */
            id: string;
            /** @description What it is: `grant`, `spend`, `capture` (of a hold), `expiry`, `reversal` (of a spend or a capture), `void` (of a grant) or `transfer` (the customer turned out to be another one too, or not to be); more kinds will come. */
            kind: string;
            /** @description What the website wrote to it. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Whether these are real or play credits. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: int64
             * @description The version of the feature's price by which the quantity was charged; null when there is none.
             */
            price_version: number | null;
            /**
             * Format: int64
             * @description How much of the feature, when that decided the amount; null otherwise.
             */
            quantity: number | null;
            /** @description The transaction that it takes back; null for all kinds but `reversal` and `void`. */
            reverses: string | null;
            /** @description The website; null for the platform itself. */
            website: components["schemas"]["TransactionSite"] | null;
        };
        /**
         * Lot
         * @description Credits that came together and expire together.
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
             * @description How many there were.
             */
            amount: number;
            /**
             * Format: date-time
             * @description From when they can be used.
             */
            effective_at: string;
            /**
             * Format: date-time
             * @description From when they can no longer be used; null for never.
             */
            expires_at: string | null;
            /** @description The code of the one feature that they can be used for; null for any use. */
            feature: string | null;
            /** @description What they came from: `promo`, `subscription`, `rollover`, `purchase`, `adjustment` or `restored`. */
            kind: string;
            /**
             * Format: int16
             * @description When they are used, against others: lower is sooner.
             */
            priority: number;
            /**
             * Format: int64
             * @description How many are left, held ones included.
             */
            remaining: number;
            /** @description The transaction that they came with. */
            transaction_id: string;
        };
        /**
         * LotChange
         * @description What a transaction did to credits that came and expire together.
         */
        LotChange: {
            /**
             * Format: int64
             * @description The credits that came into the lot (above zero) or went out of it (below).
             */
            amount: number;
            /**
             * Format: date-time
             * @description From when they can no longer be used; null for never.
             */
            expires_at: string | null;
            /** @description The code of the one feature that they can be used for; null for any use. */
            feature: string | null;
            /** @description What they came from. */
            kind: string;
            /** @description The transaction that the lot came with. */
            transaction_id: string;
        };
        /**
         * @description Whether real or play credits are meant.
         * @enum {string}
         */
        Mode: "live" | "test";
        /**
         * Movement
         * @description What was done, and what is left.
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
            /** @description The balance after it. */
            balance: components["schemas"]["Balance"];
            /** @description The transaction. */
            transaction: components["schemas"]["Transaction"];
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
             * @description How many of them are left.
             */
            amount: number;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
        };
        /**
         * Notice
         * @description Something that an owner has to see to.
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
            /** @description What it is about: `webhook-endpoint-disabled` (we tell an endpoint nothing any more, because it failed for five days or said that it is gone; switch it on again, or delete it); more kinds will come. */
            kind: string;
            /** @description Real or play credits. */
            mode: components["schemas"]["Mode"];
            /** @description What happened, in words. */
            reason: string;
            /**
             * Format: date-time
             * @description Since when; null where that is not known.
             */
            since: string | null;
            /** @description The id of what it is about: of the endpoint. */
            subject: string;
            /** @description Where the endpoint is. */
            url: string;
            /** @description The website's id. */
            website_id: string;
            /** @description The name that people see. */
            website_name: string;
        };
        /**
         * NoticeList
         * @description What an owner has to see to.
         */
        NoticeList: {
            /** @description The newest first, at most a hundred. */
            items: components["schemas"]["Notice"][];
        };
        /**
         * @description What happens to a hold whose time runs out.
         * @enum {string}
         */
        OnExpiry: "release" | "capture";
        /**
         * OperatorCheck
         * @description Something that was looked at.
         * @example {
         *       "detail": null,
         *       "name": "database",
         *       "state": "ok"
         *     }
         */
        OperatorCheck: {
            /** @description Why it is not, or what to know of it although it is; null without either. */
            detail: string | null;
            /** @description What it is. */
            name: string;
            /** @description Whether it is as it should be. */
            state: components["schemas"]["OperatorCheckState"];
        };
        /**
         * @description Whether something is as it should be.
         * @enum {string}
         */
        OperatorCheckState: "ok" | "failing";
        /**
         * OperatorDelivery
         * @description A delivery of a webhook, as the operator sees it: without what it says.
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
             * @description How often it was tried.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            created_at: string;
            /** @description The endpoint that it is for. */
            endpoint_id: string;
            /** @description The event. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it was tried last; null before.
             */
            last_at: string | null;
            /** @description What went wrong last. */
            last_error: string | null;
            /**
             * Format: int16
             * @description What the endpoint answered last.
             */
            last_status: number | null;
            /** @description `live` or `test`. */
            mode: string;
            /** @description `waiting`, `delivered` or `failed`. */
            state: string;
            /** @description The event's type. */
            type: string;
            /** @description The endpoint's address. */
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
         * @description How the installation is.
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
            /** @description What was looked at. */
            checks: components["schemas"]["OperatorCheck"][];
            /** @description How the books are. */
            ledger: components["schemas"]["OperatorLedgerHealth"];
            /** @description How mail is. */
            mail: components["schemas"]["OperatorMailHealth"];
            /** @description What runs. */
            versions: components["schemas"]["OperatorVersions"];
            /** @description How webhooks are. */
            webhooks: components["schemas"]["OperatorWebhookHealth"];
        };
        /**
         * OperatorLedgerHealth
         * @description How the books are.
         * @example {
         *       "findings": 0,
         *       "frozen": 0,
         *       "last_verified_at": "2026-01-01T00:00:00.000Z"
         *     }
         */
        OperatorLedgerHealth: {
            /**
             * Format: int64
             * @description What was found then.
             */
            findings: number;
            /**
             * Format: int64
             * @description How many accounts are frozen; counted up to 10000.
             */
            frozen: number;
            /**
             * Format: date-time
             * @description When all books were verified last; null before.
             */
            last_verified_at: string | null;
        };
        /**
         * OperatorMailDelivery
         * @description A letter of the identity provider, without what it says.
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
             * @description How often it was tried.
             */
            attempts: number;
            /** @description When it was queued. */
            created_at: string;
            /** @description When it was sent or given up; null before. */
            ended_at: string | null;
            /** @description Its id, also in the letter's `Message-ID`. */
            id: string;
            /** @description `sign_in_link`, `password_link`, `address_proof`, or a notice: `way_added`, `way_removed`, `address_replaced`, `accounts_merged`, `merge_undone`, `account_leaves`. Others may come. */
            kind: string;
            /** @description When it is tried next; null when it is not. */
            next_attempt_at: string | null;
            /** @description Why the last attempt in vain was: `refused`, `put_off`, `unauthenticated`, `timed_out`, `insecure`, `unreachable`, `not_written`, `unreadable`; `expired` when it was never tried. Others may come; null when there was none. */
            reason: string | null;
            /** @description The address that it is for. */
            recipient: string;
            /** @description The codes that the mail server answered then. */
            reply: string | null;
            /** @description `waiting`, `sent` (the mail server took it) or `given_up`. */
            state: string;
        };
        /**
         * OperatorMailDeliveryPage
         * @description One page of letters, newest first.
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
            /** @description The letters. */
            items: components["schemas"]["OperatorMailDelivery"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * OperatorMailHealth
         * @description How mail is.
         * @example {
         *       "due": 0,
         *       "failing": 0
         *     }
         */
        OperatorMailHealth: {
            /**
             * Format: int64
             * @description How many letters wait; null when the identity provider does not tell.
             */
            due: number | null;
            /**
             * Format: int64
             * @description How many of them were tried in vain.
             */
            failing: number | null;
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
            /** @description `ES256`, `RS256` or `EdDSA`. */
            alg: string;
            /** @description When it was published. */
            created_at: string;
            /** @description Its name in tokens. */
            kid: string;
            /** @description When it has signed last; null before. */
            retires_at: string | null;
            /** @description From when it signs, or has signed; null when that is not decided. */
            signs_from: string | null;
            /** @description `announced`, `active` or `retired`. */
            state: string;
        };
        /**
         * OperatorSigningKeys
         * @description All keys, the oldest first.
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
         * OperatorUser
         * @description A person, as the operator sees one.
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
            /** @description When the identity provider has first met them. */
            created_at: string;
            /** @description The e-mail address. */
            email: string | null;
            /** @description The user's id. */
            id: string;
            /** @description The address of an image. */
            image: string | null;
            /** @description Whether the account is switched on. */
            is_active: boolean;
            /** @description Whether the user runs this installation. */
            is_operator: boolean;
            /**
             * Format: date-time
             * @description When a token of theirs was last seen here that told something new, or was a minute newer; null before.
             */
            last_seen_at: string | null;
            /** @description The name. */
            name: string | null;
            /**
             * Format: int64
             * @description How many websites they have.
             */
            websites: number;
        };
        /**
         * OperatorUserAccount
         * @description An identity at a provider by which a person signs in.
         * @example {
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "email": "ada@example.com",
         *       "id": "acc_0192f0c4a1b27c3d8e9f001122334455",
         *       "provider": "github"
         *     }
         */
        OperatorUserAccount: {
            /** @description When it was linked. */
            created_at: string;
            /** @description The address that the provider has vouched for. */
            email: string | null;
            /** @description Its id. */
            id: string;
            /** @description The provider. */
            provider: string;
        };
        /**
         * OperatorUserCustomer
         * @description A website at which the person is a customer.
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
             * @description What can be spent.
             */
            available: number;
            /** @description The customer's id there. */
            id: string;
            /** @description `live` or `test`. */
            mode: string;
            /**
             * Format: int16
             * @description Decimal places for display only.
             */
            scale: number;
            /** @description The website's name. */
            website: string;
            /** @description The website's id. */
            website_id: string;
        };
        /**
         * OperatorUserDetail
         * @description A person with what belongs to them.
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
            /** @description The identities by which they sign in. */
            accounts: components["schemas"]["OperatorUserAccount"][];
            /** @description When the identity provider has first met them. */
            created_at: string;
            /** @description The websites at which they are customers. */
            customers: components["schemas"]["OperatorUserCustomer"][];
            /** @description The e-mail address. */
            email: string | null;
            /** @description The user's id. */
            id: string;
            /** @description The address of an image. */
            image: string | null;
            /** @description Whether the account is switched on. */
            is_active: boolean;
            /** @description Whether the user runs this installation. */
            is_operator: boolean;
            /**
             * Format: date-time
             * @description When a token of theirs was last seen here that told something new, or was a minute newer; null before.
             */
            last_seen_at: string | null;
            /** @description The name. */
            name: string | null;
            /** @description The browsers in which they are signed in. */
            sessions: components["schemas"]["OperatorUserSession"][];
            /**
             * Format: int64
             * @description How many websites they have.
             */
            websites: number;
        };
        /**
         * OperatorUserPage
         * @description One page of people, newest first.
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
            /** @description The people. */
            items: components["schemas"]["OperatorUser"][];
            /** @description Send it as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
        };
        /**
         * OperatorUserSession
         * @description A browser in which a person is signed in.
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
            /** @description When it began. */
            created_at: string;
            /** @description Its id. */
            id: string;
            /** @description When it was last used, to within a day. */
            last_seen_at: string;
            /** @description How the person has signed in (RFC 8176). */
            method: string[];
            /** @description The network that it began in. */
            network: string | null;
            /** @description The browser, in its own words. */
            user_agent: string | null;
        };
        /**
         * OperatorVersions
         * @description What runs.
         * @example {
         *       "database": "postgres",
         *       "tollgate": "1.0.0"
         *     }
         */
        OperatorVersions: {
            /** @description The engine of its database: `sqlite` or `postgres`. */
            database: string;
            /** @description This program. */
            tollgate: string;
        };
        /**
         * OperatorView
         * @description A view that has begun.
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
             * @description When it ends.
             */
            expires_at: string;
            /** @description Whom it shows. */
            user: components["schemas"]["ViewedUser"];
            /** @description Send it as `Tollgate-View-As` with requests that read what this person reads. */
            view: string;
        };
        /**
         * OperatorWebhookHealth
         * @description How webhooks are.
         * @example {
         *       "due": 3,
         *       "failing_endpoints": 1
         *     }
         */
        OperatorWebhookHealth: {
            /**
             * Format: int64
             * @description How many deliveries are due; counted up to 10000.
             */
            due: number;
            /**
             * Format: int64
             * @description How many endpoints fail, or were disabled for that.
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
             * @description When it was registered.
             */
            created_at: string;
            /**
             * Format: int64
             * @description How many real customers it has; counted up to 10000.
             */
            customers: number;
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Whose it is. */
            owner: components["schemas"]["WebsiteOwner"];
            /** @description Whether it works. */
            status: components["schemas"]["OperatorWebsiteStatus"];
            /** @description Its address. */
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
         * @description Whether a website works.
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
             * @description How many there are, with what is set aside.
             */
            credits: number;
            /** @description What they came from: `promo`, `subscription`, `rollover`, `purchase`, `adjustment` or `restored`. */
            kind: string;
        };
        /**
         * @description What a capture may take beyond what its hold has left.
         * @enum {string}
         */
        Overage: "reject" | "available" | "debt";
        /**
         * OverdraftLimitRequest
         * @description How much a customer may owe.
         * @example {
         *       "limit": 50
         *     }
         */
        OverdraftLimitRequest: {
            /**
             * Format: int64
             * @description The most credits that may be owed by spending; 0 for none.
             */
            limit: number;
        };
        /**
         * Price
         * @description Price of a feature: `max(min_charge, ceil(quantity * credits / per_units))` credits for a quantity of units, rounded up once for each operation. The newest version that is already valid applies.
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
             * @description Its number among the feature's prices; a version never changes.
             */
            version: number;
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
         * PriceRequest
         * @description What a feature is to cost: `max(min_charge, ceil(quantity * credits / per_units))` credits for a quantity of units.
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
             * @description Valid from this timestamp, not before now; from now on when absent.
             */
            effective_at?: string;
            /**
             * Format: int64
             * @description Minimum charge for any quantity, in credits; 0 when absent.
             */
            min_charge?: number;
            /**
             * Format: int64
             * @description Units that `credits` pays for.
             */
            per_units: number;
        };
        /**
         * Problem
         * @description A problem (RFC 9457): `type` names its kind and is the address of a page about it; `detail` is about this occurrence. The members after `request_id` come with some kinds only.
         */
        Problem: {
            /**
             * Format: int64
             * @description `insufficient-credits`: what could be spent.
             */
            available?: number;
            /**
             * Format: int64
             * @description `key-spend-cap-reached`, `spend-limit-reached`: the most credits that the API key may spend, by one operation or in a day; or the customer, in a day or a month.
             */
            cap?: number;
            /** @description `hold-not-open`, `hold-expired`: when the hold ended. */
            closed_at?: string;
            /** @description What is special about this occurrence. */
            detail: string;
            /** @description `invalid-request`: what is wrong, and where. */
            errors?: components["schemas"]["FieldProblem"][];
            /** @description `hold-feature-differs`: the code of the feature that the hold is for. */
            feature?: string;
            /** @description `operation-already-executed` with the outcome `executed`: the id of the hold, where no transaction was booked. */
            hold?: string;
            /** @description The path of the request. */
            instance: string;
            /** @description `not-reversible`: what the transaction is. */
            kind?: string;
            /**
             * Format: int64
             * @description `price-version-taken`: the number of the feature's newest price; 0 before the first.
             */
            latest?: number;
            /**
             * Format: int64
             * @description `too-many-lots`, `too-many-holds`, `too-many-reversals`: how many there can be.
             */
            limit?: number;
            /**
             * Format: int64
             * @description `step-up-required`: how many seconds ago the user may have signed in.
             */
            max_age?: number;
            /** @description `operation-already-executed`: what the key was answered with. */
            outcome?: components["schemas"]["FirstOutcome"];
            /**
             * Format: int64
             * @description `batch-aborted`: which item of the batch stopped the others, counted from 0.
             */
            refused_item?: number;
            /**
             * Format: int64
             * @description `capture-exceeds-hold`, `reversal-exceeds-original`, `too-many-reversals`: how many credits are left.
             */
            remaining?: number;
            /** @description The id of the request, as in `x-request-id` and in our logs. */
            request_id: string;
            /**
             * Format: int64
             * @description `insufficient-credits`: the amount that was asked for.
             */
            required?: number;
            /** @description `insufficient-scope`: the scope that the credential lacks. */
            required_scope?: string;
            /** @description `key-spend-cap-reached`, `spend-limit-reached`: when the day or the month begins anew; absent for the cap of one operation. */
            resets_at?: string;
            /** @description `not-found`: the kind of thing that is not there. */
            resource?: string;
            /** @description `already-reversed`: what was given back, and by which transactions. */
            reversals?: components["schemas"]["ReversalProblem"][];
            /**
             * Format: int64
             * @description `insufficient-credits`: what is missing.
             */
            shortfall?: number;
            /** @description `hold-not-open`, `hold-expired`: how the hold ended. */
            state?: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description The same short text for every problem of the kind. */
            title: string;
            /** @description `insufficient-credits`: where the customer can get more credits: the website. */
            topup_url?: string;
            /** @description `operation-already-executed` with the outcome `executed`: the id of the transaction. */
            transaction?: string;
            /** @description The kind, as an address under the issuer: `…/problems/{slug}`. */
            type: string;
        };
        /**
         * ProtectedResource
         * @description A resource whose server belongs to a website, such as its MCP server.
         */
        ProtectedResource: {
            /** @description What it publishes there. */
            metadata: components["schemas"]["ProtectedResourceMetadata"];
            /** @description Where its server publishes `metadata` (RFC 9728 section 3.1); it names that address in the challenge of a 401: `WWW-Authenticate: Bearer resource_metadata="…"`. */
            metadata_url: string;
            /** @description Its identifier: the `resource` that clients name (RFC 8707), and the `aud` of its access tokens. */
            resource: string;
            /** @description The scopes that every client may ask a person for at it. */
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
         * @description A resource that an owner wants.
         */
        ProtectedResourceRequest: {
            /** @description Its identifier: an https address, or http on localhost, without a fragment. No other website has it. */
            resource: string;
            /**
             * @description The scopes that every client may ask a person for at it; none when absent.
             * @default []
             */
            scopes: string[];
        };
        /**
         * PublicClient
         * @description A website's client for programs that can keep no secret.
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
            /** @description Where the program runs. */
            application_type: components["schemas"]["ApplicationType"];
            /** @description The client's id. There is no secret: sign-ins prove themselves by PKCE. */
            client_id: string;
            /** @description Whether devices without a keyboard may sign in by it (RFC 8628). */
            device_grant: boolean;
            /** @description Where sign-out may. */
            post_logout_redirect_uris: string[];
            /** @description Where sign-in may send people back to. */
            redirect_uris: string[];
        };
        /**
         * PublicClientRequest
         * @description A client for programs that can keep no secret.
         */
        PublicClientRequest: {
            /** @description Where the program runs; `native` lets it listen on any port of its loopback addresses. While it was never set it follows from the redirect addresses. */
            application_type?: components["schemas"]["ApplicationType"];
            /** @description Whether devices without a keyboard may sign in by it (RFC 8628). When absent it stays; not for a client that is new. */
            device_grant?: boolean;
            /** @description All addresses that sign-out may send people back to. When absent they stay; of a client that is new they are the roots of its redirect addresses. */
            post_logout_redirect_uris?: string[];
            /** @description All addresses that sign-in may send people back to: https, http on localhost, or of an application on a device a private scheme that begins with a domain name in reverse (`com.example.app:/callback`). */
            redirect_uris: string[];
        };
        /**
         * Reason
         * @description Why it is done.
         * @example {
         *       "reason": "Asked for by mail, ticket 4711"
         *     }
         */
        Reason: {
            /** @description In words, for whoever reads the audit trail later; it is kept there as it is, so it should hold no secret. */
            reason?: string;
        };
        /**
         * RegisteredWebsite
         * @description A website that was just registered, with all that its back end needs. The secrets are shown this once.
         */
        RegisteredWebsite: {
            /** @description A key that moves real credits. */
            api_key: components["schemas"]["CreatedApiKey"];
            /** @description Its client at the identity provider. */
            client: components["schemas"]["WebsiteClient"];
            /** @description Ready to paste: sign-in for a Next.js site, and a spend, with the real ids and secrets. */
            snippet: string;
            /** @description A key that moves play credits. */
            test_api_key: components["schemas"]["CreatedApiKey"];
            /** @description Open it in a browser to see people's sign-in at the website: it begins one with the new client, and ends at the first redirect address. Nobody can redeem the code that comes with it. */
            test_link: string;
            /** @description The webhook endpoint, when one was asked for; null when not, or when it could not be made: add it as any other then. */
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
            /** @description Where the website's back end is told that a session ended (OpenID Connect Back-Channel Logout); it is not when left out. */
            backchannel_logout_uri?: string;
            /** @description The name that people see when they sign in. */
            name: string;
            /** @description Where sign-out may send people back to, likewise; the roots of the redirect addresses when left out. */
            post_logout_redirect_uris?: string[];
            /** @description Where sign-in may send people back to, compared exactly: https, or http on localhost. */
            redirect_uris: string[];
            /**
             * Format: int16
             * @description With how many decimal places credits are shown, 0 to 6; none when left out. It is for display only, for good: amounts are whole numbers of the smallest unit everywhere.
             */
            scale?: number;
            /** @description The home page: https, or http on localhost. */
            url: string;
            /** @description Where the website's back end hears of what happens to credits: a webhook endpoint for all usual events of real credits is added, and its secret is in the answer; none is when left out. */
            webhook_url?: string;
        };
        /**
         * ReversalOf
         * @description A transaction that gave credits back.
         */
        ReversalOf: {
            /**
             * Format: int64
             * @description The credits that came back.
             */
            amount: number;
            /**
             * Format: date-time
             * @description When it counts from.
             */
            booked_at: string;
            /** @description Its id. */
            id: string;
        };
        /**
         * ReversalProblem
         * @description A transaction that gave back a part of another.
         */
        ReversalProblem: {
            /**
             * Format: int64
             * @description How many credits.
             */
            amount: number;
            /** @description Its id. */
            transaction: string;
        };
        /**
         * ReversalRequest
         * @description Credits to give back.
         * @example {
         *       "amount": 5,
         *       "reason": "The picture could not be made"
         *     }
         */
        ReversalRequest: {
            /**
             * Amount
             * Format: int64
             * @description How many; all that was not given back before, when absent.
             */
            amount?: number;
            /** @description Your own notes, given back with the transaction: at most 50 members and 4096 bytes. Whole numbers fit 64 bits; others are kept as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Why, in words for the customer; the owner in person has to say it, and the audit trail keeps it then. */
            reason?: string;
        };
        /**
         * RotatedClient
         * @description A website's client, with its new secret.
         */
        RotatedClient: {
            /** @description The client's id. */
            client_id: string;
            /** @description The client's secret. It is shown this once. */
            client_secret: string;
        };
        /**
         * SignInActivity
         * @description What a website's clients asked lately.
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
             * @description When somebody first signed in to the website by one of them; null before.
             */
            first_sign_in_at: string | null;
            /** @description The requests of both clients, the newest first: 50 of each in the last 14 days at most. */
            items: components["schemas"]["SignInRequest"][];
        };
        /**
         * SignInFix
         * @description What would let a request like it through.
         */
        SignInFix: {
            /** @description What to do. */
            kind: components["schemas"]["SignInFixKind"];
            /** @description With what. */
            value: string;
        };
        /**
         * @description What would let a request through.
         * @enum {string}
         */
        SignInFixKind: "allow-redirect-uri" | "allow-post-logout-redirect-uri";
        /**
         * SignInRequest
         * @description A request of one of the website's clients to the identity provider, or of a browser that it sent.
         */
        SignInRequest: {
            /**
             * Format: date-time
             * @description When it came.
             */
            at: string;
            /** @description The client that asked, or in whose name somebody did: the website's own, or its public one. */
            client_id: string;
            /** @description `authorize`, `token`, `userinfo` or `end_session`. */
            endpoint: string;
            /** @description The error code that was told, or `origin_not_allowed`; null where nothing was wrong. */
            error: string | null;
            /** @description What it means here. */
            error_description: string | null;
            /** @description What would let a request like it through, where that is known. */
            fix: components["schemas"]["SignInFix"] | null;
            /** @description The origin of a page that may not read the answer. */
            origin: string | null;
            /** @description The address that is not registered for the client; what stood behind its path is left out, and three dots tell so. */
            redirect_uri: string | null;
            /** @description The request's id in the identity provider's log. */
            request_id: string;
            /**
             * Format: int32
             * @description The HTTP status of its answer; a refusal at `authorize` that the client is told of is a redirect.
             */
            status: number;
            /** @description Whether an authorization request came with a PKCE challenge (RFC 7636); null for the other endpoints. */
            uses_pkce: boolean | null;
        };
        /**
         * SignupGrant
         * @description What each customer is given at the first contact.
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
             * @description How many credits; null before it was ever set.
             */
            amount: number | null;
            /** @description Whether it is given. */
            enabled: boolean;
            /**
             * Format: int64
             * @description For how many days they can be used; null for ever.
             */
            expires_days: number | null;
            /** @description Of which credits. */
            mode: components["schemas"]["Mode"];
        };
        /**
         * SignupGrantRequest
         * @description What each customer is to be given at the first contact.
         * @example {
         *       "amount": 50,
         *       "enabled": true,
         *       "expires_days": 30
         *     }
         */
        SignupGrantRequest: {
            /**
             * Format: int64
             * @description How many credits.
             */
            amount: number;
            /** @description Whether it is given. */
            enabled: boolean;
            /**
             * Format: int64
             * @description For how many days they can be used, 1 to 3650; for ever, when absent.
             */
            expires_days?: number;
            /** @description Of which credits: those of the call, when absent. */
            mode?: components["schemas"]["Mode"];
        };
        /**
         * SpendBatch
         * @description What became of the spends.
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
            /** @description One result for each spend, in their order. */
            results: components["schemas"]["SpendBatchResult"][];
        };
        /**
         * SpendBatchItem
         * @description One spend of a batch.
         */
        SpendBatchItem: {
            /** @description Your name for this spend: the same for each repeat of it, another for each new one, and another for each item. It is the `Idempotency-Key` of the same spend sent alone. */
            idempotency_key: string;
            /** @description What `POST /v1/spends` takes. */
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
            /** @description Whether all spends are done or none is; false when absent. When one of all is refused, nothing is done and nothing is kept under the keys: its result says why, and the others say `batch-aborted`. */
            atomic?: boolean;
            /** @description The spends, at most 1000. */
            items: components["schemas"]["SpendBatchItem"][];
        };
        /**
         * SpendBatchResult
         * @description What became of one spend: `answer` or `problem`, the other is null.
         */
        SpendBatchResult: {
            /** @description What was done, and what is left: the same bytes as `POST /v1/spends` answers, and for every repeat. */
            answer: components["schemas"]["Spent"] | null;
            /** @description Why it was not done. */
            problem: components["schemas"]["Problem"] | null;
            /** @description Whether the key was used before; nothing was done again. */
            replayed: boolean;
            /**
             * Format: int32
             * @description Seconds to wait before this item is sent again with the same key, as `Retry-After` says when it comes alone; null where the result stays what it is.
             */
            retry_after: number | null;
            /**
             * Format: int32
             * @description The status that the spend would have got alone.
             */
            status: number;
        };
        /**
         * SpendLimit
         * @description What a customer may spend in a day or a month (UTC), and has spent in it.
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
             * @description The most credits of a day or a month.
             */
            cap: number;
            /** @description Which of them. */
            period: components["schemas"]["SpendLimitPeriod"];
            /**
             * Format: date-time
             * @description When it begins anew.
             */
            resets_at: string;
            /**
             * Format: int64
             * @description What counts against it so far: what was spent and captured, and what is set aside to be captured by itself. It may be more than `cap`, if that was set lower.
             */
            spent: number;
        };
        /**
         * @description How long a limit counts before it begins anew, in UTC.
         * @enum {string}
         */
        SpendLimitPeriod: "day" | "month";
        /**
         * SpendLimitRequest
         * @description What a customer may spend; anything, when both are absent or null.
         * @example {
         *       "cap": 500,
         *       "period": "month"
         *     }
         */
        SpendLimitRequest: {
            /**
             * Format: int64
             * @description The most credits of a day or a month (UTC): what is spent, what is captured, and what is set aside to be captured by itself. It may be less than what was spent already.
             */
            cap?: number;
            /** @description Which of them; it comes with `cap`. */
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
             * @description How many; or `feature` and `quantity` in its place.
             */
            amount?: number;
            /** @description Whose credits. */
            customer: components["schemas"]["CustomerRef"];
            /** @description What for, in words for the customer. */
            description?: string;
            /** @description The code of the feature that it is for: credits that were granted for this feature alone can be used too, and are used first. */
            feature?: string;
            /** @description Your own notes, given back with the transaction: at most 50 members and 4096 bytes. Whole numbers fit 64 bits; others are kept as doubles. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Amount
             * Format: int64
             * @description How much of the feature, in the place of `amount`: the price that is in force decides how many credits that is.
             */
            quantity?: number;
        };
        /**
         * Spent
         * @description What was spent, and what is left.
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
            /** @description The balance after it. */
            balance: components["schemas"]["Balance"];
            /**
             * Format: int64
             * @description How many lots they came from in all.
             */
            lot_count: number;
            /** @description The lots that the credits came from, in the order of use (the first hundred); none where all of it is owed. */
            lots: components["schemas"]["SpentLot"][];
            /** @description The transaction; null when it cost nothing, so that nothing was booked. */
            transaction: components["schemas"]["Transaction"] | null;
        };
        /**
         * SpentLot
         * @description What was spent of credits that came together and expire together.
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
             * @description How many were spent.
             */
            amount: number;
            /**
             * Format: date-time
             * @description From when they can no longer be used; null for never.
             */
            expires_at: string | null;
            /** @description The code of the one feature that they can be used for; null for any use. */
            feature: string | null;
            /** @description What they came from: `promo`, `subscription`, `rollover`, `purchase`, `adjustment` or `restored`. */
            kind: string;
            /**
             * Format: int64
             * @description How many are left of them, held ones included.
             */
            remaining: number;
        };
        /**
         * Total
         * @description How many items a list has in all.
         * @example {
         *       "count": 214,
         *       "is_exact": true
         *     }
         */
        Total: {
            /**
             * Format: int64
             * @description How many were counted.
             */
            count: number;
            /** @description Whether that is all of them; there are at least as many when not. */
            is_exact: boolean;
        };
        /**
         * Transaction
         * @description Something that happened to a balance.
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
             * @description The credits that came (above zero) or went (below).
             */
            amount: number;
            /**
             * Format: int64
             * @description The balance after it, held credits included; below zero when credits are owed.
             */
            balance_after: number;
            /**
             * Format: date-time
             * @description When it counts from; never before an earlier transaction of the same balance.
             */
            booked_at: string;
            /** @description The customer; null for an account holder's credits with the platform itself. */
            customer_id: string | null;
            /** @description What it was for, in words for the customer. */
            description: string | null;
            /** @description The code of the feature it was for; null when none was named. */
            feature: string | null;
            /** @description The transaction's id. */
            id: string;
            /** @description What it is: `grant`, `spend`, `capture` (of a hold), `expiry`, `reversal` (of a spend or a capture), `void` (of a grant) or `transfer` (the customer turned out to be another one too, or not to be); more kinds will come. */
            kind: string;
            /** @description What the website wrote to it. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @description The version of the feature's price by which the quantity was charged; null when there is none.
             */
            price_version: number | null;
            /**
             * Format: int64
             * @description How much of the feature, when that decided the amount; null otherwise.
             */
            quantity: number | null;
            /** @description The transaction that it takes back; null for all kinds but `reversal` and `void`. */
            reverses: string | null;
            /** @description The website; null for the platform itself. */
            website: components["schemas"]["TransactionSite"] | null;
        };
        /**
         * TransactionExplained
         * @description Everything that is known of a transaction.
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
            /** @description Who did it. */
            actor: components["schemas"]["Actor"];
            /** @description What caused it. */
            cause: components["schemas"]["Cause"];
            /** @description Its entries; they add up to zero. */
            entries: components["schemas"]["Entry"][];
            /** @description What it took from lots, or gave to them. */
            lots: components["schemas"]["LotChange"][];
            /** @description The price that decided the amount; null when the amount was said outright. */
            price: components["schemas"]["Price"] | null;
            /** @description Transactions that gave it back. */
            reversals: components["schemas"]["ReversalOf"][];
            /** @description The transaction that it gives back, in part or whole; null for others. */
            reverses: string | null;
            /** @description The transaction. */
            transaction: components["schemas"]["ListedTransaction"];
        };
        /**
         * @description What a transaction is.
         * @enum {string}
         */
        TransactionKind: "grant" | "spend" | "capture" | "expiry" | "reversal" | "void" | "transfer";
        /**
         * TransactionPage
         * @description One page of transactions, newest first.
         * @example {
         *       "items": [
         *         {
         *           "amount": -5,
         *           "balance_after": 95,
         *           "booked_at": "2026-01-01T00:00:00.000Z",
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
         * @description A website, by name.
         * @example {
         *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "name": "Pictures"
         *     }
         */
        TransactionSite: {
            /** @description The website's id. */
            id: string;
            /** @description The name that people see. */
            name: string;
        };
        /**
         * Usage
         * @description What was used, as it is in this moment.
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
            /** @description Days and features on which something was used or given back: by day, then by the feature's code. */
            items: components["schemas"]["UsageItem"][];
            /**
             * Format: int16
             * @description Decimal places for display only, 0 to 6.
             */
            scale: number;
            /** @description The last day, in UTC. */
            to: string;
            /** @description What one credit is called. */
            unit: string;
        };
        /**
         * UsageItem
         * @description What was used on a day, on a feature, or both.
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
            /** @description The day in UTC; null when days are told together. */
            day: string | null;
            /** @description The code of the feature; null when features are told together, and for what was for none. */
            feature: string | null;
            /**
             * Format: int64
             * @description The units of the feature that they were priced by.
             */
            quantity: number;
            /**
             * Format: int64
             * @description The credits that were given back, whenever they had been taken.
             */
            reversed: number;
            /**
             * Format: int64
             * @description How many spends and captures there were.
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
         * @description A person with an account, as this service knows them.
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
            /** @description Whether the user may register websites (`API_WEBSITE_REGISTRATION`); false to the clients of websites. */
            can_register_websites: boolean;
            /**
             * Format: date-time
             * @description The first contact.
             */
            created_at: string;
            /** @description The e-mail address, if a token ever told it and this one has the scope `email`. */
            email: string | null;
            /** @description Whether the identity provider has verified that address. */
            email_verified: boolean;
            /** @description The user's id at the identity provider, and here. */
            id: string;
            /** @description The address of an image, if a token ever told one and this one has the scope `profile`. */
            image: string | null;
            /** @description Whether the account is switched on. */
            is_active: boolean;
            /** @description Whether the user runs this installation; false to the clients of websites. */
            is_operator: boolean;
            /** @description The name, if a token ever told it and this one has the scope `profile`. */
            name: string | null;
        };
        /**
         * Verification
         * @description What a verification of the books has found.
         */
        Verification: {
            /**
             * Format: date-time
             * @description When it began.
             */
            begun_at: string;
            /**
             * Format: date-time
             * @description When it ended; null while it goes on.
             */
            ended_at: string | null;
            /** @description What contradicts the invariants; empty for sound books. */
            findings: components["schemas"]["VerificationFinding"][];
            /** @description The accounts that are frozen, by this run or an earlier one, at most a thousand. */
            frozen: components["schemas"]["FrozenAccount"][];
            /** @description The run; send it as `run` to hear of the same one again. */
            run: string;
            /** @description How it stands. */
            state: components["schemas"]["VerificationState"];
        };
        /**
         * VerificationFinding
         * @description Rows that contradict an invariant.
         */
        VerificationFinding: {
            /** @description The accounts that the rows are about; the verification has frozen them. */
            accounts: string[];
            /**
             * Format: int32
             * @description How many rows there are; a thousand may be more.
             */
            count: number;
            /**
             * Format: int32
             * @description The invariant's number.
             */
            invariant: number;
            /** @description The rows' keys, at most the first twenty. */
            rows: string[];
            /** @description What the rows do. */
            what: string;
        };
        /**
         * @description How a verification stands.
         * @enum {string}
         */
        VerificationState: "running" | "sound" | "damaged";
        /**
         * ViewedUser
         * @description Whom a view shows.
         * @example {
         *       "email": "ada@example.com",
         *       "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "name": "Ada"
         *     }
         */
        ViewedUser: {
            /** @description The e-mail address. */
            email: string | null;
            /** @description The user's id. */
            id: string;
            /** @description The name. */
            name: string | null;
        };
        /**
         * ViewRequest
         * @description Why the operator wants to see it.
         * @example {
         *       "reason": "Credits look wrong to her, ticket 4711"
         *     }
         */
        ViewRequest: {
            /** @description In words, for whoever reads the audit trail later; it is kept there as it is, so it should hold no secret. */
            reason: string;
        };
        /**
         * VoidRequest
         * @description Nothing more to say: an empty object.
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
             * @description What can be spent.
             */
            available: number;
            /**
             * Format: int64
             * @description Credits owed.
             */
            debt: number | null;
            /**
             * Format: int64
             * @description Of these, set aside.
             */
            held: number | null;
            /**
             * Format: int64
             * @description Credits booked and not used.
             */
            posted: number | null;
        };
        /**
         * WebhookDelivery
         * @description One event for one endpoint.
         */
        WebhookDelivery: {
            /**
             * Format: int64
             * @description How often it was tried since it was last queued.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            created_at: string;
            /** @description The event: the header `webhook-id` of every attempt. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it was last tried.
             */
            last_attempt_at: string | null;
            /** @description What went wrong then. */
            last_error: string | null;
            /**
             * Format: int16
             * @description What was answered then, if anything was.
             */
            last_status: number | null;
            /**
             * Format: date-time
             * @description When it is tried next; null when it is not, or waits for an earlier event of its customer.
             */
            next_attempt_at: string | null;
            /** @description Where it stands. */
            state: components["schemas"]["WebhookDeliveryState"];
            /** @description Its type. */
            type: string;
        };
        /**
         * WebhookDeliveryDetail
         * @description A delivery with its event.
         */
        WebhookDeliveryDetail: {
            /** @description The delivery. */
            delivery: components["schemas"]["WebhookDelivery"];
            /** @description What is sent; null when it is no longer kept. */
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
         * @description Where a delivery stands.
         * @enum {string}
         */
        WebhookDeliveryState: "waiting" | "delivered" | "failed";
        /**
         * WebhookEndpoint
         * @description Where a website hears of what happens to credits.
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
             * @description When it was added.
             */
            created_at: string;
            /** @description Why it was disabled. */
            disabled_reason: string | null;
            /** @description The types of events that it hears. */
            events: string[];
            /**
             * Format: date-time
             * @description Since when every attempt has failed; null while it works. After five days it is disabled.
             */
            failing_since: string | null;
            /** @description The endpoint's id. */
            id: string;
            /** @description Whose events it hears. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs as well.
             */
            previous_secret_until: string | null;
            /** @description With `v1a` what its events are checked with: `whpk_…`; null with `v1`. */
            public_key: string | null;
            /** @description How its events are signed. */
            signing: components["schemas"]["WebhookSigning"];
            /** @description How it stands. */
            status: components["schemas"]["WebhookEndpointStatus"];
            /** @description Where it is. */
            url: string;
        };
        /**
         * WebhookEndpointChange
         * @description What is to be changed; what is absent stays.
         */
        WebhookEndpointChange: {
            /** @description The types of events to hear. */
            events?: string[];
            /** @description Whether it is told. */
            status?: components["schemas"]["WebhookEndpointWish"];
            /** @description Where it is. */
            url?: string;
        };
        /**
         * WebhookEndpointList
         * @description The endpoints of a website.
         */
        WebhookEndpointList: {
            /** @description Oldest first. */
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
            /** @description The types of events to hear; all but `credits.spent`, when absent. */
            events?: string[];
            /** @description Whose events: the mode of the call, when absent. */
            mode?: components["schemas"]["Mode"];
            /** @description How the events are signed; `v1` when absent. */
            signing?: components["schemas"]["WebhookSigning"];
            /** @description Where it is: https, at a public address. */
            url: string;
        };
        /**
         * @description How an endpoint stands.
         * @enum {string}
         */
        WebhookEndpointStatus: "active" | "off" | "disabled";
        /**
         * @description How an endpoint is to stand.
         * @enum {string}
         */
        WebhookEndpointWish: "active" | "off";
        /**
         * WebhookEndpointWithSecret
         * @description An endpoint with a secret that was just made.
         */
        WebhookEndpointWithSecret: {
            /** @description The endpoint. */
            endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description With `v1` what its events are signed with, `whsec_…`; it is shown this once. Null with `v1a`: the private key stays with us, and the endpoint's `public_key` checks. */
            secret: string | null;
        };
        /**
         * WebhookEvent
         * @description The body of a webhook. It is sent as POST with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks 1.x); answer with any 2xx status within 15 seconds.
         */
        WebhookEvent: {
            /** @description What it is about. */
            data: components["schemas"]["WebhookEventData"];
            /** @description When. */
            timestamp: string;
            /**
             * @description What happened:
             *
             *
             *     - `credits.granted`: somebody was given credits.
             *     - `credits.expired`: the time of credits was over, and what was left of them is gone.
             *     - `credits.expiring`: credits expire within seven days, and again within one; of those that were given for less than a week the second alone.
             *     - `credits.restored`: what was spent was given back.
             *     - `credits.spent`: spends and captures, several together; told to whoever asks for it by name.
             *     - `credits.low`: the balance has come to the threshold of the alerts, or below.
             *     - `credits.depleted`: nothing is left that could be spent.
             *     - `hold.expired`: the time of a hold was over; what it had left was released, or captured if it was to be.
             *     - `webhook.test`: you have asked for a test.
             */
            type: string;
        };
        /**
         * WebhookEventData
         * @description What an event is about.
         */
        WebhookEventData: {
            /**
             * Format: int64
             * @description What came (above zero) or went (below); of `hold.expired` and `credits.expiring` the credits they are about.
             */
            amount: number;
            /** @description The balance after it. */
            balance: components["schemas"]["WebhookBalance"];
            /** @description Our id of the customer. */
            customer_id: string | null;
            /** @description `credits.expiring`: when the first of the credits expire. */
            expires_at: string | null;
            /** @description The customer's id in your own system. */
            external_id: string | null;
            /** @description `hold.expired`: the hold. */
            hold_id: string | null;
            /** @description Real or play credits. */
            mode: string;
            /**
             * Format: int64
             * @description The event's number among those of its customer: it only grows, so that an older one can be dropped. Numbers may be missing: they are of events of other types.
             */
            sequence: number;
            /**
             * Format: int64
             * @description `credits.spent`: how many spends and captures it tells of together.
             */
            spends: number | null;
            /**
             * Format: int64
             * @description `credits.low`: the threshold that was crossed.
             */
            threshold: number | null;
            /** @description The transaction, where something was booked; of `credits.spent` the last one, of `hold.expired` none. */
            transaction_id: string | null;
        };
        /**
         * WebhookQueued
         * @description Events that were queued.
         */
        WebhookQueued: {
            /** @description Send it as `cursor` for the rest of the range; null when there is none. */
            next_cursor: string | null;
            /**
             * Format: int32
             * @description How many.
             */
            queued: number;
        };
        /**
         * WebhookSecretRotation
         * @description How a secret is rotated.
         */
        WebhookSecretRotation: {
            /**
             * Format: uint16
             * @description For how many hours the secret of before signs as well; 24, when absent. While one of before signs, only 0 is taken: the new one then signs alone.
             */
            overlap_hours?: number;
        };
        /**
         * @description How events are signed (Standard Webhooks 1.x).
         * @enum {string}
         */
        WebhookSigning: "v1" | "v1a";
        /**
         * WebhookTest
         * @description A test event that was queued.
         */
        WebhookTest: {
            /** @description The event's id, by which the log tells what became of it. */
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
            /** @description `next_cursor` of the call before, with the same range. */
            cursor?: string;
            /**
             * Format: date-time
             * @description Events at or after this timestamp …
             */
            from: string;
            /**
             * Format: date-time
             * @description … to before this one.
             */
            to: string;
        };
        /**
         * Website
         * @description A registered site.
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
             * @description When it was registered.
             */
            created_at: string;
            /** @description The website's id. */
            id: string;
            /** @description The name that people see. */
            name: string;
            /**
             * Format: int16
             * @description Decimal places for display, 0 to 6; amounts are whole numbers of the smallest unit everywhere.
             */
            scale: number;
            /** @description What it may do. */
            status: components["schemas"]["WebsiteStatus"];
            /** @description Who has suspended it; null while it is active. */
            suspended_by: components["schemas"]["WebsiteSuspendedBy"] | null;
            /** @description The home page. */
            url: string;
        };
        /**
         * WebsiteClient
         * @description The website's client at the identity provider.
         */
        WebsiteClient: {
            /** @description The client's id. */
            client_id: string;
            /** @description The client's secret. It is shown this once. */
            client_secret: string;
            /** @description The issuer, for discovery. */
            issuer: string;
        };
        /**
         * WebsiteDetail
         * @description A website with all that its owner sees of it.
         * @example {
         *       "application_type": "web",
         *       "client_id": "client_0192f0c4a1b27c3d8e9f001122334466",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "device_grant": false,
         *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
         *       "id_token_signed_response_alg": "ES256",
         *       "name": "Picture Shop",
         *       "post_logout_redirect_uris": [
         *         "https://pictures.example.com/"
         *       ],
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
            /** @description Where the website's client runs. */
            application_type: components["schemas"]["ApplicationType"];
            /** @description The OAuth client at the identity provider. */
            client_id: string;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            created_at: string;
            /** @description Whether devices without a keyboard may sign in by the website's client (RFC 8628). */
            device_grant: boolean;
            /** @description The website's id. */
            id: string;
            /** @description What signs the ID tokens of both clients. */
            id_token_signed_response_alg: components["schemas"]["IdTokenAlgorithm"];
            /** @description The name that people see. */
            name: string;
            /** @description Where sign-out may, likewise. */
            post_logout_redirect_uris: string[];
            /** @description The client for programs that can keep no secret; null when there is none. */
            public_client: components["schemas"]["PublicClient"] | null;
            /** @description Where sign-in may send people back to, compared exactly. */
            redirect_uris: string[];
            /** @description Whether a sign-in without PKCE is refused (RFC 7636). */
            require_pkce: boolean;
            /** @description The resources whose servers belong to the website, such as its MCP server. */
            resources: components["schemas"]["ProtectedResource"][];
            /**
             * Format: int16
             * @description Decimal places for display, 0 to 6; amounts are whole numbers of the smallest unit everywhere.
             */
            scale: number;
            /** @description What it may do. */
            status: components["schemas"]["WebsiteStatus"];
            /** @description Who has suspended it; null while it is active. */
            suspended_by: components["schemas"]["WebsiteSuspendedBy"] | null;
            /** @description What one credit is called. */
            unit: string;
            /** @description The home page. */
            url: string;
        };
        /**
         * WebsiteHandOver
         * @description Who gets a website.
         * @example {
         *       "reason": "She takes the shop over, ticket 4712",
         *       "user_id": "usr_0192f0c4a1b27c3d8e9f001122334455"
         *     }
         */
        WebsiteHandOver: {
            /** @description Why, for whoever reads the audit trail later; it is kept there as it is, so it should hold no secret. */
            reason?: string;
            /** @description The user's id. They have been here before, and are not switched off. */
            user_id: string;
        };
        /**
         * WebsiteList
         * @description A user's own websites.
         */
        WebsiteList: {
            /** @description Oldest first. */
            items: components["schemas"]["Website"][];
        };
        /**
         * WebsiteOwner
         * @description Whose website it is.
         * @example {
         *       "email": "ada@example.com",
         *       "id": "usr_0192f0c4a1b27c3d8e9f001122334455",
         *       "is_deleted": false,
         *       "name": "Ada"
         *     }
         */
        WebsiteOwner: {
            /** @description The e-mail address, likewise. */
            email: string | null;
            /** @description The user's id. */
            id: string;
            /** @description Whether the account was deleted; then the website stands still until it is handed over. */
            is_deleted: boolean;
            /** @description The name, as the identity provider last told it. */
            name: string | null;
        };
        /**
         * @description What a website may do.
         * @enum {string}
         */
        WebsiteStatus: "active" | "suspended";
        /**
         * WebsiteSummary
         * @description How a website does in one mode.
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
             * @description How many customers there are; counted up to 100000.
             */
            customers: number;
            /**
             * Format: int64
             * @description How many of them were first met in the last thirty days.
             */
            customers_30d: number;
            /**
             * Format: date-time
             * @description When something was spent for the first time; null before.
             */
            first_spend_at: string | null;
            /**
             * Format: int64
             * @description How many of them are set aside by open holds.
             */
            held: number;
            /** @description The credits that all customers have together, by what they came from. */
            outstanding: components["schemas"]["Outstanding"][];
            /**
             * Format: int64
             * @description What customers owe.
             */
            owed: number;
            /**
             * Format: int16
             * @description Decimal places for display only, 0 to 6.
             */
            scale: number;
            /**
             * Format: int64
             * @description What was spent today and on the 29 days before, in UTC.
             */
            spent_30d: number;
            /**
             * Format: int64
             * @description What was spent on the thirty days before these.
             */
            spent_30d_before: number;
            /**
             * Format: int64
             * @description What was spent on a day, in the mean of the seven days before today.
             */
            spent_per_day_7d: number;
            /**
             * Format: int64
             * @description How many have a subscription.
             */
            subscribed: number;
            /** @description What one credit is called. */
            unit: string;
        };
        /**
         * @description Who, or what, has suspended a website.
         * @enum {string}
         */
        WebsiteSuspendedBy: "owner" | "operator" | "deletion";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
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
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alerts, as they are now. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    set_alerts: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
            /** @description The alerts, as they are now. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_api_keys: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description How many, 1 to 100; 20 when absent. */
                limit?: number;
                /** @description Only keys of this mode. */
                mode?: components["schemas"]["Mode"];
                /** @description Only keys that stand so. */
                status?: components["schemas"]["ApiKeyStatus"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    create_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
            /** @description The key, and its secret. */
            201: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
            /** @description The key, as it is now. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
                     *       "revoked_at": null,
                     *       "scopes": [
                     *         "credits.spend",
                     *         "customers.read"
                     *       ],
                     *       "status": "active"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    change_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
            /** @description The key, as it is now. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `api-key-ended`: The API key has ended. */
            409: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    set_api_key_caps: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
            /** @description The key, as it is now. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
                     *       "revoked_at": null,
                     *       "scopes": [
                     *         "credits.spend",
                     *         "customers.read"
                     *       ],
                     *       "status": "active"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `api-key-ended`: The API key has ended. */
            409: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revoke_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
            /** @description The key, as it is now. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotate_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
            /** @description The key, and its new secret. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `api-key-ended`: The API key has ended. */
            409: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The answer; a no is one, too. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["Check"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `insufficient-scope`: This key or token lacks the permission. */
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_customers: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only the customer with this e-mail address. */
                email?: string;
                /** @description Only the customer with exactly this id of your own system; upper and lower case differ. */
                external_id?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
                /** @description Only customers with a name that begins so, 1 to 255 characters. */
                q?: string;
                /** @description The order; newest first when absent. Where there are more than 10000 customers, `-available` may be half a minute old, and ends after the 1000000 who can spend most. */
                sort?: components["schemas"]["CustomerSort"];
                /** @description Only customers whose credits stand so. */
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
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description Our id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_customer_balance: {
        parameters: {
            query?: {
                /** @description The timestamp, past or future; now when absent. Without microseconds it is the end of its millisecond, as timestamps are given: what has it as `booked_at` counts, and what has it as `expires_at` no longer does. */
                at?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description Our id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance at the timestamp: what has run out of time by then is gone from it. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-01-01T00:00:00.000Z",
                     *       "available": 95,
                     *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *       "debt": 0,
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
                     *       "unit": "credit",
                     *       "updated_at": "2026-01-01T00:00:00.000Z",
                     *       "website": {
                     *         "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *         "name": "Pictures",
                     *         "url": "https://pictures.example"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerBalance"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_customer_holds: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
                /** @description Only holds in this state. */
                state?: components["schemas"]["HoldState"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description Our id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of holds. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    set_overdraft_limit: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description Our id of the customer. */
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
            /** @description The balance at the timestamp: what has run out of time by then is gone from it. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-01-01T00:00:00.000Z",
                     *       "available": 95,
                     *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *       "debt": 0,
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
                     *       "unit": "credit",
                     *       "updated_at": "2026-01-01T00:00:00.000Z",
                     *       "website": {
                     *         "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *         "name": "Pictures",
                     *         "url": "https://pictures.example"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerBalance"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `amount-out-of-range`: The amount is out of range. */
            422: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    set_spend_limit: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description Our id of the customer. */
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
            /** @description The balance at the timestamp: what has run out of time by then is gone from it. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-01-01T00:00:00.000Z",
                     *       "available": 95,
                     *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *       "debt": 0,
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
                     *       "unit": "credit",
                     *       "updated_at": "2026-01-01T00:00:00.000Z",
                     *       "website": {
                     *         "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *         "name": "Pictures",
                     *         "url": "https://pictures.example"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerBalance"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_customer_transactions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description Our id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "amount": -5,
                     *           "balance_after": 95,
                     *           "booked_at": "2026-01-01T00:00:00.000Z",
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
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_features: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["Feature"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    save_feature: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
                "Tollgate-Website"?: string;
            };
            path: {
                /** @description The feature's code: 1 to 64 small letters, digits, dots, dashes and underscores, the first a letter or a digit. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["Feature"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_prices: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    add_price: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
            /** @description The price is there, as it was asked for. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "credits": 5,
                     *       "effective_at": "2026-01-01T00:00:00.000Z",
                     *       "min_charge": 0,
                     *       "per_units": 1,
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Price"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `price-version-taken`: This price version already exists. */
            409: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    grant_credits: {
        parameters: {
            query?: never;
            header: {
                /** @description Your name for this attempt: the same for each repeat of it, another for each new one. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description `true` when the key was used before; nothing was done again. */
                    "Idempotency-Replayed"?: boolean;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /**
             * @description - `invalid-request`: The request is not valid.
             *     - `idempotency-key-missing`: The Idempotency-Key header is missing.
             *     - `idempotency-key-invalid`: The Idempotency-Key header is not valid.
             */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            409: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `amount-out-of-range`: The amount is out of range.
             *     - `too-many-lots`: The balance has too many grants.
             *     - `unknown-feature`: The website has no such feature, or no price for it.
             */
            422: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    void_grant: {
        parameters: {
            query?: never;
            header: {
                /** @description Your name for this attempt: the same for each repeat of it, another for each new one. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description `true` when the key was used before; nothing was done again. */
                    "Idempotency-Replayed"?: boolean;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /**
             * @description - `invalid-request`: The request is not valid.
             *     - `idempotency-key-missing`: The Idempotency-Key header is missing.
             *     - `idempotency-key-invalid`: The Idempotency-Key header is not valid.
             */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
             *     - `account-frozen`: The account is frozen.
             */
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `operation-already-executed`: The idempotency key was used long ago.
             *     - `nothing-left`: Nothing is left of the grant.
             */
            409: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `idempotency-key-reused`: The idempotency key was used for another request. */
            422: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    open_hold: {
        parameters: {
            query?: never;
            header: {
                /** @description Your name for this attempt: the same for each repeat of it, another for each new one. */
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
                    /** @description `true` when the key was used before; nothing was done again. */
                    "Idempotency-Replayed"?: boolean;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /**
             * @description - `invalid-request`: The request is not valid.
             *     - `idempotency-key-missing`: The Idempotency-Key header is missing.
             *     - `idempotency-key-invalid`: The Idempotency-Key header is not valid.
             */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `insufficient-credits`: There are not enough credits. */
            402: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            403: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            409: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `amount-out-of-range`: The amount is out of range.
             *     - `too-many-holds`: The customer has too many open holds.
             *     - `unknown-feature`: The website has no such feature, or no price for it.
             */
            422: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["Hold"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `view-only`: A view is read-only.
             *     - `view-ended`: The view has ended.
             */
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    capture_hold: {
        parameters: {
            query?: never;
            header: {
                /** @description Your name for this attempt: the same for each repeat of it, another for each new one. */
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
                    /** @description `true` when the key was used before; nothing was done again. */
                    "Idempotency-Replayed"?: boolean;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /**
             * @description - `invalid-request`: The request is not valid.
             *     - `idempotency-key-missing`: The Idempotency-Key header is missing.
             *     - `idempotency-key-invalid`: The Idempotency-Key header is not valid.
             */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `insufficient-credits`: There are not enough credits. */
            402: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `key-spend-cap-reached`: The API key has reached its spending cap.
             *     - `spend-limit-reached`: The customer has reached the spending limit.
             *     - `account-frozen`: The account is frozen.
             */
            403: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `operation-already-executed`: The idempotency key was used long ago.
             *     - `hold-not-open`: The hold is closed.
             *     - `hold-expired`: The hold has expired.
             */
            409: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `capture-exceeds-hold`: The capture is larger than the hold.
             *     - `hold-feature-differs`: The hold is for another feature.
             *     - `amount-out-of-range`: The amount is out of range.
             *     - `unknown-feature`: The website has no such feature, or no price for it.
             */
            422: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    extend_hold: {
        parameters: {
            query?: never;
            header: {
                /** @description Your name for this attempt: the same for each repeat of it, another for each new one. */
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
                    /** @description `true` when the key was used before; nothing was done again. */
                    "Idempotency-Replayed"?: boolean;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /**
             * @description - `invalid-request`: The request is not valid.
             *     - `idempotency-key-missing`: The Idempotency-Key header is missing.
             *     - `idempotency-key-invalid`: The Idempotency-Key header is not valid.
             */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
             *     - `account-frozen`: The account is frozen.
             */
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `operation-already-executed`: The idempotency key was used long ago.
             *     - `hold-not-open`: The hold is closed.
             *     - `hold-expired`: The hold has expired.
             */
            409: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `idempotency-key-reused`: The idempotency key was used for another request. */
            422: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    void_hold: {
        parameters: {
            query?: never;
            header: {
                /** @description Your name for this attempt: the same for each repeat of it, another for each new one. */
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
                    /** @description `true` when the key was used before; nothing was done again. */
                    "Idempotency-Replayed"?: boolean;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /**
             * @description - `invalid-request`: The request is not valid.
             *     - `idempotency-key-missing`: The Idempotency-Key header is missing.
             *     - `idempotency-key-invalid`: The Idempotency-Key header is not valid.
             */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `account-frozen`: The account is frozen.
             */
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `operation-already-executed`: The idempotency key was used long ago.
             *     - `hold-not-open`: The hold is closed.
             *     - `hold-expired`: The hold has expired.
             */
            409: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `idempotency-key-reused`: The idempotency key was used for another request. */
            422: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unfreeze_account: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, as a verification tells it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account can be used again. */
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verify_ledger: {
        parameters: {
            query?: {
                /** @description The run to hear of; when absent, a new one, or the latest where that is told. */
                run?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the verification stands. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    /**
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
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `view-only`: A view is read-only.
             *     - `view-ended`: The view has ended.
             */
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    /**
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
                    "application/json": components["schemas"]["Balances"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `view-only`: A view is read-only.
             *     - `view-ended`: The view has ended.
             */
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_my_balance: {
        parameters: {
            query?: {
                /** @description The timestamp, past or future; now when absent. Without microseconds it is the end of its millisecond, as timestamps are given: what has it as `booked_at` counts, and what has it as `expires_at` no longer does. */
                at?: string;
            };
            header?: {
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
            };
            path: {
                /** @description The `customer_id` of one of `GET /v1/me/credits`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance at the timestamp: what has run out of time by then is gone from it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-01-01T00:00:00.000Z",
                     *       "available": 95,
                     *       "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
                     *       "debt": 0,
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
                     *       "unit": "credit",
                     *       "updated_at": "2026-01-01T00:00:00.000Z",
                     *       "website": {
                     *         "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *         "name": "Pictures",
                     *         "url": "https://pictures.example"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerBalance"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `view-only`: A view is read-only.
             *     - `view-ended`: The view has ended.
             */
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_my_transactions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
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
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "amount": -5,
                     *           "balance_after": 95,
                     *           "booked_at": "2026-01-01T00:00:00.000Z",
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
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `view-only`: A view is read-only.
             *     - `view-ended`: The view has ended.
             */
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    /**
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
                    "application/json": components["schemas"]["TransactionExplained"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `view-only`: A view is read-only.
             *     - `view-ended`: The view has ended.
             */
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_my_usage: {
        parameters: {
            query?: {
                /** @description What is told apart: `day`, `feature` or `day,feature`; days when absent. */
                by?: string;
                /** @description The `customer_id` of one of `GET /v1/me/credits`; all live ones when absent. */
                customer?: string;
                /** @description The first day, such as 2026-01-01; 29 days before `to` when absent. */
                from?: string;
                /** @description The last day; today when absent. */
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
            /** @description What was used. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `view-only`: A view is read-only.
             *     - `view-ended`: The view has ended.
             */
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_audit: {
        parameters: {
            query?: {
                /** @description Only acts of this name, such as `key.made`. */
                act?: string;
                /** @description Only what this user or API key did, by id. */
                actor?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The first timestamp, such as 2026-01-01T00:00:00Z. */
                from?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
                /** @description Only what was done to this, by id. */
                subject?: string;
                /** @description The timestamp at which it ends; not included. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trail; with `Accept: text/csv` up to ten thousand lines of it as a file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                     *             "kind": "key"
                     *           },
                     *           "website_id": "web_0192f0c4a1b27c3d8e9f001122334455"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
                    "text/csv": string;
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description How it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["OperatorHealth"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_mail_deliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
                /** @description The whole address that they are for, in whatever letters. */
                q?: string;
                /** @description Only those in this state: `waiting`, `sent` or `given_up`. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of letters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["OperatorMailDeliveryPage"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    /**
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
                    "application/json": components["schemas"]["OperatorSigningKeys"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The keys, with the next ones, which are announced now and sign later. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["OperatorSigningKeys"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `conflict`: The request conflicts with another one, or with the present state. */
            409: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_users: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
                /** @description The beginning of the e-mail address, in whatever letters, or of the name. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["OperatorUserPage"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["OperatorUserDetail"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description Nobody is signed in as this person any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The view has begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["OperatorView"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
             *     - `not-viewable`: This person cannot be viewed.
             */
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_all_webhook_deliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
                /** @description Only those in this state: `waiting`, `delivered` or `failed`. */
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
                    /**
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
                    "application/json": components["schemas"]["OperatorDeliveryPage"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_all_websites: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
                /** @description A part of the name, the address or the owner's e-mail address; or the website's or the owner's id. */
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
                    /**
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
                    "application/json": components["schemas"]["OperatorWebsitePage"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The website is theirs. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "debt_repaid_by": "all_grants",
                     *       "mode": "live",
                     *       "restored_days": 30
                     *     }
                     */
                    "application/json": components["schemas"]["CreditPolicy"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    set_credit_policy: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "debt_repaid_by": "all_grants",
                     *       "mode": "live",
                     *       "restored_days": 30
                     *     }
                     */
                    "application/json": components["schemas"]["CreditPolicy"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_signup_grant: {
        parameters: {
            query?: {
                /** @description Of which credits. */
                mode?: components["schemas"]["Mode"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "amount": 50,
                     *       "enabled": true,
                     *       "expires_days": 30,
                     *       "mode": "live"
                     *     }
                     */
                    "application/json": components["schemas"]["SignupGrant"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    set_signup_grant: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "amount": 50,
                     *       "enabled": true,
                     *       "expires_days": 30,
                     *       "mode": "live"
                     *     }
                     */
                    "application/json": components["schemas"]["SignupGrant"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    spend_credits: {
        parameters: {
            query?: never;
            header: {
                /** @description Your name for this attempt: the same for each repeat of it, another for each new one. */
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
                    /** @description `true` when the key was used before; nothing was done again. */
                    "Idempotency-Replayed"?: boolean;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /**
             * @description - `invalid-request`: The request is not valid.
             *     - `idempotency-key-missing`: The Idempotency-Key header is missing.
             *     - `idempotency-key-invalid`: The Idempotency-Key header is not valid.
             */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `insufficient-credits`: There are not enough credits. */
            402: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            403: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            409: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `idempotency-key-reused`: The idempotency key was used for another request.
             *     - `amount-out-of-range`: The amount is out of range.
             *     - `unknown-feature`: The website has no such feature, or no price for it.
             */
            422: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `website-suspended`: The website is suspended.
             */
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_transactions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only those of this customer, by our id. */
                customer?: string;
                /** @description Only those for this feature, by its code, and reversals of them. */
                feature?: string;
                /** @description Only those booked at or after this timestamp. */
                from?: string;
                /** @description Only those of this kind. */
                kind?: components["schemas"]["TransactionKind"];
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
                /** @description Only those booked before this timestamp. */
                to?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "amount": -5,
                     *           "balance_after": 95,
                     *           "booked_at": "2026-01-01T00:00:00.000Z",
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
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["TransactionExplained"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reverse_transaction: {
        parameters: {
            query?: never;
            header: {
                /** @description Your name for this attempt: the same for each repeat of it, another for each new one. */
                "Idempotency-Key": string;
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description `true` when the key was used before; nothing was done again. */
                    "Idempotency-Replayed"?: boolean;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /**
             * @description - `invalid-request`: The request is not valid.
             *     - `idempotency-key-missing`: The Idempotency-Key header is missing.
             *     - `idempotency-key-invalid`: The Idempotency-Key header is not valid.
             */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
             *     - `account-frozen`: The account is frozen.
             */
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `idempotency-in-flight`: The same request is still running.
             *     - `operation-already-executed`: The idempotency key was used long ago.
             *     - `already-reversed`: The transaction is already reversed.
             */
            409: {
                headers: {
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    /** @description `true` when the key was used before: these are the bytes of the first answer. */
                    "Idempotency-Replayed"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_usage: {
        parameters: {
            query?: {
                /** @description What is told apart: `day`, `feature` or `day,feature`; days when absent. */
                by?: string;
                /** @description Our id of the only customer that is meant; all of them when absent. */
                customer?: string;
                /** @description The first day, such as 2026-01-01; 29 days before `to` when absent. */
                from?: string;
                /** @description The last day; today when absent. */
                to?: string;
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was used. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The user, as it is now. */
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
                     *       "is_active": true,
                     *       "is_operator": false,
                     *       "name": "Ada"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `conflict`: The request conflicts with another one, or with the present state. */
            409: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The user, as it is now. */
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `conflict`: The request conflicts with another one, or with the present state. */
            409: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    add_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
            /** @description The endpoint, and its secret. */
            201: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
            /** @description The endpoint is gone. */
            204: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    change_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_webhook_deliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The most items of the page, 1 to 100; 20 when absent. */
                limit?: number;
                /** @description Only deliveries in this state. */
                state?: components["schemas"]["WebhookDeliveryState"];
            };
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted. */
                "Tollgate-View-As"?: string;
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resend_webhook_delivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resend_webhook_range: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotate_webhook_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
            /** @description The endpoint, and its new secret. */
            200: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    test_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself. */
                "Tollgate-Mode"?: "live" | "test";
                /** @description With a user's access token: the id of the owner's website. An API key says it by itself. */
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
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate-limited`: There were too many requests. */
            429: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
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
            503: {
                headers: {
                    /** @description How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has run out. Absent without limits, and with a user's token but for a 429. */
                    RateLimit?: string;
                    /** @description How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                     *         "id_token_signed_response_alg": "ES256",
                     *         "name": "Picture Shop",
                     *         "post_logout_redirect_uris": [
                     *           "https://pictures.example.com/"
                     *         ],
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description - `insufficient-scope`: This key or token lacks the permission.
             *     - `client-not-allowed`: This token may not be used for this.
             *     - `registration-closed`: You may not register websites here.
             *     - `holder-inactive`: The account is not active.
             */
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    /**
                     * @example {
                     *       "application_type": "web",
                     *       "client_id": "client_0192f0c4a1b27c3d8e9f001122334466",
                     *       "created_at": "2026-01-01T00:00:00.000Z",
                     *       "device_grant": false,
                     *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *       "id_token_signed_response_alg": "ES256",
                     *       "name": "Picture Shop",
                     *       "post_logout_redirect_uris": [
                     *         "https://pictures.example.com/"
                     *       ],
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
                    "application/json": components["schemas"]["WebsiteDetail"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    /**
                     * @example {
                     *       "application_type": "web",
                     *       "client_id": "client_0192f0c4a1b27c3d8e9f001122334466",
                     *       "created_at": "2026-01-01T00:00:00.000Z",
                     *       "device_grant": false,
                     *       "id": "web_0192f0c4a1b27c3d8e9f001122334455",
                     *       "id_token_signed_response_alg": "ES256",
                     *       "name": "Picture Shop",
                     *       "post_logout_redirect_uris": [
                     *         "https://pictures.example.com/"
                     *       ],
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
                    "application/json": components["schemas"]["WebsiteDetail"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    /**
                     * @example {
                     *       "brand_color": "#c2410c",
                     *       "client_uri": "https://pictures.example.com/",
                     *       "logo_uri": null,
                     *       "policy_uri": "https://pictures.example.com/privacy",
                     *       "tos_uri": null
                     *     }
                     */
                    "application/json": components["schemas"]["Branding"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    /**
                     * @example {
                     *       "brand_color": "#c2410c",
                     *       "client_uri": "https://pictures.example.com/",
                     *       "logo_uri": null,
                     *       "policy_uri": "https://pictures.example.com/privacy",
                     *       "tos_uri": null
                     *     }
                     */
                    "application/json": components["schemas"]["Branding"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The client, and its new secret. */
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `conflict`: The request conflicts with another one, or with the present state. */
            409: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The client, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["PublicClient"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `conflict`: The request conflicts with another one, or with the present state. */
            409: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    /**
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
                    "application/json": components["schemas"]["Website"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_sign_in_activity: {
        parameters: {
            query?: {
                /** @description The most items, 1 to 100; 20 when absent. */
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
            /** @description What they asked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["SignInActivity"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_website_summary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Whether real (`live`) or play credits (`test`) are meant; `live` when absent. */
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
            /** @description How the website does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
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
                    "application/json": components["schemas"]["WebsiteSummary"];
                };
            };
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unauthenticated`: The request carries no valid credential. */
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description - `invalid-request`: The request is not valid. */
            400: {
                headers: {
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
            401: {
                headers: {
                    /** @description The nonce for the next proof, when the clock of the last one is wrong (RFC 9449). */
                    "DPoP-Nonce"?: string;
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
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
            403: {
                headers: {
                    /** @description What the credential lacks. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not-found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `content-too-large`: The request body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `unsupported-media-type`: The media type of the request body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal`: Internal error. */
            500: {
                headers: {
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
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
