//! Users for the operator: data of the identity provider, joined with the data of this service.

use foundation::Failure;

use super::record_action::{OperatorAction, record_completion, record_request};
use super::store::users::{self, UserFacts};
use crate::app::App;
use crate::audit::Action;
use crate::credits::{self, Balance};
use crate::idp::{IdpAccount, IdpSession, IdpUser, UserFilter};
use crate::problem::{FieldError, Problem};
use crate::schema::{PageParams, page_size};
use crate::users::Operator;

/// A user.
#[derive(Clone, Debug)]
pub(super) struct OperatorUser {
    pub(super) user: IdpUser,
    /// `None` before the user's first contact here.
    pub(super) facts: Option<UserFacts>,
}

/// A user with sessions, accounts and balances.
#[derive(Clone, Debug)]
pub(super) struct UserDetails {
    pub(super) user: OperatorUser,
    pub(super) sessions: Vec<IdpSession>,
    pub(super) accounts: Vec<IdpAccount>,
    pub(super) balances: Vec<Balance>,
}

/// Maximum length of a search text, in bytes.
const MAX_INPUT_LENGTH: usize = 254;

/// Returns a page of users, newest first, and the cursor of the next page.
pub(super) async fn find_users(
    app: &App,
    typed: &str,
    page: PageParams<'_>,
) -> Result<(Vec<OperatorUser>, Option<String>), Problem> {
    if typed.len() > MAX_INPUT_LENGTH {
        let detail = "Must be at most 254 bytes.";
        return Err(Problem::invalid(&[FieldError::parameter("q", detail)]));
    }
    let limit = page_size(page.limit)?;
    let filter = UserFilter {
        typed,
        limit,
        cursor: page.cursor,
    };
    let found = app.directory.users(filter).await?;
    let found = found.ok_or_else(|| {
        let detail = "Must be a next_cursor of this list.";
        Problem::invalid(&[FieldError::parameter("cursor", detail)])
    })?;
    let users = joined(app, found.users).await?;
    Ok((users, found.next_cursor))
}

/// Returns a user of the identity provider.
pub(super) async fn find_user(app: &App, id: &str) -> Result<UserDetails, Problem> {
    let user = app.directory.user(id).await?;
    let user = user.ok_or_else(|| Problem::not_found("user"))?;
    let id = user.id.clone();
    let sessions = app.directory.sessions(&id).await?;
    let accounts = app.directory.accounts(&id).await?;
    let mut users = joined(app, vec![user]).await?;
    let user = users.pop().ok_or_else(|| Problem::not_found("user"))?;
    Ok(UserDetails {
        user,
        sessions,
        accounts,
        balances: credits::balances_of_user(app, &id).await?,
    })
}

/// Ends all sessions of a user.
pub(super) async fn end_sessions(
    app: &App,
    operator: &Operator,
    id: &str,
    reason: Option<&str>,
) -> Result<(), Problem> {
    let user = app.directory.user(id).await?;
    let user = user.ok_or_else(|| Problem::not_found("user"))?;
    let action_of = |action| OperatorAction {
        action,
        subject: &user.id,
        reason,
    };
    record_request(app, operator, action_of(Action::UserSignOutAsked)).await?;
    if !app.directory.end_sessions(&user.id).await? {
        return Err(Problem::not_found("user"));
    }
    record_completion(app, operator, action_of(Action::UserSignedOut)).await;
    Ok(())
}

async fn joined(app: &App, listed: Vec<IdpUser>) -> Result<Vec<OperatorUser>, Failure> {
    let ids: Vec<&str> = listed.iter().map(|user| user.id.as_str()).collect();
    let mut reader = app.database.reader().await?;
    let mut facts = users::facts(&mut reader.connection(), &ids).await?;
    let mut take = |id: &str| {
        let index = facts.iter().position(|facts| facts.id == id)?;
        Some(facts.swap_remove(index))
    };
    let join = |user: IdpUser| OperatorUser {
        facts: take(&user.id),
        user,
    };
    Ok(listed.into_iter().map(join).collect())
}
