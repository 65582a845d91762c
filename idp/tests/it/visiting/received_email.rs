//! Provides an email as its reader sees it.

use mail_parser::MessageParser;

/// An email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReceivedEmail {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
}

impl ReceivedEmail {
    /// Parses an email.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let message = MessageParser::default().parse(bytes).expect("an email");
        let first = |address: Option<&mail_parser::Address<'_>>| {
            let address = address
                .and_then(|list| list.first())
                .and_then(|one| one.address());
            address.unwrap_or_default().to_owned()
        };
        Self {
            from: first(message.from()),
            to: first(message.to()),
            subject: message.subject().unwrap_or_default().to_owned(),
            text: message.body_text(0).unwrap_or_default().into_owned(),
            html: message.body_html(0).unwrap_or_default().into_owned(),
        }
    }

    /// Returns the sign-in link.
    pub(crate) fn link(&self) -> String {
        let mut words = self.text.split_whitespace();
        let link = words.find(|word| word.contains("/api/auth/callback/email"));
        link.expect("a link").to_owned()
    }

    /// Returns the six-digit code.
    pub(crate) fn code(&self) -> String {
        let is_code =
            |word: &&str| word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit());
        let mut words = self.text.split_whitespace();
        words.find(is_code).expect("a code").to_owned()
    }
}
