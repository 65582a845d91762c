//! The outbox: letters wait in the database, sealed, until a server or a folder took them.

use std::sync::Arc;

use foundation::secret::Sealer;
use foundation::{Clock, Database, Failure, Random, Timestamp};
use lettre::message::Mailbox;
use tokio::sync::Notify;

use super::delivery::Kind;
use super::folder::Folder;
use super::letter::Letter;
use super::smtp::Smtp;
use super::store::outbox::Parcel;
use crate::config::{MailConfig, MailRoute};

/// The purpose under which letters are sealed.
pub(super) const PURPOSE: &str = "mail";

/// The outgoing mail of the idp.
pub(crate) struct Mail {
    pub(super) database: Database,
    pub(super) clock: Clock,
    pub(super) random: Random,
    pub(super) sealer: Sealer,
    pub(super) from: Mailbox,
    pub(super) route: Route,
    pub(super) due: Notify,
    /// How many letters are delivered at a time.
    pub(super) concurrency: usize,
}

/// Where letters go.
pub(super) enum Route {
    Smtp(Smtp),
    Folder(Folder),
}

impl Mail {
    /// Makes ready for sending; the server need not be up yet.
    pub(crate) fn open(
        config: &MailConfig,
        database: Database,
        (clock, random): (Clock, Random),
        sealer: Sealer,
    ) -> Result<Arc<Self>, Failure> {
        let (route, concurrency) = match &config.route {
            MailRoute::Smtp(url) => (Route::Smtp(Smtp::open(url)?), config.concurrency),
            // Files have an order, which a developer reads.
            MailRoute::Directory(path) => (Route::Folder(Folder::new(path.clone())), 1),
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

    /// Tells the background work that a letter was committed.
    pub(crate) fn wake(&self) {
        self.due.notify_one();
    }

    /// Seals a letter for the outbox; it carries the link with this digest, as long as it is of use.
    pub(super) fn parcel(
        &self,
        id: String,
        (kind, letter): (Kind, &Letter),
        (token, expires_at): (&str, Timestamp),
    ) -> Result<Parcel, Failure> {
        let plain = serde_json::to_string(letter)
            .map_err(|error| Failure::broken("writing a letter", error))?;
        Ok(Parcel {
            id,
            kind,
            recipient: letter.to.clone(),
            sealed: self.sealer.seal(PURPOSE, &plain)?,
            token: token.to_owned(),
            expires_at,
        })
    }
}
