//! Saves a pack: creates it, or changes what needs no new version. Its code identifies it in requests and never changes.

use std::sync::Arc;

use foundation::{Connection, Failure, id};
use serde_json::json;

use super::make_prices::{claim_at, make_prices};
use super::pack::{MAX_ACTIVE_PACKS, MAX_PACKS, Pack, PackDetails, PackStatus, check_code};
use super::read_packs::{PackView, find_pack};
use super::store::versions::{self, VersionKey};
use super::store::{packs, prices};
use super::sync_now::sync_now;
use crate::app::App;
use crate::audit::Action;
use crate::billing::connections::settings_of_book;
use crate::credits::{lock_book, open_site_book};
use crate::problem::{FieldError, Problem};
use crate::websites::SiteAccess;

/// Creates or changes a pack, and brings its prices to Stripe if it is active. The operation is idempotent.
pub(super) async fn save_pack(
    app: &Arc<App>,
    access: &SiteAccess,
    code: &str,
    details: PackDetails,
) -> Result<PackView, Problem> {
    check_code(code).map_err(|error| Problem::invalid(&[error]))?;
    let details = details
        .check()
        .map_err(|errors| Problem::invalid(&errors))?;
    let book_id = open_site_book(app, access.scope()).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    lock_book(&mut db, book_id).await?;
    let before = packs::find(&mut db, book_id, code).await?;
    check_room(&mut db, book_id, before.as_ref(), &details).await?;
    let mut claimed = Vec::new();
    if before.as_ref().map(|pack| &pack.details) != Some(&details) {
        let pack = write(
            app,
            &mut db,
            book_id,
            before.as_ref(),
            new_pack(app, code, &details)?,
        )
        .await?;
        claimed = claim(app, &mut db, book_id, before.as_ref(), &pack).await?;
        let audited = json!({
            "mode": access.mode.word(), "name": details.name, "description": details.description,
            "status": details.status.word(), "position": details.position,
        });
        access
            .record(app, &mut db, Action::PackSaved.on(code, audited))
            .await?;
    }
    transaction.commit().await?;
    sync_now(app, claimed).await;
    find_pack(app, access, code).await
}

/// Rejects a pack that would be one too many.
async fn check_room(
    db: &mut Connection<'_>,
    book_id: i64,
    before: Option<&Pack>,
    details: &PackDetails,
) -> Result<(), Problem> {
    if before.is_none() && packs::count(db, book_id, None).await? >= MAX_PACKS {
        let detail = format!(
            "There are at most {MAX_PACKS} packs, also archived ones. Use one of those again."
        );
        return Err(Problem::invalid(&[FieldError::parameter("code", detail)]));
    }
    let active = Some(PackStatus::Active);
    let was_active = before.map(|pack| pack.details.status) == active;
    if details.status != PackStatus::Active || was_active {
        return Ok(());
    }
    if packs::count(db, book_id, active).await? >= MAX_ACTIVE_PACKS {
        let detail =
            format!("At most {MAX_ACTIVE_PACKS} packs are active at a time. Archive one first.");
        return Err(Problem::invalid(&[FieldError::body("/status", detail)]));
    }
    Ok(())
}

fn new_pack(app: &App, code: &str, details: &PackDetails) -> Result<Pack, Failure> {
    let now = app.clock.now();
    Ok(Pack {
        id: id::new("pck", &app.clock, &app.random)?,
        code: code.to_owned(),
        details: details.clone(),
        latest: 0,
        created_at: now,
        updated_at: now,
    })
}

/// Writes a pack, and returns it as it is stored.
async fn write(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    before: Option<&Pack>,
    new: Pack,
) -> Result<Pack, Failure> {
    let Some(before) = before else {
        packs::insert(db, book_id, &new).await?;
        return Ok(new);
    };
    packs::change(db, &before.id, &new.details, app.clock.now()).await?;
    Ok(Pack {
        details: new.details,
        ..before.clone()
    })
}

/// Claims the work at Stripe that follows from a change: prices of a pack that is active again, and changed texts.
async fn claim(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    before: Option<&Pack>,
    pack: &Pack,
) -> Result<Vec<i64>, Failure> {
    let settings = settings_of_book(db, book_id).await?;
    let Some(connection_id) = &settings.connection_id else {
        return Ok(Vec::new());
    };
    let mut claimed = Vec::new();
    if pack.details.status == PackStatus::Active {
        let key = VersionKey {
            pack_id: &pack.id,
            version: pack.latest,
        };
        let newest = versions::read(db, &[key], Some(connection_id)).await?;
        claimed = make_prices(app, db, &settings, &newest).await?;
    }
    let texts = |pack: &Pack| (pack.details.name.clone(), pack.details.description.clone());
    if before.is_some_and(|before| texts(before) != texts(pack)) {
        let claim = claim_at(app, connection_id);
        claimed.extend(prices::claim_product(db, claim, &pack.id).await?);
    }
    Ok(claimed)
}
