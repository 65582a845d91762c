/** Small, valid responses of the account API for tests. */
import type { OwnApplication, OwnProfile, OwnSession, SignInMethods } from "@/api/types";

export function aProfile(changes: Partial<OwnProfile> = {}): OwnProfile {
  return {
    id: "usr_1",
    name: "Ada Lovelace",
    email: "ada@example.com",
    email_verified: true,
    created_at: "2026-03-04T09:12:00Z",
    has_password: false,
    is_operator: false,
    ...changes,
  };
}

export function aSession(changes: Partial<OwnSession> = {}): OwnSession {
  return {
    id: "ses_1",
    current: true,
    device: { kind: "desktop", browser: "Firefox", system: "Linux" },
    ip: "192.0.2.7",
    method: "email",
    created_at: "2026-11-01T08:00:00Z",
    last_seen_at: "2026-11-20T10:00:00Z",
    applications: [{ client_id: "web", name: "Tollgate" }],
    ...changes,
  };
}

export function someSignInMethods(changes: Partial<SignInMethods> = {}): SignInMethods {
  return {
    accounts: [
      {
        id: "acc_1",
        provider: "github",
        provider_name: "GitHub",
        label: "ada@work.example",
        linked_at: "2026-03-04T09:12:00Z",
        last_used_at: "2026-11-20T10:00:00Z",
      },
    ],
    passkeys: [{ id: "pky_1", name: "Phone", created_at: "2026-05-04T09:12:00Z" }],
    has_password: false,
    email: { address: "ada@example.com", verified: true },
    providers: [
      { id: "github", name: "GitHub", linked: true },
      { id: "google", name: "Google", linked: false },
    ],
    can_remove: { acc_1: true, pky_1: true },
    ...changes,
  };
}

export function anApplication(changes: Partial<OwnApplication> = {}): OwnApplication {
  return {
    client_id: "client-1",
    name: "Paperplane",
    scopes: ["openid", "email"],
    granted_at: "2026-11-01T08:00:00Z",
    last_used_at: "2026-11-20T10:00:00Z",
    first_party: false,
    ...changes,
  };
}
