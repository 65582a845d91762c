//! Saves a feature: creates or renames it. Its code identifies it in requests and never changes.

use serde_json::json;

use super::feature::{self, Feature, MAX_CODE_LENGTH, is_code};
use super::store::{self, NewFeature};
use crate::app::App;
use crate::audit::Action;
use crate::problem::{FieldError, Problem};
use crate::websites::SiteAccess;

/// Maximum number of features of a website in one mode.
const MAX_FEATURES: i64 = 1000;

/// Creates or renames a feature. The operation is idempotent.
pub(super) async fn save(
    app: &App,
    access: &SiteAccess,
    code: &str,
    name: &str,
) -> Result<Feature, Problem> {
    if !is_code(code) {
        let detail = format!(
            "Must be 1 to {MAX_CODE_LENGTH} of a-z, 0-9, '.', '_' and '-', beginning with a letter or a digit."
        );
        return Err(Problem::invalid(&[FieldError::parameter("code", detail)]));
    }
    let name = feature::name(name).map_err(|error| Problem::invalid(&[error]))?;
    let now = app.clock.now();
    let new = NewFeature {
        id: app.ledger.next_key(),
        code,
        name: &name,
        created_at: now,
    };
    let scope = access.scope();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let count = store::lock_and_count(&mut db, scope).await?;
    let is_new = store::id_of(&mut db, scope, code).await?.is_none();
    if is_new && count >= MAX_FEATURES {
        let detail = format!(
            "A website has at most {MAX_FEATURES} features in a mode. Change the name of one that you no longer use."
        );
        return Err(Problem::invalid(&[FieldError::parameter("code", detail)]));
    }
    if store::save(&mut db, scope, &new).await? {
        let details = json!({"mode": access.mode.word(), "name": name});
        access
            .record(app, &mut db, Action::FeatureSaved.on(code, details))
            .await?;
    }
    let feature = store::find(&mut db, scope, code, now).await?;
    transaction.commit().await?;
    feature.ok_or_else(|| Problem::not_found("feature"))
}
