//! The connection and the place of a run, as its stages use them.

use foundation::Failure;

use super::own_records::{MarkedState, RecordedPayment};
use super::page::RunPage;
use super::run::ReconcileRun;
use super::store::{own_payments, own_records};
use crate::app::App;
use crate::billing::checkouts::CHECKOUT_METADATA;
use crate::billing::connections::StripeConnection;
use crate::billing::marks::{MarkedObject, ObjectKind};
use crate::billing::stripe::{PageQuery, StripeAccount, StripePage};

/// Name of the metadata that names our checkout.
pub(super) const CHECKOUT: &str = CHECKOUT_METADATA;

/// A run in progress.
pub(super) struct RunContext<'a> {
    pub(super) app: &'a App,
    pub(super) connection: &'a StripeConnection,
    pub(super) account: StripeAccount<'a>,
    pub(super) run: &'a ReconcileRun,
}

impl RunContext<'_> {
    /// Waits before a call, so that a run sends ten calls a second at most.
    pub(super) async fn pace(&self) {
        tokio::time::sleep(self.app.config.reconcile.pause).await;
    }

    /// Returns the query of the next page.
    pub(super) fn query(&self) -> PageQuery<'_> {
        PageQuery {
            starting_after: self.run.last_object.as_deref(),
            created_from: Some(self.run.from.seconds()),
            ..PageQuery::default()
        }
    }

    /// Returns the state of an object's marks.
    pub(super) async fn mark_of(
        &self,
        kind: ObjectKind,
        object_id: &str,
    ) -> Result<MarkedState, Failure> {
        let mut reader = self.app.database.reader().await?;
        let object = MarkedObject {
            connection_id: &self.connection.id,
            kind,
            object_id,
        };
        own_records::mark_of(&mut reader.connection(), object).await
    }

    /// Returns the payment of an intent.
    pub(super) async fn payment_of(
        &self,
        intent: &str,
    ) -> Result<Option<RecordedPayment>, Failure> {
        let mut reader = self.app.database.reader().await?;
        let mut db = reader.connection();
        own_payments::find_by_intent(&mut db, &self.connection.id, intent).await
    }

    /// Adds an object that names a checkout of ours, and has no records: its application finds out why.
    pub(super) async fn add_named(
        &self,
        page: &mut RunPage,
        kind: ObjectKind,
        object_id: &str,
    ) -> Result<(), Failure> {
        if self.mark_of(kind, object_id).await? == MarkedState::Unmarked {
            page.repairs.insert((kind, object_id.to_owned()));
        }
        Ok(())
    }
}

/// Returns an empty result for a page of a list, with the position of the next one.
pub(super) fn new_page<T>(listed: &StripePage<T>, id: impl Fn(&T) -> &str) -> RunPage {
    let last = listed.data.last().filter(|_| listed.has_more);
    RunPage {
        objects: i64::try_from(listed.data.len()).unwrap_or(i64::MAX),
        next: last.map(|last| id(last).to_owned()),
        ..RunPage::default()
    }
}
