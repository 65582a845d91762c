//! Registers a website in one call: its row, its client at the idp, its first API keys.

use foundation::secret::SecretString;
use foundation::{Failure, id};
use serde_json::json;
use url::Url;

use super::client_settings::ClientSettings;
use super::detail::Detail;
use super::details::NewWebsite;
use super::idp::RegisterRefusal;
use super::key::NewKey;
use super::store;
use super::website::{Status, Website};
use crate::app::App;
use crate::audit::{self, Action, Event, UserActor, UserSession};
use crate::caller::Mode;
use crate::problem::{FieldError, Kind, Problem};

/// The members of a registration that the idp checks.
const MEMBERS: [&str; 4] = [
    "name",
    "redirect_uris",
    "post_logout_redirect_uris",
    "backchannel_logout_uri",
];

/// Maximum number of websites of one owner.
const MAX_WEBSITES: i64 = 100;
/// The name of one credit until its owner changes it.
const USUAL_UNIT: &str = "credit";

/// A new website, with the secrets that are shown once.
pub(crate) struct RegistrationResult {
    pub(crate) detail: Detail,
    pub(crate) client_secret: SecretString,
    pub(crate) live_key: NewKey,
    pub(crate) test_key: NewKey,
    /// The link with which its owner can try the sign-in.
    pub(crate) test_link: String,
}

/// Reasons why a website was not registered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RegistrationRefusal {
    /// The request breaks the rules of a registration.
    #[error("the request is not valid")]
    Invalid(Vec<FieldError>),
    /// The idp did not register the client; no visible part of the attempt remains.
    #[error("the identity provider is away: {0}")]
    IdpAway(Failure),
    /// A component failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Registers a website for its owner.
///
/// Inserts the row first, invisible (`registering`). After any failure the client at the idp then has a row that names it,
/// and the sweep deletes both. Each attempt has its own row: a retry is safe.
pub(crate) async fn register(
    app: &App,
    owner: UserActor<'_>,
    request: NewWebsite,
) -> Result<RegistrationResult, RegistrationRefusal> {
    let request = request.checked().map_err(RegistrationRefusal::Invalid)?;
    let redirect_uri = request.redirect_uris.first().cloned().unwrap_or_default();
    let website = Website {
        id: id::new("web", &app.clock, &app.random)?,
        owner_user_id: owner.user_id.to_owned(),
        name: request.name.clone(),
        url: request.url.clone(),
        client_id: id::new("client", &app.clock, &app.random)?,
        status: Status::Active,
        suspended_by: None,
        created_at: app.clock.now(),
        scale: request.scale,
    };
    let mut transaction = app.database.begin().await?;
    let sign_in = store::SignIn {
        redirect_uris: &request.redirect_uris,
        post_logout_redirect_uris: &request.sign_out_addresses(),
        settings: &ClientSettings::default(),
    };
    let mut db = transaction.connection();
    if store::count_of_owner(&mut db, owner.user_id).await? >= MAX_WEBSITES {
        let detail = format!(
            "A user has at most {MAX_WEBSITES} websites; ask the operator to hand one over."
        );
        return Err(RegistrationRefusal::Invalid(vec![FieldError::body(
            "", detail,
        )]));
    }
    store::insert(&mut db, &website, sign_in).await?;
    transaction.commit().await?;
    let client_secret = match app.registrar.put(&website.client_id, &request).await {
        Ok(secret) => secret,
        Err(RegisterRefusal::Refused(refusal)) => {
            return Err(RegistrationRefusal::Invalid(refusal.field_errors(&MEMBERS)));
        }
        Err(RegisterRefusal::Failure(failure)) => {
            return Err(RegistrationRefusal::IdpAway(failure));
        }
    };
    let test_link = test_link(app, &website.client_id, &redirect_uri)?;
    let detail = Detail {
        website,
        redirect_uris: Some(request.redirect_uris.clone()),
        post_logout_redirect_uris: Some(request.sign_out_addresses()),
        settings: Some(ClientSettings::default()),
        public_client: None,
        branding: None,
        previous_secret_until: None,
        unit: USUAL_UNIT.to_owned(),
    };
    activate(app, detail, owner.session, client_secret, test_link).await
}

async fn activate(
    app: &App,
    detail: Detail,
    session: &UserSession,
    client_secret: SecretString,
    test_link: String,
) -> Result<RegistrationResult, RegistrationRefusal> {
    let website = &detail.website;
    let owner = website.owner_user_id.as_str();
    let live_key = NewKey::first(Mode::Live, owner, &app.clock, &app.random)?;
    let test_key = NewKey::first(Mode::Test, owner, &app.clock, &app.random)?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::activate(&mut db, &website.id).await? {
        let swept = Failure::unavailable(
            "activating a website",
            "its registration was swept, or its owner deleted",
        );
        return Err(RegistrationRefusal::IdpAway(swept));
    }
    let mut event = Event {
        actor: owner,
        session: Some(session),
        action: Action::WebsiteRegistered,
        website_id: Some(&website.id),
        subject: &website.id,
        details: json!({"name": website.name, "url": website.url, "client_id": website.client_id}),
    };
    audit::record(&mut db, &event, &app.clock, &app.random).await?;
    for key in [&live_key, &test_key] {
        store::insert_key(&mut db, &website.id, key).await?;
        event.action = Action::KeyMade;
        event.subject = &key.id;
        event.details = json!({"mode": key.terms.mode.word(), "prefix": key.prefix(), "scopes": key.terms.scopes});
        audit::record(&mut db, &event, &app.clock, &app.random).await?;
    }
    transaction.commit().await?;
    Ok(RegistrationResult {
        detail,
        client_secret,
        live_key,
        test_key,
        test_link,
    })
}

/// Returns a link that starts a sign-in with a client. The verifier of its challenge (RFC 7636) is discarded, so no client
/// can redeem the resulting code.
fn test_link(app: &App, client_id: &str, redirect_uri: &str) -> Result<String, Failure> {
    let address = format!("{}/oauth/authorize", app.config.issuer.issuer);
    let mut link = Url::parse(&address).map_err(|error| Failure::broken("making a link", error))?;
    link.query_pairs_mut()
        .append_pair("client_id", client_id)
        .append_pair("redirect_uri", redirect_uri)
        .append_pair("response_type", "code")
        .append_pair("scope", "openid profile email")
        .append_pair("state", "test")
        .append_pair("code_challenge", &app.random.token()?)
        .append_pair("code_challenge_method", "S256");
    Ok(link.into())
}

impl From<RegistrationRefusal> for Problem {
    fn from(refusal: RegistrationRefusal) -> Self {
        match refusal {
            RegistrationRefusal::Invalid(errors) => Self::invalid(&errors),
            RegistrationRefusal::IdpAway(failure) => {
                foundation::http::log_failure(&failure);
                Self::new(
                    Kind::Unavailable,
                    "The identity provider did not register the website's client. Nothing is registered; send the same request again.",
                )
                .retry_after(5)
            }
            RegistrationRefusal::Failure(failure) => failure.into(),
        }
    }
}
