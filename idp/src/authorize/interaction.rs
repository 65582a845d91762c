//! What happens next: the question whether a screen has to be shown, as a pure decision.

use foundation::Timestamp;

use super::request::AuthorizationRequest;
use crate::clients::Scope;
use crate::errors::{ErrorCode, OAuthError};
use crate::sessions::Current;

pub(super) const LOGIN_REQUIRED: OAuthError = OAuthError::new(
    ErrorCode::LoginRequired,
    "Nobody is signed in, or not the right user, or not recently enough.",
);
const CONSENT_REQUIRED: OAuthError = OAuthError::new(
    ErrorCode::ConsentRequired,
    "The user has not allowed this client what it asks for.",
);

/// Who is there, and what is known of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<'a> {
    /// The session of the browser.
    pub(super) session: Option<&'a Current>,
    /// What the user allowed this client before.
    pub(super) consented: Option<&'a Scope>,
    /// Whether the user allowed this very request just now.
    pub(super) allowed_now: bool,
    /// When the request was parked, if it was.
    pub(super) parked_at: Option<Timestamp>,
    /// Now.
    pub(super) now: Timestamp,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The client is told no.
    Refuse(OAuthError),
    /// Any sign-in will do.
    SignIn,
    /// Only a sign-in after the request was parked will do.
    SignInAfresh,
    /// The user is asked whether the client may have what it asks for.
    AskConsent,
    /// The client gets its code.
    Answer,
}

/// Decides what happens next.
pub(super) fn next(request: &AuthorizationRequest, standing: &Standing<'_>) -> Step {
    let silent = request.prompt.none;
    let Some(session) = standing.session else {
        return if silent {
            Step::Refuse(LOGIN_REQUIRED)
        } else if request.prompt.login || request.max_age.is_some() {
            Step::SignInAfresh
        } else {
            Step::SignIn
        };
    };
    // A sign-in after the request was parked answers every wish for a fresh one, so that no request loops.
    let is_fresh = standing
        .parked_at
        .is_some_and(|parked_at| session.auth_time >= parked_at);
    let is_right_user = request
        .expected_user
        .as_ref()
        .is_none_or(|user| *user == session.user_id);
    if !is_right_user && is_fresh {
        return Step::Refuse(LOGIN_REQUIRED);
    }
    let is_recent =
        is_fresh || (!request.prompt.login && is_young_enough(request, session, standing.now));
    if !is_right_user || !is_recent {
        return if silent {
            Step::Refuse(LOGIN_REQUIRED)
        } else {
            Step::SignInAfresh
        };
    }
    if is_allowed(request, standing) {
        Step::Answer
    } else if silent {
        Step::Refuse(CONSENT_REQUIRED)
    } else {
        Step::AskConsent
    }
}

fn is_young_enough(request: &AuthorizationRequest, session: &Current, now: Timestamp) -> bool {
    request
        .max_age
        .is_none_or(|max_age| now <= session.auth_time.plus(max_age))
}

fn is_allowed(request: &AuthorizationRequest, standing: &Standing<'_>) -> bool {
    if request.target.client.first_party || standing.allowed_now {
        return true;
    }
    let remembered = standing
        .consented
        .is_some_and(|consented| request.scope.is_within(consented));
    remembered && !request.prompt.consent
}
