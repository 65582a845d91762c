//! Completes a sign-in through a provider: matches, links or creates the user and starts the session in one transaction.

use foundation::failure::FailureKind;
use foundation::http::log_failure;
use foundation::secret::equal;
use foundation::{Connection, Failure};
use serde_json::json;

use super::error_code::OTHER_PERSON;
use super::read_session::current_user;
use super::record_failure::{SignInFailure, record_sign_in_failure};
use super::start_session::{Authentication, BrowserContext, StartSessionOutcome, start_session};
use crate::app::App;
use crate::identity::mail::{self, Notice};
use crate::identity::users::{self, Account, AccountMatch, CurrentSignIn, ProviderIdentity, User};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::session::sessions::{CurrentSession, ProofTime, SessionCookie};
use crate::sign_in::merges;
use crate::sign_in::upstream::{AttemptPurpose, name_of};

/// Result of a sign-in through a provider.
#[derive(Clone, Debug)]
pub(crate) enum ProviderSignInOutcome {
    /// The user is signed in.
    SignedIn {
        /// The session, under a new id.
        started: SessionCookie,
        /// True if this is the user's first sign-in.
        is_new: bool,
    },
    /// The account or its address belongs to another user, or the sign-in is too old for linking
    /// (`OAuthAccountNotLinked`). The current session continues.
    NotLinked,
    /// The account that the user wanted to link belongs to another user, and the user has proven to own it. Contains
    /// the offer to merge both users; nothing was changed.
    MayMerge(String),
    /// The client wants the user of the current session to authenticate again, and this is another one (`OtherPerson`).
    OtherUser,
    /// The user could not be created (`OAuthCreateAccount`).
    NotCreated,
    /// Another defect of ours (`Callback`).
    Failed,
    /// The user may not sign in (`AccessDenied`).
    Denied,
}

impl ProviderSignInOutcome {
    /// Returns the code for the audit log and the error page; `None` after a success.
    pub(crate) fn code(&self) -> Option<&'static str> {
        match self {
            Self::SignedIn { .. } => None,
            Self::NotLinked | Self::MayMerge(_) => Some("OAuthAccountNotLinked"),
            Self::OtherUser => Some(OTHER_PERSON),
            Self::NotCreated => Some("OAuthCreateAccount"),
            Self::Failed => Some("Callback"),
            Self::Denied => Some("AccessDenied"),
        }
    }
}

/// Completes a sign-in, or a linking from the account page, which only the session that started it can complete.
pub(crate) async fn complete_provider_sign_in(
    app: &App,
    identity: &ProviderIdentity,
    purpose: &AttemptPurpose,
    browser: BrowserContext<'_>,
) -> Result<ProviderSignInOutcome, Failure> {
    let current = match browser.session {
        Some(id) => current_user(app, id).await?,
        None => None,
    };
    let is_meant = match purpose {
        AttemptPurpose::SignIn => true,
        AttemptPurpose::Link { user_id, session } => current
            .as_ref()
            .is_some_and(|now| now.user_id == *user_id && equal(&now.digest, session)),
    };
    let outcome = if is_meant {
        let matched = match_and_start_session(app, identity, current.as_ref(), browser).await?;
        or_merge_offer(app, matched, identity, purpose, current.as_ref()).await?
    } else {
        ProviderSignInOutcome::NotLinked
    };
    if let Some(code) = outcome.code() {
        let actor = current.as_ref().map(|current| current.user_id.as_str());
        record_refusal(app, actor, &identity.provider, code, browser).await?;
    }
    Ok(outcome)
}

/// Offers to merge both users if the account that a user wanted to link belongs to another user.
async fn or_merge_offer(
    app: &App,
    outcome: ProviderSignInOutcome,
    identity: &ProviderIdentity,
    purpose: &AttemptPurpose,
    current: Option<&CurrentSession>,
) -> Result<ProviderSignInOutcome, Failure> {
    let (ProviderSignInOutcome::NotLinked, AttemptPurpose::Link { .. }, Some(current)) =
        (&outcome, purpose, current)
    else {
        return Ok(outcome);
    };
    let (provider, account_id) = (&identity.provider, &identity.provider_account_id);
    let offer = merges::offer_by_account(app, provider, account_id, current).await?;
    Ok(offer.map_or(outcome, ProviderSignInOutcome::MayMerge))
}

async fn match_and_start_session(
    app: &App,
    identity: &ProviderIdentity,
    current: Option<&CurrentSession>,
    visitor: BrowserContext<'_>,
) -> Result<ProviderSignInOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let signed_in = current.map(|current| CurrentSignIn {
        user_id: &current.user_id,
        auth_time: current.auth_time,
    });
    let matched = match users::match_account(app, &mut db, identity, signed_in).await {
        Ok(matched) => matched,
        Err(failure) => return own_failure_as(failure, ProviderSignInOutcome::Failed),
    };
    let (user, is_new) = match matched {
        AccountMatch::Existing(user) => (user, false),
        AccountMatch::Created(user) => (user, true),
        AccountMatch::Linked(user, account) => {
            if !lock_session(app, &mut db, current).await? {
                return Ok(ProviderSignInOutcome::NotLinked);
            }
            record_link(app, &mut db, &user, &account, visitor).await?;
            (user, false)
        }
        AccountMatch::NotLinked => return Ok(ProviderSignInOutcome::NotLinked),
        AccountMatch::Inactive => return Ok(ProviderSignInOutcome::Denied),
        AccountMatch::NotCreated(failure) => {
            return own_failure_as(failure, ProviderSignInOutcome::NotCreated);
        }
    };
    let authentication = Authentication {
        user: &user,
        is_new,
        method: &identity.provider,
        proof_time: proof_time(
            identity,
            current.filter(|current| current.user_id == user.id),
        ),
        browser: visitor,
    };
    let admission = start_session(app, transaction, authentication).await?;
    app.mail.wake();
    Ok(match admission {
        StartSessionOutcome::SignedIn(started) => {
            ProviderSignInOutcome::SignedIn { started, is_new }
        }
        StartSessionOutcome::Denied => ProviderSignInOutcome::Denied,
        StartSessionOutcome::OtherUser => ProviderSignInOutcome::OtherUser,
    })
}

/// Returns the time of the authentication: at the provider, or earlier in this session, the later of the two. A
/// provider that sends no time does not change what the session has proven.
fn proof_time(identity: &ProviderIdentity, current: Option<&CurrentSession>) -> ProofTime {
    let before = current.and_then(CurrentSession::proven_at);
    ProofTime::from_provider(identity.auth_time.max(before))
}

/// Turns a defect of ours into an outcome with an error code; returns unavailable and busy stores as errors.
pub(super) fn own_failure_as<T>(failure: Failure, response: T) -> Result<T, Failure> {
    match failure.kind() {
        FailureKind::Broken => {
            log_failure(&failure);
            Ok(response)
        }
        FailureKind::Unavailable | FailureKind::Busy => Err(failure),
    }
}

/// Locks the session that a linking depends on; false if it has ended.
async fn lock_session(
    app: &App,
    db: &mut Connection<'_>,
    current: Option<&CurrentSession>,
) -> Result<bool, Failure> {
    match current {
        Some(current) => app.sessions.lock(db, current, app.clock.now()).await,
        None => Ok(false),
    }
}

async fn record_link(
    app: &App,
    db: &mut Connection<'_>,
    user: &User,
    account: &Account,
    browser: BrowserContext<'_>,
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor: &user.id,
        action: Action::AccountLinked,
        subject: &account.id,
        network: Some(browser.network.to_string()),
        client_id: None,
        details: json!({ "provider": account.provider }),
    };
    audit::record(app, db, event).await?;
    tracing::info!(
        user = user.id,
        provider = account.provider,
        "linked an account"
    );
    match &user.email {
        Some(email) => {
            mail::queue_notice(
                app,
                db,
                email,
                Notice::MethodAdded(name_of(app, &account.provider)),
            )
            .await
        }
        None => Ok(()),
    }
}

/// Records a refusal. The audit log gets only the signed-in user, because nothing else about the person is proven.
pub(super) async fn record_refusal(
    app: &App,
    actor: Option<&str>,
    provider: &str,
    code: &str,
    browser: BrowserContext<'_>,
) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let failed = SignInFailure {
        actor,
        subject: actor.unwrap_or("anonymous"),
        visitor: browser,
        details: json!({ "way": provider, "code": code }),
    };
    record_sign_in_failure(app, &mut transaction.connection(), failed).await?;
    transaction.commit().await
}
