//! Everything that the idp knows of a person, as one file.

use foundation::json;
use poem_openapi::payload::Json;
use poem_openapi::types::Any;
use poem_openapi::{ApiResponse, Object, OpenApi};
use serde_json::Value;

use super::applications::{AllowedClient, applications};
use super::problem::{AccountProblem, limited};
use super::profile::{Profile, profile};
use super::sessions::{OwnSession, own_sessions};
use super::tag::Tag;
use super::ways::{WaysIn, ways_in};
use crate::account_api::guard::Own;
use crate::account_api::read_letters::read_letters;
use crate::account_api::read_trail::read_trail;
use crate::account_api::take_export::take_export;
use crate::audit::Kept;
use crate::limits::Verdict;
use crate::mail::store::deliveries::Told;

/// One thing that happened.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct OwnEvent {
    /// ISO 8601.
    at: String,
    /// What was done, such as `sign_in.succeeded`.
    action: String,
    /// Who did it: a user's or a client's id; `anonymous` before anybody is known, `import` for who took the person over
    /// from another system, `idp` for what nobody asked for.
    actor: String,
    /// To what: an id.
    subject: String,
    /// Where it came from: an IPv4 address or an IPv6 /64.
    network: Option<String>,
    /// The client on whose behalf it was done.
    client_id: Option<String>,
    /// More about it.
    details: Any<Value>,
}

/// A letter to the person's address.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct OwnLetter {
    /// When it was written, ISO 8601.
    at: String,
    /// What it is, such as `sign_in_link`.
    kind: String,
    /// `waiting`, `sent` or `given_up`.
    state: String,
    /// How often it was tried.
    attempts: i64,
    /// When it was sent or given up, ISO 8601.
    ended_at: Option<String>,
}

/// Everything that is known of the person.
#[derive(Object)]
struct Export {
    /// ISO 8601.
    exported_at: String,
    /// Who tells it.
    issuer: String,
    profile: Profile,
    ways_in: WaysIn,
    sessions: Vec<OwnSession>,
    applications: Vec<AllowedClient>,
    /// What was done by the person or to the account, and before they were made one by or to other accounts of the person,
    /// the newest first: 10,000 at most.
    events: Vec<OwnEvent>,
    /// What became of the letters of the last 14 days to the person's address, if it was proven, the newest first: 1,000 at
    /// most.
    letters: Vec<OwnLetter>,
}

#[derive(ApiResponse)]
enum ExportAnswer {
    /// The file.
    #[oai(status = 200)]
    File(
        Json<Box<Export>>,
        /// The name to save it under.
        #[oai(header = "Content-Disposition")]
        String,
    ),
    /// It was saved too often of late.
    #[oai(status = 429, content_type = "application/problem+json")]
    TooMany(
        Json<AccountProblem>,
        /// After so many seconds there are new ones.
        #[oai(header = "Retry-After")]
        u64,
    ),
}

/// The operation that tells everything.
pub(super) struct ExportApi;

#[OpenApi]
impl ExportApi {
    /// Save everything that is known of one.
    ///
    /// Secrets are not in it: passwords, keys and tokens are kept as digests or sealed.
    #[oai(
        path = "/export",
        method = "get",
        operation_id = "export_own_account",
        tag = "Tag::Profile"
    )]
    async fn export(&self, own: Own) -> poem::Result<ExportAnswer> {
        let taken = take_export(&own.app, &own.user.id).await?;
        if let Verdict::Refused { retry_after } = taken {
            let (told, wait) = limited(&own, retry_after);
            return Ok(ExportAnswer::TooMany(told, wait));
        }
        let events = read_trail(&own.app, &own.user.id).await?;
        let letters = read_letters(&own.app, &own.user).await?;
        let now = own.app.clock.now();
        let export = Export {
            exported_at: now.to_iso8601(),
            issuer: own.app.config.base.issuer.clone(),
            profile: profile(&own, &own.user).await?,
            ways_in: ways_in(&own).await?,
            sessions: own_sessions(&own).await?,
            applications: applications(&own).await?,
            events: events.into_iter().map(OwnEvent::from).collect(),
            letters: letters.into_iter().map(OwnLetter::from).collect(),
        };
        let name = format!("attachment; filename=\"account-{}.json\"", now.day());
        Ok(ExportAnswer::File(Json(Box::new(export)), name))
    }
}

impl From<Kept> for OwnEvent {
    fn from(kept: Kept) -> Self {
        Self {
            at: kept.at.to_iso8601(),
            action: kept.action,
            actor: kept.actor,
            subject: kept.subject,
            network: kept.network,
            client_id: kept.client_id,
            details: Any(json::from_stored(&kept.details).unwrap_or_default()),
        }
    }
}

impl From<Told> for OwnLetter {
    fn from(told: Told) -> Self {
        Self {
            at: told.created_at().to_iso8601(),
            ended_at: told.ended_at().map(foundation::Timestamp::to_iso8601),
            kind: told.kind,
            state: told.state,
            attempts: told.attempts,
        }
    }
}
