//! Client of GitHub: plain OAuth 2, the profile, and the list of email addresses.

use serde_json::Value;

use super::client::ProviderClient;
use super::endpoints::Endpoints;
use super::profile::{self, ProviderProfile};
use crate::config::GitHubConfig;
use crate::identity::users::{ProfileClaim, ProfileClaims};
use foundation::EmailAddress;

/// GitHub, or a GitHub Enterprise server.
pub(super) struct GitHub {
    base_url: String,
    api_url: String,
}

impl GitHub {
    pub(super) fn new(config: &GitHubConfig) -> Self {
        Self {
            base_url: config.base_url.clone(),
            api_url: config.api_url.clone(),
        }
    }

    /// Returns the issuer in `iss` (RFC 9207).
    pub(super) fn issuer(&self) -> String {
        format!("{}/login/oauth", self.base_url)
    }

    pub(super) fn endpoints(&self) -> Endpoints {
        Endpoints {
            authorization: format!("{}/login/oauth/authorize", self.base_url),
            token: format!("{}/login/oauth/access_token", self.base_url),
            scopes: ["read:user", "user:email"].map(ToOwned::to_owned).into(),
            has_nonce: false,
            proves_time: false,
            takes_claims: false,
        }
    }

    /// Reads the profile of a token's user; the inner `None` means that it has no id. The profile's address is only
    /// what the user chose to show and proves nothing, so the list of addresses is always read.
    pub(super) async fn profile(
        &self,
        client: &ProviderClient,
        token: &str,
    ) -> Option<Option<ProviderProfile>> {
        let url = format!("{}/user", self.api_url);
        let user = client.get(&url, Some(token)).await?;
        let text = |name: &str| user.get(name).and_then(Value::as_str);
        let Some(id) = user.get("id").and_then(Value::as_u64) else {
            return Some(None);
        };
        let url = format!("{}/user/emails", self.api_url);
        let list = client.get(&url, Some(token)).await;
        let name = text("name").and_then(profile::name);
        let login = text("login").and_then(profile::name);
        let mut claims = ProfileClaims::default();
        claims.set(ProfileClaim::PreferredUsername, login.clone());
        Some(Some(ProviderProfile {
            id: id.to_string(),
            name: name.or(login),
            image: text("avatar_url").and_then(profile::image),
            claims,
            email: list.as_ref().and_then(verified),
            auth_time: None,
        }))
    }
}

/// Returns the address that is primary and verified, both as the boolean true.
fn verified(list: &Value) -> Option<EmailAddress> {
    let is_true = |entry: &Value, name: &str| entry.get(name) == Some(&Value::Bool(true));
    let entry = list
        .as_array()?
        .iter()
        .find(|entry| is_true(entry, "primary") && is_true(entry, "verified"))?;
    EmailAddress::parse(entry.get("email")?.as_str()?).ok()
}
