/** Types of the identity provider's account API, written by `npm run generate` from openapi/account.json; never edited by hand. */
export interface paths {
    "/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an account at a provider from your sign-in methods.
         * @description Needs a sign-in of the last ten minutes. All other sessions end.
         */
        delete: operations["remove_own_account"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the applications that may access your account. */
        get: operations["list_own_applications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an application's access.
         * @description Its refresh tokens stop working at once, and its access tokens at the userinfo endpoint too. You are asked for
         *     consent the next time it requests access.
         */
        delete: operations["revoke_own_application"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request the deletion of your account.
         * @description Needs a sign-in of the last five minutes. All sessions and grants end at once. The account's data is deleted two
         *     weeks later, and its id is never used again. Signing in before then cancels the deletion and sends the user a mail.
         *     The same request with the same token gets the same response for 30 seconds, in case the first one was lost.
         */
        post: operations["ask_for_deletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all data of your account.
         * @description The file contains no secrets: passwords, keys and tokens are stored as digests or encrypted.
         */
        get: operations["export_own_account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey from your sign-in methods.
         * @description Needs a sign-in of the last ten minutes. All other sessions end.
         */
        delete: operations["remove_own_passkey"];
        options?: never;
        head?: never;
        /** Rename one of your passkeys. */
        patch: operations["rename_own_passkey"];
        trace?: never;
    };
    "/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your profile. */
        get: operations["get_own_profile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the display name and other claims that the scope `profile` gives to websites.
         * @description Tokens that were issued before the change keep the old values.
         */
        patch: operations["change_own_profile"];
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your sessions. */
        get: operations["list_own_sessions"];
        put?: never;
        post?: never;
        /** End all your other sessions and their grants. */
        delete: operations["end_own_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions and its grants.
         * @description You may end the session of this request's access token; the token is no longer valid then.
         */
        delete: operations["end_own_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your sign-in methods. */
        get: operations["list_own_sign_in_methods"];
        put?: never;
        post?: never;
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
         * AccountProblem
         * @description Problem details of a refusal (RFC 9457).
         */
        AccountProblem: {
            detail: string;
            /**
             * Format: uint64
             * @description With `step-up-required`: the maximum age of the sign-in, in seconds.
             */
            max_age?: number;
            request_id: string;
            /** Format: int32 */
            status: number;
            title: string;
            /** @description The kind of problem, as a URL under the issuer: `…/problems/{slug}`. */
            type: string;
        };
        /**
         * Deletion
         * @description A request to delete the account.
         */
        Deletion: {
            /** @description Your own email address, as a confirmation; your user id if the account has no address. */
            confirm: string;
        };
        /**
         * DeletionDue
         * @description When the account is deleted.
         */
        DeletionDue: {
            /** @description ISO 8601. */
            at: string;
        };
        /**
         * Device
         * @description A browser, as its `User-Agent` header describes it.
         */
        Device: {
            /** @description The browser's name. */
            browser?: string;
            kind: components["schemas"]["DeviceForm"];
            /** @description The system that the browser runs on. */
            system?: string;
        };
        /**
         * @description The kind of device that a browser runs on.
         * @enum {string}
         */
        DeviceForm: "desktop" | "phone" | "tablet" | "unknown";
        /**
         * EndedSessions
         * @description The result of ending sessions.
         */
        EndedSessions: {
            /**
             * Format: uint64
             * @description The number of sessions that ended.
             */
            ended: number;
        };
        /**
         * @description The session that is not ended.
         * @enum {string}
         */
        Except: "current";
        /**
         * Export
         * @description All data of the user.
         */
        Export: {
            applications: components["schemas"]["OwnApplication"][];
            /** @description Audit events of the user and of accounts that were merged into this one, the newest first; at most 10,000. */
            events: components["schemas"]["OwnEvent"][];
            /** @description ISO 8601. */
            exported_at: string;
            /** @description The issuer, which made the export. */
            issuer: string;
            /** @description Emails of the last 14 days to the user's address if it is verified, the newest first; at most 1,000. */
            letters: components["schemas"]["OwnEmail"][];
            profile: components["schemas"]["Profile"];
            sessions: components["schemas"]["OwnSession"][];
            sign_in_methods: components["schemas"]["OwnSignInMethods"];
        };
        /**
         * OfferedProvider
         * @description A provider that users of this installation can sign in with.
         */
        OfferedProvider: {
            id: string;
            /** @description True if the user has an account there that signs in here. */
            linked: boolean;
            name: string;
        };
        /**
         * OwnAccount
         * @description An account at a provider.
         */
        OwnAccount: {
            id: string;
            /** @description The email address that the provider last confirmed. */
            label?: string;
            /** @description When the user last signed in with the account, or linked it; ISO 8601. */
            last_used_at?: string;
            /** @description ISO 8601. */
            linked_at: string;
            /** @description The provider's id in the settings. */
            provider: string;
            /** @description The provider's display name. */
            provider_name: string;
        };
        /**
         * OwnAddress
         * @description The user's email address.
         */
        OwnAddress: {
            address: string;
            verified: boolean;
        };
        /**
         * OwnApplication
         * @description A client that may access the user's account.
         */
        OwnApplication: {
            client_id: string;
            /** @description True if the client belongs to this installation, which needs no consent. */
            first_party: boolean;
            /** @description When the user gave the consent that is in force; ISO 8601. */
            granted_at: string;
            /** @description When the client last received a grant or a consent; ISO 8601. */
            last_used_at?: string;
            /** @description URL that opens the application's website and signs the user in; null if the client registered no `initiate_login_uri`. */
            login_uri?: string;
            /** @description Picture of the application as a `data:` URL. */
            logo?: string;
            name: string;
            /** @description The scopes that the client may request. */
            scopes: string[];
        };
        /**
         * OwnApplications
         * @description The user's applications, the most recently used first.
         */
        OwnApplications: {
            items: components["schemas"]["OwnApplication"][];
        };
        /**
         * OwnEmail
         * @description An email to the user's address.
         */
        OwnEmail: {
            /** @description When the email was queued; ISO 8601. */
            at: string;
            /**
             * Format: int64
             * @description The number of delivery attempts.
             */
            attempts: number;
            /** @description When the email was sent or given up; ISO 8601. */
            ended_at?: string;
            /** @description The kind of email, such as `sign_in_link`. */
            kind: string;
            /** @description `waiting`, `sent` or `given_up`. */
            state: string;
        };
        /**
         * OwnEvent
         * @description An event of the audit log.
         */
        OwnEvent: {
            /** @description The action, such as `sign_in.succeeded`. */
            action: string;
            /**
             * @description The id of the user or client that acted. It is `anonymous` before the user is known, `import` for an import from
             *     another system, and `idp` for actions of the service itself.
             */
            actor: string;
            /** @description When the event happened; ISO 8601. */
            at: string;
            /** @description The client that acted for the user. */
            client_id?: string;
            /** @description Further details, which depend on the action. */
            details: unknown;
            /** @description The network of the request: an IPv4 address or an IPv6 /64. */
            network?: string;
            /** @description The id of the object of the action. */
            subject: string;
        };
        /**
         * OwnPasskey
         * @description A passkey on a device of the user.
         */
        OwnPasskey: {
            /** @description ISO 8601. */
            created_at: string;
            id: string;
            /** @description ISO 8601; absent before the first sign-in with the passkey. */
            last_used_at?: string;
            name: string;
        };
        /**
         * OwnSession
         * @description A browser in which the user is signed in.
         */
        OwnSession: {
            /** @description The clients that have a grant of this session. */
            applications: components["schemas"]["SessionApplication"][];
            /** @description ISO 8601. */
            created_at: string;
            /** @description True if the access token of this request was issued in this session. */
            current: boolean;
            device: components["schemas"]["Device"];
            id: string;
            /** @description The network in which the session started: an IPv4 address or an IPv6 /64. */
            ip?: string;
            /** @description When the session started or was last extended, which happens at most once a day; ISO 8601. */
            last_seen_at: string;
            /** @description The sign-in method: `email`, `password`, `passkey`, or a provider's id. */
            method: string;
        };
        /**
         * OwnSessions
         * @description All sessions of the user, the most recently seen first.
         */
        OwnSessions: {
            items: components["schemas"]["OwnSession"][];
        };
        /**
         * OwnSignInMethods
         * @description The user's sign-in methods.
         */
        OwnSignInMethods: {
            /** @description The oldest first. */
            accounts: components["schemas"]["OwnAccount"][];
            /** @description For each account and passkey by its id: true, or the reason why it cannot be removed: `last-sign-in-method`. */
            can_remove: {
                [key: string]: unknown;
            };
            /** @description Null for a user whose provider confirmed no address. */
            email?: components["schemas"]["OwnAddress"] & unknown;
            has_password: boolean;
            /** @description The oldest first. */
            passkeys: components["schemas"]["OwnPasskey"][];
            providers: components["schemas"]["OfferedProvider"][];
        };
        /**
         * PasskeyName
         * @description The new name of a passkey.
         */
        PasskeyName: {
            /** @description At most 64 characters. */
            name: string;
        };
        /**
         * Profile
         * @description The user's profile.
         */
        Profile: {
            /** @description ISO 8601. */
            created_at: string;
            email?: string;
            /** @description True if the user proved to own the email address. */
            email_verified: boolean;
            /** @description The last name. */
            family_name?: string;
            /** @description The first name. */
            given_name?: string;
            has_password: boolean;
            /** @description The user's id: `sub` in the tokens of clients without pairwise subjects. */
            id: string;
            /** @description The URL of a picture. */
            image?: string;
            /** @description True if the user is an operator of this installation. */
            is_operator: boolean;
            /** @description The language, as a tag (RFC 5646). */
            locale?: string;
            name?: string;
            /** @description The user name that the user chose. If it is null, websites get the part of the email address before `@`. */
            preferred_username?: string;
            /** @description The time zone, by its name in the time zone database. */
            zoneinfo?: string;
        };
        /**
         * ProfileChange
         * @description A change of the profile. Members that are left out keep their values; an empty text removes a claim.
         */
        ProfileChange: {
            /** @description The last name: at most 200 characters, on one line. */
            family_name?: string;
            /** @description The first name: at most 200 characters, on one line. */
            given_name?: string;
            /** @description The language, as a tag (RFC 5646) such as `de-AT`. */
            locale?: string;
            /** @description The display name: at most 200 characters, on one line, and not empty. */
            name?: string;
            /**
             * @description The user name that websites suggest: at most 200 characters, on one line. Without one, websites get the part of
             *     the email address before `@`.
             */
            preferred_username?: string;
            /** @description The time zone, by its name in the time zone database, such as `Europe/Vienna`. */
            zoneinfo?: string;
        };
        /**
         * SessionApplication
         * @description A client that has a grant of a session.
         */
        SessionApplication: {
            client_id: string;
            name: string;
        };
    };
    responses: {
        /** @description The request cannot be read, or has a parameter or a member that the operation does not take. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["AccountProblem"];
            };
        };
        /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
        Forbidden: {
            headers: {
                "WWW-AUTHENTICATE": components["headers"]["WWW-AUTHENTICATE"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["AccountProblem"];
            };
        };
        /** @description An error on our side. The log has it under `request_id`. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["AccountProblem"];
            };
        };
        /** @description The body is longer than one MiB. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["AccountProblem"];
            };
        };
        /** @description The body stopped coming. Send it again. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["AccountProblem"];
            };
        };
        /** @description A part of the server is away, or others hold what the request needs. Send it again. */
        ServiceUnavailable: {
            headers: {
                "RETRY-AFTER": components["headers"]["RETRY-AFTER"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["AccountProblem"];
            };
        };
        /** @description There is no access token that counts, or the session has ended in which it was given. */
        Unauthorized: {
            headers: {
                "WWW-AUTHENTICATE": components["headers"]["WWW-AUTHENTICATE"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["AccountProblem"];
            };
        };
        /** @description The body is not JSON, has no Content-Type, or is compressed. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["AccountProblem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Seconds to wait. */
        "RETRY-AFTER": number;
        /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
        "WWW-AUTHENTICATE": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    remove_own_account: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is removed, and all other sessions have ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            /** @description The token is not valid, or its sign-in is older than ten minutes (RFC 9470). */
            401: {
                headers: {
                    "WWW-AUTHENTICATE": components["headers"]["WWW-AUTHENTICATE"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description You have no such sign-in method. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The account is your only sign-in method that works. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_own_applications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnApplications"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revoke_own_application: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client no longer has access. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The client has no access to this account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ask_for_deletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Deletion"];
            };
        };
        responses: {
            /** @description The deletion is scheduled, and all sessions have ended. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionDue"];
                };
            };
            /** @description `confirm` is not your email address. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The token is not valid, or its sign-in is older than five minutes (RFC 9470). */
            401: {
                headers: {
                    "WWW-AUTHENTICATE": components["headers"]["WWW-AUTHENTICATE"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    export_own_account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Contains the suggested file name. */
                    "CONTENT-DISPOSITION": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Too many exports within the hour. */
            429: {
                headers: {
                    /** @description Seconds until the next export is allowed. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    remove_own_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkey is removed, and all other sessions have ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            /** @description The token is not valid, or its sign-in is older than ten minutes (RFC 9470). */
            401: {
                headers: {
                    "WWW-AUTHENTICATE": components["headers"]["WWW-AUTHENTICATE"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description You have no such sign-in method. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The passkey is your only sign-in method that works. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description Too many changes within the hour. */
            429: {
                headers: {
                    /** @description Seconds until the next change is allowed. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rename_own_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyName"];
            };
        };
        responses: {
            /** @description The passkey has its new name. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The name is empty, too long, or has characters that cannot be seen. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description You have no such passkey. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many changes within the hour. */
            429: {
                headers: {
                    /** @description Seconds until the next change is allowed. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_own_profile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    change_own_profile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileChange"];
            };
        };
        responses: {
            /** @description The profile after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description A member has a wrong format, or the body has no member. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The profile was changed too often. */
            429: {
                headers: {
                    /** @description Seconds until the next change is allowed. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_own_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSessions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    end_own_sessions: {
        parameters: {
            query: {
                /** @description The session to keep; the parameter is required. */
                except: components["schemas"]["Except"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    end_own_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description You have no such session. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    list_own_sign_in_methods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSignInMethods"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
