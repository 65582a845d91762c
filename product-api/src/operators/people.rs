//! Users for the operator: data of the identity provider, joined with the data of this service.

use foundation::Failure;

use super::store::people::{self, UserFacts};
use super::write_down::{OperatorAction, asked, done};
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
    pub(super) told: IdpUser,
    /// `None` before the user's first contact here.
    pub(super) facts: Option<UserFacts>,
}

/// A user with sessions, accounts and balances.
#[derive(Clone, Debug)]
pub(super) struct UserDetails {
    pub(super) person: OperatorUser,
    pub(super) sessions: Vec<IdpSession>,
    pub(super) accounts: Vec<IdpAccount>,
    pub(super) balances: Vec<Balance>,
}

/// Maximum length of a search text, in bytes.
const MAX_INPUT_LENGTH: usize = 254;

/// Returns a page of users, newest first, and the cursor of the next page.
pub(super) async fn find_people(
    app: &App,
    typed: &str,
    page: PageParams<'_>,
) -> Result<(Vec<OperatorUser>, Option<String>), Problem> {
    if typed.len() > MAX_INPUT_LENGTH {
        let detail = "Must be at most 254 bytes.";
        return Err(Problem::invalid(&[FieldError::parameter("q", detail)]));
    }
    let limit = page_size(page.limit)?;
    let wanted = UserFilter {
        typed,
        limit,
        cursor: page.cursor,
    };
    let told = app.directory.people(wanted).await?;
    let told = told.ok_or_else(|| {
        let detail = "Must be a next_cursor of this list.";
        Problem::invalid(&[FieldError::parameter("cursor", detail)])
    })?;
    let people = joined(app, told.users).await?;
    Ok((people, told.next_cursor))
}

/// Returns a user of the identity provider.
pub(super) async fn find_person(app: &App, id: &str) -> Result<UserDetails, Problem> {
    let told = app.directory.person(id).await?;
    let told = told.ok_or_else(|| Problem::not_found("user"))?;
    let id = told.id.clone();
    let sessions = app.directory.sessions(&id).await?;
    let accounts = app.directory.accounts(&id).await?;
    let mut people = joined(app, vec![told]).await?;
    let person = people.pop().ok_or_else(|| Problem::not_found("user"))?;
    Ok(UserDetails {
        person,
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
    let told = app.directory.person(id).await?;
    let told = told.ok_or_else(|| Problem::not_found("user"))?;
    let deed = |action| OperatorAction {
        action,
        subject: &told.id,
        reason,
    };
    asked(app, operator, deed(Action::UserSignOutAsked)).await?;
    if !app.directory.end_sessions(&told.id).await? {
        return Err(Problem::not_found("user"));
    }
    done(app, operator, deed(Action::UserSignedOut)).await;
    Ok(())
}

async fn joined(app: &App, told: Vec<IdpUser>) -> Result<Vec<OperatorUser>, Failure> {
    let ids: Vec<&str> = told.iter().map(|person| person.id.as_str()).collect();
    let mut reader = app.database.reader().await?;
    let mut facts = people::facts(&mut reader.connection(), &ids).await?;
    let mut take = |id: &str| {
        let place = facts.iter().position(|facts| facts.id == id)?;
        Some(facts.swap_remove(place))
    };
    let join = |told: IdpUser| OperatorUser {
        facts: take(&told.id),
        told,
    };
    Ok(told.into_iter().map(join).collect())
}
