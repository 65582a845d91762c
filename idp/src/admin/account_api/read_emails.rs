//! Reads the delivery state of emails to a user.

use foundation::Failure;

use crate::app::App;
use crate::identity::mail::store::deliveries::{self, EmailFilter, ListedEmail};
use crate::identity::users::User;

/// Maximum number of emails in an export.
const MAX_EMAILS: i64 = 1_000;

/// Returns the emails, the newest first. Returns none for an unverified address, which may belong to another person.
pub(super) async fn read_emails(app: &App, user: &User) -> Result<Vec<ListedEmail>, Failure> {
    let Some(email) = user.email.as_deref().filter(|_| user.has_verified_email()) else {
        return Ok(Vec::new());
    };
    let filter = EmailFilter {
        recipient: email,
        state: "",
        before: None,
        length: MAX_EMAILS,
    };
    let mut reader = app.database.reader().await?;
    deliveries::list(&mut reader.connection(), filter).await
}
