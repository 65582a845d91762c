//! Delivery of the outbox: a server claims several emails at a time, and retries each with growing pauses.

use std::sync::Arc;
use std::time::Duration;

use foundation::http::log_failure;
use foundation::task::{Outbox, back_off};
use foundation::text::strict_json;
use foundation::{Background, Failure, Timestamp};
use lettre::Message;
use lettre::message::MultiPart;
use tokio::task::JoinSet;

use super::delivery::{DeliveryError, FailureCause, FailureReason};
use super::email::Email;
use super::outbox::{Mail, MailTransport, PURPOSE};
use super::store::outbox::{self, ClaimedMessage, OUTBOX};

/// Timeout of an attempt at one email.
const ATTEMPT: Duration = Duration::from_secs(20);
/// Longest pause between two attempts at one email; the first pauses are 2, 4 and 8 seconds.
const MAX_BACK_OFF: Duration = Duration::from_mins(1);

impl Mail {
    /// Starts the delivery in the background, until the service stops.
    pub(crate) fn start(self: &Arc<Self>, background: &Background) {
        let (mail, watched) = (Arc::clone(self), background.clone());
        let stopping = background.stopping();
        background.start("mail", async move {
            let mut deliveries = JoinSet::new();
            while !stopping.is_cancelled() {
                let pause = mail
                    .begin_due(&mut deliveries, &watched)
                    .await
                    .unwrap_or_else(|failure| pause_after(&failure));
                let is_full = deliveries.len() >= mail.concurrency;
                tokio::select! {
                    () = stopping.cancelled() => {}
                    Some(_ended) = deliveries.join_next() => {}
                    () = mail.due.notified(), if !is_full => {}
                    () = tokio::time::sleep(pause), if !is_full => {}
                }
            }
            while deliveries.join_next().await.is_some() {}
        });
    }

    /// Starts deliveries of due emails up to the limit, unless the service stops; returns the time until the next query.
    pub(super) async fn begin_due(
        self: &Arc<Self>,
        deliveries: &mut JoinSet<()>,
        background: &Background,
    ) -> Result<Duration, Failure> {
        let stopping = background.stopping();
        // The query does not return due emails that another server has claimed.
        while deliveries.len() < self.concurrency && !stopping.is_cancelled() {
            let now = self.clock.now();
            let mut reader = self.database.reader().await?;
            let (due, pause) = OUTBOX.due(&mut reader.connection(), now).await?;
            if due.is_empty() {
                return Ok(pause);
            }
            drop(reader);
            let free = self.concurrency - deliveries.len();
            for (id,) in due.into_iter().take(free) {
                let entry = self.claim(id, now).await?;
                entry.map(|entry| deliveries.spawn(Arc::clone(self).deliver(entry)));
            }
        }
        Ok(Outbox::MIN_PAUSE)
    }

    async fn claim(&self, id: String, now: Timestamp) -> Result<Option<ClaimedMessage>, Failure> {
        let mut transaction = self.database.begin().await?;
        let claimed = OUTBOX
            .claim(&mut transaction.connection(), &id, now)
            .await?;
        transaction.commit().await?;
        Ok(claimed.into_iter().next())
    }

    async fn deliver(self: Arc<Self>, entry: ClaimedMessage) {
        if let Err(failure) = self.deliver_claimed(&entry).await {
            log_failure(&failure);
        }
    }

    async fn deliver_claimed(&self, entry: &ClaimedMessage) -> Result<(), Failure> {
        if entry.expires_at() <= self.clock.now() {
            return self.record_expired(entry, None).await;
        }
        match self.attempt(entry).await {
            Ok(()) => self.record_sent(entry).await,
            Err(DeliveryError::Temporary(cause, failure)) => {
                self.retry_later(entry, cause, &failure).await
            }
            Err(DeliveryError::Permanent(cause, failure)) => {
                self.record_refused(entry, cause, &failure).await
            }
        }
    }

    async fn retry_later(
        &self,
        entry: &ClaimedMessage,
        cause: FailureCause,
        failure: &Failure,
    ) -> Result<(), Failure> {
        tracing::warn!(mail = entry.id, attempts = entry.attempts, %failure, "a mail was not taken");
        let pause = back_off(Duration::from_secs(1), entry.attempts, MAX_BACK_OFF);
        let next = self.clock.now().plus(pause);
        if next < entry.expires_at() {
            self.postpone(&entry.id, next, &cause).await
        } else {
            self.record_expired(entry, Some(cause)).await
        }
    }

    async fn attempt(&self, entry: &ClaimedMessage) -> Result<(), DeliveryError> {
        let message = self.message(entry).map_err(|failure| {
            DeliveryError::Permanent(FailureReason::Unreadable.into(), failure)
        })?;
        let sending = async {
            match &self.route {
                MailTransport::Smtp(smtp) => smtp.send(message).await,
                MailTransport::Folder(folder) => folder
                    .write(self.clock.now(), &entry.id, &message.formatted())
                    .await
                    .map_err(|failure| {
                        DeliveryError::Temporary(FailureReason::NotWritten.into(), failure)
                    }),
            }
        };
        tokio::time::timeout(ATTEMPT, sending)
            .await
            .unwrap_or_else(|elapsed| {
                let failure = Failure::unavailable("sending a mail", elapsed);
                Err(DeliveryError::Temporary(
                    FailureReason::TimedOut.into(),
                    failure,
                ))
            })
    }

    fn message(&self, entry: &ClaimedMessage) -> Result<Message, Failure> {
        let broken = |what: &str| Failure::defect(format!("a mail in the outbox cannot be {what}"));
        let plain = self
            .sealer
            .open(PURPOSE, &entry.sealed)
            .ok_or_else(|| broken("opened"))?;
        // The parsers' errors are dropped, because they may quote the email.
        let email: Email = strict_json::from_stored(&plain)
            .ok()
            .ok_or_else(|| broken("read"))?;
        let domain = self.from.email.domain();
        let at = u64::try_from(self.clock.now().micros()).unwrap_or_default();
        let to = email.to.parse().ok().ok_or_else(|| broken("addressed"))?;
        Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(email.subject)
            .date(std::time::UNIX_EPOCH + Duration::from_micros(at))
            .message_id(Some(format!("<{}@{domain}>", entry.id)))
            .multipart(MultiPart::alternative_plain_html(email.text, email.html))
            .map_err(|error| Failure::broken("building a mail", error))
    }

    async fn postpone(
        &self,
        id: &str,
        next: Timestamp,
        cause: &FailureCause,
    ) -> Result<(), Failure> {
        let mut transaction = self.database.begin().await?;
        outbox::postpone(&mut transaction.connection(), id, next, cause).await?;
        transaction.commit().await?;
        metrics::counter!("idp_mail_total", "outcome" => "retried").increment(1);
        Ok(())
    }
}

/// Logs our own failure and returns the pause after it.
fn pause_after(failure: &Failure) -> Duration {
    log_failure(failure);
    Outbox::MAX_PAUSE
}
