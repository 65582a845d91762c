//! The outbox: encrypted emails in the database until a mail server or a folder accepts them.

use std::sync::Arc;

use foundation::secret::Sealer;
use foundation::{Clock, Database, Failure, Random};
use lettre::message::Mailbox;
use tokio::sync::Notify;

use super::delivery::EmailKind;
use super::email::Email;
use super::folder::Folder;
use super::smtp::Smtp;
use super::store::outbox::{ContainedLink, OutboxMessage};
use crate::config::{MailConfig, MailRoute};

/// Purpose of the emails' encryption key.
pub(super) const PURPOSE: &str = "mail";

/// Outgoing mail of the idp.
pub(crate) struct Mail {
    pub(super) database: Database,
    pub(super) clock: Clock,
    pub(super) random: Random,
    pub(super) sealer: Sealer,
    pub(super) from: Mailbox,
    pub(super) route: MailTransport,
    pub(super) due: Notify,
    /// Maximum number of concurrent deliveries.
    pub(super) concurrency: usize,
}

/// Destination of emails.
pub(super) enum MailTransport {
    Smtp(Smtp),
    Folder(Folder),
}

impl Mail {
    /// Reads the settings; the mail server need not be reachable yet.
    pub(crate) fn open(
        config: &MailConfig,
        database: Database,
        clock: Clock,
        random: Random,
        sealer: Sealer,
    ) -> Result<Arc<Self>, Failure> {
        let (route, concurrency) = match &config.route {
            MailRoute::Smtp(url) => (MailTransport::Smtp(Smtp::open(url)?), config.concurrency),
            // One at a time, because developers read the files in order.
            MailRoute::Directory(path) => (MailTransport::Folder(Folder::new(path.clone())), 1),
        };
        let from = config
            .from
            .parse()
            .map_err(|error| Failure::broken("reading IDP_MAIL_FROM", error))?;
        Ok(Arc::new(Self {
            database,
            clock,
            random,
            sealer,
            from,
            route,
            due: Notify::new(),
            concurrency,
        }))
    }

    /// Notifies the background task of a committed email.
    pub(crate) fn wake(&self) {
        self.due.notify_one();
    }

    /// Encrypts an email for the outbox. It expires with the link that it contains.
    pub(super) fn outbox_message(
        &self,
        id: String,
        kind: EmailKind,
        email: &Email,
        link: ContainedLink<'_>,
    ) -> Result<OutboxMessage, Failure> {
        let plain = serde_json::to_string(email)
            .map_err(|error| Failure::broken("rendering a mail", error))?;
        Ok(OutboxMessage {
            id,
            kind,
            recipient: email.to.clone(),
            sealed: self.sealer.seal(PURPOSE, &plain)?,
            token: link.token.to_owned(),
            expires_at: link.expires_at,
        })
    }
}
