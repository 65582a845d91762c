//! Letters on their way, for callers with the scope `idp.users`: they name people's addresses.

use foundation::Timestamp;
use poem::http::StatusCode;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::caller::{AdminProblem, Caller, open_cursor, page_length, problem, seal_cursor};
use super::users::UsersToken;
use crate::admin::find_mail::find_mail;
use crate::mail::MailState;
use crate::mail::store::deliveries::{Told, Wanted};
use foundation::EmailAddress;

#[derive(Tags)]
enum Tag {
    /// Outgoing mail.
    Mail,
}

/// What became of a letter, without what it says.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct MailDelivery {
    /// `mail_…`, also in the letter's `Message-ID` and in the log.
    id: String,
    /// `sign_in_link`, `password_link`, `address_proof`, or a notice: `way_added`, `way_removed`, `address_replaced`,
    /// `accounts_merged`, `merge_undone`, `account_leaves`. Others may come.
    kind: String,
    /// The address that it is for.
    recipient: String,
    /// `waiting`, `sent` (the mail server took it) or `given_up`.
    state: String,
    /// How often it was tried.
    attempts: i64,
    /// Why the last attempt in vain was: `refused`, `put_off`, `unauthenticated`, `timed_out`, `insecure`, `unreachable`,
    /// `not_written`, `unreadable`; `expired` when it was never tried. Null when there was none.
    reason: Option<String>,
    /// The codes that the mail server answered then, such as `550 5.1.1`.
    reply: Option<String>,
    /// When it was queued, ISO 8601.
    created_at: String,
    /// When it is tried next, while it waits; ISO 8601.
    next_attempt_at: Option<String>,
    /// When it was sent or given up, ISO 8601.
    ended_at: Option<String>,
}

/// Some letters, the newest first.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct MailList {
    deliveries: Vec<MailDelivery>,
    /// For the next page; absent on the last.
    next_cursor: Option<String>,
}

#[derive(ApiResponse)]
enum MailAnswer {
    /// A page of the list.
    #[oai(status = 200)]
    Found(Json<MailList>),
    /// A parameter is wrong.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
}

/// The operation on letters.
pub(crate) struct MailApi;

#[OpenApi]
impl MailApi {
    /// List letters, the newest first.
    ///
    /// Those that wait, and those that were sent or given up in the last 14 days. With `recipient` only those to this
    /// address, whole and in whatever letters; with `state` only those in it.
    #[oai(
        path = "/mail",
        method = "get",
        operation_id = "list_mail",
        tag = "Tag::Mail"
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
    ) -> poem::Result<MailAnswer> {
        let caller = caller.0;
        // No letter goes to a text that is no address.
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
        let wanted = Wanted {
            recipient: recipient.as_ref().map_or("", EmailAddress::as_str),
            state: state.map_or("", MailState::name),
            before: before.as_ref().map(|(_, id)| id.as_str()),
            length: page_length(limit.0),
        };
        let (found, is_more) = find_mail(&caller.app, wanted).await?;
        let last = found.last().filter(|_| is_more);
        let next_cursor = last
            .map(|one| seal_cursor(&caller, &list_name, one.created_at(), &one.id))
            .transpose()?;
        Ok(page(found, next_cursor))
    }
}

fn page(found: Vec<Told>, next_cursor: Option<String>) -> MailAnswer {
    MailAnswer::Found(Json(MailList {
        deliveries: found.into_iter().map(MailDelivery::from).collect(),
        next_cursor,
    }))
}

/// The name of the list in its cursors, which are good for the same question only.
fn list_of(state: Option<&str>, recipient: Option<&EmailAddress>) -> String {
    let state = state.unwrap_or_default();
    format!(
        "mail {state} {}",
        recipient.map_or("", EmailAddress::as_str)
    )
}

fn state_of(name: Option<&str>) -> Result<Option<MailState>, &'static str> {
    let wrong = "state: must be waiting, sent or given_up";
    name.map(|name| MailState::of(name).ok_or(wrong))
        .transpose()
}

fn wrong_parameter(caller: &Caller, wrong: &str) -> MailAnswer {
    let told = problem(caller, StatusCode::BAD_REQUEST, wrong.to_owned());
    MailAnswer::Wrong(Json(told))
}

impl From<Told> for MailDelivery {
    fn from(told: Told) -> Self {
        Self {
            created_at: told.created_at().to_iso8601(),
            next_attempt_at: told.next_attempt_at().map(Timestamp::to_iso8601),
            ended_at: told.ended_at().map(Timestamp::to_iso8601),
            id: told.id,
            kind: told.kind,
            recipient: told.recipient,
            state: told.state,
            attempts: told.attempts,
            reason: told.reason,
            reply: told.reply,
        }
    }
}
