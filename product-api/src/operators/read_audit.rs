//! Reads the audit log: one page, or many entries for a file.

use foundation::{Failure, Timestamp};

use super::line::{Line, Wanted};
use super::store::audit;
use crate::app::App;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};

/// Maximum number of entries of a file; `AT_ONCE` is the number read in one query.
const MAX_LINES: usize = 10_000;
const AT_ONCE: i64 = 1000;

/// A page of the audit log.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) lines: Vec<Line>,
    pub(super) next_cursor: Option<String>,
}

fn last(wanted: &Wanted) -> (Timestamp, String) {
    let end = wanted.to.unwrap_or(Timestamp::from_micros(i64::MAX));
    (end, String::new())
}

/// Returns a page, newest first.
pub(super) async fn page(
    app: &App,
    wanted: &Wanted,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page, Problem> {
    let limit = page_size(limit)?;
    let list = format!("audit {wanted:?}");
    let cursor = Cursor::open(&app.sealer, &list, cursor)?;
    let (before, id) = cursor.map_or_else(|| last(wanted), |cursor| (cursor.at, cursor.id));
    let mut lines = read(app, wanted, (before, &id), limit + 1).await?;
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = lines.len() > length;
    lines.truncate(length);
    let next_cursor = match lines.last() {
        Some(line) if has_more => Some(
            Cursor {
                at: line.at,
                id: line.id.clone(),
            }
            .seal(&app.sealer, &list)?,
        ),
        Some(_) | None => None,
    };
    Ok(Page { lines, next_cursor })
}

/// Returns all matching entries, newest first, up to ten thousand.
pub(super) async fn all(app: &App, wanted: &Wanted) -> Result<Vec<Line>, Failure> {
    let mut all: Vec<Line> = Vec::new();
    let (mut before, mut id) = last(wanted);
    while all.len() < MAX_LINES {
        let lines = read(app, wanted, (before, &id), AT_ONCE).await?;
        let Some(line) = lines.last() else { break };
        (before, id) = (line.at, line.id.clone());
        all.extend(lines);
    }
    Ok(all)
}

async fn read(
    app: &App,
    wanted: &Wanted,
    before: (Timestamp, &str),
    limit: i64,
) -> Result<Vec<Line>, Failure> {
    let mut reader = app.database.reader().await?;
    audit::lines(&mut reader.connection(), wanted, before, limit).await
}
