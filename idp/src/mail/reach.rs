//! Health of outgoing mail: the mail server or folder accepts mail, and the outbox is not stuck.

use foundation::{Failure, Timestamp};

use super::outbox::{Mail, Route};
use super::store::outbox;

/// Availability of the mail server or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// It accepts mail.
    Takes,
    /// It does not; carries the reason, without an address.
    Refuses(String),
}

/// State of the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Queue {
    /// Number of waiting emails, counted up to a thousand.
    pub(crate) waiting: i64,
    /// Number of waiting emails with a failed attempt.
    pub(crate) tried: i64,
    /// Time at which the oldest of them was queued.
    pub(crate) oldest_at: Option<Timestamp>,
}

impl Mail {
    /// Connects to the mail server without sending anything, or creates the folder.
    pub(crate) async fn reach(&self) -> Reach {
        let asked = match &self.route {
            Route::Smtp(smtp) => smtp.greet().await,
            Route::Folder(folder) => folder.make().await,
        };
        match asked {
            Ok(()) => Reach::Takes,
            Err(failure) => Reach::Refuses(failure.to_string()),
        }
    }

    /// Reads the state of the outbox.
    pub(crate) async fn queue(&self) -> Result<Queue, Failure> {
        let mut reader = self.database.reader().await?;
        outbox::count(&mut reader.connection()).await
    }
}
