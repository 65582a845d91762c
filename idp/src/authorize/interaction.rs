//! What happens next: the question whether a screen has to be shown, as a pure decision.

use foundation::Timestamp;

use super::acr::Acr;
use super::request::AuthorizationRequest;
use super::rules::UNMET;
use crate::clients::Scope;
use crate::errors::{ErrorCode, OAuthError};
use crate::sessions::Current;

pub(super) const LOGIN_REQUIRED: OAuthError =
    OAuthError::new(ErrorCode::LoginRequired, "Sign-in is required.");
pub(super) const CONSENT_REQUIRED: OAuthError = OAuthError::new(
    ErrorCode::ConsentRequired,
    "The user has not allowed this client what it asks for.",
);

/// Who is there, and what is known of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<'a> {
    /// The session of the browser.
    pub(super) session: Option<&'a Current>,
    /// What the client knows its user as.
    pub(super) subject: Option<&'a str>,
    /// What the user allowed this client before.
    pub(super) consented: Option<&'a Scope>,
    /// What the person answered just now.
    pub(super) answered: Answers,
    /// Whether the session is not that of the address in `login_hint`, where the request allows no question.
    pub(super) is_other_than_hinted: bool,
    /// When the request was parked, if it was.
    pub(super) parked_at: Option<Timestamp>,
    /// Now.
    pub(super) now: Timestamp,
}

/// What a person answered to the pages of this very request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Answers {
    /// That it is to be the account of the session.
    pub(super) account: bool,
    /// That the client may have what it asks for.
    pub(super) consent: bool,
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
    /// The user is asked whether it is to be this account.
    ChooseAccount,
    /// The user is asked whether the client may have what it asks for.
    AskConsent,
    /// The client gets its code.
    Answer,
}

/// Decides what happens next.
pub(super) fn next(request: &AuthorizationRequest, standing: &Standing<'_>) -> Step {
    let silent = request.prompt.none;
    let Some(session) = standing.session else {
        return nobody(request);
    };
    if silent && standing.is_other_than_hinted {
        return Step::Refuse(LOGIN_REQUIRED);
    }
    let is_after = |at: Timestamp| standing.parked_at.is_some_and(|parked_at| at >= parked_at);
    // A sign-in after the request was parked answers every other wish, so that no request loops.
    let has_signed_in = is_after(session.last_seen_at);
    // Only a proof after that is fresh: a provider may answer for a person who signed in there long ago.
    let is_fresh = session.proven_at().is_some_and(is_after);
    let is_right_user = request
        .expected_subject
        .as_deref()
        .is_none_or(|subject| standing.subject == Some(subject));
    if !is_right_user && has_signed_in {
        return Step::Refuse(LOGIN_REQUIRED);
    }
    let is_recent =
        is_fresh || (!request.prompt.login && is_young_enough(request, session, standing.now));
    let is_good_enough = request.acr.reached(Acr::of(&session.amr)).is_some();
    if !is_good_enough && has_signed_in && request.acr.is_essential {
        return Step::Refuse(UNMET);
    }
    // What is not essential is tried for once, where a person may be asked.
    let may_pass = is_good_enough || (!request.acr.is_essential && (has_signed_in || silent));
    if !is_right_user || !is_recent || !may_pass {
        return if silent {
            Step::Refuse(LOGIN_REQUIRED)
        } else {
            Step::SignInAfresh
        };
    }
    if request.prompt.select_account && !has_signed_in && !standing.answered.account {
        return Step::ChooseAccount;
    }
    if is_allowed(request, standing) {
        Step::Answer
    } else if silent {
        Step::Refuse(CONSENT_REQUIRED)
    } else {
        Step::AskConsent
    }
}

/// Without a session somebody has to sign in; where it has to be seen later that they just did, the request is parked.
fn nobody(request: &AuthorizationRequest) -> Step {
    let prompt = request.prompt;
    let has_a_wish = prompt.login
        || prompt.select_account
        || request.max_age.is_some()
        || !request.acr.accepted.is_empty()
        || request.expected_subject.is_some();
    if prompt.none {
        Step::Refuse(LOGIN_REQUIRED)
    } else if has_a_wish {
        Step::SignInAfresh
    } else {
        Step::SignIn
    }
}

fn is_young_enough(request: &AuthorizationRequest, session: &Current, now: Timestamp) -> bool {
    let client = &request.target.client;
    match (request.max_age, session.proven_at()) {
        (Some(max_age), Some(proven_at)) => now <= proven_at.plus(max_age),
        (None, None) => !client.require_auth_time,
        (Some(_), None) => false,
        (None, Some(_)) => true,
    }
}

fn is_allowed(request: &AuthorizationRequest, standing: &Standing<'_>) -> bool {
    if request.target.client.first_party || standing.answered.consent {
        return true;
    }
    let remembered = standing
        .consented
        .is_some_and(|consented| request.needs().is_within(consented));
    remembered && may_be_remembered(request)
}

/// Whether it counts what the user allowed this client before.
pub(super) fn may_be_remembered(request: &AuthorizationRequest) -> bool {
    let client = &request.target.client;
    // Nobody but the client itself says who it is: only its user can, each time (ASVS 10.7.1).
    let is_vouched_for = !client.is_of_its_own_word();
    let is_usual = request.named.opened.is_none();
    is_vouched_for && is_usual && !client.first_party && !request.prompt.consent
}
