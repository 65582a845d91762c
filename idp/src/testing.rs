//! Test helpers, for example a signed-in user without an email.

use std::net::Ipv4Addr;

use foundation::{Connection, Failure};
use serde_json::Map;

use crate::app::App;
use crate::http::cookies::Lifetime;
use crate::http::network::Network;
use crate::identity::passwords::{self, KnownUserData, Password};
use crate::identity::users::{
    self, EmailProofOutcome, ProfileClaims, ProviderIdentity, ProviderTokens,
};
use crate::session::sessions::{
    self, CurrentSession, NewSession, OtherSessions, ProofTime, SessionLookup, SessionRenewal,
};
use crate::sign_in::auth_api::{self, BrowserContext, ProviderSignInOutcome};
use crate::sign_in::merges::{self, JoinOutcome, MergeOffer};
use crate::sign_in::upstream::AttemptPurpose;
use foundation::EmailAddress;

/// Sweeps once, as the background task does each minute; returns the number of deleted rows.
pub async fn sweep(app: &App) -> Result<u64, Failure> {
    crate::admin::sweep::sweep_all(app).await
}

/// Maintains the signing keys once, as the background task does each minute.
pub async fn maintain_keys(app: &App) -> Result<(), Failure> {
    crate::protocol::keys::maintain(app).await
}

/// Writes recorded requests of clients, as the background task does.
pub async fn flush_activity(app: &App) -> Result<(), Failure> {
    crate::observability::activity::flush(app).await
}

/// Removes a client from the cache after a change in the database.
pub async fn forget_client(app: &App, id: &str) {
    app.clients.forget(id).await;
}

/// Lets thousands of networks reach the limits of guesses and passkey requests.
pub fn fill_guess_limits(app: &App) {
    app.guesses.fill(app.clock.now());
    app.ceremonies.fill(app.clock.now());
}

/// Wakes the delivery of logouts, which otherwise wakes some seconds later.
pub fn wake_logouts(app: &App) {
    app.logouts_due.notify_one();
}

/// Returns the number of password jobs so far, and the maximum at a time.
pub fn password_work(app: &App) -> (u64, usize) {
    (app.passwords.jobs(), app.passwords.max_concurrent())
}

/// Occupies all password workers until the value is dropped.
pub async fn occupy_password_workers(app: &App) -> Result<impl Drop + use<>, Failure> {
    app.passwords.occupy().await
}

/// Returns the number of free slots in the password queue.
pub fn free_password_slots(app: &App) -> usize {
    app.passwords.free_slots()
}

/// Ends all sessions of a user, as the operator does.
pub async fn sign_out_everywhere(app: &App, user_id: &str) -> Result<(), Failure> {
    sessions::end_all_of_user(app, user_id).await.map(|_| ())
}

/// Sets the password of the user with an email address, and creates the user if necessary.
pub async fn set_password(app: &App, email: &str, password: &str) -> Result<(), Failure> {
    let around = KnownUserData {
        email,
        host: app.config.base.host(),
    };
    let read = Password::read(password).map_err(|weakness| Failure::defect(weakness.message()))?;
    if let Some(weakness) = read.weakness(around) {
        return Err(Failure::defect(weakness.message()));
    }
    let hash = passwords::hash(app, &read).await?;
    let hash = hash.ok_or_else(|| Failure::defect("too many passwords at a time"))?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let user_id = find_or_create_user(app, &mut db, email).await?;
    hash.put(app, &mut db, &user_id).await?;
    transaction.commit().await
}

/// Imports another system's password hash for an email address; false if its kind is unsupported.
pub async fn import_password(app: &App, email: &str, hash: &str) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let user_id = find_or_create_user(app, &mut db, email).await?;
    let taken = passwords::import(app, &mut db, &user_id, hash).await?;
    transaction.commit().await?;
    Ok(taken)
}

async fn find_or_create_user(
    app: &App,
    db: &mut Connection<'_>,
    email: &str,
) -> Result<String, Failure> {
    match users::prove_email(app, db, email).await? {
        EmailProofOutcome::User { user, .. } => Ok(user.id),
        EmailProofOutcome::Inactive(_) => {
            Err(Failure::defect("the user of this address may not sign in"))
        }
        EmailProofOutcome::NotCreated(failure) => Err(failure),
    }
}

/// A browser with a session.
#[derive(Clone, Debug)]
pub struct TestBrowser {
    /// The user's id.
    pub user_id: String,
    /// The `Cookie` header of the browser.
    pub cookie: String,
}

/// Signs in the user of an email address, as an emailed link does; an earlier session of the browser ends.
pub async fn sign_in(
    app: &App,
    email: &str,
    before: Option<&TestBrowser>,
) -> Result<TestBrowser, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let EmailProofOutcome::User { user, .. } = users::prove_email(app, &mut db, email).await?
    else {
        return Err(Failure::defect("the user of this address may not sign in"));
    };
    let replaced = before.and_then(|before| before.cookie.split_once('='));
    let new = NewSession {
        user_id: &user.id,
        amr: &["otp"],
        user_agent: None,
        network: None,
        replaces: replaced.map(|(_, id)| id),
        others: OtherSessions::Remain,
        proof_time: ProofTime::Now,
        repeatable: None,
    };
    let started = sessions::start(app, transaction, new).await?;
    let started = started.ok_or_else(|| Failure::defect("the user may not sign in any more"))?;
    let lifetime = Lifetime::Until(started.expires_at);
    let lines = sessions::session_cookies(app, &started.id, lifetime)?;
    let pairs: Vec<_> = lines
        .iter()
        .filter_map(|line| line.to_str().ok()?.split(';').next())
        .filter(|pair| !pair.ends_with('='))
        .collect();
    Ok(TestBrowser {
        user_id: user.id,
        cookie: pairs.join("; "),
    })
}

/// Merges an email address's user into the signed-in user; returns the browser after the merge.
pub async fn merge(app: &App, browser: &TestBrowser, email: &str) -> Result<TestBrowser, Failure> {
    let none = || Failure::defect("these users cannot be merged");
    let (name, id) = browser.cookie.split_once('=').ok_or_else(none)?;
    let SessionLookup::SignedIn { session, .. } = sessions::read_session(app, id).await? else {
        return Err(none());
    };
    let current = CurrentSession::from(session);
    let mut reader = app.database.reader().await?;
    let sealed = merges::offer_by_address(app, &mut reader.connection(), email, &current).await?;
    drop(reader);
    let offer = sealed.and_then(|sealed| MergeOffer::open(app, &sealed, &current));
    let offer = offer.ok_or_else(none)?;
    let network = Network::new(Ipv4Addr::LOCALHOST.into());
    let session = SessionRenewal {
        id,
        repeatable: None,
    };
    match merges::join(app, &offer, session, network).await? {
        JoinOutcome::Done(started) => Ok(TestBrowser {
            user_id: browser.user_id.clone(),
            cookie: format!("{name}={}", started.id),
        }),
        JoinOutcome::Refused(_) | JoinOutcome::SignedOut => Err(none()),
    }
}

/// A user's profile from a provider.
#[derive(Clone, Copy, Debug)]
pub struct TestProfile<'a> {
    /// The provider's id.
    pub provider: &'a str,
    /// Id of the user at the provider.
    pub id: &'a str,
    /// Email address, if the provider has verified it.
    pub email: Option<&'a str>,
    /// Access token; the other tokens are derived from it.
    pub token: &'a str,
}

/// Result of a provider sign-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderSignIn {
    /// Error code of a failed sign-in.
    pub code: Option<&'static str>,
    /// Id of the new session.
    pub session: Option<String>,
    /// True for the user's first sign-in.
    pub is_new: bool,
}

/// Completes a provider sign-in in a browser with this session. With a user's id and the session that began, it links
/// the account instead.
pub async fn sign_in_by_provider(
    app: &App,
    profile: TestProfile<'_>,
    session: Option<&str>,
    linking: Option<(&str, &str)>,
) -> Result<ProviderSignIn, Failure> {
    let purpose = linking.map_or(AttemptPurpose::SignIn, |(user_id, began)| {
        AttemptPurpose::Link {
            user_id: user_id.to_owned(),
            session: app.sessions.digest_of(began).unwrap_or_default(),
        }
    });
    let mut other = Map::new();
    let device = format!("{}-device", profile.token);
    other.insert("device".to_owned(), device.into());
    let arrived = ProviderIdentity {
        provider: profile.provider.to_owned(),
        provider_account_id: profile.id.to_owned(),
        name: Some(format!("Name of {}", profile.id)),
        image: None,
        profile: ProfileClaims::default(),
        email: profile
            .email
            .and_then(|email| EmailAddress::parse(email).ok()),
        auth_time: None,
        tokens: ProviderTokens {
            refresh_token: Some(format!("{}-refresh", profile.token)),
            access_token: Some(profile.token.to_owned()),
            expires_at: Some(1_700_003_600),
            token_type: Some("bearer".to_owned()),
            scope: Some("openid".to_owned()),
            id_token: Some(format!("{}-id", profile.token)),
            session_state: Some("state".to_owned()),
            refresh_token_expires_in: Some(86_400),
            other,
        },
    };
    let visitor = BrowserContext {
        user_agent: None,
        session,
        network: Network::new(Ipv4Addr::LOCALHOST.into()),
        destination: "",
        repeat: None,
    };
    let arriving = auth_api::complete_provider_sign_in(app, &arrived, &purpose, visitor).await?;
    let code = arriving.code();
    Ok(match arriving {
        ProviderSignInOutcome::SignedIn { started, is_new } => ProviderSignIn {
            code,
            session: Some(started.id),
            is_new,
        },
        ProviderSignInOutcome::NotLinked
        | ProviderSignInOutcome::MayMerge(_)
        | ProviderSignInOutcome::OtherUser
        | ProviderSignInOutcome::NotCreated
        | ProviderSignInOutcome::Failed
        | ProviderSignInOutcome::Denied => ProviderSignIn {
            code,
            session: None,
            is_new: false,
        },
    })
}
