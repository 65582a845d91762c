//! Saves a pack or a plan: creates it, or changes what needs no new version. Its code identifies it in requests and never changes.

use std::sync::Arc;

use foundation::{Connection, Failure, id};
use serde_json::{Value, json};

use super::item::{
    CatalogItem, ItemCode, ItemDetails, ItemKind, ItemStatus, MAX_ACTIVE_ITEMS, MAX_ITEMS,
    check_code,
};
use super::make_prices::{claim_at, make_prices};
use super::read_items::{ItemView, find_item};
use super::store::versions::{self, VersionKey};
use super::store::{items, prices};
use super::sync_now::sync_now;
use crate::app::App;
use crate::audit::Action;
use crate::billing::connections::settings_of_book;
use crate::credits::{lock_book, open_site_book};
use crate::problem::{FieldError, Problem};
use crate::websites::SiteAccess;

/// Creates or changes an item, and brings its prices to Stripe if it is active. The operation is idempotent.
pub(super) async fn save_item(
    app: &Arc<App>,
    access: &SiteAccess,
    code: ItemCode<'_>,
    details: ItemDetails,
) -> Result<ItemView, Problem> {
    check_code(code.code).map_err(|error| Problem::invalid(&[error]))?;
    let details = details
        .check()
        .map_err(|errors| Problem::invalid(&errors))?;
    let book_id = open_site_book(app, access.scope()).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    lock_book(&mut db, book_id).await?;
    let before = items::find(&mut db, book_id, code).await?;
    check_limits(
        &mut db,
        book_id,
        code.kind,
        Change::new(before.as_ref(), &details),
    )
    .await?;
    let mut claimed = Vec::new();
    if before.as_ref().map(|item| &item.details) != Some(&details) {
        let new = new_item(app, code, &details)?;
        let item = write(app, &mut db, book_id, before.as_ref(), new).await?;
        claimed = claim(app, &mut db, book_id, before.as_ref(), &item).await?;
        let saved = match code.kind {
            ItemKind::Pack => Action::PackSaved,
            ItemKind::Plan => Action::PlanSaved,
        };
        let event = saved.on(code.code, audited(access, &details));
        access.record(app, &mut db, event).await?;
    }
    transaction.commit().await?;
    sync_now(app, claimed).await;
    find_item(app, access, code).await
}

fn audited(access: &SiteAccess, details: &ItemDetails) -> Value {
    let mut audited = json!({
        "mode": access.mode.word(), "name": details.name, "description": details.description,
        "status": details.status.word(), "position": details.position,
    });
    if let (Some(family), Some(members)) = (&details.family, audited.as_object_mut()) {
        members.insert("family".to_owned(), Value::from(family.as_str()));
    }
    audited
}

/// The part of a change that the limits of the catalogue apply to.
#[derive(Clone, Copy, Debug)]
struct Change {
    is_new: bool,
    is_activated: bool,
}

impl Change {
    fn new(before: Option<&CatalogItem>, details: &ItemDetails) -> Self {
        let was = before.map(|item| item.details.status);
        Self {
            is_new: was.is_none(),
            is_activated: details.status == ItemStatus::Active && was != Some(ItemStatus::Active),
        }
    }
}

/// Rejects an item that would be one too many of its kind.
async fn check_limits(
    db: &mut Connection<'_>,
    book_id: i64,
    kind: ItemKind,
    change: Change,
) -> Result<(), Problem> {
    let word = kind.word();
    if change.is_new && items::count(db, book_id, kind, None).await? >= MAX_ITEMS {
        let detail = format!(
            "There are at most {MAX_ITEMS} {word}s, also archived ones. Use one of those again."
        );
        return Err(Problem::invalid(&[FieldError::parameter("code", detail)]));
    }
    let active = Some(ItemStatus::Active);
    if change.is_activated && items::count(db, book_id, kind, active).await? >= MAX_ACTIVE_ITEMS {
        let detail =
            format!("At most {MAX_ACTIVE_ITEMS} {word}s are active at a time. Archive one first.");
        return Err(Problem::invalid(&[FieldError::body("/status", detail)]));
    }
    Ok(())
}

fn new_item(app: &App, code: ItemCode<'_>, details: &ItemDetails) -> Result<CatalogItem, Failure> {
    let now = app.clock.now();
    Ok(CatalogItem {
        id: id::new(code.kind.prefix(), &app.clock, &app.random)?,
        kind: code.kind,
        code: code.code.to_owned(),
        details: details.clone(),
        latest: 0,
        created_at: now,
        updated_at: now,
    })
}

/// Writes an item, and returns it as it is stored.
async fn write(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    before: Option<&CatalogItem>,
    new: CatalogItem,
) -> Result<CatalogItem, Failure> {
    let Some(before) = before else {
        items::insert(db, book_id, &new).await?;
        return Ok(new);
    };
    items::change(db, &before.id, &new.details, app.clock.now()).await?;
    Ok(CatalogItem {
        details: new.details,
        ..before.clone()
    })
}

/// Claims the work at Stripe that follows from a change: prices of an item that is active again, and changed texts.
async fn claim(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    before: Option<&CatalogItem>,
    item: &CatalogItem,
) -> Result<Vec<i64>, Failure> {
    let settings = settings_of_book(db, book_id).await?;
    let Some(connection_id) = &settings.connection_id else {
        return Ok(Vec::new());
    };
    let mut claimed = Vec::new();
    if item.details.status == ItemStatus::Active {
        let key = VersionKey {
            item_id: &item.id,
            version: item.latest,
        };
        let newest = versions::read(db, item.kind, &[key], Some(connection_id)).await?;
        claimed = make_prices(app, db, &settings, &newest).await?;
    }
    let texts = |item: &CatalogItem| (item.details.name.clone(), item.details.description.clone());
    if before.is_some_and(|before| texts(before) != texts(item)) {
        let claim = claim_at(app, connection_id);
        claimed.extend(prices::claim_product(db, claim, &item.id).await?);
    }
    Ok(claimed)
}
