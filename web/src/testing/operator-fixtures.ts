/** Small, valid responses of the operator's API for tests. */
import type {
  AuditLine,
  OperatorHealth,
  OperatorMailDelivery,
  OperatorUserDetail,
  OperatorWebsite,
} from "@/api/types";

const website = { id: "web_1", name: "Paperplane", url: "https://paperplane.example" };

export function someHealth(changes: Partial<OperatorHealth> = {}): OperatorHealth {
  return {
    checks: [
      { name: "database", state: "ok", detail: null },
      { name: "mail", state: "ok", detail: null },
    ],
    ledger: { last_verified_at: "2026-11-20T10:00:00Z", findings: 0, frozen: 0 },
    webhooks: { due: 3, failing_endpoints: 0 },
    mail: { due: 0, failing: 0 },
    versions: { tollgate: "0.1.0", database: "SQLite 3.50" },
    ...changes,
  };
}

export function aKnownUser(changes: Partial<OperatorUserDetail> = {}): OperatorUserDetail {
  return {
    id: "usr_7",
    name: "Grace Hopper",
    email: "grace@example.com",
    image: null,
    is_active: true,
    is_operator: false,
    created_at: "2026-03-04T09:12:00Z",
    websites: 2,
    last_seen_at: "2026-11-20T10:00:00Z",
    sessions: [
      {
        id: "ses_1",
        user_agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0",
        network: "192.0.2.7",
        method: ["otp"],
        created_at: "2026-11-01T08:00:00Z",
        last_seen_at: "2026-11-20T10:00:00Z",
      },
    ],
    accounts: [
      {
        id: "acc_1",
        provider: "github",
        email: "grace@work.example",
        created_at: "2026-11-01T08:00:00Z",
      },
    ],
    customers: [
      {
        id: "cus_1",
        website_id: website.id,
        website: website.name,
        mode: "live",
        available: 1240,
        scale: 0,
      },
    ],
    ...changes,
  };
}

export function aKnownWebsite(changes: Partial<OperatorWebsite> = {}): OperatorWebsite {
  return {
    ...website,
    owner: { id: "usr_7", name: "Grace Hopper", email: "grace@example.com", is_deleted: false },
    status: "active",
    customers: 12,
    created_at: "2026-11-01T08:00:00Z",
    ...changes,
  };
}

export function anAuditLine(changes: Partial<AuditLine> = {}): AuditLine {
  return {
    id: "aud_1",
    at: "2026-11-20T10:00:00Z",
    actor: { kind: "user", id: "usr_1", name: "Ada Lovelace" },
    act: "user.deactivated",
    subject: { kind: "user", id: "usr_7", name: "Grace Hopper" },
    detail: { reason: "Spam" },
    website_id: null,
    website_name: null,
    client_id: "web",
    session_id: "ses_1",
    jti: "tok_1",
    ...changes,
  };
}

export function anEmail(changes: Partial<OperatorMailDelivery> = {}): OperatorMailDelivery {
  return {
    id: "mail_1",
    kind: "sign_in_link",
    recipient: "grace@example.com",
    state: "sent",
    attempts: 1,
    reason: null,
    reply: null,
    created_at: "2026-11-20T10:00:00Z",
    next_attempt_at: null,
    ended_at: "2026-11-20T10:00:01Z",
    ...changes,
  };
}
