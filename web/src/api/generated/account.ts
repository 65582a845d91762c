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
         * Remove an account at a provider from one's ways in.
         * @description Takes a sign-in of the last ten minutes; all other sessions end.
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
        /** List which clients may do something for one. */
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
         * Take back what a client was allowed.
         * @description Its refresh tokens end at once, its access tokens at userinfo too; the next time the person is asked again.
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
         * Ask to be deleted.
         * @description Takes a sign-in of the last five minutes. All sessions and grants end at once; two weeks later what is kept of the
         *     person is deleted, and the id stays nobody else's. Whoever signs in before stays.
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
         * Save everything that is known of one.
         * @description Secrets are not in it: passwords, keys and tokens are kept as digests or sealed.
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
         * Remove a passkey from one's ways in.
         * @description Takes a sign-in of the last ten minutes; all other sessions end.
         */
        delete: operations["remove_own_passkey"];
        options?: never;
        head?: never;
        /** Give a passkey of one's own another name. */
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
        /** Tell who one is. */
        get: operations["get_own_profile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the display name and other claims that the scope `profile` opens for websites.
         * @description Tokens that were given before keep the old name.
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
        /** List where one is signed in. */
        get: operations["list_own_sessions"];
        put?: never;
        post?: never;
        /** End all other sessions of one's own, and what hangs on them. */
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
         * End one of one's own sessions, and what hangs on it.
         * @description The one of this call's token too: that token counts no more then.
         */
        delete: operations["end_own_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ways-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what one can sign in with. */
        get: operations["list_own_ways_in"];
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
         * @description A refusal (RFC 9457).
         */
        AccountProblem: {
            detail: string;
            /**
             * Format: uint64
             * @description `step-up-required`: how old the sign-in may be, in seconds.
             */
            max_age?: number;
            request_id: string;
            /** Format: int32 */
            status: number;
            title: string;
            /** @description The kind, as an address under the issuer: `…/problems/{slug}`. */
            type: string;
        };
        /**
         * Deletion
         * @description A wish to be deleted.
         */
        Deletion: {
            /** @description One's own address, as a confirmation; the id, for a person without an address. */
            confirm: string;
        };
        /**
         * DeletionDue
         * @description When the account goes.
         */
        DeletionDue: {
            /** @description ISO 8601. */
            at: string;
        };
        /**
         * Device
         * @description A browser, as far as it describes itself.
         */
        Device: {
            /** @description What people call the browser. */
            browser?: string;
            kind: components["schemas"]["DeviceForm"];
            /** @description The system that it runs on, likewise. */
            system?: string;
        };
        /**
         * @description What a browser runs on.
         * @enum {string}
         */
        DeviceForm: "desktop" | "phone" | "tablet" | "unknown";
        /**
         * EndedSessions
         * @description What was ended.
         */
        EndedSessions: {
            /**
             * Format: uint64
             * @description How many sessions.
             */
            ended: number;
        };
        /**
         * @description Which session stays.
         * @enum {string}
         */
        Except: "current";
        /**
         * Export
         * @description Everything that is known of the person.
         */
        Export: {
            applications: components["schemas"]["OwnApplication"][];
            /**
             * @description What was done by the person or to the account, and before they were made one by or to other accounts of the person,
             *     the newest first: 10,000 at most.
             */
            events: components["schemas"]["OwnEvent"][];
            /** @description ISO 8601. */
            exported_at: string;
            /** @description Who tells it. */
            issuer: string;
            /**
             * @description What became of the letters of the last 14 days to the person's address, if it was proven, the newest first: 1,000 at
             *     most.
             */
            letters: components["schemas"]["OwnLetter"][];
            profile: components["schemas"]["Profile"];
            sessions: components["schemas"]["OwnSession"][];
            ways_in: components["schemas"]["WaysIn"];
        };
        /**
         * OfferedProvider
         * @description A provider that people sign in with here.
         */
        OfferedProvider: {
            id: string;
            /** @description Whether the person has an account there that signs in. */
            linked: boolean;
            name: string;
        };
        /**
         * OwnAccount
         * @description An identity at a provider.
         */
        OwnAccount: {
            id: string;
            /** @description The address that the provider vouched for last. */
            label?: string;
            /** @description When the person last came in by it, or linked it; ISO 8601. */
            last_used_at?: string;
            /** @description ISO 8601. */
            linked_at: string;
            /** @description The provider's id in the settings. */
            provider: string;
            /** @description The provider's name for people. */
            provider_name: string;
        };
        /**
         * OwnAddress
         * @description The person's address.
         */
        OwnAddress: {
            address: string;
            verified: boolean;
        };
        /**
         * OwnApplication
         * @description A client that may do something for the person.
         */
        OwnApplication: {
            client_id: string;
            /** @description Whether it belongs to this installation, which nobody is asked about. */
            first_party: boolean;
            /** @description When the person allowed it what still stands; ISO 8601. */
            granted_at: string;
            /** @description When it was last given a grant, or allowed anything; ISO 8601. */
            last_used_at?: string;
            /** @description The address that opens its site with a sign-in; null where the client registered no `initiate_login_uri`. */
            login_uri?: string;
            /** @description A `data:` address of a picture. */
            logo?: string;
            name: string;
            /** @description All that it may do. */
            scopes: string[];
        };
        /**
         * OwnApplications
         * @description All of them, the one that was used last first.
         */
        OwnApplications: {
            items: components["schemas"]["OwnApplication"][];
        };
        /**
         * OwnEvent
         * @description One thing that happened.
         */
        OwnEvent: {
            /** @description What was done, such as `sign_in.succeeded`. */
            action: string;
            /**
             * @description Who did it: a user's or a client's id; `anonymous` before anybody is known, `import` for who took the person over
             *     from another system, `idp` for what nobody asked for.
             */
            actor: string;
            /** @description ISO 8601. */
            at: string;
            /** @description The client on whose behalf it was done. */
            client_id?: string;
            /** @description More about it. */
            details: unknown;
            /** @description Where it came from: an IPv4 address or an IPv6 /64. */
            network?: string;
            /** @description To what: an id. */
            subject: string;
        };
        /**
         * OwnLetter
         * @description A letter to the person's address.
         */
        OwnLetter: {
            /** @description When it was written, ISO 8601. */
            at: string;
            /**
             * Format: int64
             * @description How often it was tried.
             */
            attempts: number;
            /** @description When it was sent or given up, ISO 8601. */
            ended_at?: string;
            /** @description What it is, such as `sign_in_link`. */
            kind: string;
            /** @description `waiting`, `sent` or `given_up`. */
            state: string;
        };
        /**
         * OwnPasskey
         * @description A key that a device of the person keeps.
         */
        OwnPasskey: {
            /** @description ISO 8601. */
            created_at: string;
            id: string;
            /** @description ISO 8601; absent before the first sign-in with it. */
            last_used_at?: string;
            name: string;
        };
        /**
         * OwnSession
         * @description A browser in which the person is signed in.
         */
        OwnSession: {
            /** @description The clients that live on it. */
            applications: components["schemas"]["SessionApplication"][];
            /** @description ISO 8601. */
            created_at: string;
            /** @description Whether the token of this call was given in it. */
            current: boolean;
            device: components["schemas"]["Device"];
            id: string;
            /** @description The network that it began in: an IPv4 address or an IPv6 /64. */
            ip?: string;
            /** @description When it was begun or last extended, a day at most before it was last used; ISO 8601. */
            last_seen_at: string;
            /** @description How the person proved who they are: `email`, `password`, `passkey`, or a provider's id. */
            method: string;
        };
        /**
         * OwnSessions
         * @description All sessions of the person, the one that was seen last first.
         */
        OwnSessions: {
            items: components["schemas"]["OwnSession"][];
        };
        /**
         * PasskeyName
         * @description What a passkey is called.
         */
        PasskeyName: {
            /** @description 64 characters at most. */
            name: string;
        };
        /**
         * Profile
         * @description The person.
         */
        Profile: {
            /** @description ISO 8601. */
            created_at: string;
            email?: string;
            /** @description Whether the address was proven. */
            email_verified: boolean;
            /** @description The last name. */
            family_name?: string;
            /** @description The first name. */
            given_name?: string;
            has_password: boolean;
            /** @description `sub` of the tokens of clients that do not have pairwise names. */
            id: string;
            /** @description The address of a picture. */
            image?: string;
            /** @description Whether the person runs this installation. */
            is_operator: boolean;
            /** @description The language, as a tag (RFC 5646). */
            locale?: string;
            name?: string;
            /** @description The user name that the person gave; null where websites get the address before its `@`. */
            preferred_username?: string;
            /** @description The time zone, by its name in the time zone database. */
            zoneinfo?: string;
        };
        /**
         * ProfileChange
         * @description A change of the profile. Members that are left out stay; an empty text takes a claim away.
         */
        ProfileChange: {
            /** @description The last name: 200 characters at most, on one line. */
            family_name?: string;
            /** @description The first name: 200 characters at most, on one line. */
            given_name?: string;
            /** @description The language, as a tag (RFC 5646) such as `de-AT`. */
            locale?: string;
            /** @description The display name: 200 characters at most, on one line, and not empty. */
            name?: string;
            /**
             * @description The user name that websites suggest: 200 characters at most, on one line. Without one they get the address before
             *     its `@`.
             */
            preferred_username?: string;
            /** @description The time zone, by its name in the time zone database, such as `Europe/Vienna`. */
            zoneinfo?: string;
        };
        /**
         * SessionApplication
         * @description A client that lives on a session.
         */
        SessionApplication: {
            client_id: string;
            name: string;
        };
        /**
         * WaysIn
         * @description What the person can sign in with.
         */
        WaysIn: {
            /** @description The oldest first. */
            accounts: components["schemas"]["OwnAccount"][];
            /** @description For each account and passkey by its id: true, or why it cannot be removed, which is `last-way-in`. */
            can_remove: {
                [key: string]: unknown;
            };
            /** @description Null for a person who came by a provider that vouches for none. */
            email?: components["schemas"]["OwnAddress"] & unknown;
            has_password: boolean;
            /** @description The oldest first. */
            passkeys: components["schemas"]["OwnPasskey"][];
            providers: components["schemas"]["OfferedProvider"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
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
            /** @description It no longer signs in, and all other sessions have ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read, or has a parameter or a member that the operation does not take. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The token does not count, or its sign-in is older than ten minutes (RFC 9470). */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The person has no such way in. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description It is the only way in that works. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
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
            /** @description The request cannot be read, or has a parameter or a member that the operation does not take. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description There is no access token that counts, or the session has ended in which it was given. */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
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
            /** @description It has nothing of this person any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read, or has a parameter or a member that the operation does not take. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description There is no access token that counts, or the session has ended in which it was given. */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description It had nothing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
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
            /** @description All sessions have ended, and the account goes then. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionDue"];
                };
            };
            /** @description It is not confirmed by one's own address. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The token does not count, or its sign-in is older than five minutes (RFC 9470). */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The body stopped coming. Send it again. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The body is longer than one MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The body is not JSON, has no Content-Type, or is compressed. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
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
                    /** @description The name to save it under. */
                    "CONTENT-DISPOSITION": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description The request cannot be read, or has a parameter or a member that the operation does not take. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description There is no access token that counts, or the session has ended in which it was given. */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description It was saved too often of late. */
            429: {
                headers: {
                    /** @description After so many seconds there are new ones. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
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
            /** @description It no longer signs in, and all other sessions have ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read, or has a parameter or a member that the operation does not take. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The token does not count, or its sign-in is older than ten minutes (RFC 9470). */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The person has no such way in. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description It is the only way in that works. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description Too much was changed of late. */
            429: {
                headers: {
                    /** @description After so many seconds there are new ones. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
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
            /** @description It has its new name. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is no name. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description There is no access token that counts, or the session has ended in which it was given. */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The person has no such passkey. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The body stopped coming. Send it again. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The body is longer than one MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The body is not JSON, has no Content-Type, or is compressed. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description Too much was changed of late. */
            429: {
                headers: {
                    /** @description After so many seconds there are new ones. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
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
            /** @description The request cannot be read, or has a parameter or a member that the operation does not take. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description There is no access token that counts, or the session has ended in which it was given. */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
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
            /** @description The person, as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description A text is not of its form, or nothing is named. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description There is no access token that counts, or the session has ended in which it was given. */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The body stopped coming. Send it again. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The body is longer than one MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The body is not JSON, has no Content-Type, or is compressed. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The profile was changed too often. */
            429: {
                headers: {
                    /** @description After so many seconds there are new changes. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
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
            /** @description The request cannot be read, or has a parameter or a member that the operation does not take. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description There is no access token that counts, or the session has ended in which it was given. */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
        };
    };
    end_own_sessions: {
        parameters: {
            query: {
                /** @description Which one stays; it has to be said. */
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
            /** @description The request cannot be read, or has a parameter or a member that the operation does not take. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description There is no access token that counts, or the session has ended in which it was given. */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
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
            /** @description Nobody is signed in by it any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read, or has a parameter or a member that the operation does not take. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description There is no access token that counts, or the session has ended in which it was given. */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The person has no such session. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
        };
    };
    list_own_ways_in: {
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
                    "application/json": components["schemas"]["WaysIn"];
                };
            };
            /** @description The request cannot be read, or has a parameter or a member that the operation does not take. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description There is no access token that counts, or the session has ended in which it was given. */
            401: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description The access token lacks the scope `account`, or is of a client that is not first-party. */
            403: {
                headers: {
                    /** @description What to come with (RFC 6750, RFC 9449, RFC 9470). */
                    "WWW-AUTHENTICATE": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description An error on our side. The log has it under `request_id`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
            /** @description A part of the server is away, or others hold what the request needs. Send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "RETRY-AFTER": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AccountProblem"];
                };
            };
        };
    };
}
