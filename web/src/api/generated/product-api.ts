/** Types of the product API, written by `npm run generate` from openapi/product-api.json; never edited by hand. */
export interface paths {
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
        get: operations["get_customer_balance"];
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
        get: operations["list_customer_transactions"];
        put?: never;
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
        post: operations["grant_credits"];
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
        get: operations["get_my_credits"];
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
        get: operations["list_my_transactions"];
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
        post: operations["spend_credits"];
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
        get: operations["list_websites"];
        put?: never;
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
        get: operations["get_website"];
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
        /** @description What one customer has at one website. */
        Balance: {
            /**
             * Format: int64
             * @description What can be spent now.
             */
            available: number;
            customer_id: string | null;
            /** Format: int64 */
            debt: number;
            /** Format: int64 */
            held: number;
            /** @enum {string} */
            mode: "live" | "test";
            /**
             * Format: int64
             * @description Booked, in the smallest unit.
             */
            posted: number;
            /**
             * Format: int32
             * @description Digits after the decimal point, 0 to 6.
             */
            scale: number;
            subscribed: boolean;
            /** @description Code of the unit, `credit` by default. */
            unit: string;
            /** Format: date-time */
            updated_at: string;
            website: components["schemas"]["WebsiteRef"] | null;
        };
        Balances: {
            balances: components["schemas"]["Balance"][];
        };
        CreatedApiKey: {
            /** Format: date-time */
            created_at: string;
            id: string;
            /** @description Shown once. */
            key: string;
            prefix: string;
        };
        Customer: {
            /** Format: date-time */
            created_at: string;
            email: string | null;
            external_id: string | null;
            id: string;
            name: string | null;
            user_id: string | null;
        };
        CustomerPage: {
            items: components["schemas"]["Customer"][];
            next_cursor: string | null;
        };
        /** @description Exactly one of the members. */
        CustomerRef: {
            email?: string;
            external_id?: string;
            id?: string;
            sub?: string;
        };
        FieldProblem: {
            detail: string;
            /** @description JSON pointer into the request body. */
            pointer: string;
        };
        GrantRequest: {
            /** Format: int64 */
            amount: number;
            customer: components["schemas"]["CustomerRef"];
            /** Format: date-time */
            expires_at?: string;
            /** @enum {string} */
            kind: "promo" | "purchase" | "adjustment";
            metadata?: {
                [key: string]: string;
            };
            /** Format: int32 */
            priority?: number;
            reason?: string;
        };
        Movement: {
            balance: components["schemas"]["Balance"];
            transaction: components["schemas"]["Transaction"];
        };
        /** @description RFC 9457 problem. */
        Problem: {
            /** Format: int64 */
            available?: number;
            detail: string;
            errors?: components["schemas"]["FieldProblem"][];
            instance: string;
            request_id: string;
            /** Format: int64 */
            required?: number;
            required_scope?: string;
            /** Format: int64 */
            shortfall?: number;
            /** Format: int32 */
            status: number;
            title: string;
            type: string;
        };
        RegisteredWebsite: {
            api_key: components["schemas"]["CreatedApiKey"];
            client: components["schemas"]["WebsiteClient"];
            /** @description Ready to paste. */
            snippet: string;
            website: components["schemas"]["Website"];
        };
        RegisterWebsite: {
            name: string;
            redirect_uris: string[];
            url: string;
        };
        SpendRequest: {
            /** Format: int64 */
            amount: number;
            customer: components["schemas"]["CustomerRef"];
            description?: string;
            metadata?: {
                [key: string]: string;
            };
        };
        Transaction: {
            /**
             * Format: int64
             * @description Signed: positive came in, negative went out.
             */
            amount: number;
            /** Format: int64 */
            balance_after: number;
            /** Format: date-time */
            booked_at: string;
            customer_id: string;
            description: string | null;
            id: string;
            kind: string;
            metadata: {
                [key: string]: string;
            };
            website: components["schemas"]["WebsiteRef"] | null;
        };
        TransactionPage: {
            items: components["schemas"]["Transaction"][];
            next_cursor: string | null;
        };
        /** @description A person, as product-api knows them. */
        User: {
            /** Format: date-time */
            created_at: string;
            email: string | null;
            email_verified: boolean;
            /** @description The user's id at the identity provider, `usr_…`. */
            id: string;
            image: string | null;
            is_active: boolean;
            is_operator: boolean;
            name: string | null;
        };
        Website: {
            client_id: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            name: string;
            /** @enum {string} */
            status: "active";
            url: string;
        };
        WebsiteClient: {
            client_id: string;
            /** @description Shown once. */
            client_secret: string;
            issuer: string;
        };
        WebsiteList: {
            items: components["schemas"]["Website"][];
        };
        /** @description The website a balance or a transaction belongs to. */
        WebsiteRef: {
            id: string;
            name: string;
            url?: string;
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
    list_customers: {
        parameters: {
            query?: {
                cursor?: string;
                email?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["CustomerPage"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_customer: {
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Customer"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_customer_balance: {
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Balance"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_customer_transactions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["TransactionPage"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
        };
    };
    grant_credits: {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
                "Tollgate-Website"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json; charset=utf-8": components["schemas"]["GrantRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Movement"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description In flight. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Refused. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["User"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_my_credits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Balances"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_my_transactions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["TransactionPage"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
        };
    };
    spend_credits: {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json; charset=utf-8": components["schemas"]["SpendRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Movement"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Not enough credits. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description In flight. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Refused. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_websites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["WebsiteList"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
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
                "application/json; charset=utf-8": components["schemas"]["RegisterWebsite"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["RegisteredWebsite"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_website: {
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json; charset=utf-8": components["schemas"]["Website"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description The credential does not reach this far. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Our fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
            /** @description Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json; charset=utf-8": components["schemas"]["Problem"];
                };
            };
        };
    };
}
