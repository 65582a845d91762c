//! The book in which it stands who listens to a website's events.

use foundation::Failure;

use super::book::BookOf;
use super::open::shelf;
use crate::app::App;
use crate::caller::Mode;

/// The key of a website's book, which is made when it is used for the first time.
pub(crate) async fn book_of(app: &App, (website_id, mode): (&str, Mode)) -> Result<i64, Failure> {
    let of = BookOf {
        website_id: Some(website_id.to_owned()),
        mode,
    };
    Ok(shelf(app, &of).await?.book.id)
}
