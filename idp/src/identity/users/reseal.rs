//! Encrypts provider tokens again with the current master secret.

use foundation::secret::ResealOutcome;
use foundation::{Connection, Failure};

use super::account::PURPOSE;
use super::store::accounts::{self, SealedTokens};
use crate::app::App;

/// Handles accounts in the order of their ids. Returns the number of re-encrypted accounts, and the last id if there
/// are more. Leaves a value that no secret decrypts unchanged, because nothing can read it.
pub(crate) async fn reseal_accounts(
    app: &App,
    after: &str,
    most: i64,
) -> Result<(u64, Option<String>), Failure> {
    let mut reader = app.database.reader().await?;
    let page = accounts::sealed_after(&mut reader.connection(), after, most).await?;
    drop(reader);
    let mut written = 0;
    for one in &page {
        if resealed(app, one)?.is_some() {
            let mut transaction = app.database.begin().await?;
            written += u64::from(reseal(app, &mut transaction.connection(), &one.id).await?);
            transaction.commit().await?;
        }
    }
    let is_full = i64::try_from(page.len()).is_ok_and(|length| length == most);
    let last = page.into_iter().next_back().filter(|_| is_full);
    Ok((written, last.map(|last| last.id)))
}

/// Re-encrypts the current tokens of one account: its user may have signed in since the page was read.
async fn reseal(app: &App, db: &mut Connection<'_>, id: &str) -> Result<bool, Failure> {
    let Some(held) = accounts::lock_sealed(db, id).await? else {
        return Ok(false);
    };
    match resealed(app, &held)? {
        Some(new) => accounts::put_sealed(db, &new).await.map(|()| true),
        None => Ok(false),
    }
}

/// Returns the re-encrypted tokens; `None` if there is nothing to do.
fn resealed(app: &App, stored: &SealedTokens) -> Result<Option<SealedTokens>, Failure> {
    let mut new = stored.clone();
    let values = [
        new.refresh_token.as_mut(),
        new.access_token.as_mut(),
        new.id_token.as_mut(),
        Some(&mut new.other),
    ];
    let mut is_changed = false;
    for value in values.into_iter().flatten() {
        if let ResealOutcome::Renewed(text) = app.sealer.reseal(PURPOSE, value)? {
            *value = text;
            is_changed = true;
        }
    }
    Ok(is_changed.then_some(new))
}
