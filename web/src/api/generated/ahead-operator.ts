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
    "/v1/operator/mail-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["omd"];
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
            id?: string | null;
            kind: string;
            name?: string | null;
        };
        AuditEvent: {
            act: string;
            actor: components["schemas"]["AuditActor"];
            /** Format: date-time */
            at: string;
            detail: unknown;
            id: string;
            request_id?: string | null;
            subject: components["schemas"]["AuditSubject"];
        };
        AuditEvents: {
            items: components["schemas"]["AuditEvent"][];
            next_cursor?: string | null;
        };
        AuditSubject: {
            id?: string | null;
            kind: string;
        };
        HealthCheck: {
            detail?: string | null;
            name: string;
            /** Format: date-time */
            since?: string | null;
            /** @enum {string} */
            state: "ok" | "failing";
        };
        LedgerHealth: {
            findings: number;
            frozen: number;
            /** Format: date-time */
            last_verified_at?: string | null;
        };
        MailDeliveries: {
            items: components["schemas"]["MailDelivery"][];
            next_cursor?: string | null;
        };
        MailDelivery: {
            attempts: number;
            /** Format: date-time */
            created_at: string;
            id: string;
            kind: string;
            last_error?: string | null;
            /** Format: date-time */
            next_attempt_at?: string | null;
            state: string;
            to?: string | null;
        };
        MailHealth: {
            due: number;
            failing: number;
        };
        OperatorHealth: {
            checks: components["schemas"]["HealthCheck"][];
            ledger: components["schemas"]["LedgerHealth"];
            mail: components["schemas"]["MailHealth"];
            versions: components["schemas"]["Versions"];
            webhooks: components["schemas"]["WebhookHealth"];
        };
        OperatorUser: {
            accounts: components["schemas"]["UserAccount"][];
            /** Format: date-time */
            created_at: string;
            customers: components["schemas"]["UserCustomer"][];
            email?: string | null;
            id: string;
            image?: string | null;
            is_active: boolean;
            is_operator: boolean;
            /** Format: date-time */
            last_seen_at?: string | null;
            name?: string | null;
            sessions: components["schemas"]["UserSession"][];
            websites: number;
        };
        OperatorUserItem: {
            /** Format: date-time */
            created_at: string;
            email?: string | null;
            id: string;
            image?: string | null;
            is_active: boolean;
            is_operator: boolean;
            /** Format: date-time */
            last_seen_at?: string | null;
            name?: string | null;
            websites: number;
        };
        OperatorUsers: {
            items: components["schemas"]["OperatorUserItem"][];
            next_cursor?: string | null;
        };
        OperatorWebhookDeliveries: {
            items: components["schemas"]["OperatorWebhookDelivery"][];
            next_cursor?: string | null;
        };
        OperatorWebhookDelivery: {
            attempts: number;
            /** Format: date-time */
            created_at: string;
            endpoint_id: string;
            event_id: string;
            /** Format: date-time */
            last_attempt_at?: string | null;
            last_error?: string | null;
            last_status?: number | null;
            /** Format: date-time */
            next_attempt_at?: string | null;
            state: string;
            type: string;
            url: string;
            website: components["schemas"]["WebsiteOfBalance"];
        };
        OperatorWebsite: {
            /** Format: date-time */
            created_at: string;
            customers: number;
            id: string;
            name: string;
            owner: components["schemas"]["WebsiteOwner"];
            status: string;
            url: string;
        };
        OperatorWebsites: {
            items: components["schemas"]["OperatorWebsite"][];
            next_cursor?: string | null;
        };
        Reason: {
            reason?: string | null;
        };
        SigningKey: {
            alg: string;
            /** Format: date-time */
            created_at: string;
            kid: string;
            /** Format: date-time */
            retires_at?: string | null;
            /** Format: date-time */
            signs_from?: string | null;
            state: string;
        };
        SigningKeys: {
            items: components["schemas"]["SigningKey"][];
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
        UserAccount: {
            id: string;
            label?: string | null;
            /** Format: date-time */
            linked_at?: string | null;
            provider: string;
        };
        UserCustomer: {
            available: number;
            id: string;
            scale: number;
            website: components["schemas"]["WebsiteOfBalance"];
        };
        UserSession: {
            /** Format: date-time */
            created_at: string;
            device?: string | null;
            id: string;
            ip?: string | null;
            /** Format: date-time */
            last_seen_at?: string | null;
            method?: string | null;
        };
        Versions: {
            database: string;
            tollgate: string;
        };
        WebhookHealth: {
            due: number;
            failing_endpoints: number;
        };
        WebsiteOfBalance: {
            id: string;
            name: string;
            url: string;
        };
        WebsiteOwner: {
            email?: string | null;
            id: string;
            name?: string | null;
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
                    "application/json": components["schemas"]["AuditEvents"];
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
    omd: {
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
                    "application/json": components["schemas"]["MailDeliveries"];
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
                    "application/json": components["schemas"]["SigningKeys"];
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
                    "application/json": components["schemas"]["SigningKeys"];
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
                    "application/json": components["schemas"]["OperatorUsers"];
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
                    "application/json": components["schemas"]["OperatorUser"];
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
                    "application/json": components["schemas"]["OperatorWebhookDeliveries"];
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
                    "application/json": components["schemas"]["OperatorWebsites"];
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
