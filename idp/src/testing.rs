//! Help for tests: a person who is signed in, without the detour of a mail.

use foundation::Failure;

use crate::app::App;
use crate::sessions::{self, NewSession};
use crate::users::{self, Proven};

/// Sweeps once, as the background does each minute; gives the number of rows that are gone.
pub async fn sweep(app: &App) -> Result<u64, Failure> {
    crate::sweep::sweep_all(app).await
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
