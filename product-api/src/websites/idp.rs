//! Client of the idp's admin API: registers the clients of websites, with a token of this service's own client.

use foundation::outbound::{UpstreamService, read_bounded};
use foundation::secret::SecretString;
use foundation::text::strict_json;
use foundation::{Clock, Failure, Timestamp};
use reqwest::{Method, StatusCode};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::activity::{ClientRequest, SignInActivity};
use super::branding::Branding;
use super::client_refusal::ClientRefusal;
use super::client_settings::{ClientSettings, IdTokenAlgorithm, PublicSettings, grant_types};
use super::details::NewWebsite;
use super::registration::Registration;
use crate::config::IssuerConfig;
use crate::idp::{Admin, unexpected_status};

/// The scope of the token for the admin API.
const SCOPE: &str = "idp.clients";
/// The operation that errors of a registration name.
const REGISTERING: &str = "registering a client at the identity provider";
/// The scopes that users of a website can grant its client.
pub(super) const CLIENT_SCOPE: &str = "credits.read credits.buy";

/// The member that adds name and email to ID tokens: many client libraries read nothing else.
pub(super) const CLAIMS_IN_ID_TOKEN: &str = "userinfo_claims_in_id_token";

/// Reasons why a client was not registered.
#[derive(Debug, thiserror::Error)]
pub(super) enum RegisterRefusal {
    /// The idp refuses these members of the client.
    #[error("the identity provider refuses the client")]
    Refused(ClientRefusal),
    /// The idp did not respond, or the request failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Registration of a website's client without a secret.
#[derive(Clone, Copy)]
pub(super) struct PublicRegistration<'a> {
    /// The website's name.
    pub(super) name: &'a str,
    /// True if users can sign in with it.
    pub(super) is_active: bool,
    /// The branding of the sign-in pages.
    pub(super) branding: &'a Branding,
    /// The algorithm that signs its ID tokens.
    pub(super) id_token_algorithm: IdTokenAlgorithm,
    /// The redirect URIs of sign-in.
    pub(super) redirect_uris: &'a [String],
    /// The other settings that its owner chooses.
    pub(super) settings: &'a PublicSettings,
}

/// Registers clients at the idp.
pub(crate) struct Registrar {
    admin: Admin,
}

#[derive(Deserialize)]
struct RegistrationResponse {
    client_secret: Option<String>,
}

/// Recent requests of clients, as the idp returns them.
#[derive(Deserialize)]
struct ActivityResponse {
    items: Vec<ActivityItem>,
    first_sign_in_at: Option<String>,
}

#[derive(Deserialize)]
struct ActivityItem {
    client_id: String,
    at: String,
    endpoint: String,
    status: i32,
    error: Option<String>,
    error_description: Option<String>,
    redirect_uri: Option<String>,
    origin: Option<String>,
    request_id: String,
    uses_pkce: Option<bool>,
}

impl ActivityResponse {
    /// Returns `None` if a timestamp is malformed.
    fn read(self) -> Option<SignInActivity> {
        let first = self.first_sign_in_at.as_deref();
        Some(SignInActivity {
            first_sign_in_at: match first {
                Some(text) => Some(Timestamp::from_iso8601(text)?),
                None => None,
            },
            requests: self
                .items
                .into_iter()
                .map(ActivityItem::read)
                .collect::<Option<_>>()?,
        })
    }
}

impl ActivityItem {
    fn read(self) -> Option<ClientRequest> {
        Some(ClientRequest {
            client_id: self.client_id,
            at: Timestamp::from_iso8601(&self.at)?,
            endpoint: self.endpoint,
            status: self.status,
            error: self.error,
            error_description: self.error_description,
            redirect_uri: self.redirect_uri,
            origin: self.origin,
            request_id: self.request_id,
            uses_pkce: self.uses_pkce,
        })
    }
}

impl Registrar {
    /// Creates a registrar for the configured idp; sends no request yet.
    pub(crate) fn new(config: &IssuerConfig, clock: Clock, idp: UpstreamService) -> Self {
        Self {
            admin: Admin::new(config, SCOPE, clock, idp),
        }
    }

    /// Registers a website's client with a new secret. A retry is safe and creates another secret.
    pub(super) async fn put(
        &self,
        client_id: &str,
        website: &NewWebsite,
    ) -> Result<SecretString, RegisterRefusal> {
        self.put_with_secret(client_id, &metadata(website), 0).await
    }

    /// Rotates a client's secret and changes nothing else. The previous secret stays valid for `overlap_seconds`, older ones
    /// until their own end.
    pub(super) async fn rotate_secret(
        &self,
        client_id: &str,
        registration: Registration,
        overlap_seconds: u32,
    ) -> Result<SecretString, RegisterRefusal> {
        self.put_with_secret(client_id, &registration.into_json(), overlap_seconds)
            .await
    }

    /// Replaces a client's registration; its secret stays.
    pub(super) async fn replace(
        &self,
        client_id: &str,
        registration: Registration,
    ) -> Result<(), RegisterRefusal> {
        let path = path_of(client_id);
        self.put_client(&path, &registration.into_json()).await?;
        Ok(())
    }

    /// Registers a website's public client (RFC 8252, RFC 7636), or replaces its registration.
    pub(super) async fn put_public(
        &self,
        client_id: &str,
        client: PublicRegistration<'_>,
    ) -> Result<(), RegisterRefusal> {
        let (branding, settings) = (client.branding, client.settings);
        let metadata = json!({
            "client_name": client.name,
            "is_active": client.is_active,
            "token_endpoint_auth_method": "none",
            "redirect_uris": client.redirect_uris,
            "post_logout_redirect_uris": settings.post_logout_redirect_uris,
            "application_type": settings.application_type.name(),
            "id_token_signed_response_alg": client.id_token_algorithm.name(),
            "grant_types": grant_types(settings.device_grant),
            "scope": CLIENT_SCOPE,
            CLAIMS_IN_ID_TOKEN: true,
            "brand_color": branding.brand_color,
            "logo_uri": branding.logo_uri,
            "client_uri": branding.client_uri,
            "policy_uri": branding.policy_uri,
            "tos_uri": branding.tos_uri,
        });
        self.put_client(&path_of(client_id), &metadata).await?;
        Ok(())
    }

    /// Returns a client's registration; `None` if there is no such client.
    pub(super) async fn find(&self, client_id: &str) -> Result<Option<Registration>, Failure> {
        let doing = "reading a client at the identity provider";
        let request = self.admin.request(Method::GET, &path_of(client_id));
        let response = self.admin.send(doing, request).await?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND => return Ok(None),
            status => return Err(Failure::unavailable(doing, unexpected_status(status))),
        }
        let members: Map<String, Value> =
            strict_json::from_slice(&read_bounded(response).await?)
                .map_err(|error| Failure::unavailable(doing, error.to_string()))?;
        Ok(Some(Registration::from_members(members)))
    }

    async fn put_with_secret(
        &self,
        client_id: &str,
        metadata: &Value,
        overlap_seconds: u32,
    ) -> Result<SecretString, RegisterRefusal> {
        let path = format!(
            "{}?rotate_secret=true&overlap_seconds={overlap_seconds}",
            path_of(client_id)
        );
        let registered = self.put_client(&path, metadata).await?;
        let secret = registered.client_secret.map(SecretString::from);
        secret.ok_or_else(|| Failure::unavailable(REGISTERING, "it gave no secret").into())
    }

    async fn put_client(
        &self,
        path: &str,
        metadata: &Value,
    ) -> Result<RegistrationResponse, RegisterRefusal> {
        let request = self.admin.request(Method::PUT, path).json(metadata);
        let response = self.admin.send(REGISTERING, request).await?;
        match response.status() {
            StatusCode::OK | StatusCode::CREATED => {}
            StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => {
                let refusal = ClientRefusal::parse(&read_bounded(response).await?);
                return Err(RegisterRefusal::Refused(refusal));
            }
            status => {
                return Err(Failure::unavailable(REGISTERING, unexpected_status(status)).into());
            }
        }
        let body = read_bounded(response).await?;
        let read = strict_json::from_slice(&body);
        Ok(read.map_err(|error| Failure::unavailable(REGISTERING, error.to_string()))?)
    }

    /// Enables or disables sign-in with a client; succeeds if there is no such client.
    pub(super) async fn set_active(&self, client_id: &str, is_active: bool) -> Result<(), Failure> {
        let doing = "switching a client at the identity provider";
        let path = format!("{}/active", path_of(client_id));
        let request = self
            .admin
            .request(Method::PUT, &path)
            .json(&json!({ "active": is_active }));
        let status = self.admin.send(doing, request).await?.status();
        if status.is_success() || status == StatusCode::NOT_FOUND {
            Ok(())
        } else {
            Err(Failure::unavailable(doing, unexpected_status(status)))
        }
    }

    /// Returns recent requests of a client and of a second one, newest first; none for a client that does not exist.
    pub(super) async fn activity(
        &self,
        client_id: &str,
        or_client: Option<&str>,
        limit: i64,
    ) -> Result<SignInActivity, Failure> {
        let doing = "reading what a client asked at the identity provider";
        let or_client =
            or_client.map_or_else(String::new, |other| format!("&or_client_id={other}"));
        let path = format!("{}/activity?limit={limit}{or_client}", path_of(client_id));
        let response = self
            .admin
            .send(doing, self.admin.request(Method::GET, &path))
            .await?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND => return Ok(SignInActivity::default()),
            status => return Err(Failure::unavailable(doing, unexpected_status(status))),
        }
        let body = read_bounded(response).await?;
        let activity: ActivityResponse = strict_json::from_slice(&body)
            .map_err(|error| Failure::unavailable(doing, error.to_string()))?;
        activity
            .read()
            .ok_or_else(|| Failure::unavailable(doing, "it tells of an instant that is none"))
    }

    /// Deletes a client; succeeds if there is no such client.
    pub(super) async fn delete(&self, client_id: &str) -> Result<(), Failure> {
        let doing = "deleting a client at the identity provider";
        let request = self.admin.request(Method::DELETE, &path_of(client_id));
        let status = self.admin.send(doing, request).await?.status();
        if status.is_success() || status == StatusCode::NOT_FOUND {
            Ok(())
        } else {
            Err(Failure::unavailable(doing, unexpected_status(status)))
        }
    }
}

fn path_of(client_id: &str) -> String {
    format!("/clients/{client_id}")
}

/// Returns the client of a website with the names of RFC 7591.
fn metadata(website: &NewWebsite) -> Value {
    let settings = ClientSettings::default();
    json!({
        "client_name": website.name,
        "token_endpoint_auth_method": "client_secret_basic",
        "redirect_uris": website.redirect_uris,
        "post_logout_redirect_uris": website.sign_out_addresses(),
        "require_pkce": settings.require_pkce,
        "id_token_signed_response_alg": settings.id_token_signed_response_alg.name(),
        "application_type": settings.application_type.name(),
        "backchannel_logout_uri": website.backchannel_logout_uri,
        // The logout token names the session that ended, so that the back end keeps the user's other sessions.
        "backchannel_logout_session_required": website.backchannel_logout_uri.is_some(),
        "grant_types": grant_types(settings.device_grant),
        "scope": CLIENT_SCOPE,
        CLAIMS_IN_ID_TOKEN: true,
    })
}
