//! Finds the book that records the event subscription of a website.

use foundation::Failure;

use super::book::BookOf;
use super::open::shelf;
use crate::app::App;
use crate::caller::Mode;

/// Returns the key of a website's book, which is created at its first use.
pub(crate) async fn book_of(app: &App, (website_id, mode): (&str, Mode)) -> Result<i64, Failure> {
    let of = BookOf {
        website_id: Some(website_id.to_owned()),
        mode,
    };
    Ok(shelf(app, &of).await?.book.id)
}
