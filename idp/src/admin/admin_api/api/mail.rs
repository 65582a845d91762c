//! Operation on outgoing emails, for callers with the scope `idp.users`, because the list has users' email addresses.

use foundation::Timestamp;
use poem::http::StatusCode;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::caller::{AdminProblem, Caller, open_cursor, page_length, problem, seal_cursor};
use super::users::UsersToken;
use crate::admin::admin_api::find_mail::find_mail;
use crate::identity::mail::MailState;
use crate::identity::mail::store::deliveries::{EmailFilter, ListedEmail};
use foundation::EmailAddress;

#[derive(Tags)]
enum MailTag {
    /// Outgoing email.
    Mail,
}

/// The delivery of an email, without its text.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct MailDelivery {
    /// `mail_…`, also in the email's `Message-ID` and in the log.
    id: String,
    /// `sign_in_link`, `password_link`, `address_proof`, `message` (of another service), or a notice: `way_added`,
    /// `way_removed`, `address_replaced`, `accounts_merged`, `merge_undone`, `account_leaves`, `account_stays`. More kinds
    /// may follow.
    kind: String,
    /// The recipient's email address.
    recipient: String,
    /// `waiting`, `sent` (the mail server accepted it) or `given_up`.
    state: String,
    /// The number of delivery attempts.
    attempts: i64,
    /// Why the last failed attempt failed: `refused`, `put_off`, `unauthenticated`, `timed_out`, `insecure`,
    /// `unreachable`, `not_written`, `unreadable`; `expired` if there was no attempt. Null if no attempt failed.
    reason: Option<String>,
    /// The reply codes of the mail server to that attempt, such as `550 5.1.1`.
    reply: Option<String>,
    /// When the email was queued, ISO 8601.
    created_at: String,
    /// When the next attempt is due, while the email waits; ISO 8601.
    next_attempt_at: Option<String>,
    /// When the email was sent or given up, ISO 8601.
    ended_at: Option<String>,
}

/// A page of emails, the newest first.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct MailList {
    deliveries: Vec<MailDelivery>,
    /// The cursor of the next page; absent on the last.
    next_cursor: Option<String>,
}

#[derive(ApiResponse)]
enum ListMailResponse {
    /// A page of the list.
    #[oai(status = 200)]
    Found(Json<MailList>),
    /// A parameter is not valid.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
}

/// Operation on emails.
pub(crate) struct MailApi;

#[OpenApi]
impl MailApi {
    /// List emails, the newest first.
    ///
    /// The list has the emails that wait, and those that were sent or given up in the last 14 days. `recipient` selects
    /// the emails to this address, ignoring case; `state` selects those in this state.
    #[oai(
        path = "/mail",
        method = "get",
        operation_id = "list_mail",
        tag = "MailTag::Mail"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "each is a parameter of the query"
    )]
    async fn list_mail(
        &self,
        caller: UsersToken,
        state: Query<Option<String>>,
        recipient: Query<Option<String>>,
        limit: Query<Option<u32>>,
        cursor: Query<Option<String>>,
    ) -> poem::Result<ListMailResponse> {
        let caller = caller.0;
        // Returns no emails for a text that is not an email address.
        let Ok(recipient) = recipient.0.as_deref().map(EmailAddress::parse).transpose() else {
            return Ok(page(Vec::new(), None));
        };
        let list_name = list_of(state.0.as_deref(), recipient.as_ref());
        let read = || {
            let before = open_cursor(&caller, &list_name, cursor.0.as_deref())?;
            Ok((state_of(state.0.as_deref())?, before))
        };
        let (state, before) = match read() {
            Ok(read) => read,
            Err(wrong) => return Ok(wrong_parameter(&caller, wrong)),
        };
        let filter = EmailFilter {
            recipient: recipient.as_ref().map_or("", EmailAddress::as_str),
            state: state.map_or("", MailState::name),
            before: before.as_ref().map(|(_, id)| id.as_str()),
            length: page_length(limit.0),
        };
        let (found, is_more) = find_mail(&caller.app, filter).await?;
        let last = found.last().filter(|_| is_more);
        let next_cursor = last
            .map(|one| seal_cursor(&caller, &list_name, one.created_at(), &one.id))
            .transpose()?;
        Ok(page(found, next_cursor))
    }
}

fn page(found: Vec<ListedEmail>, next_cursor: Option<String>) -> ListMailResponse {
    ListMailResponse::Found(Json(MailList {
        deliveries: found.into_iter().map(MailDelivery::from).collect(),
        next_cursor,
    }))
}

/// Returns the name of the list in its cursors; a cursor is valid for the same filters only.
fn list_of(state: Option<&str>, recipient: Option<&EmailAddress>) -> String {
    let state = state.unwrap_or_default();
    format!(
        "mail {state} {}",
        recipient.map_or("", EmailAddress::as_str)
    )
}

fn state_of(name: Option<&str>) -> Result<Option<MailState>, &'static str> {
    let wrong = "state: must be waiting, sent or given_up";
    name.map(|name| MailState::from_name(name).ok_or(wrong))
        .transpose()
}

fn wrong_parameter(caller: &Caller, wrong: &str) -> ListMailResponse {
    let response = problem(caller, StatusCode::BAD_REQUEST, wrong.to_owned());
    ListMailResponse::Wrong(Json(response))
}

impl From<ListedEmail> for MailDelivery {
    fn from(response: ListedEmail) -> Self {
        Self {
            created_at: response.created_at().to_iso8601(),
            next_attempt_at: response.next_attempt_at().map(Timestamp::to_iso8601),
            ended_at: response.ended_at().map(Timestamp::to_iso8601),
            id: response.id,
            kind: response.kind,
            recipient: response.recipient,
            state: response.state,
            attempts: response.attempts,
            reason: response.reason,
            reply: response.reply,
        }
    }
}
