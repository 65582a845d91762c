//! Reads and sets a website's sign-up grant.

use foundation::Failure;
use serde_json::json;

use super::signup::SignupGrant;
use super::store;
use crate::app::App;
use crate::audit::Action;
use crate::caller::{CreditsGrant, Mode, Scope, SiteScope, insufficient};
use crate::problem::{FieldError, Problem};
use crate::websites::SiteAccess;

/// Returns the mode: that of the API key, or the one that the owner requests.
pub(super) fn mode_of(
    access: &SiteAccess,
    requested: Option<Mode>,
    wrong: impl Fn(&'static str) -> FieldError,
) -> Result<Mode, Problem> {
    let mode = requested.unwrap_or(access.mode);
    if access.only_mode().is_some_and(|own| own != mode) {
        let error = wrong("Must be the mode of the API key, or left out.");
        return Err(Problem::invalid(&[error]));
    }
    Ok(mode)
}

/// Reads the sign-up grant of a mode, if it was ever set.
pub(super) async fn read(
    app: &App,
    access: &SiteAccess,
    mode: Mode,
) -> Result<Option<SignupGrant>, Failure> {
    let mut reader = app.database.reader().await?;
    let scope = SiteScope {
        mode,
        ..access.scope()
    };
    store::find(&mut reader.connection(), scope).await
}

/// Sets the sign-up grant for future customers. Their number is unknown, so the total may exceed any spending cap. Therefore a
/// caller with a cap cannot enable the grant.
pub(super) async fn set(
    app: &App,
    access: &SiteAccess,
    mode: Mode,
    grant: SignupGrant,
) -> Result<SignupGrant, Problem> {
    if grant.is_enabled && access.cap.is_some_and(|cap| cap.is_any()) {
        return Err(insufficient(
            CreditsGrant::NAME,
            "A key with a spending cap may switch the sign-up grant off, and not on. The website's owner can do this.",
        ));
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let scope = SiteScope {
        mode,
        ..access.scope()
    };
    if store::save(&mut db, scope, grant, app.clock.now()).await? {
        let details = json!({
            "mode": mode.word(), "amount": grant.amount, "expires_days": grant.expires_days, "enabled": grant.is_enabled,
        });
        access
            .record(
                app,
                &mut db,
                Action::SignupGrantSet.on(scope.website_id, details),
            )
            .await?;
    }
    transaction.commit().await?;
    Ok(grant)
}
