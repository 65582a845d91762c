//! The end of an email, sent or given up: it leaves the outbox, and its result is stored instead.

use foundation::{Connection, Failure};
use serde_json::json;

use super::delivery::{DeliveryState, FailureCause, FailureReason};
use super::outbox::Mail;
use super::store::outbox::ClaimedMessage;
use super::store::{deliveries, links, outbox};
use crate::observability::audit::{self, Action, AuditEvent};

impl Mail {
    /// Ends an email that the mail server accepted.
    pub(super) async fn record_sent(&self, entry: &ClaimedMessage) -> Result<(), Failure> {
        let mut transaction = self.database.begin().await?;
        let mut db = transaction.connection();
        self.end(&mut db, &entry.id, DeliveryState::Sent, None)
            .await?;
        transaction.commit().await?;
        metrics::counter!("idp_mail_total", "outcome" => "sent").increment(1);
        Ok(())
    }

    /// Ends an expired email, with the cause of the last failed attempt, if any.
    pub(super) async fn record_expired(
        &self,
        entry: &ClaimedMessage,
        cause: Option<FailureCause>,
    ) -> Result<(), Failure> {
        self.give_up(entry, "expired", cause).await
    }

    /// Ends an email that the mail server will never accept.
    pub(super) async fn record_refused(
        &self,
        entry: &ClaimedMessage,
        cause: FailureCause,
        failure: &Failure,
    ) -> Result<(), Failure> {
        tracing::warn!(mail = entry.id, %failure, "a mail was refused");
        self.give_up(entry, "refused", Some(cause)).await
    }

    /// Ends the email and its link, which no user has received, and writes an audit entry. The entry has the email's
    /// id, as the log does; the recipient is stored only with the delivery's result, and deleted with it.
    async fn give_up(
        &self,
        entry: &ClaimedMessage,
        why: &str,
        cause: Option<FailureCause>,
    ) -> Result<(), Failure> {
        let mut transaction = self.database.begin().await?;
        let mut db = transaction.connection();
        if !self
            .end(&mut db, &entry.id, DeliveryState::GivenUp, cause)
            .await?
        {
            return transaction.rollback().await;
        }
        links::delete(&mut db, &entry.token).await?;
        let event = AuditEvent {
            actor: "idp",
            action: Action::MailGivenUp,
            subject: &entry.id,
            network: None,
            client_id: None,
            details: json!({ "reason": why, "attempts": entry.attempts }),
        };
        audit::record_with(&self.clock, &self.random, &mut db, event).await?;
        transaction.commit().await?;
        tracing::warn!(mail = entry.id, "gave a mail up");
        metrics::counter!("idp_mail_total", "outcome" => "given_up").increment(1);
        Ok(())
    }

    /// Moves an email from the outbox to the results; returns false if another server was faster.
    async fn end(
        &self,
        db: &mut Connection<'_>,
        id: &str,
        state: DeliveryState,
        cause: Option<FailureCause>,
    ) -> Result<bool, Failure> {
        let Some(left) = outbox::take(db, id).await? else {
            return Ok(false);
        };
        // A deleted user's email has no recipient, and no result is stored.
        if left.recipient.is_empty() {
            return Ok(true);
        }
        let (reason, reply) = match (&cause, &left.reason) {
            (Some(cause), _) => (Some(cause.reason.name()), cause.reply.as_deref()),
            (None, Some(reason)) => (Some(reason.as_str()), left.reply.as_deref()),
            (None, None) => (
                (state == DeliveryState::GivenUp).then(|| FailureReason::Expired.name()),
                None,
            ),
        };
        // Claiming an expired email counted an attempt that did not take place.
        let untried = i64::from(state == DeliveryState::GivenUp && cause.is_none());
        let ended = deliveries::DeliveryResult {
            id: &left.id,
            kind: &left.kind,
            recipient: &left.recipient,
            state: state.name(),
            attempts: left.attempts - untried,
            reason,
            reply,
            created_at: left.created_at(),
            ended_at: self.clock.now(),
        };
        deliveries::insert(db, &ended).await?;
        Ok(true)
    }
}
