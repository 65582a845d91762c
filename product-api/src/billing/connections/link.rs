//! Links a book to a connection of its mode.

use foundation::{Connection, Failure};

use super::store::{books, connections};
use crate::app::App;
use crate::billing::currency::Currency;

/// Links a book to a connection, instead of an earlier one. The first link of a book also gives it the account's currency.
///
/// The caller compares the modes of both.
pub(crate) async fn link_book(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    connection_id: &str,
) -> Result<(), Failure> {
    let connection = connections::find(db, connection_id).await?;
    let connection =
        connection.ok_or_else(|| Failure::defect("a book is linked to no connection"))?;
    let stored = books::find(db, book_id).await?;
    let is_new = stored.is_none();
    let mut settings = stored.map(|stored| stored.settings).unwrap_or_default();
    settings.connection_id = Some(connection.id);
    if is_new {
        settings.currency = connection.default_currency.unwrap_or(Currency::USD);
    }
    books::save(db, book_id, &settings, app.clock.now()).await
}
