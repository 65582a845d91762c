//! Completes a sign-in through a provider: matches, links or creates the user and starts the session in one transaction.

use foundation::failure::Kind;
use foundation::http::log_failure;
use foundation::secret::equal;
use foundation::{Connection, Failure};
use serde_json::json;

use super::admit::{Admission, Arrival, Visitor, admit};
use super::error_code::OTHER_PERSON;
use super::read_session::current_user;
use super::write_failure::{Failed, write_failure};
use crate::app::App;
use crate::audit::{self, Action, AuditEvent};
use crate::mail::{self, Notice};
use crate::merges;
use crate::sessions::{Current, ProofTime, Started};
use crate::upstream::{Purpose, name_of};
use crate::users::{self, Account, Arrived, Met, SignedIn, User};

/// Result of a sign-in through a provider.
#[derive(Clone, Debug)]
pub(crate) enum Arriving {
    /// The user is signed in.
    SignedIn {
        /// The session, under a new id.
        started: Started,
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
    OtherPerson,
    /// The user could not be created (`OAuthCreateAccount`).
    NotCreated,
    /// Another defect of ours (`Callback`).
    Broken,
    /// The user may not sign in (`AccessDenied`).
    Denied,
}

impl Arriving {
    /// Returns the code for the audit log and the error page; `None` after a success.
    pub(crate) fn code(&self) -> Option<&'static str> {
        match self {
            Self::SignedIn { .. } => None,
            Self::NotLinked | Self::MayMerge(_) => Some("OAuthAccountNotLinked"),
            Self::OtherPerson => Some(OTHER_PERSON),
            Self::NotCreated => Some("OAuthCreateAccount"),
            Self::Broken => Some("Callback"),
            Self::Denied => Some("AccessDenied"),
        }
    }
}

/// Completes a sign-in, or a linking from the account page, which only the session that started it can complete.
pub(crate) async fn arrive(
    app: &App,
    arrived: &Arrived,
    purpose: &Purpose,
    visitor: Visitor<'_>,
) -> Result<Arriving, Failure> {
    let current = match visitor.session {
        Some(id) => current_user(app, id).await?,
        None => None,
    };
    let is_meant = match purpose {
        Purpose::SignIn => true,
        Purpose::Link { user_id, session } => current
            .as_ref()
            .is_some_and(|now| now.user_id == *user_id && equal(&now.digest, session)),
    };
    let arriving = if is_meant {
        let met = meet(app, arrived, current.as_ref(), visitor).await?;
        or_merge(app, met, arrived, (purpose, current.as_ref())).await?
    } else {
        Arriving::NotLinked
    };
    if let Some(code) = arriving.code() {
        let actor = current.as_ref().map(|current| current.user_id.as_str());
        failed(app, actor, (&arrived.provider, code), visitor).await?;
    }
    Ok(arriving)
}

/// Offers to merge both users if the account that a user wanted to link belongs to another user.
async fn or_merge(
    app: &App,
    met: Arriving,
    arrived: &Arrived,
    begun: (&Purpose, Option<&Current>),
) -> Result<Arriving, Failure> {
    let (Arriving::NotLinked, (Purpose::Link { .. }, Some(current))) = (&met, begun) else {
        return Ok(met);
    };
    let identity = (
        arrived.provider.as_str(),
        arrived.provider_account_id.as_str(),
    );
    let offer = merges::offer_by_account(app, identity, current).await?;
    Ok(offer.map_or(met, Arriving::MayMerge))
}

async fn meet(
    app: &App,
    arrived: &Arrived,
    current: Option<&Current>,
    visitor: Visitor<'_>,
) -> Result<Arriving, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let signed_in = current.map(|current| SignedIn {
        user_id: &current.user_id,
        auth_time: current.auth_time,
    });
    let met = match users::meet_account(app, &mut db, arrived, signed_in).await {
        Ok(met) => met,
        Err(failure) => return ours(failure, Arriving::Broken),
    };
    let (user, is_new) = match met {
        Met::Known(user) => (user, false),
        Met::Created(user) => (user, true),
        Met::Linked(user, account) => {
            if !holds(app, &mut db, current).await? {
                return Ok(Arriving::NotLinked);
            }
            linked(app, &mut db, (&user, &account), visitor).await?;
            (user, false)
        }
        Met::NotLinked => return Ok(Arriving::NotLinked),
        Met::Inactive => return Ok(Arriving::Denied),
        Met::NotCreated(failure) => return ours(failure, Arriving::NotCreated),
    };
    let arrival = Arrival {
        user: &user,
        is_new,
        way: &arrived.provider,
        proof_time: proof_time(
            arrived,
            current.filter(|current| current.user_id == user.id),
        ),
        visitor,
    };
    let admission = admit(app, transaction, arrival).await?;
    app.mail.wake();
    Ok(match admission {
        Admission::SignedIn(started) => Arriving::SignedIn { started, is_new },
        Admission::Denied => Arriving::Denied,
        Admission::OtherPerson => Arriving::OtherPerson,
    })
}

/// Returns the time of the authentication: at the provider, or earlier in this session, the later of the two. A
/// provider that sends no time does not change what the session has proven.
fn proof_time(arrived: &Arrived, current: Option<&Current>) -> ProofTime {
    let before = current.and_then(Current::proven_at);
    ProofTime::of_provider(arrived.auth_time.max(before))
}

/// Turns a defect of ours into an outcome with an error code; returns unavailable and busy stores as errors.
pub(super) fn ours<T>(failure: Failure, told: T) -> Result<T, Failure> {
    match failure.kind() {
        Kind::Broken => {
            log_failure(&failure);
            Ok(told)
        }
        Kind::Unavailable | Kind::Busy => Err(failure),
    }
}

/// Locks the session that a linking depends on; false if it has ended.
async fn holds(
    app: &App,
    db: &mut Connection<'_>,
    current: Option<&Current>,
) -> Result<bool, Failure> {
    match current {
        Some(current) => app.sessions.hold(db, current, app.clock.now()).await,
        None => Ok(false),
    }
}

async fn linked(
    app: &App,
    db: &mut Connection<'_>,
    (user, account): (&User, &Account),
    visitor: Visitor<'_>,
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor: &user.id,
        action: Action::AccountLinked,
        subject: &account.id,
        network: Some(visitor.network.to_string()),
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
                Notice::Added(name_of(app, &account.provider)),
            )
            .await
        }
        None => Ok(()),
    }
}

/// Records a refusal. The audit log gets only the signed-in user, because nothing else about the person is proven.
pub(super) async fn failed(
    app: &App,
    actor: Option<&str>,
    (provider, code): (&str, &str),
    visitor: Visitor<'_>,
) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let failed = Failed {
        actor,
        subject: actor.unwrap_or("anonymous"),
        visitor,
        details: json!({ "way": provider, "code": code }),
    };
    write_failure(app, &mut transaction.connection(), failed).await?;
    transaction.commit().await
}
