//! The mail server, over SMTP (RFC 5321).

use std::time::Duration;

use foundation::Failure;
use foundation::secret::{ExposeSecret, SecretString};
use lettre::transport::smtp::Error;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use super::deliver::Undelivered;

/// The longest wait for a connection and for each answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// A mail server at a configured address.
pub(super) struct Smtp(AsyncSmtpTransport<Tokio1Executor>);

impl Smtp {
    /// Takes an address such as `smtp://user:password@host:port?tls=required` or `smtps://…`.
    pub(super) fn open(url: &SecretString) -> Result<Self, Failure> {
        foundation::outbound::install_crypto_provider();
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose_secret())
            .map_err(|error| Failure::broken("reading IDP_SMTP_URL", error))?;
        Ok(Self(builder.timeout(Some(PATIENCE)).build()))
    }

    /// Hands a mail to the server.
    pub(super) async fn send(&self, message: Message) -> Result<(), Undelivered> {
        self.0
            .send(message)
            .await
            .map(|_| ())
            .map_err(|error| refusal(&error))
    }
}

/// A server's own words may repeat the address, so that only its status goes on.
fn refusal(error: &Error) -> Undelivered {
    let said = match error.status() {
        Some(status) => format!("the server answered {status}"),
        None if error.is_timeout() => "the server did not answer in time".to_owned(),
        None if error.is_tls() => "no secure connection to the server".to_owned(),
        None => "no conversation with the server".to_owned(),
    };
    let failure = Failure::unavailable("sending a mail", said);
    if error.is_permanent() {
        Undelivered::ForEver(failure)
    } else {
        Undelivered::ForNow(failure)
    }
}
