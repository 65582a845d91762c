/** Small, valid responses of the product API for tests. */
import type {
  ApiKey,
  Balance,
  Customer,
  CustomerBalance,
  ProtectedResource,
  PublicClient,
  RegisteredWebsite,
  SignInRequest,
  Transaction,
  TransactionExplained,
  User,
  Website,
  WebsiteSummary,
} from "@/api/types";

const website = { id: "web_1", name: "Paperplane", url: "https://paperplane.example" };

export function aBalance(changes: Partial<Balance> = {}): Balance {
  return {
    customer_id: "cus_1",
    website: website,
    mode: "live",
    unit: "credit",
    scale: 0,
    posted: 1300,
    held: 60,
    debt: 0,
    available: 1240,
    subscribed: false,
    updated_at: "2026-11-20T10:00:00Z",
    ...changes,
  };
}

export function anApiKey(changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: "key_1",
    name: "Production",
    prefix: "tg_live_Q7",
    mode: "live",
    scopes: ["credits.spend", "customers.read"],
    caps: { per_day: null, per_operation: null, spent_today: null },
    status: "active",
    created_at: "2026-11-01T08:00:00Z",
    created_by: "usr_1",
    expires_at: null,
    last_used_at: null,
    previous_secret_until: null,
    revoked_at: null,
    ...changes,
  };
}

export function aCustomer(changes: Partial<Customer> = {}): Customer {
  return {
    id: "cus_1",
    email: "grace@example.com",
    name: "Grace Hopper",
    external_id: "user-42",
    user_id: null,
    subscribed: false,
    available: 1240,
    scale: 0,
    last_seen_at: "2026-11-20T10:00:00Z",
    created_at: "2026-11-01T08:00:00Z",
    ...changes,
  };
}

export function aCustomerBalance(changes: Partial<CustomerBalance> = {}): CustomerBalance {
  return {
    ...aBalance(),
    at: "2026-11-20T10:00:00Z",
    overdraft_limit: 0,
    spend_limit: null,
    lot_count: 1,
    next_expiry: { amount: 300, at: "2026-12-24T22:59:59Z" },
    subscription: null,
    entitlements: [],
    lots: [
      {
        amount: 500,
        remaining: 300,
        kind: "promo",
        priority: 30,
        feature: null,
        effective_at: "2026-11-01T08:00:00Z",
        expires_at: "2026-12-24T22:59:59Z",
        transaction_id: "txn_0",
      },
    ],
    ...changes,
  };
}

export function anExplanation(changes: Partial<TransactionExplained> = {}): TransactionExplained {
  return {
    transaction: aTransaction(),
    actor: {
      kind: "key",
      id: "key_1",
      key_prefix: "tg_live_Q7",
      client_id: null,
      session_id: null,
      jti: null,
    },
    cause: { kind: "request", idempotency_key: "job-1", hold: null, reference: null },
    entries: [{ account: "wallet", amount: -5, balance_after: 95 }],
    lots: [{ amount: -5, kind: "promo", feature: null, expires_at: null, transaction_id: "txn_0" }],
    price: null,
    reversals: [],
    reverses: null,
    ...changes,
  };
}

export function aTransaction(changes: Partial<Transaction> = {}): Transaction {
  return {
    id: "txn_1",
    kind: "spend",
    amount: -5,
    balance_after: 95,
    customer_id: "cus_1",
    customer: { external_id: "user-42", email: "grace@example.com", name: null },
    website: website,
    mode: "live",
    reverses: null,
    feature: null,
    quantity: null,
    price_version: null,
    description: "Poster, large",
    metadata: {},
    booked_at: "2026-11-20T10:00:00Z",
    ...changes,
  };
}

export function aUser(changes: Partial<User> = {}): User {
  return {
    id: "usr_1",
    email: "ada@example.com",
    email_verified: true,
    name: "Ada Lovelace",
    image: null,
    is_active: true,
    is_operator: false,
    can_register_websites: true,
    created_at: "2026-03-04T09:12:00Z",
    ...changes,
  };
}

export function aWebsite(changes: Partial<Website> = {}): Website {
  return {
    ...website,
    client_id: "client-1",
    redirect_uris: ["https://paperplane.example/api/auth/callback/tollgate"],
    post_logout_redirect_uris: [],
    require_pkce: false,
    id_token_signed_response_alg: "RS256",
    application_type: "web",
    device_grant: false,
    resources: [],
    public_client: null,
    previous_secret_until: null,
    unit: "credit",
    scale: 0,
    status: "active",
    suspended_by: null,
    created_at: "2026-11-01T08:00:00Z",
    ...changes,
  };
}

export function aResource({
  resource,
  scopes,
}: Pick<ProtectedResource, "resource" | "scopes">): ProtectedResource {
  const { origin, pathname } = new URL(resource);
  return {
    resource,
    scopes,
    metadata_url: `${origin}/.well-known/oauth-protected-resource${pathname}`,
    metadata: {
      resource,
      authorization_servers: ["http://localhost:8080"],
      scopes_supported: scopes,
      bearer_methods_supported: ["header"],
      resource_name: website.name,
    },
  };
}

export function aPublicClient(changes: Partial<PublicClient> = {}): PublicClient {
  return {
    client_id: "client-page",
    redirect_uris: ["https://paperplane.example/app"],
    post_logout_redirect_uris: [],
    application_type: "web",
    device_grant: false,
    ...changes,
  };
}

export function aRegistration(): RegisteredWebsite {
  return {
    website: aWebsite(),
    client: { issuer: "http://localhost:8080", client_id: "client-1", client_secret: "s3cret" },
    api_key: {
      id: "key_1",
      prefix: "tg_live_Q7",
      key: "tg_live_Q7whole",
      created_at: "2026-11-20T10:00:00Z",
    },
    test_api_key: {
      id: "key_2",
      prefix: "tg_test_Q7",
      key: "tg_test_Q7whole",
      created_at: "2026-11-20T10:00:00Z",
    },
    webhook: null,
    test_link: "http://localhost:8080/oauth/authorize?client_id=client-1",
    snippet: "// auth.ts",
  };
}

/** A sign-in request of a website. */
export function aRequest(changes: Partial<SignInRequest> = {}): SignInRequest {
  return {
    client_id: "client-1",
    at: "2026-11-20T10:00:00Z",
    endpoint: "authorize",
    status: 303,
    error: null,
    error_description: null,
    redirect_uri: null,
    origin: null,
    request_id: "req_1",
    uses_pkce: true,
    fix: null,
    ...changes,
  };
}

export function aSummary(changes: Partial<WebsiteSummary> = {}): WebsiteSummary {
  return {
    unit: "credit",
    scale: 0,
    customers: 28,
    customers_30d: 4,
    subscribed: 17,
    outstanding: [
      { kind: "purchase", credits: 118_350 },
      { kind: "subscription", credits: 51_200 },
      { kind: "promo", credits: 15_370 },
    ],
    held: 0,
    owed: 0,
    spent_30d: 73_400,
    spent_30d_before: 65_302,
    spent_per_day_7d: 4_500,
    first_spend_at: "2026-09-01T08:00:00Z",
    ...changes,
  };
}
