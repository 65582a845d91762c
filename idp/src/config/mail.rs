//! Delivery of email, and the lifetime of its links.

use std::path::{Path, PathBuf};
use std::time::Duration;

use foundation::env::Reader;
use foundation::secret::SecretString;
use foundation::text::host::is_loopback_name;
use lettre::message::Mailbox;
use url::Url;

/// Maximum lifetime of a sign-in link, in minutes.
const MAX_LINK_MINUTES: u64 = 24 * 60;
const DEFAULT_LINK_MINUTES: u64 = 15;
const DEFAULT_CONCURRENCY: usize = 4;
/// Maximum number of connections of the mail client.
const MAX_CONCURRENCY: usize = 10;

/// Destination of emails.
#[derive(Clone, Debug)]
pub enum MailRoute {
    /// `IDP_SMTP_URL`: a server, as `smtps://user:password@host` or `smtp://host:port?tls=…`. `tls` is `required`
    /// (STARTTLS or an error; the only choice with a password), `opportunistic` or `none`; only a server on this
    /// machine may omit it.
    Smtp(SecretString),
    /// `IDP_MAIL_DIRECTORY`: a folder, one `.eml` file per email, for development.
    Directory(PathBuf),
}

/// Email settings of the idp.
#[derive(Clone, Debug)]
pub struct MailConfig {
    /// Destination of emails: the server of `IDP_SMTP_URL` if set, otherwise the folder of `IDP_MAIL_DIRECTORY`.
    pub route: MailRoute,
    /// `IDP_MAIL_FROM`: the sender, such as `Example <no-reply@example.com>`.
    pub from: String,
    /// `IDP_MAIL_CONCURRENCY`: the maximum number of concurrent deliveries per idp server, 1 to 10; 4 by default.
    pub concurrency: usize,
    /// `IDP_SIGN_IN_LINK_MINUTES`: the lifetime of sign-in links and codes.
    pub link_lifetime: Duration,
}

impl MailConfig {
    /// Returns the folder of emails; `None` if a server sends them.
    pub fn directory(&self) -> Option<&Path> {
        match &self.route {
            MailRoute::Directory(directory) => Some(directory),
            MailRoute::Smtp(_) => None,
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let smtp = reader.text("IDP_SMTP_URL");
        let directory = reader.text("IDP_MAIL_DIRECTORY");
        let route = match (smtp, directory) {
            (Some(url), _) => {
                if let Some(problem) = smtp_problem(&url) {
                    reader.problem("IDP_SMTP_URL", problem);
                }
                MailRoute::Smtp(url.into())
            }
            (None, Some(path)) => MailRoute::Directory(path.into()),
            (None, None) => {
                reader.problem(
                    "IDP_SMTP_URL",
                    "is not set; set it, or IDP_MAIL_DIRECTORY for development",
                );
                MailRoute::Directory(PathBuf::new())
            }
        };
        let from = sender(reader);
        Self {
            route,
            from,
            concurrency: concurrency(reader),
            link_lifetime: Duration::from_secs(60 * link_minutes(reader)),
        }
    }
}

/// Returns the problem with a mail server's URL. Passwords are never sent in plaintext, and emails only if the operator
/// chose so, because their links sign users in.
fn smtp_problem(url: &str) -> Option<&'static str> {
    const FORM: &str = "is not an address such as smtps://user:password@host or smtp://user:password@host:587?tls=required";
    const CHOICES: &str = "has another tls= than required, opportunistic or none (with smtps: none at all or required)";
    let Ok(url) = Url::parse(url) else {
        return Some(FORM);
    };
    let Some(host) = url.host_str().filter(|host| !host.is_empty()) else {
        return Some(FORM);
    };
    let has_credentials = !url.username().is_empty() || url.password().is_some();
    let mut choices = url.query_pairs().filter(|(name, _)| name == "tls");
    let tls = choices.next().map(|(_, choice)| choice);
    if choices.next().is_some() {
        return Some(CHOICES);
    }
    match (url.scheme(), tls.as_deref()) {
        ("smtp", None | Some("opportunistic" | "none")) if has_credentials => Some(
            "has a user or password that could be read on the way: add ?tls=required, or use smtps://",
        ),
        ("smtps", None | Some("required"))
        | ("smtp", Some("required" | "opportunistic" | "none")) => None,
        ("smtp", None) if is_loopback_name(host) => None,
        ("smtp", None) => Some(
            "leaves this machine and does not say how: add ?tls=required, ?tls=opportunistic or ?tls=none",
        ),
        ("smtp" | "smtps", Some(_)) => Some(CHOICES),
        (_, _) => Some(FORM),
    }
}

fn sender(reader: &mut Reader<'_>) -> String {
    const NAME: &str = "IDP_MAIL_FROM";
    let text = reader.text(NAME);
    if text
        .as_deref()
        .is_some_and(|text| text.parse::<Mailbox>().is_err())
    {
        reader.problem(
            NAME,
            "is not a sender such as Example <no-reply@example.com>",
        );
    }
    text.unwrap_or_else(|| "Tollgate <no-reply@localhost>".to_owned())
}

fn concurrency(reader: &mut Reader<'_>) -> usize {
    const NAME: &str = "IDP_MAIL_CONCURRENCY";
    const FORM: &str = "a whole number from 1 to 10";
    let concurrency = reader.parsed(NAME, DEFAULT_CONCURRENCY, FORM);
    if (1..=MAX_CONCURRENCY).contains(&concurrency) {
        return concurrency;
    }
    reader.problem(NAME, format!("is not {FORM}"));
    DEFAULT_CONCURRENCY
}

fn link_minutes(reader: &mut Reader<'_>) -> u64 {
    const NAME: &str = "IDP_SIGN_IN_LINK_MINUTES";
    let minutes = reader.parsed(NAME, DEFAULT_LINK_MINUTES, "a whole number of minutes");
    if (1..=MAX_LINK_MINUTES).contains(&minutes) {
        return minutes;
    }
    reader.problem(
        NAME,
        format!("is not between 1 and {MAX_LINK_MINUTES} minutes"),
    );
    DEFAULT_LINK_MINUTES
}
