//! Conversion between a client and its row.

use std::time::Duration;

use foundation::text::strict_json;
use foundation::{Failure, Timestamp};
use serde::Serialize;

use crate::protocol::clients::authentication::PreviousSecret;
use crate::protocol::clients::client::Client;
use crate::protocol::clients::color::Color;
use crate::protocol::clients::jwks::Jwks;
use crate::protocol::clients::logo::Logo;
use crate::protocol::clients::registration::sector;
use crate::protocol::clients::scope::Scope;
use crate::protocol::clients::words::{
    ApplicationType, AuthMethod, GrantType, RegisteredBy, RequestAlgorithm, SubjectType,
    TokenFormat,
};
use crate::protocol::keys::Algorithm;

#[derive(sqlx::FromRow)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a column, by its own name"
)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) secret_digest: Option<String>,
    pub(super) token_endpoint_auth_method: String,
    pub(super) application_type: String,
    pub(super) redirect_uris: String,
    pub(super) post_logout_redirect_uris: String,
    pub(super) grant_types: String,
    pub(super) scope: String,
    pub(super) id_token_signed_response_alg: String,
    pub(super) require_pkce: bool,
    pub(super) brand_color: Option<String>,
    pub(super) logo: Option<String>,
    pub(super) first_party: bool,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
    pub(super) is_active: bool,
    pub(super) registered_by: String,
    pub(super) jwks: Option<String>,
    pub(super) jwks_uri: Option<String>,
    pub(super) token_endpoint_auth_signing_alg: Option<String>,
    pub(super) access_token_format: String,
    pub(super) subject_type: String,
    pub(super) sector_identifier_uri: Option<String>,
    pub(super) userinfo_signed_response_alg: Option<String>,
    pub(super) dpop_bound_access_tokens: bool,
    pub(super) require_pushed_authorization_requests: bool,
    pub(super) backchannel_logout_uri: Option<String>,
    pub(super) backchannel_logout_session_required: bool,
    pub(super) default_max_age: Option<i64>,
    pub(super) require_auth_time: bool,
    pub(super) default_acr_values: String,
    pub(super) client_uri: Option<String>,
    pub(super) policy_uri: Option<String>,
    pub(super) tos_uri: Option<String>,
    pub(super) contacts: String,
    pub(super) resources: String,
    pub(super) registration_token_digest: Option<String>,
    pub(super) last_used_at: Option<i64>,
    pub(super) userinfo_claims_in_id_token: bool,
    pub(super) previous_secret_digest: Option<String>,
    pub(super) previous_secret_expires_at: Option<i64>,
    pub(super) refresh_token_rotation: Option<bool>,
    pub(super) token_endpoint_as_audience: bool,
    pub(super) request_object_signing_alg: Option<String>,
    pub(super) require_signed_request_object: bool,
    pub(super) initiate_login_uri: Option<String>,
    pub(super) older_secrets: String,
}

fn list<T: Serialize>(items: &[T]) -> Result<String, Failure> {
    serde_json::to_string(items).map_err(|error| Failure::broken("writing a client's list", error))
}

impl Row {
    pub(super) fn from_client(client: &Client) -> Result<Self, Failure> {
        let grant_types: Vec<_> = client.grant_types.iter().map(|one| one.name()).collect();
        let algorithm = |one: Option<Algorithm>| one.map(|one| one.name().to_owned());
        let age = client.default_max_age.map(|age| age.as_secs());
        let mut secrets = client.previous_secrets.iter();
        let previous = secrets.next();
        let older: Vec<_> = secrets
            .map(|secret| (&secret.digest, secret.expires_at.micros()))
            .collect();
        Ok(Self {
            id: client.id.clone(),
            name: client.name.clone(),
            secret_digest: client.secret_digest.clone(),
            token_endpoint_auth_method: client.auth_method.name().to_owned(),
            application_type: client.application_type.name().to_owned(),
            redirect_uris: list(&client.redirect_uris)?,
            post_logout_redirect_uris: list(&client.post_logout_redirect_uris)?,
            grant_types: grant_types.join(" "),
            scope: client.scope.to_string(),
            id_token_signed_response_alg: client.id_token_algorithm.name().to_owned(),
            require_pkce: client.require_pkce,
            brand_color: client.color.map(Color::name),
            logo: client.logo.as_ref().map(|logo| logo.address().to_owned()),
            first_party: client.first_party,
            created_at: client.created_at.micros(),
            updated_at: client.updated_at.micros(),
            is_active: client.is_active,
            registered_by: client.registered_by.name().to_owned(),
            jwks: client.jwks.as_ref().map(|jwks| jwks.document().to_string()),
            jwks_uri: client.jwks_uri.clone(),
            token_endpoint_auth_signing_alg: algorithm(client.token_endpoint_auth_signing_alg),
            access_token_format: client.access_token_format.name().to_owned(),
            subject_type: client.subject_type.name().to_owned(),
            sector_identifier_uri: client.sector_identifier_uri.clone(),
            userinfo_signed_response_alg: algorithm(client.userinfo_algorithm),
            dpop_bound_access_tokens: client.dpop_bound,
            require_pushed_authorization_requests: client.require_par,
            backchannel_logout_uri: client.backchannel_logout_uri.clone(),
            backchannel_logout_session_required: client.backchannel_logout_session_required,
            default_max_age: age.and_then(|age| i64::try_from(age).ok()),
            require_auth_time: client.require_auth_time,
            default_acr_values: client.default_acr_values.join(" "),
            client_uri: client.client_uri.clone(),
            policy_uri: client.policy_uri.clone(),
            tos_uri: client.tos_uri.clone(),
            contacts: list(&client.contacts)?,
            resources: list(&client.resources)?,
            registration_token_digest: client.registration_token_digest.clone(),
            last_used_at: client.last_used_at.map(Timestamp::micros),
            userinfo_claims_in_id_token: client.userinfo_claims_in_id_token,
            previous_secret_digest: previous.map(|secret| secret.digest.clone()),
            previous_secret_expires_at: previous.map(|secret| secret.expires_at.micros()),
            refresh_token_rotation: client.refresh_token_rotation,
            token_endpoint_as_audience: client.token_endpoint_as_audience,
            request_object_signing_alg: client
                .request_object_algorithm
                .map(|one| one.name().to_owned()),
            require_signed_request_object: client.require_request_object,
            initiate_login_uri: client.initiate_login_uri.clone(),
            older_secrets: list(&older)?,
        })
    }
    /// Returns the client, unless the row has a value that this version does not know.
    pub(super) fn client(self) -> Option<Client> {
        let named = |name: String| Algorithm::from_name(&name);
        let algorithm = |name: Option<String>| read_optional(name, named).ok();
        let for_requests = |name: String| RequestAlgorithm::from_name(&name);
        let mut client = Client {
            auth_method: AuthMethod::from_name(&self.token_endpoint_auth_method)?,
            application_type: ApplicationType::from_name(&self.application_type)?,
            redirect_uris: strict_json::from_stored(&self.redirect_uris).ok()?,
            post_logout_redirect_uris: strict_json::from_stored(&self.post_logout_redirect_uris)
                .ok()?,
            grant_types: grant_types(&self.grant_types)?,
            scope: Scope::parse(&self.scope)?,
            id_token_algorithm: Algorithm::from_name(&self.id_token_signed_response_alg)?,
            color: self.brand_color.as_deref().and_then(Color::parse),
            logo: self.logo.as_deref().and_then(Logo::parse),
            registered_by: RegisteredBy::from_name(&self.registered_by)?,
            jwks: read_optional(self.jwks.as_deref(), keys).ok()?,
            token_endpoint_auth_signing_alg: algorithm(self.token_endpoint_auth_signing_alg)?,
            access_token_format: TokenFormat::from_name(&self.access_token_format)?,
            subject_type: SubjectType::from_name(&self.subject_type)?,
            userinfo_algorithm: algorithm(self.userinfo_signed_response_alg)?,
            default_max_age: read_optional(self.default_max_age, age).ok()?,
            default_acr_values: words(&self.default_acr_values).collect(),
            contacts: strict_json::from_stored(&self.contacts).ok()?,
            resources: strict_json::from_stored(&self.resources).ok()?,
            id: self.id,
            name: self.name,
            is_active: self.is_active,
            secret_digest: self.secret_digest,
            previous_secrets: previous_secrets(
                self.previous_secret_digest
                    .zip(self.previous_secret_expires_at),
                &self.older_secrets,
            )?,
            token_endpoint_as_audience: self.token_endpoint_as_audience,
            request_object_algorithm: read_optional(self.request_object_signing_alg, for_requests)
                .ok()?,
            require_request_object: self.require_signed_request_object,
            jwks_uri: self.jwks_uri,
            sector_identifier_uri: self.sector_identifier_uri,
            sector: None,
            require_pkce: self.require_pkce,
            require_par: self.require_pushed_authorization_requests,
            dpop_bound: self.dpop_bound_access_tokens,
            refresh_token_rotation: self.refresh_token_rotation,
            backchannel_logout_uri: self.backchannel_logout_uri,
            backchannel_logout_session_required: self.backchannel_logout_session_required,
            require_auth_time: self.require_auth_time,
            userinfo_claims_in_id_token: self.userinfo_claims_in_id_token,
            client_uri: self.client_uri,
            initiate_login_uri: self.initiate_login_uri,
            policy_uri: self.policy_uri,
            tos_uri: self.tos_uri,
            first_party: self.first_party,
            registration_token_digest: self.registration_token_digest,
            created_at: Timestamp::from_micros(self.created_at),
            updated_at: Timestamp::from_micros(self.updated_at),
            last_used_at: self.last_used_at.map(Timestamp::from_micros),
        };
        client.sector = sector(&client);
        Some(client)
    }
}

fn grant_types(text: &str) -> Option<Vec<GrantType>> {
    words(text)
        .map(|word| GrantType::from_name(&word))
        .collect()
}

/// Returns the previous secrets, the newest first. The newest has separate columns, which servers of older versions
/// read and write. Such a server leaves the other secrets in the row when it ends all of them, so without a newest
/// secret there are none.
fn previous_secrets(newest: Option<(String, i64)>, older: &str) -> Option<Vec<PreviousSecret>> {
    let Some(newest) = newest else {
        return Some(Vec::new());
    };
    let older: Vec<(String, i64)> = strict_json::from_stored(older).ok()?;
    let secrets = std::iter::once(newest).chain(older);
    let read = |(digest, expires_at)| PreviousSecret {
        digest,
        expires_at: Timestamp::from_micros(expires_at),
    };
    Some(secrets.map(read).collect())
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split_ascii_whitespace().map(ToOwned::to_owned)
}

/// Reads an optional value; fails if the value is present but cannot be read.
fn read_optional<T, U>(
    value: Option<T>,
    read: impl Fn(T) -> Option<U>,
) -> Result<Option<U>, UnreadableRow> {
    value
        .map(|value| read(value).ok_or(UnreadableRow))
        .transpose()
}

/// Error for a value that this version cannot read.
struct UnreadableRow;

fn keys(text: &str) -> Option<Jwks> {
    Jwks::parse(strict_json::from_stored(text).ok()?).ok()
}

fn age(seconds: i64) -> Option<Duration> {
    u64::try_from(seconds).ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn older_secrets_are_valid_only_with_a_newest_one() {
        let older = r#"[["b",2],["a",1]]"#;
        let rows = [
            (Some("c"), older, Some("c b a")),
            (Some("c"), "[]", Some("c")),
            (Some("c"), "unreadable", None),
            (None, older, Some("")),
            (None, "[]", Some("")),
        ];
        for (newest, older, expected) in rows {
            let newest = newest.map(|digest| (digest.to_owned(), 3));
            let secrets = previous_secrets(newest, older);
            let digests = secrets.map(|secrets| {
                let digests: Vec<_> = secrets.iter().map(|secret| &*secret.digest).collect();
                digests.join(" ")
            });
            assert_eq!(digests.as_deref(), expected, "{older}");
        }
    }
}
