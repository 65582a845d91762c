//! Received emails, read from the files of a world without an SMTP server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mail_parser::MessageParser;

/// Time limit from the request to the email's file.
const ARRIVAL_TIMEOUT: Duration = Duration::from_mins(2);
const CHECK_PAUSE: Duration = Duration::from_millis(20);

/// An email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email {
    /// The recipient.
    pub to: String,
    /// The subject.
    pub subject: String,
    /// The text part.
    pub text: String,
}

impl Email {
    /// Parses an email.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let message = MessageParser::default().parse(bytes)?;
        let to = message
            .to()
            .and_then(|to| to.first())
            .and_then(|address| address.address());
        Some(Self {
            to: to.unwrap_or_default().to_owned(),
            subject: message.subject().unwrap_or_default().to_owned(),
            text: message.body_text(0).unwrap_or_default().into_owned(),
        })
    }

    /// Returns the sign-in link.
    ///
    /// # Panics
    /// If there is none.
    pub fn link(&self) -> String {
        let link = self
            .text
            .split_whitespace()
            .find(|word| word.contains("/api/auth/callback/email"));
        link.expect("a link").to_owned()
    }

    /// Returns the six-digit code.
    ///
    /// # Panics
    /// If there is none.
    pub fn code(&self) -> String {
        let digits =
            |word: &&str| word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit());
        let mut words = self
            .text
            .split(|character: char| !character.is_ascii_alphanumeric());
        words.find(digits).expect("a code").to_owned()
    }
}

/// A folder of emails.
#[derive(Clone, Debug)]
pub struct Mailbox(pub PathBuf);

impl Mailbox {
    /// Waits for the `count`th email to an address and returns it.
    ///
    /// # Panics
    /// If it does not arrive in time.
    pub async fn wait_for_email(&self, address: &str, count: usize) -> Email {
        let arrived = async {
            let mut email = self.nth_to(address, count);
            while email.is_none() {
                tokio::time::sleep(CHECK_PAUSE).await;
                email = self.nth_to(address, count);
            }
            email
        };
        let email = tokio::time::timeout(ARRIVAL_TIMEOUT, arrived)
            .await
            .expect("the mail arrives");
        email.expect("an email")
    }

    fn nth_to(&self, address: &str, count: usize) -> Option<Email> {
        read_emails(&self.0)
            .into_iter()
            .filter(|email| email.to == address)
            .nth(count - 1)
    }
}

fn read_emails(folder: &Path) -> Vec<Email> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "eml"));
    paths.sort();
    paths
        .iter()
        .filter_map(|path| Email::parse(&std::fs::read(path).ok()?))
        .collect()
}
