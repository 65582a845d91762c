//! What an owner pastes after registering: sign-in for a Next.js site, and one spend.

use foundation::secret::ExposeSecret;

use super::register::Registered;

/// The snippet with the real ids filled in. It holds the secrets, so it is shown once, like them.
pub(crate) fn snippet(
    issuer: &str,
    registered: &Registered,
    webhook_secret: Option<&str>,
) -> String {
    let client_id = &registered.website.client_id;
    let client_secret = registered.client_secret.expose_secret();
    let (live_key, test_key) = (registered.live_key.reveal(), registered.test_key.reveal());
    let webhook = webhook_secret.map_or_else(String::new, |secret| {
        format!("# What webhooks are signed with (Standard Webhooks):\nTOLLGATE_WEBHOOK_SECRET={secret}\n")
    });
    format!(
        r#"# .env.local
AUTH_TOLLGATE_ISSUER={issuer}
AUTH_TOLLGATE_ID={client_id}
AUTH_TOLLGATE_SECRET={client_secret}
TOLLGATE_API_KEY={live_key}
# For trying things out, with play credits:
# TOLLGATE_API_KEY={test_key}
{webhook}
// auth.ts (Auth.js for Next.js)
import NextAuth from "next-auth";

export const {{ handlers, auth, signIn, signOut }} = NextAuth({{
  providers: [
    {{
      id: "tollgate",
      name: "Tollgate",
      type: "oidc",
      issuer: process.env.AUTH_TOLLGATE_ISSUER,
      clientId: process.env.AUTH_TOLLGATE_ID,
      clientSecret: process.env.AUTH_TOLLGATE_SECRET,
      checks: ["pkce", "state", "nonce"],
      authorization: {{ params: {{ scope: "openid profile email credits.read" }} }},
    }},
  ],
}});

# Spend five credits of the person whose subject is $SUB (repeat it with the same key: it counts once)
curl {issuer}/v1/spends \
  -H "Authorization: Bearer $TOLLGATE_API_KEY" \
  -H "Idempotency-Key: $(uuidgen)" \
  -H "Content-Type: application/json" \
  -d "{{\"customer\":{{\"sub\":\"$SUB\"}},\"amount\":5,\"description\":\"one picture\"}}"
"#
    )
}
