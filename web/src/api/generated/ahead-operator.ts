/** Types of the operator's operations as agreed, ahead of their document. */
export interface paths {
    "/v1/operator/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["oa"];
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
        get: operations["oh"];
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
        get: operations["ok"];
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
        post: operations["okr"];
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
        get: operations["ou"];
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
        get: operations["ou1"];
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
        post: operations["oue"];
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
        get: operations["owd"];
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
        get: operations["ow"];
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
        post: operations["activate"];
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
        post: operations["deactivate"];
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
        AuditActor: {
            id: string;
            kind: string;
            name: string | null;
        };
        AuditLine: {
            act: string;
            actor: components["schemas"]["AuditActor"];
            /** Format: date-time */
            at: string;
            client_id: string | null;
            detail: unknown;
            id: string;
            session_id: string | null;
            subject: components["schemas"]["AuditSubject"];
            website_id: string | null;
        };
        AuditPage: {
            items: components["schemas"]["AuditLine"][];
            next_cursor: string | null;
        };
        AuditSubject: {
            id: string;
            kind: string;
        };
        LedgerHealth: {
            findings: number;
            frozen: number;
            /** Format: date-time */
            last_verified_at: string | null;
        };
        MailHealth: {
            due: number | null;
            failing: number | null;
        };
        OperatorCheck: {
            detail: string | null;
            name: string;
            /** @enum {string} */
            state: "ok" | "failing";
        };
        OperatorDelivery: {
            attempts: number;
            /** Format: date-time */
            created_at: string;
            endpoint_id: string;
            event_id: string;
            /** Format: date-time */
            last_at: string | null;
            last_error: string | null;
            last_status: number | null;
            mode: string;
            state: string;
            type: string;
            url: string;
            website_id: string;
        };
        OperatorDeliveryPage: {
            items: components["schemas"]["OperatorDelivery"][];
            next_cursor: string | null;
        };
        OperatorHealth: {
            checks: components["schemas"]["OperatorCheck"][];
            ledger: components["schemas"]["LedgerHealth"];
            mail: components["schemas"]["MailHealth"];
            versions: components["schemas"]["Versions"];
            webhooks: components["schemas"]["WebhookHealth"];
        };
        OperatorSigningKey: {
            alg: string;
            created_at: string;
            kid: string;
            retires_at: string | null;
            signs_from: string | null;
            state: string;
        };
        OperatorSigningKeys: {
            items: components["schemas"]["OperatorSigningKey"][];
        };
        OperatorUser: {
            created_at: string;
            email: string | null;
            id: string;
            image: string | null;
            is_active: boolean;
            is_operator: boolean;
            /** Format: date-time */
            last_seen_at: string | null;
            name: string | null;
            websites: number;
        };
        OperatorUserAccount: {
            created_at: string;
            email: string | null;
            id: string;
            provider: string;
        };
        OperatorUserCustomer: {
            available: number;
            id: string;
            mode: string;
            scale: number;
            website: string;
            website_id: string;
        };
        OperatorUserDetail: {
            accounts: components["schemas"]["OperatorUserAccount"][];
            created_at: string;
            customers: components["schemas"]["OperatorUserCustomer"][];
            email: string | null;
            id: string;
            image: string | null;
            is_active: boolean;
            is_operator: boolean;
            /** Format: date-time */
            last_seen_at: string | null;
            name: string | null;
            sessions: components["schemas"]["OperatorUserSession"][];
            websites: number;
        };
        OperatorUserPage: {
            items: components["schemas"]["OperatorUser"][];
            next_cursor: string | null;
        };
        OperatorUserSession: {
            created_at: string;
            id: string;
            last_seen_at: string;
            method: string[];
            network: string | null;
            user_agent: string | null;
        };
        OperatorWebsite: {
            /** Format: date-time */
            created_at: string;
            customers: number;
            id: string;
            name: string;
            owner: components["schemas"]["WebsiteOwner"];
            /** @enum {string} */
            status: "active" | "suspended";
            url: string;
        };
        OperatorWebsitePage: {
            items: components["schemas"]["OperatorWebsite"][];
            next_cursor: string | null;
        };
        Reason: {
            reason: string | null;
        };
        /**
         * User
         * @description A person with an account, as this service knows them.
         * @example {
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
        Versions: {
            database: string;
            tollgate: string;
        };
        WebhookHealth: {
            due: number;
            failing_endpoints: number;
        };
        WebsiteOwner: {
            email: string | null;
            id: string;
            name: string | null;
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
    oa: {
        parameters: {
            query?: {
                act?: string;
                actor?: string;
                cursor?: string;
                from?: string;
                limit?: number;
                subject?: string;
                to?: string;
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
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    oh: {
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
                    "application/json": components["schemas"]["OperatorHealth"];
                };
            };
        };
    };
    ok: {
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
                    "application/json": components["schemas"]["OperatorSigningKeys"];
                };
            };
        };
    };
    okr: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSigningKeys"];
                };
            };
        };
    };
    ou: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
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
                    "application/json": components["schemas"]["OperatorUserPage"];
                };
            };
        };
    };
    ou1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorUserDetail"];
                };
            };
        };
    };
    oue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    owd: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                state?: string;
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
                    "application/json": components["schemas"]["OperatorDeliveryPage"];
                };
            };
        };
    };
    ow: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
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
                    "application/json": components["schemas"]["OperatorWebsitePage"];
                };
            };
        };
    };
    activate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    deactivate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
}
