//! The window to the idp's admin API: registers the clients of websites, with a token of our own client.

use foundation::outbound::{Neighbour, read_bounded};
use foundation::secret::SecretString;
use foundation::{Clock, Failure, Timestamp, json};
use reqwest::{Method, StatusCode};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::activity::{Activity, Seen};
use super::branding::Branding;
use super::client_refusal::ClientRefusal;
use super::client_settings::{IdTokenAlgorithm, PublicSettings, grant_types};
use super::details::NewWebsite;
use super::registration::Registration;
use crate::config::IssuerConfig;
use crate::idp::{Admin, told};

/// What the admin API asks for.
const SCOPE: &str = "idp.clients";
/// What is done when a client is put.
const PUTTING: &str = "registering a client at the identity provider";
/// What users of a website can grant its client.
const CLIENT_SCOPE: &str = "credits.read";

/// The member that fills name and address into ID tokens: many libraries of websites read nothing else.
pub(super) const CLAIMS_IN_ID_TOKEN: &str = "userinfo_claims_in_id_token";

/// Why a client was not registered.
#[derive(Debug, thiserror::Error)]
pub(super) enum RegisterRefusal {
    /// The idp does not accept these members of the client.
    #[error("the identity provider refuses the client")]
    Refused(ClientRefusal),
    /// It is away, or the exchange broke.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// A website's client without a secret, as it is registered.
#[derive(Clone, Copy)]
pub(super) struct PublicRegistration<'a> {
    /// The website's name.
    pub(super) name: &'a str,
    /// Whether people can sign in by it.
    pub(super) is_active: bool,
    /// How it is shown.
    pub(super) branding: &'a Branding,
    /// What signs its ID tokens.
    pub(super) id_token_algorithm: IdTokenAlgorithm,
    /// Where sign-in may send people back to.
    pub(super) redirect_uris: &'a [String],
    /// All else that its owner sets.
    pub(super) settings: &'a PublicSettings,
}

/// Registers clients at the idp.
pub(crate) struct Registrar {
    admin: Admin,
}

#[derive(Deserialize)]
struct Registered {
    client_secret: Option<String>,
}

/// What clients asked, as the idp tells it.
#[derive(Deserialize)]
struct Asked {
    items: Vec<AskedOnce>,
    first_sign_in_at: Option<String>,
}

#[derive(Deserialize)]
struct AskedOnce {
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

impl Asked {
    /// `None` where an instant is none.
    fn read(self) -> Option<Activity> {
        let first = self.first_sign_in_at.as_deref();
        Some(Activity {
            first_sign_in_at: match first {
                Some(text) => Some(Timestamp::from_iso8601(text)?),
                None => None,
            },
            requests: self
                .items
                .into_iter()
                .map(AskedOnce::read)
                .collect::<Option<_>>()?,
        })
    }
}

impl AskedOnce {
    fn read(self) -> Option<Seen> {
        Some(Seen {
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
    /// A registrar at the configured idp; asks for nothing yet.
    pub(crate) fn new(config: &IssuerConfig, clock: Clock, idp: Neighbour) -> Self {
        Self {
            admin: Admin::new(config, SCOPE, clock, idp),
        }
    }

    /// Registers a website's client whole, with a fresh secret; doing it again is safe and makes another secret.
    pub(super) async fn put(
        &self,
        client_id: &str,
        website: &NewWebsite,
    ) -> Result<SecretString, RegisterRefusal> {
        self.put_with_secret(client_id, &metadata(website), 0).await
    }

    /// Rotates a client's secret and changes nothing else. The previous secret stays valid for `overlap_seconds`.
    pub(super) async fn rotate_secret(
        &self,
        client_id: &str,
        registration: Registration,
        overlap_seconds: u32,
    ) -> Result<SecretString, RegisterRefusal> {
        self.put_with_secret(client_id, &registration.into_json(), overlap_seconds)
            .await
    }

    /// Replaces what is registered of a client; its secret stays.
    pub(super) async fn replace(
        &self,
        client_id: &str,
        registration: Registration,
    ) -> Result<(), RegisterRefusal> {
        let path = path_of(client_id);
        self.put_client(&path, &registration.into_json()).await?;
        Ok(())
    }

    /// Registers a website's client for programs that can keep no secret (RFC 8252, RFC 7636); doing it again replaces its
    /// addresses.
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

    /// A client as it is registered; none when there is no such client.
    pub(super) async fn find(&self, client_id: &str) -> Result<Option<Registration>, Failure> {
        let doing = "reading a client at the identity provider";
        let request = self.admin.request(Method::GET, &path_of(client_id));
        let answer = self.admin.send(doing, request).await?;
        match answer.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND => return Ok(None),
            status => return Err(Failure::unavailable(doing, told(status))),
        }
        let members: Map<String, Value> = json::from_slice(&read_bounded(answer).await?)
            .map_err(|error| Failure::unavailable(doing, error.to_string()))?;
        Ok(Some(Registration::told(members)))
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
        secret.ok_or_else(|| Failure::unavailable(PUTTING, "it gave no secret").into())
    }

    async fn put_client(
        &self,
        path: &str,
        metadata: &Value,
    ) -> Result<Registered, RegisterRefusal> {
        let request = self.admin.request(Method::PUT, path).json(metadata);
        let answer = self.admin.send(PUTTING, request).await?;
        match answer.status() {
            StatusCode::OK | StatusCode::CREATED => {}
            StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => {
                let refusal = ClientRefusal::parse(&read_bounded(answer).await?);
                return Err(RegisterRefusal::Refused(refusal));
            }
            status => return Err(Failure::unavailable(PUTTING, told(status)).into()),
        }
        let body = read_bounded(answer).await?;
        let read = json::from_slice(&body);
        Ok(read.map_err(|error| Failure::unavailable(PUTTING, error.to_string()))?)
    }

    /// Lets people sign in with a client, or not; one that does not exist lets nobody in.
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
            Err(Failure::unavailable(doing, told(status)))
        }
    }

    /// What a client asked lately, and another one beside it, the newest first; one that does not exist asked nothing.
    pub(super) async fn activity(
        &self,
        (client_id, beside): (&str, Option<&str>),
        limit: i64,
    ) -> Result<Activity, Failure> {
        let doing = "reading what a client asked at the identity provider";
        let beside = beside.map_or_else(String::new, |other| format!("&beside={other}"));
        let path = format!("{}/activity?limit={limit}{beside}", path_of(client_id));
        let answer = self
            .admin
            .send(doing, self.admin.request(Method::GET, &path))
            .await?;
        match answer.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND => return Ok(Activity::default()),
            status => return Err(Failure::unavailable(doing, told(status))),
        }
        let body = read_bounded(answer).await?;
        let asked: Asked = json::from_slice(&body)
            .map_err(|error| Failure::unavailable(doing, error.to_string()))?;
        asked
            .read()
            .ok_or_else(|| Failure::unavailable(doing, "it tells of an instant that is none"))
    }

    /// Takes a client back; one that does not exist is as good.
    pub(super) async fn delete(&self, client_id: &str) -> Result<(), Failure> {
        let doing = "deleting a client at the identity provider";
        let request = self.admin.request(Method::DELETE, &path_of(client_id));
        let status = self.admin.send(doing, request).await?.status();
        if status.is_success() || status == StatusCode::NOT_FOUND {
            Ok(())
        } else {
            Err(Failure::unavailable(doing, told(status)))
        }
    }
}

fn path_of(client_id: &str) -> String {
    format!("/clients/{client_id}")
}

/// The client of a website in the names of RFC 7591.
fn metadata(website: &NewWebsite) -> Value {
    let settings = website.settings();
    json!({
        "client_name": website.name,
        "token_endpoint_auth_method": "client_secret_basic",
        "redirect_uris": website.redirect_uris,
        "post_logout_redirect_uris": website.sign_out_addresses(),
        "require_pkce": settings.require_pkce,
        "id_token_signed_response_alg": settings.id_token_signed_response_alg.name(),
        "application_type": settings.application_type.name(),
        "backchannel_logout_uri": website.backchannel_logout_uri,
        // Its back end ends the one session that is over, and not all of a person's.
        "backchannel_logout_session_required": website.backchannel_logout_uri.is_some(),
        "grant_types": grant_types(settings.device_grant),
        "scope": CLIENT_SCOPE,
        CLAIMS_IN_ID_TOKEN: true,
    })
}
