//! Operation that exports all data of a user as one file.

use foundation::text::strict_json;
use poem_openapi::payload::Json;
use poem_openapi::types::Any;
use poem_openapi::{ApiResponse, Object, OpenApi};
use serde_json::Value;

use super::applications::{OwnApplication, applications};
use super::problem::{AccountProblem, limited};
use super::profile::{Profile, profile};
use super::sessions::{OwnSession, own_sessions};
use super::sign_in_methods::{OwnSignInMethods, sign_in_methods};
use super::tag::AccountTag;
use crate::admin::account_api::count_export::count_export;
use crate::admin::account_api::guard::AccountCaller;
use crate::admin::account_api::read_audit_log::read_audit_log;
use crate::admin::account_api::read_emails::read_emails;
use crate::identity::mail::store::deliveries::ListedEmail;
use crate::limits::LimitOutcome;
use crate::observability::audit::StoredEvent;

/// An event of the audit log.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct OwnEvent {
    /// When the event happened; ISO 8601.
    at: String,
    /// The action, such as `sign_in.succeeded`.
    action: String,
    /// The id of the user or client that acted. It is `anonymous` before the user is known, `import` for an import from
    /// another system, and `idp` for actions of the service itself.
    actor: String,
    /// The id of the object of the action.
    subject: String,
    /// The network of the request: an IPv4 address or an IPv6 /64.
    network: Option<String>,
    /// The client that acted for the user.
    client_id: Option<String>,
    /// Further details, which depend on the action.
    details: Any<Value>,
}

/// An email to the user's address.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct OwnEmail {
    /// When the email was queued; ISO 8601.
    at: String,
    /// The kind of email, such as `sign_in_link`.
    kind: String,
    /// `waiting`, `sent` or `given_up`.
    state: String,
    /// The number of delivery attempts.
    attempts: i64,
    /// When the email was sent or given up; ISO 8601.
    ended_at: Option<String>,
}

/// All data of the user.
#[derive(Object)]
struct Export {
    /// ISO 8601.
    exported_at: String,
    /// The issuer, which made the export.
    issuer: String,
    profile: Profile,
    sign_in_methods: OwnSignInMethods,
    sessions: Vec<OwnSession>,
    applications: Vec<OwnApplication>,
    /// Audit events of the user and of accounts that were merged into this one, the newest first; at most 10,000.
    events: Vec<OwnEvent>,
    /// Emails of the last 14 days to the user's address if it is verified, the newest first; at most 1,000.
    #[oai(rename = "letters")]
    emails: Vec<OwnEmail>,
}

#[derive(ApiResponse)]
enum ExportResponse {
    /// The file.
    #[oai(status = 200)]
    File(
        Json<Box<Export>>,
        /// Contains the suggested file name.
        #[oai(header = "Content-Disposition")]
        String,
    ),
    /// Too many exports within the hour.
    #[oai(status = 429, content_type = "application/problem+json")]
    TooMany(
        Json<AccountProblem>,
        /// Seconds until the next export is allowed.
        #[oai(header = "Retry-After")]
        u64,
    ),
}

/// Operation that exports all data of the user.
pub(super) struct ExportApi;

#[OpenApi]
impl ExportApi {
    /// Export all data of your account.
    ///
    /// The file contains no secrets: passwords, keys and tokens are stored as digests or encrypted.
    #[oai(
        path = "/export",
        method = "get",
        operation_id = "export_own_account",
        tag = "AccountTag::Profile"
    )]
    async fn export(&self, caller: AccountCaller) -> poem::Result<ExportResponse> {
        let outcome = count_export(&caller.app, &caller.user.id).await?;
        if let LimitOutcome::Refused { retry_after } = outcome {
            let (response, wait) = limited(&caller, retry_after);
            return Ok(ExportResponse::TooMany(response, wait));
        }
        let events = read_audit_log(&caller.app, &caller.user.id).await?;
        let emails = read_emails(&caller.app, &caller.user).await?;
        let now = caller.app.clock.now();
        let export = Export {
            exported_at: now.to_iso8601(),
            issuer: caller.app.config.base.issuer.clone(),
            profile: profile(&caller, &caller.user).await?,
            sign_in_methods: sign_in_methods(&caller).await?,
            sessions: own_sessions(&caller).await?,
            applications: applications(&caller).await?,
            events: events.into_iter().map(OwnEvent::from).collect(),
            emails: emails.into_iter().map(OwnEmail::from).collect(),
        };
        let name = format!("attachment; filename=\"account-{}.json\"", now.day());
        Ok(ExportResponse::File(Json(Box::new(export)), name))
    }
}

impl From<StoredEvent> for OwnEvent {
    fn from(event: StoredEvent) -> Self {
        Self {
            at: event.at.to_iso8601(),
            action: event.action,
            actor: event.actor,
            subject: event.subject,
            network: event.network,
            client_id: event.client_id,
            details: Any(strict_json::from_stored(&event.details).unwrap_or_default()),
        }
    }
}

impl From<ListedEmail> for OwnEmail {
    fn from(email: ListedEmail) -> Self {
        Self {
            at: email.created_at().to_iso8601(),
            ended_at: email.ended_at().map(foundation::Timestamp::to_iso8601),
            kind: email.kind,
            state: email.state,
            attempts: email.attempts,
        }
    }
}
