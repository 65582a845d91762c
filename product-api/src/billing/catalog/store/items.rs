//! The table of packs and plans.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::catalog::item::{CatalogItem, ItemCode, ItemDetails, ItemKind, ItemStatus};

macro_rules! columns {
    () => {
        "id, kind, code, name, description, status, latest, position, family, created_at, updated_at"
    };
}

const FIND: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM catalog_item WHERE book_id = $1 AND kind = $2 AND code = $3"
);

const FIND_BY_ID: &str = concat!(
    "SELECT book_id, ",
    columns!(),
    " FROM catalog_item WHERE id = $1"
);

const LIST: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM catalog_item WHERE book_id = $1 AND kind = $2 AND (position, code) > ($3, $4) AND ($5 = '' OR status = $5) \
     ORDER BY position, code LIMIT $6"
);

const COUNT: &str = "SELECT COUNT(*) FROM catalog_item WHERE book_id = $1 AND kind = $2 AND ($3 = '' OR status = $3)";

const INSERT: &str = "\
    INSERT INTO catalog_item (id, book_id, kind, code, name, description, status, latest, position, family, created_at, \
        updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

const CHANGE: &str = "\
    UPDATE catalog_item SET name = $2, description = $3, status = $4, position = $5, family = $6, updated_at = $7 \
    WHERE id = $1";

/// Changes nothing if another version was added first.
const TAKE_VERSION: &str =
    "UPDATE catalog_item SET latest = $2, updated_at = $3 WHERE id = $1 AND latest + 1 = $2";

#[derive(sqlx::FromRow)]
struct ItemRow {
    id: String,
    kind: String,
    code: String,
    name: String,
    description: Option<String>,
    status: String,
    latest: i64,
    position: i64,
    family: Option<String>,
    created_at: i64,
    updated_at: i64,
}

impl TryFrom<ItemRow> for CatalogItem {
    type Error = Failure;

    fn try_from(row: ItemRow) -> Result<Self, Self::Error> {
        let unknown = || Failure::defect("an item of the catalogue has an unknown word");
        Ok(Self {
            id: row.id,
            kind: ItemKind::from_word(&row.kind).ok_or_else(unknown)?,
            code: row.code,
            details: ItemDetails {
                name: row.name,
                description: row.description,
                status: ItemStatus::from_word(&row.status).ok_or_else(unknown)?,
                position: row.position,
                family: row.family,
            },
            latest: row.latest,
            created_at: Timestamp::from_micros(row.created_at),
            updated_at: Timestamp::from_micros(row.updated_at),
        })
    }
}

/// The position in a book's list of items after which a page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::catalog) struct ItemPosition<'a> {
    /// The kind of the items.
    pub(in crate::billing::catalog) kind: ItemKind,
    /// The position.
    pub(in crate::billing::catalog) position: i64,
    /// The code among items of this position.
    pub(in crate::billing::catalog) code: &'a str,
}

impl ItemPosition<'_> {
    /// Returns the position before the first item of a kind.
    pub(in crate::billing::catalog) const fn first(kind: ItemKind) -> Self {
        ItemPosition {
            kind,
            position: -1,
            code: "",
        }
    }
}

/// Finds an item of a book.
pub(in crate::billing::catalog) async fn find(
    db: &mut Connection<'_>,
    book_id: i64,
    item: ItemCode<'_>,
) -> Result<Option<CatalogItem>, Failure> {
    let row: Option<ItemRow> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(book_id)
        .bind(item.kind.word())
        .bind(item.code)
        .fetch_optional(c)
        .await)
    .failed("reading an item of the catalogue")?;
    row.map(CatalogItem::try_from).transpose()
}

/// An item with its book.
pub(in crate::billing::catalog) struct ItemOfBook {
    /// The book.
    pub(in crate::billing::catalog) book_id: i64,
    /// The item.
    pub(in crate::billing::catalog) item: CatalogItem,
}

#[derive(sqlx::FromRow)]
struct BookItemRow {
    book_id: i64,
    #[sqlx(flatten)]
    item: ItemRow,
}

/// Finds an item by its id.
pub(in crate::billing::catalog) async fn find_by_id(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<ItemOfBook>, Failure> {
    let row: Option<BookItemRow> = on_engine!(db, |c| sqlx::query_as(FIND_BY_ID)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading an item of the catalogue")?;
    let found = row.map(|row| {
        Ok(ItemOfBook {
            book_id: row.book_id,
            item: row.item.try_into()?,
        })
    });
    found.transpose()
}

/// Reads items of a book after a position, in their order; only those of a status, if one is given.
pub(in crate::billing::catalog) async fn list(
    db: &mut Connection<'_>,
    book_id: i64,
    status: Option<ItemStatus>,
    after: ItemPosition<'_>,
    limit: i64,
) -> Result<Vec<CatalogItem>, Failure> {
    let rows: Vec<ItemRow> = on_engine!(db, |c| sqlx::query_as(LIST)
        .bind(book_id)
        .bind(after.kind.word())
        .bind(after.position)
        .bind(after.code)
        .bind(status.map_or("", ItemStatus::word))
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing items of the catalogue")?;
    rows.into_iter().map(CatalogItem::try_from).collect()
}

/// Counts the items of a kind; only those of a status, if one is given.
pub(in crate::billing::catalog) async fn count(
    db: &mut Connection<'_>,
    book_id: i64,
    kind: ItemKind,
    status: Option<ItemStatus>,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT)
        .bind(book_id)
        .bind(kind.word())
        .bind(status.map_or("", ItemStatus::word))
        .fetch_one(c)
        .await)
    .failed("counting items of the catalogue")
}

/// Inserts an item.
pub(in crate::billing::catalog) async fn insert(
    db: &mut Connection<'_>,
    book_id: i64,
    item: &CatalogItem,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&item.id)
        .bind(book_id)
        .bind(item.kind.word())
        .bind(&item.code)
        .bind(&item.details.name)
        .bind(&item.details.description)
        .bind(item.details.status.word())
        .bind(item.latest)
        .bind(item.details.position)
        .bind(&item.details.family)
        .bind(item.created_at.micros())
        .bind(item.updated_at.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("adding an item of the catalogue")
}

/// Changes the properties of an item.
pub(in crate::billing::catalog) async fn change(
    db: &mut Connection<'_>,
    item_id: &str,
    details: &ItemDetails,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(CHANGE)
        .bind(item_id)
        .bind(&details.name)
        .bind(&details.description)
        .bind(details.status.word())
        .bind(details.position)
        .bind(&details.family)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("changing an item of the catalogue")
}

/// Takes the next number of a version; false if the number is not the next one. Locks the item.
pub(in crate::billing::catalog) async fn take_version(
    db: &mut Connection<'_>,
    item_id: &str,
    version: i64,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(TAKE_VERSION)
        .bind(item_id)
        .bind(version)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("numbering a version")
}
