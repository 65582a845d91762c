//! One user of an import: a line of JSON, strictly parsed and sanitized.

use std::fmt;

use foundation::EmailAddress;
use foundation::text::text_file::{self, TextFileError};
use foundation::text::{has_visible_ends, strict_json};
use serde_json::Map;

use super::fields::Fields;
use crate::identity::passwords;
use crate::identity::users::{ProfileClaims, ProviderIdentity, ProviderTokens};
use crate::sign_in::upstream::{clean_image, clean_name, subject};

/// Maximum length of a line, in bytes.
const MAX_LENGTH: usize = 128 * 1024;
/// Maximum number of identities of one user.
const MAX_ACCOUNTS: usize = 32;

/// Problem with a line; the message contains only names of fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportProblem(pub(super) String);

impl fmt::Display for ImportProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A user of another system.
#[derive(Clone, PartialEq)]
pub struct ImportedUser {
    pub(super) source: String,
    pub(super) name: Option<String>,
    pub(super) image: Option<String>,
    pub(super) is_active: bool,
    /// Email address, if the other system has verified it.
    pub(super) email: Option<EmailAddress>,
    pub(super) password_hash: Option<String>,
    pub(super) accounts: Vec<ProviderIdentity>,
    pub(super) left_out: bool,
}

impl fmt::Debug for ImportedUser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Hides email addresses and secrets, which must never appear in a log.
        f.write_str("ImportedUser { .. }")
    }
}

impl ImportedUser {
    /// Parses a line. An unverified email address is ignored together with its password: an attacker could have entered
    /// a stranger's address there, and would get access to the stranger's account here.
    pub fn read(line: &[u8]) -> Result<Self, ImportProblem> {
        let line = line.trim_ascii();
        if line.len() > MAX_LENGTH {
            return Err(ImportProblem(format!(
                "it is longer than {MAX_LENGTH} bytes"
            )));
        }
        if text_file::is_utf16(line) {
            return Err(ImportProblem(TextFileError::Utf16.to_string()));
        }
        if std::str::from_utf8(line).is_err() {
            let words = "it is not UTF-8: save the file as UTF-8";
            return Err(ImportProblem(words.to_owned()));
        }
        let object = strict_json::read_object(line).map_err(|error| {
            // The column counts within the line; the caller reports the line's number in the file.
            ImportProblem(
                error
                    .to_string()
                    .replace(" at line 1 column ", " at column "),
            )
        })?;
        let mut fields = Fields(object);
        let source = source(&mut fields)?;
        let email = address(&mut fields, "email")?;
        let is_verified = fields.boolean("email_verified", false)?;
        let password_hash = fields.text("password_hash")?;
        if password_hash
            .as_deref()
            .is_some_and(|hash| !passwords::can_try(hash))
        {
            let words = "`password_hash` is of no kind that can be tried, or costs too much";
            return Err(ImportProblem(words.to_owned()));
        }
        if password_hash.is_some() && email.is_none() {
            let words = "`password_hash` needs `email`, by which people sign in with it";
            return Err(ImportProblem(words.to_owned()));
        }
        let accounts = fields.objects("accounts")?;
        if accounts.len() > MAX_ACCOUNTS {
            return Err(ImportProblem(format!(
                "it has more than {MAX_ACCOUNTS} accounts"
            )));
        }
        let accounts = accounts.into_iter().map(account);
        let user = Self {
            source,
            name: fields.text("name")?.as_deref().and_then(clean_name),
            image: fields.text("image")?.as_deref().and_then(clean_image),
            is_active: fields.boolean("is_active", true)?,
            left_out: email.is_some() && !is_verified,
            email: email.filter(|_| is_verified),
            password_hash: password_hash.filter(|_| is_verified),
            accounts: accounts.collect::<Result<_, _>>()?,
        };
        fields.end().map(|()| user)
    }

    /// Returns the user's id in the other system.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns true if an unverified email address was ignored.
    pub fn has_left_out(&self) -> bool {
        self.left_out
    }

    /// Returns true if the user has no sign-in method.
    pub(super) fn has_no_sign_in_method(&self) -> bool {
        self.email.is_none() && self.accounts.is_empty()
    }
}

/// Reads the id in the other system. Refuses ids that look like others: a corrected file would import the user twice.
fn source(fields: &mut Fields) -> Result<String, ImportProblem> {
    let source = fields.required("id")?;
    if has_visible_ends(&source) {
        return Ok(source);
    }
    let words = "`id` begins or ends with white space or an invisible character";
    Err(ImportProblem(words.to_owned()))
}

fn address(fields: &mut Fields, name: &str) -> Result<Option<EmailAddress>, ImportProblem> {
    let Some(text) = fields.text(name)? else {
        return Ok(None);
    };
    let address = EmailAddress::parse(&text);
    let refused = |error| {
        ImportProblem(format!(
            "`{name}` is not an address that mail can be sent to: {error}"
        ))
    };
    address.map(Some).map_err(refused)
}

/// Reads an identity at a provider from the fields of an imported user.
fn account(mut fields: Fields) -> Result<ProviderIdentity, ImportProblem> {
    let id = fields.required("provider_account_id")?;
    let refused = || ImportProblem("`provider_account_id` is no id of a person".to_owned());
    let arrived = ProviderIdentity {
        provider: fields.required("provider")?,
        provider_account_id: subject(&id).ok_or_else(refused)?,
        name: None,
        image: None,
        profile: ProfileClaims::default(),
        email: address(&mut fields, "email")?,
        auth_time: None,
        tokens: ProviderTokens {
            refresh_token: fields.text("refresh_token")?,
            access_token: fields.text("access_token")?,
            expires_at: fields.number("expires_at")?,
            token_type: fields.printable("token_type")?,
            scope: fields.printable("scope")?,
            id_token: fields.text("id_token")?,
            session_state: fields.printable("session_state")?,
            refresh_token_expires_in: fields.number("refresh_token_expires_in")?,
            other: Map::new(),
        },
    };
    fields.end().map(|()| arrived)
}
