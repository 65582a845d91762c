//! Help for tests: a person who is signed in, without the detour of a mail.

use foundation::{Connection, Failure};

use crate::app::App;
use crate::passwords::{self, Password, Surroundings};
use crate::sessions::{self, NewSession};
use crate::users::{self, Proven};

/// Sweeps once, as the background does each minute; gives the number of rows that are gone.
pub async fn sweep(app: &App) -> Result<u64, Failure> {
    crate::sweep::sweep_all(app).await
}

/// How many passwords were worked on so far, and the most at a time.
pub fn password_work(app: &App) -> (u64, usize) {
    (app.passwords.jobs(), app.passwords.most_at_once())
}

/// Keeps every core from working on passwords until the value is dropped.
pub async fn hold_password_work(app: &App) -> Result<impl Drop + use<>, Failure> {
    app.passwords.hold().await
}

/// Sets the password of an address's user, who is made when there is none.
pub async fn set_password(app: &App, email: &str, password: &str) -> Result<(), Failure> {
    let around = Surroundings {
        email,
        host: app.config.base.host(),
    };
    let read = Password::read(password).map_err(|weakness| Failure::defect(weakness.words()))?;
    if let Some(weakness) = read.weakness(around) {
        return Err(Failure::defect(weakness.words()));
    }
    let hash = passwords::hash(app, &read).await?;
    let hash = hash.ok_or_else(|| Failure::defect("too many passwords at a time"))?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let user_id = user_of(app, &mut db, email).await?;
    hash.put(app, &mut db, &user_id).await?;
    transaction.commit().await
}

/// Takes over another system's hash for an address's user; false when it is of no kind that we know.
pub async fn import_password(app: &App, email: &str, hash: &str) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let user_id = user_of(app, &mut db, email).await?;
    let taken = passwords::import(app, &mut db, &user_id, hash).await?;
    transaction.commit().await?;
    Ok(taken)
}

async fn user_of(app: &App, db: &mut Connection<'_>, email: &str) -> Result<String, Failure> {
    match users::prove_email(app, db, email).await? {
        Proven::User { user, .. } => Ok(user.id),
        Proven::Inactive => Err(Failure::defect("the user of this address may not sign in")),
    }
}

/// A browser with a session.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The user's id.
    pub user_id: String,
    /// The `Cookie` header of the browser.
    pub cookie: String,
}

/// Signs the owner of an address in, as a link would; an earlier session of the browser ends.
pub async fn sign_in(
    app: &App,
    email: &str,
    before: Option<&SignedIn>,
) -> Result<SignedIn, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Proven::User { user, .. } = users::prove_email(app, &mut db, email).await? else {
        return Err(Failure::defect("the user of this address may not sign in"));
    };
    let replaced = before.and_then(|before| before.cookie.split_once('='));
    let new = NewSession {
        user_id: &user.id,
        amr: &["otp"],
        user_agent: None,
        replaces: replaced.map(|(_, id)| id),
    };
    let started = sessions::start(app, transaction, new).await?;
    let line = sessions::session_cookie(app, &started.id, started.expires_at)?;
    let pair = line.to_str().ok().and_then(|line| line.split(';').next());
    Ok(SignedIn {
        user_id: user.id,
        cookie: pair.unwrap_or_default().to_owned(),
    })
}
