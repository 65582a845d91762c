//! Signing in through a provider: the person is met, linked or made, and the session begun; one commit makes it so.

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
use crate::audit::{self, Action, Event};
use crate::mail::{self, Notice};
use crate::merges;
use crate::sessions::{Current, ProofTime, Started};
use crate::upstream::{Purpose, name_of};
use crate::users::{self, Account, Arrived, Met, SignedIn, User};

/// How it went.
#[derive(Clone, Debug)]
pub(crate) enum Arriving {
    /// The person is signed in.
    SignedIn {
        /// The session, under a new id.
        started: Started,
        /// Whether this is the first sign-in.
        is_new: bool,
    },
    /// The identity or its address belongs to somebody else, or the session is too old to add a way in
    /// (`OAuthAccountNotLinked`). The session that was there stays.
    NotLinked,
    /// The identity is somebody else's, whom the person who links it has proven to be as well: here is the offer to
    /// make them one. Nothing was changed.
    MayMerge(String),
    /// A client wants another person, who is signed in here, to confirm who they are (`OtherPerson`).
    OtherPerson,
    /// The user could not be made (`OAuthCreateAccount`).
    NotCreated,
    /// Something else broke (`Callback`).
    Broken,
    /// The person may not sign in (`AccessDenied`).
    Denied,
}

impl Arriving {
    /// The code that the trail and the error page know it by; `None` when it went well.
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

/// Completes a sign-in, or the linking that a user's account page began: only the session that began it completes it.
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

/// Who began on the account page to add an identity that is somebody else's is offered to be made one with them.
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

/// When the person proved who they are: at the provider, or before in this session, the later of the two. A provider that
/// does not say takes nothing away from what the session has proven.
fn proof_time(arrived: &Arrived, current: Option<&Current>) -> ProofTime {
    let before = current.and_then(Current::proven_at);
    ProofTime::of_provider(arrived.auth_time.max(before))
}

/// A defect of ours becomes the code that people know; a store that is away or busy stays what it is.
pub(super) fn ours<T>(failure: Failure, told: T) -> Result<T, Failure> {
    match failure.kind() {
        Kind::Broken => {
            log_failure(&failure);
            Ok(told)
        }
        Kind::Unavailable | Kind::Busy => Err(failure),
    }
}

/// Whether the session that a linking leans on lives still.
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
    let event = Event {
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

/// Writes a refusal down. Of who came nothing is known that the trail may keep but who was signed in.
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
