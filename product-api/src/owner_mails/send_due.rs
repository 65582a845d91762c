//! Hands due emails to the identity provider, each by its own name, so that a repeated request sends no second one.

use std::time::Duration;

use foundation::Failure;
use foundation::task::back_off;

use super::store::{self, ClaimedMail, OUTBOX};
use crate::app::App;
use crate::idp::{MailResult, UserMessage};

/// Time until an email is given up; shorter than the identity provider remembers names.
const LIFETIME: Duration = Duration::from_hours(3 * 24);
/// Shortest pause between two attempts; it doubles with each one.
const PAUSE: Duration = Duration::from_mins(1);
/// Longest pause between two attempts.
const MAX_PAUSE: Duration = Duration::from_hours(6);

/// Hands over the emails that are due, and returns their number. The others wait if the identity provider does not answer.
pub(crate) async fn send_due(app: &App) -> Result<u64, Failure> {
    let due: Vec<(String,)> = {
        let mut reader = app.database.reader().await?;
        OUTBOX
            .due(&mut reader.connection(), app.clock.now())
            .await?
            .0
    };
    let stopping = app.background.stopping();
    let mut sent = 0;
    for (id,) in due {
        if stopping.is_cancelled() {
            break;
        }
        match send(app, &id).await? {
            Attempt::Ended => sent += 1,
            Attempt::OfAnotherServer => {}
            Attempt::Failed => break,
        }
    }
    Ok(sent)
}

/// Result of one attempt.
#[derive(Clone, Copy, Debug)]
enum Attempt {
    Ended,
    OfAnotherServer,
    Failed,
}

async fn send(app: &App, id: &str) -> Result<Attempt, Failure> {
    let Some(mail) = claim(app, id).await? else {
        return Ok(Attempt::OfAnotherServer);
    };
    match hand_over(app, &mail).await {
        Ok(outcome) => {
            end(app, &mail, outcome).await?;
            Ok(Attempt::Ended)
        }
        Err(failure) => {
            tracing::warn!(mail = id, attempts = mail.attempts, %failure, "an email to an owner was not queued");
            postpone(app, &mail).await?;
            Ok(Attempt::Failed)
        }
    }
}

async fn claim(app: &App, id: &str) -> Result<Option<ClaimedMail>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let claimed = OUTBOX.claim(&mut db, id, app.clock.now()).await?;
    transaction.commit().await?;
    Ok(claimed.into_iter().next())
}

/// Hands an email over, and returns its outcome.
async fn hand_over(app: &App, mail: &ClaimedMail) -> Result<&'static str, Failure> {
    let lines: Vec<&str> = mail.lines.lines().collect();
    let link = format!("{}{}", app.config.issuer.public_origin(), mail.page);
    let message = UserMessage {
        title: &mail.title,
        lines: &lines,
        link: &link,
    };
    let result = app
        .user_admin
        .send_mail(&mail.user_id, &mail.id, message)
        .await?;
    Ok(match result {
        MailResult::Queued => "queued",
        MailResult::NoRecipient => "no-recipient",
        MailResult::Refused => "refused",
    })
}

/// Postpones an email, or gives it up if it is too old.
async fn postpone(app: &App, mail: &ClaimedMail) -> Result<(), Failure> {
    let now = app.clock.now();
    let next = now.plus(back_off(PAUSE, mail.attempts.saturating_sub(1), MAX_PAUSE));
    if next > mail.created_at().plus(LIFETIME) {
        return end(app, mail, "expired").await;
    }
    let mut transaction = app.database.begin().await?;
    store::postpone(&mut transaction.connection(), &mail.id, next).await?;
    transaction.commit().await
}

async fn end(app: &App, mail: &ClaimedMail, outcome: &str) -> Result<(), Failure> {
    if outcome != "queued" {
        tracing::warn!(mail = mail.id, outcome, "an email to an owner is not sent");
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::end(&mut db, &mail.id, outcome, app.clock.now()).await?;
    transaction.commit().await
}
