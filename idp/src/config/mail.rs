//! How mail leaves the idp, and how long its links live.

use std::path::PathBuf;
use std::time::Duration;

use foundation::env::Reader;
use foundation::secret::SecretString;

/// The longest life of a sign-in link, in minutes: the seed's 24 hours.
const LONGEST_LINK_MINUTES: u64 = 24 * 60;
const USUAL_LINK_MINUTES: u64 = 15;

/// Where mail goes.
#[derive(Clone, Debug)]
pub enum MailRoute {
    /// `IDP_SMTP_URL`: to a server, as `smtp://user:password@host:port` or `smtps://…`.
    Smtp(SecretString),
    /// `IDP_MAIL_DIRECTORY`: into files, one `.eml` a mail, for development.
    Directory(PathBuf),
}

/// Mail of the idp.
#[derive(Clone, Debug)]
pub struct MailConfig {
    /// Where mail goes: the server of `IDP_SMTP_URL` if set, else the folder of `IDP_MAIL_DIRECTORY`.
    pub route: MailRoute,
    /// `IDP_MAIL_FROM`: the sender, such as `Example <no-reply@example.com>`.
    pub from: String,
    /// `IDP_SIGN_IN_LINK_MINUTES`: how long a sign-in link or code can be used.
    pub link_life: Duration,
}

impl MailConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let smtp = reader.text("IDP_SMTP_URL");
        let directory = reader.text("IDP_MAIL_DIRECTORY");
        let route = match (smtp, directory) {
            (Some(url), _) => MailRoute::Smtp(url.into()),
            (None, Some(path)) => MailRoute::Directory(path.into()),
            (None, None) => {
                reader.problem(
                    "IDP_SMTP_URL",
                    "is not set; set it, or IDP_MAIL_DIRECTORY for development",
                );
                MailRoute::Directory(PathBuf::new())
            }
        };
        let from = reader
            .text("IDP_MAIL_FROM")
            .unwrap_or_else(|| "Tollgate <no-reply@localhost>".to_owned());
        Self {
            route,
            from,
            link_life: Duration::from_secs(60 * link_minutes(reader)),
        }
    }
}

fn link_minutes(reader: &mut Reader<'_>) -> u64 {
    const NAME: &str = "IDP_SIGN_IN_LINK_MINUTES";
    let minutes = reader.parsed(NAME, USUAL_LINK_MINUTES, "a whole number of minutes");
    if (1..=LONGEST_LINK_MINUTES).contains(&minutes) {
        return minutes;
    }
    reader.problem(
        NAME,
        format!("is not between 1 and {LONGEST_LINK_MINUTES} minutes"),
    );
    USUAL_LINK_MINUTES
}
