//! The mail server, over SMTP (RFC 5321).

use std::error::Error as _;
use std::time::Duration;

use foundation::Failure;
use foundation::secret::{ExposeSecret, SecretString};
use lettre::transport::smtp::Error;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use url::Url;

use super::delivery::{DeliveryError, FailureCause, FailureReason, reply_codes};

/// Timeout for the connection and for each response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);

/// A mail server at a configured address.
pub(super) struct Smtp(AsyncSmtpTransport<Tokio1Executor>);

impl Smtp {
    /// Reads an address such as `smtp://user:password@host:port?tls=required` or `smtps://…`, which the settings have
    /// validated.
    pub(super) fn open(url: &SecretString) -> Result<Self, Failure> {
        foundation::outbound::install_crypto_provider();
        let builder =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(&without_none(url.expose_secret()))
                .map_err(|error| Failure::broken("reading IDP_SMTP_URL", error))?;
        Ok(Self(builder.timeout(Some(RESPONSE_TIMEOUT)).build()))
    }

    /// Connects, and signs in if there is a user, without sending an email.
    pub(super) async fn check_connection(&self) -> Result<(), Failure> {
        match self.0.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(Failure::unavailable(
                "connecting to the mail server",
                "it is not ready",
            )),
            Err(error) => match delivery_error(&error) {
                DeliveryError::Temporary(_, failure) | DeliveryError::Permanent(_, failure) => {
                    Err(failure)
                }
            },
        }
    }

    /// Sends an email to the server.
    pub(super) async fn send(&self, message: Message) -> Result<(), DeliveryError> {
        self.0
            .send(message)
            .await
            .map(|_| ())
            .map_err(|error| delivery_error(&error))
    }
}

/// Removes `tls=none`, our name for lettre's default, from the address.
fn without_none(url: &str) -> String {
    let Ok(mut parsed) = Url::parse(url) else {
        return url.to_owned();
    };
    if parsed.scheme() == "smtp"
        && parsed
            .query_pairs()
            .any(|(name, choice)| name == "tls" && choice == "none")
    {
        let pairs: Vec<_> = parsed.query_pairs().into_owned().collect();
        let others = pairs.iter().filter(|(name, _)| name != "tls");
        parsed.query_pairs_mut().clear().extend_pairs(others);
    }
    parsed.into()
}

/// Returns true if the server refuses our connection and not the email. Other credentials, or TLS, will help (RFC 4954
/// section 6, RFC 3207 section 4).
fn is_about_us(status: &str) -> bool {
    matches!(status, "530" | "534" | "535" | "538")
}

fn delivery_error(error: &Error) -> DeliveryError {
    match error.status() {
        Some(status) => response_error(error, &status.to_string()),
        None => connection_error(error),
    }
}

/// Keeps only the codes of the server's reply, because its text may repeat the address.
fn response_error(error: &Error, status: &str) -> DeliveryError {
    let text = error.source().map(ToString::to_string).unwrap_or_default();
    let reply = reply_codes(status, &text);
    let failure = Failure::unavailable("sending a mail", format!("the server answered {reply}"));
    let cause = |reason| FailureCause {
        reason,
        reply: Some(reply),
    };
    if is_about_us(status) {
        tracing::error!(
            status,
            "the mail server refuses the user, password or tls= of IDP_SMTP_URL; mail waits until that is set right"
        );
        DeliveryError::Temporary(cause(FailureReason::Unauthenticated), failure)
    } else if error.is_permanent() {
        DeliveryError::Permanent(cause(FailureReason::Refused), failure)
    } else {
        DeliveryError::Temporary(cause(FailureReason::PutOff), failure)
    }
}

fn connection_error(error: &Error) -> DeliveryError {
    let (reason, said) = if error.is_timeout() {
        (FailureReason::TimedOut, "the server did not answer in time")
    } else if error.is_tls() {
        (
            FailureReason::Insecure,
            "no secure connection to the server",
        )
    } else {
        (
            FailureReason::Unreachable,
            "no conversation with the server",
        )
    };
    DeliveryError::Temporary(reason.into(), Failure::unavailable("sending a mail", said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_address_that_the_settings_take_opens() {
        for url in [
            "smtp://mail:1025?tls=none",
            "smtp://mail.example.com?tls=opportunistic",
            "smtp://user:password@mail.example.com:587?tls=required",
            "smtps://user:password@mail.example.com",
            "smtp://127.0.0.1:1025",
        ] {
            assert!(Smtp::open(&url.into()).is_ok(), "{url}");
        }
    }

    #[test]
    fn what_is_asked_for_reaches_the_library() {
        let rows = [
            ("smtp://mail:1025?tls=none", "smtp://mail:1025?"),
            ("smtp://mail:1025?a=b&tls=none", "smtp://mail:1025?a=b"),
            ("smtp://mail?tls=required", "smtp://mail?tls=required"),
        ];
        for (url, expected) in rows {
            assert_eq!(without_none(url), expected);
        }
    }
}
