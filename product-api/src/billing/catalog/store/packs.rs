//! The table of packs.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::catalog::pack::{Pack, PackDetails, PackStatus};

macro_rules! columns {
    () => {
        "id, code, name, description, status, latest, position, created_at, updated_at"
    };
}

const FIND: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM pack WHERE book_id = $1 AND code = $2"
);

const LIST: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM pack WHERE book_id = $1 AND (position, code) > ($2, $3) AND ($4 = '' OR status = $4) \
     ORDER BY position, code LIMIT $5"
);

const COUNT: &str = "SELECT COUNT(*) FROM pack WHERE book_id = $1 AND ($2 = '' OR status = $2)";

const INSERT: &str = "\
    INSERT INTO pack (id, book_id, code, name, description, status, latest, position, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

const CHANGE: &str = "\
    UPDATE pack SET name = $2, description = $3, status = $4, position = $5, updated_at = $6 WHERE id = $1";

/// Changes nothing if another version was added first.
const TAKE_VERSION: &str =
    "UPDATE pack SET latest = $2, updated_at = $3 WHERE id = $1 AND latest + 1 = $2";

#[derive(sqlx::FromRow)]
struct PackRow {
    id: String,
    code: String,
    name: String,
    description: Option<String>,
    status: String,
    latest: i64,
    position: i64,
    created_at: i64,
    updated_at: i64,
}

impl TryFrom<PackRow> for Pack {
    type Error = Failure;

    fn try_from(row: PackRow) -> Result<Self, Self::Error> {
        let status = PackStatus::from_word(&row.status);
        Ok(Self {
            id: row.id,
            code: row.code,
            details: PackDetails {
                name: row.name,
                description: row.description,
                status: status.ok_or_else(|| Failure::defect("a pack of an unknown status"))?,
                position: row.position,
            },
            latest: row.latest,
            created_at: Timestamp::from_micros(row.created_at),
            updated_at: Timestamp::from_micros(row.updated_at),
        })
    }
}

/// The place in a book's list of packs after which a page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::catalog) struct PackPlace<'a> {
    /// The position.
    pub(in crate::billing::catalog) position: i64,
    /// The code among packs of this position.
    pub(in crate::billing::catalog) code: &'a str,
}

impl PackPlace<'_> {
    /// The place before the first pack.
    pub(in crate::billing::catalog) const FIRST: Self = PackPlace {
        position: -1,
        code: "",
    };
}

/// Finds a pack of a book.
pub(in crate::billing::catalog) async fn find(
    db: &mut Connection<'_>,
    book_id: i64,
    code: &str,
) -> Result<Option<Pack>, Failure> {
    let row: Option<PackRow> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(book_id)
        .bind(code)
        .fetch_optional(c)
        .await)
    .failed("reading a pack")?;
    row.map(Pack::try_from).transpose()
}

/// Reads packs of a book behind a place, in their order; only those of a status, if one is given.
pub(in crate::billing::catalog) async fn list(
    db: &mut Connection<'_>,
    book_id: i64,
    status: Option<PackStatus>,
    after: PackPlace<'_>,
    limit: i64,
) -> Result<Vec<Pack>, Failure> {
    let rows: Vec<PackRow> = on_engine!(db, |c| sqlx::query_as(LIST)
        .bind(book_id)
        .bind(after.position)
        .bind(after.code)
        .bind(status.map_or("", PackStatus::word))
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing packs")?;
    rows.into_iter().map(Pack::try_from).collect()
}

/// Counts the packs of a book; only those of a status, if one is given.
pub(in crate::billing::catalog) async fn count(
    db: &mut Connection<'_>,
    book_id: i64,
    status: Option<PackStatus>,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT)
        .bind(book_id)
        .bind(status.map_or("", PackStatus::word))
        .fetch_one(c)
        .await)
    .failed("counting packs")
}

/// Inserts a pack.
pub(in crate::billing::catalog) async fn insert(
    db: &mut Connection<'_>,
    book_id: i64,
    pack: &Pack,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&pack.id)
        .bind(book_id)
        .bind(&pack.code)
        .bind(&pack.details.name)
        .bind(&pack.details.description)
        .bind(pack.details.status.word())
        .bind(pack.latest)
        .bind(pack.details.position)
        .bind(pack.created_at.micros())
        .bind(pack.updated_at.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("adding a pack")
}

/// Changes the properties of a pack.
pub(in crate::billing::catalog) async fn change(
    db: &mut Connection<'_>,
    pack_id: &str,
    details: &PackDetails,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(CHANGE)
        .bind(pack_id)
        .bind(&details.name)
        .bind(&details.description)
        .bind(details.status.word())
        .bind(details.position)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("changing a pack")
}

/// Takes the next number of a version; false if the number is not the next one. Locks the pack.
pub(in crate::billing::catalog) async fn take_version(
    db: &mut Connection<'_>,
    pack_id: &str,
    version: i64,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(TAKE_VERSION)
        .bind(pack_id)
        .bind(version)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("numbering a version of a pack")
}
