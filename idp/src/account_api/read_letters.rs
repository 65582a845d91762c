//! Reading what became of the letters to a person.

use foundation::Failure;

use crate::app::App;
use crate::mail::store::deliveries::{self, Told, Wanted};
use crate::users::User;

/// The most that is told.
const MOST: i64 = 1_000;

/// The newest first. Of an address that was not proven nothing is told: it may be somebody else's.
pub(super) async fn read_letters(app: &App, user: &User) -> Result<Vec<Told>, Failure> {
    let Some(email) = user.email.as_deref().filter(|_| user.has_verified_email()) else {
        return Ok(Vec::new());
    };
    let wanted = Wanted {
        recipient: email,
        state: "",
        before: None,
        length: MOST,
    };
    let mut reader = app.database.reader().await?;
    deliveries::list(&mut reader.connection(), wanted).await
}
