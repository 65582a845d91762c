//! Choice of the next step as a pure decision: which page, if any, the user must see.

use foundation::Timestamp;

use super::acr::Acr;
use super::request::AuthorizationRequest;
use super::rules::UNMET_AUTHENTICATION_REQUIREMENTS;
use crate::http::errors::{ErrorCode, OAuthError};
use crate::protocol::clients::Scope;
use crate::session::sessions::CurrentSession;

pub(super) const LOGIN_REQUIRED: OAuthError =
    OAuthError::new(ErrorCode::LoginRequired, "Sign-in is required.");
pub(super) const CONSENT_REQUIRED: OAuthError = OAuthError::new(
    ErrorCode::ConsentRequired,
    "The user has not allowed this client what it asks for.",
);

/// The session and the server's knowledge of its user.
#[derive(Clone, Copy, Debug)]
pub(super) struct InteractionContext<'a> {
    /// Session of the browser.
    pub(super) session: Option<&'a CurrentSession>,
    /// The user's id for the client.
    pub(super) subject: Option<&'a str>,
    /// Earlier consent of the user for this client.
    pub(super) consented: Option<&'a Scope>,
    /// Prompts that the user has just completed.
    pub(super) completed: CompletedPrompts,
    /// True if the request allows no page and the session's address is not the one in `login_hint`.
    pub(super) is_other_than_hinted: bool,
    /// Time at which the request was stored, if it is pending.
    pub(super) parked_at: Option<Timestamp>,
    /// Current time.
    pub(super) now: Timestamp,
}

/// Prompts of this request that the user has completed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CompletedPrompts {
    /// True if the user chose the account of the session.
    pub(super) account: bool,
    /// True if the user consented.
    pub(super) consent: bool,
}

/// Next step of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextStep {
    /// The client receives an error.
    Refuse(OAuthError),
    /// The user signs in.
    SignIn,
    /// The user signs in after the request was stored.
    SignInAfresh,
    /// The user chooses the account.
    ChooseAccount,
    /// The user is asked for consent.
    AskConsent,
    /// The client receives its code.
    Respond,
}

/// Decides the next step.
pub(super) fn next_step(
    request: &AuthorizationRequest,
    context: &InteractionContext<'_>,
) -> NextStep {
    let silent = request.prompt.none;
    let Some(session) = context.session else {
        return require_sign_in(request);
    };
    if silent && context.is_other_than_hinted {
        return NextStep::Refuse(LOGIN_REQUIRED);
    }
    let is_after = |at: Timestamp| context.parked_at.is_some_and(|parked_at| at >= parked_at);
    // A sign-in after the request was stored satisfies every other requirement, so that no request loops.
    let has_signed_in = is_after(session.last_seen_at);
    // Only a proof after that time is fresh: a provider may confirm a user who signed in there long ago.
    let is_fresh = session.proven_at().is_some_and(is_after);
    let is_right_user = request
        .expected_subject
        .as_deref()
        .is_none_or(|subject| context.subject == Some(subject));
    if !is_right_user && has_signed_in {
        return NextStep::Refuse(LOGIN_REQUIRED);
    }
    let is_recent =
        is_fresh || (!request.prompt.login && is_recent_enough(request, session, context.now));
    let is_good_enough = request.acr.reached(Acr::from_amr(&session.amr)).is_some();
    if !is_good_enough && has_signed_in && request.acr.is_essential {
        return NextStep::Refuse(UNMET_AUTHENTICATION_REQUIREMENTS);
    }
    // Tries a class that is not essential once, if the request permits pages.
    let may_pass = is_good_enough || (!request.acr.is_essential && (has_signed_in || silent));
    if !is_right_user || !is_recent || !may_pass {
        return if silent {
            NextStep::Refuse(LOGIN_REQUIRED)
        } else {
            NextStep::SignInAfresh
        };
    }
    if request.prompt.select_account && !has_signed_in && !context.completed.account {
        return NextStep::ChooseAccount;
    }
    if is_allowed(request, context) {
        NextStep::Respond
    } else if silent {
        NextStep::Refuse(CONSENT_REQUIRED)
    } else {
        NextStep::AskConsent
    }
}

/// Requires a sign-in without a session. The request is stored if a requirement needs proof of a new sign-in.
fn require_sign_in(request: &AuthorizationRequest) -> NextStep {
    let prompt = request.prompt;
    let has_requirement = prompt.login
        || prompt.select_account
        || request.max_age.is_some()
        || !request.acr.accepted.is_empty()
        || request.expected_subject.is_some();
    if prompt.none {
        NextStep::Refuse(LOGIN_REQUIRED)
    } else if has_requirement {
        NextStep::SignInAfresh
    } else {
        NextStep::SignIn
    }
}

fn is_recent_enough(
    request: &AuthorizationRequest,
    session: &CurrentSession,
    now: Timestamp,
) -> bool {
    let client = &request.target.client;
    match (request.max_age, session.proven_at()) {
        (Some(max_age), Some(proven_at)) => now <= proven_at.plus(max_age),
        (None, None) => !client.require_auth_time,
        (Some(_), None) => false,
        (None, Some(_)) => true,
    }
}

fn is_allowed(request: &AuthorizationRequest, context: &InteractionContext<'_>) -> bool {
    if request.target.client.first_party || context.completed.consent {
        return true;
    }
    let remembered = context
        .consented
        .is_some_and(|consented| request.consent_scope().is_within(consented));
    remembered && consent_is_reusable(request)
}

/// Returns true if an earlier consent counts for this request.
pub(super) fn consent_is_reusable(request: &AuthorizationRequest) -> bool {
    let client = &request.target.client;
    // Only its own document identifies such a client, so its user must consent each time (ASVS 10.7.1).
    let is_vouched_for = !client.is_self_registered();
    let is_usual = request.named.protected_scope.is_none();
    is_vouched_for && is_usual && !client.first_party && !request.prompt.consent
}
