//! Scopes of clients that others register, and of clients that register themselves.

use std::time::Duration;

use foundation::env::Reader;

const DEFAULT_IDLE_DAYS: u16 = 90;

/// Settings of clients' registrations.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// `IDP_CLIENT_DOCUMENTS`: permits an https URL as a client's id, with the document there as its registration;
    /// `off` (default) or `on`.
    pub documents: bool,
    /// `IDP_CLIENT_DOCUMENT_SCOPE`: scopes that such clients may request apart from the idp's own; none by default.
    pub document_scope: String,
    /// `IDP_WEBSITE_SCOPE`: additional scopes that a caller with `idp.clients` may give a client;
    /// `credits.read credits.buy` by default. The caller need not have these scopes itself.
    pub website_scope: String,
    /// `IDP_IDLE_CLIENT_DAYS`: days without use until a client that registered itself is deleted; 1 to 3650.
    pub idle_lifetime: Duration,
}

impl ClientConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        const DAYS: &str = "IDP_IDLE_CLIENT_DAYS";
        let documents = match reader.text("IDP_CLIENT_DOCUMENTS").as_deref() {
            None | Some("off") => false,
            Some("on") => true,
            Some(_) => {
                reader.problem("IDP_CLIENT_DOCUMENTS", "is neither off nor on");
                false
            }
        };
        let form = "a number of days from 1 to 3650";
        let mut days = reader.parsed(DAYS, DEFAULT_IDLE_DAYS, form);
        if !(1..=3650).contains(&days) {
            reader.problem(DAYS, "is not a number of days from 1 to 3650");
            days = DEFAULT_IDLE_DAYS;
        }
        Self {
            documents,
            document_scope: read_scope(reader, "IDP_CLIENT_DOCUMENT_SCOPE", ""),
            website_scope: read_scope(reader, "IDP_WEBSITE_SCOPE", "credits.read credits.buy"),
            idle_lifetime: Duration::from_hours(u64::from(days) * 24),
        }
    }
}

/// Reads scopes separated by spaces. Scopes of the admin API are given by name alone.
fn read_scope(reader: &mut Reader<'_>, name: &'static str, default: &str) -> String {
    let text = reader.text(name).unwrap_or_else(|| default.to_owned());
    let is_word = |word: &str| {
        let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
        word.bytes().all(is_plain) && !word.starts_with("idp.")
    };
    if text.split(' ').all(is_word) {
        return text;
    }
    reader.problem(
        name,
        "is not words separated by blanks, of which none begins with idp.",
    );
    String::new()
}
