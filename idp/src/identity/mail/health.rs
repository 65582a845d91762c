//! Health of outgoing mail: the mail server or folder accepts mail, and the outbox is not stuck.

use foundation::Failure;

use super::outbox::{Mail, MailTransport};
use super::store::outbox::{self, OutboxStatus};

/// Availability of the mail server or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MailServerStatus {
    /// It accepts mail.
    Accepts,
    /// It does not; carries the reason, without an address.
    Fails(String),
}

impl Mail {
    /// Connects to the mail server without sending anything, or creates the folder.
    pub(crate) async fn check_server(&self) -> MailServerStatus {
        let asked = match &self.route {
            MailTransport::Smtp(smtp) => smtp.check_connection().await,
            MailTransport::Folder(folder) => folder.make().await,
        };
        match asked {
            Ok(()) => MailServerStatus::Accepts,
            Err(failure) => MailServerStatus::Fails(failure.to_string()),
        }
    }

    /// Reads the state of the outbox.
    pub(crate) async fn outbox_status(&self) -> Result<OutboxStatus, Failure> {
        let mut reader = self.database.reader().await?;
        outbox::count(&mut reader.connection()).await
    }
}
