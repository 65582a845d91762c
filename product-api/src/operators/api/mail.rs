//! `GET /v1/operator/mail-deliveries`: emails of the identity provider and their delivery.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::idp::IdpMailDelivery;
use crate::operators::find_mail::find_mail;
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Nullable, PageParams, Tag};
use crate::users::Operator;

documents!(MailProblems: ClientNotAllowed, HolderInactive);

/// An email of the identity provider, without its text.
#[derive(Object)]
#[oai(rename = "OperatorMailDelivery", example)]
struct MailDeliveryDto {
    /// The email's id, also in its `Message-ID`.
    id: String,
    /// The kind: `sign_in_link`, `password_link`, `address_proof`, or a notice: `way_added`, `way_removed`,
    /// `address_replaced`, `accounts_merged`, `merge_undone`, `account_leaves`, `account_stays`; or a `message`
    /// to an owner of websites. Later versions may add kinds.
    kind: String,
    /// The address of the recipient.
    recipient: String,
    /// The state: `waiting`, `sent` (the mail server accepted it) or `given_up`.
    state: String,
    /// The number of attempts.
    attempts: i64,
    /// The cause of the last failure: `refused`, `put_off`, `unauthenticated`, `timed_out`, `insecure`, `unreachable`,
    /// `not_written`, `unreadable`; `expired` if it was never tried. Later versions may add causes; null without a failure.
    reason: Nullable<String>,
    /// The reply codes of the mail server at that failure.
    reply: Nullable<String>,
    /// The time at which it was queued.
    created_at: String,
    /// The time of the next attempt; null if there is none.
    next_attempt_at: Nullable<String>,
    /// The time at which it was sent or given up; null before.
    ended_at: Nullable<String>,
}

impl From<IdpMailDelivery> for MailDeliveryDto {
    fn from(delivery: IdpMailDelivery) -> Self {
        Self {
            id: delivery.id,
            kind: delivery.kind,
            recipient: delivery.recipient,
            state: delivery.state,
            attempts: delivery.attempts,
            reason: delivery.reason.into(),
            reply: delivery.reply.into(),
            created_at: delivery.created_at,
            next_attempt_at: delivery.next_attempt_at.into(),
            ended_at: delivery.ended_at.into(),
        }
    }
}

impl Example for MailDeliveryDto {
    fn example() -> Self {
        Self {
            id: "mail_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            kind: "sign_in_link".to_owned(),
            recipient: "ada@example.com".to_owned(),
            state: "given_up".to_owned(),
            attempts: 1,
            reason: Some("refused".to_owned()).into(),
            reply: Some("550 5.1.1".to_owned()).into(),
            created_at: "2026-01-01T00:00:00.000Z".to_owned(),
            next_attempt_at: None.into(),
            ended_at: Some("2026-01-01T00:00:01.000Z".to_owned()).into(),
        }
    }
}

/// One page of emails, newest first.
#[derive(Object)]
#[oai(rename = "OperatorMailDeliveryPage", example)]
struct MailPageDto {
    /// The emails.
    items: Vec<MailDeliveryDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl Example for MailPageDto {
    fn example() -> Self {
        Self {
            items: vec![MailDeliveryDto::example()],
            next_cursor: None.into(),
        }
    }
}

#[derive(ApiResponse)]
enum MailPageResponse {
    /// A page of emails.
    #[oai(status = 200)]
    Ok(Json<MailPageDto>),
}

/// The operation on emails.
pub(crate) struct MailApi;

#[OpenApi]
impl MailApi {
    /// List mail deliveries
    ///
    /// Lists the queued emails of the identity provider, without their texts, newest first. Includes those sent or given up
    /// in the last 14 days. Only the operator of this installation may call it.
    #[oai(
        path = "/v1/operator/mail-deliveries",
        method = "get",
        operation_id = "list_mail_deliveries",
        tag = "Tag::Operator"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn list_mail_deliveries(
        &self,
        app: Data<&Arc<App>>,
        _operator: Operator,
        /// Only emails in this state: `waiting`, `sent` or `given_up`.
        state: Query<Option<String>>,
        /// The complete address of the recipient; upper and lower case are equal.
        q: Query<Option<String>>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<MailPageResponse, ProblemResponse<MailProblems>> {
        let (state, typed) = (state.0.unwrap_or_default(), q.0.unwrap_or_default());
        let page = PageParams {
            limit: limit.0,
            cursor: cursor.0.as_deref(),
        };
        let (letters, next_cursor) = find_mail(&app, &state, typed.trim(), page).await?;
        Ok(MailPageResponse::Ok(Json(MailPageDto {
            items: letters.into_iter().map(MailDeliveryDto::from).collect(),
            next_cursor: next_cursor.into(),
        })))
    }
}
