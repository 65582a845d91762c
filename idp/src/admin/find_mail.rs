//! Lists emails: those in the queue, and the outcome of the others.

use foundation::Failure;
use foundation::database::page::{cut, one_more};

use crate::app::App;
use crate::mail::store::deliveries::{self, Told, Wanted};

/// Returns a page of emails, the newest first, and whether there are more.
pub(super) async fn find_mail(app: &App, filter: Wanted<'_>) -> Result<(Vec<Told>, bool), Failure> {
    let length = filter.length;
    let filter = Wanted {
        length: one_more(length),
        ..filter
    };
    let mut reader = app.database.reader().await?;
    let told = deliveries::list(&mut reader.connection(), filter).await?;
    Ok(cut(told, length))
}
