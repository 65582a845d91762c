//! Cookie of a browser that requested a sign-in email: its secret, the email address and the time of the request.

use std::iter::repeat_n;
use std::time::Duration;

use foundation::{Failure, Timestamp};

use crate::app::App;

/// The encryption purpose of the cookie.
const PURPOSE: &str = "attempt-cookie";
/// Attempts are padded to a multiple of this number of bytes.
const BLOCK: usize = 64;
/// The time for which a page waits before it offers to send the email again.
const RESEND_WAIT: Duration = Duration::from_mins(1);

/// Request for an email, as the browser that made it stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EmailAttempt {
    /// The secret of the browser; the code of the email is valid only with it.
    pub(super) secret: String,
    /// The normalised address that the email went to.
    pub(super) email: String,
    /// The time of the request.
    pub(super) requested_at: Timestamp,
}

impl EmailAttempt {
    /// Encrypts the attempt; equal attempts have different results.
    pub(super) fn seal(&self, app: &App) -> Result<String, Failure> {
        let Self {
            secret,
            email,
            requested_at: asked_at,
        } = self;
        let mut text = format!("{secret}\n{}\n{email}\n", asked_at.seconds());
        // Pads the text, so that the length of the cookie says little about the address.
        let length = text.len().next_multiple_of(BLOCK);
        text.extend(repeat_n(' ', length.saturating_sub(text.len())));
        app.sealer.seal(PURPOSE, &text)
    }

    /// Decrypts an attempt; `None` if the text was not encrypted here.
    pub(super) fn open(app: &App, sealed: &str) -> Option<Self> {
        let text = app.sealer.open(PURPOSE, sealed)?;
        let mut lines = text.split('\n');
        let (secret, asked_at, email) = (lines.next()?, lines.next()?, lines.next()?);
        Some(Self {
            secret: secret.to_owned(),
            email: email.to_owned(),
            requested_at: Timestamp::from_seconds(asked_at.parse().ok()?),
        })
    }

    /// Returns the seconds until the page offers to send the email again.
    pub(super) fn seconds_to_wait(&self, now: Timestamp) -> i64 {
        let ready_at = self.requested_at.plus(RESEND_WAIT);
        (ready_at.seconds() - now.seconds()).clamp(0, 60)
    }

    /// Returns the time of day of the request, in UTC.
    pub(super) fn sent_at(&self) -> String {
        let minute = self.requested_at.minute();
        minute.split(' ').nth(1).unwrap_or_default().to_owned()
    }

    /// Returns the web page of the mailbox, for the one provider whose domains are known.
    pub(super) fn webmail(&self) -> Option<&'static str> {
        let domain = self.email.rsplit('@').next();
        matches!(domain, Some("gmail.com" | "googlemail.com"))
            .then_some("https://mail.google.com/mail/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(email: &str) -> EmailAttempt {
        EmailAttempt {
            secret: "s".to_owned(),
            email: email.to_owned(),
            requested_at: Timestamp::from_seconds(1_000),
        }
    }

    #[test]
    fn wait_for_another_mail_ends_after_a_minute() {
        let rows = [(1_000, 60), (1_018, 42), (1_060, 0), (9_000, 0), (900, 60)];
        for (now, expected) in rows {
            let found = attempt("a@b.example").seconds_to_wait(Timestamp::from_seconds(now));
            assert_eq!(found, expected, "{now}");
        }
    }

    #[test]
    fn webmail_is_known_for_gmail_alone() {
        let rows = [
            ("ann@gmail.com", true),
            ("ann@googlemail.com", true),
            ("ann@gmail.com.example", false),
            ("ann@notgmail.com", false),
            ("gmail.com@shop.example", false),
        ];
        for (email, expected) in rows {
            assert_eq!(attempt(email).webmail().is_some(), expected, "{email}");
        }
    }
}
