//! Whether mail gets out: what takes it answers, and nothing waits in the outbox that should be gone.

use foundation::{Failure, Timestamp};

use super::outbox::{Mail, Route};
use super::store::outbox;

/// Whether what takes mail is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// It takes mail.
    Takes,
    /// It does not; why, without an address.
    Refuses(String),
}

/// What is in the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Queue {
    /// How many letters wait; not counted beyond a thousand.
    pub(crate) waiting: i64,
    /// How many of them were tried before, in vain.
    pub(crate) tried: i64,
    /// When the oldest of them was queued.
    pub(crate) oldest_at: Option<Timestamp>,
}

impl Mail {
    /// Asks the mail server for a greeting, and hands it nothing; a folder has to be one that can be made.
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

    /// Looks into the outbox.
    pub(crate) async fn queue(&self) -> Result<Queue, Failure> {
        let mut reader = self.database.reader().await?;
        outbox::count(&mut reader.connection()).await
    }
}
