//! Who is at the account page, whether the sign-in is young enough to change anything there, and what a no looks like.

use foundation::{Failure, Timestamp};
use poem::http::StatusCode;
use poem::{Request, Response};

use crate::app::App;
use crate::pages::error_page;
use crate::sessions::{self, Current};
use crate::users::{self, SignedIn, User};

/// A person at the account page.
#[derive(Clone, Debug)]
pub(super) struct Here {
    /// Who it is.
    pub(super) user: User,
    /// The session.
    pub(super) session: Current,
    /// The session's id, as the browser presents it.
    pub(super) id: String,
}

impl Here {
    /// Whether the last sign-in is young enough to add or remove a way in.
    pub(super) fn is_fresh(&self, now: Timestamp) -> bool {
        let signed_in = SignedIn {
            user_id: &self.session.user_id,
            auth_time: self.session.auth_time,
        };
        signed_in.is_fresh(now)
    }
}

/// Who is signed in with this request, if that user may be here.
pub(super) async fn here(app: &App, request: &Request) -> Result<Option<Here>, Failure> {
    let Some(id) = sessions::presented(app, request.headers()) else {
        return Ok(None);
    };
    let Some(session) = sessions::current(app, request).await? else {
        return Ok(None);
    };
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), &session.user_id).await?;
    Ok(user
        .filter(|user| user.is_active)
        .map(|user| Here { user, session, id }))
}

pub(super) fn out_of_date() -> Response {
    error_page(
        StatusCode::FORBIDDEN,
        "This page is out of date",
        "Nothing was changed. Open your account page again.",
    )
}

pub(super) fn last_way_in() -> Response {
    error_page(
        StatusCode::CONFLICT,
        "This is your only way to sign in",
        "Nothing was changed. Add an address or another way to sign in first, then remove this one.",
    )
}

pub(super) fn not_there() -> Response {
    error_page(
        StatusCode::NOT_FOUND,
        "There is no such way to sign in",
        "It may have been removed already. Open your account page again.",
    )
}

pub(super) fn other_browser() -> Response {
    error_page(
        StatusCode::FORBIDDEN,
        "Open this link where you are signed in",
        "Sign in first, or open the link in the browser in which you asked for it. Nothing was changed.",
    )
}
