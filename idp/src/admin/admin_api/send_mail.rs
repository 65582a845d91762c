//! Queues a message of another service to a user, once for each name.

use std::time::Duration;

use foundation::{Connection, Failure};
use serde_json::json;
use url::Url;

use crate::app::App;
use crate::http::i18n::Language;
use crate::identity::mail::{Message, queue_message};
use crate::identity::users::{User, store};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::repeated_requests::{self, RepeatKey};
use crate::sign_in::account_deletion;

/// Time in which a name sends no second email: longer than callers repeat a request.
const NAME_LIFETIME: Duration = Duration::from_hours(14 * 24);
/// Maximum lengths in characters.
const MAX_TITLE: usize = 120;
const MAX_LINE: usize = 500;
const MAX_LINK: usize = 2_048;
const MAX_NAME: usize = 100;
/// Maximum number of paragraphs.
const MAX_LINES: usize = 2;

/// Request for an email.
#[derive(Clone, Copy, Debug)]
pub(super) struct MailRequest<'a> {
    /// The client that sends the request.
    pub(super) actor: &'a str,
    pub(super) user_id: &'a str,
    /// The client's own name of the email.
    pub(super) name: &'a str,
    pub(super) title: &'a str,
    pub(super) lines: &'a [String],
    pub(super) link: &'a str,
    /// Tag of the frame's language; English if absent.
    pub(super) language: Option<&'a str>,
}

/// Result of a request for an email.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SendMailOutcome {
    /// The email is in the outbox.
    Queued,
    /// An earlier request with this name has queued it.
    Repeated,
    /// The user is deactivated, or has no proven address.
    NoRecipient,
    /// The user does not exist or was deleted.
    Unknown,
    /// A member of the request is not valid, for this reason.
    Wrong(&'static str),
}

/// Queues the email. A user who was merged into another one gets it at the other one's address.
pub(super) async fn send_mail(
    app: &App,
    request: MailRequest<'_>,
) -> Result<SendMailOutcome, Failure> {
    let language = match read_language(request.language) {
        Ok(language) => language,
        Err(wrong) => return Ok(SendMailOutcome::Wrong(wrong)),
    };
    if let Some(wrong) = reason_against(&app.config.base.issuer, request) {
        return Ok(SendMailOutcome::Wrong(wrong));
    }
    let key = RepeatKey::new(app, "mail", &[request.actor, request.user_id, request.name])?;
    let message = Message {
        title: request.title,
        lines: request.lines,
        link: request.link,
        language,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(user) = find_recipient(&mut db, request.user_id).await? else {
        transaction.rollback().await?;
        return Ok(SendMailOutcome::Unknown);
    };
    let Some(to) = address_for_mail(&user) else {
        // The name stays free: the user may prove an address before the next request.
        transaction.rollback().await?;
        return Ok(SendMailOutcome::NoRecipient);
    };
    if !repeated_requests::claim(app, &mut db, &key, NAME_LIFETIME).await? {
        transaction.rollback().await?;
        return Ok(SendMailOutcome::Repeated);
    }
    queue_message(app, &mut db, to, message).await?;
    record_audit(app, &mut db, request, &user.id).await?;
    transaction.commit().await?;
    app.mail.wake();
    Ok(SendMailOutcome::Queued)
}

/// Returns the proven address of an active user.
fn address_for_mail(user: &User) -> Option<&str> {
    let can_receive = user.is_active && user.has_verified_email();
    user.email.as_deref().filter(|_| can_receive)
}

async fn record_audit(
    app: &App,
    db: &mut Connection<'_>,
    request: MailRequest<'_>,
    user_id: &str,
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor: request.actor,
        action: Action::UserMailed,
        subject: user_id,
        network: None,
        client_id: Some(request.actor),
        details: json!({ "name": request.name }),
    };
    audit::record(app, db, event).await
}

/// Finds a user, or the one into whom the user was merged.
async fn find_recipient(db: &mut Connection<'_>, user_id: &str) -> Result<Option<User>, Failure> {
    let into = store::merged_into(db, user_id).await?;
    let id = into.as_deref().unwrap_or(user_id);
    if account_deletion::store::is_deleted(db, id).await? {
        return Ok(None);
    }
    store::find(db, id).await
}

fn read_language(tag: Option<&str>) -> Result<Language, &'static str> {
    let Some(tag) = tag else {
        return Ok(Language::default());
    };
    let wrong = "language: must be en or de";
    Language::from_tag(tag).ok_or(wrong)
}

/// Returns why the request is refused; `None` if it is valid.
fn reason_against(issuer: &str, request: MailRequest<'_>) -> Option<&'static str> {
    let is_line = |text: &str, most: usize| {
        let length = text.chars().count();
        (1..=most).contains(&length) && !text.chars().any(char::is_control)
    };
    let lines = request.lines;
    if !is_line(request.name, MAX_NAME) {
        return Some("name: must have 1 to 100 characters, and no control characters");
    }
    if !is_line(request.title, MAX_TITLE) {
        return Some("title: must have 1 to 120 characters, and no control characters");
    }
    if !(1..=MAX_LINES).contains(&lines.len()) || !lines.iter().all(|line| is_line(line, MAX_LINE))
    {
        return Some(
            "lines: must be 1 or 2 texts of 1 to 500 characters, without control characters",
        );
    }
    (!is_own(issuer, request.link)).then_some("link: must be a URL of this installation, without user information, of at most 2048 characters")
}

/// Returns true for an absolute URL on the origin of this installation.
fn is_own(issuer: &str, link: &str) -> bool {
    let (Ok(own), Ok(link_url)) = (Url::parse(issuer), Url::parse(link)) else {
        return false;
    };
    let has_user = !link_url.username().is_empty() || link_url.password().is_some();
    let is_plain = link.is_ascii() && !link.contains('\\');
    link.len() <= MAX_LINK && is_plain && !has_user && own.origin() == link_url.origin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_must_lead_to_this_installation() {
        let own = "https://id.example.com";
        for (link, expected) in [
            ("https://id.example.com/s/web_1?mode=test", true),
            ("https://id.example.com", true),
            ("https://ID.example.com:443/x", true),
            ("http://id.example.com/x", false),
            ("https://id.example.com:8443/x", false),
            ("https://id.example.com.evil.example/x", false),
            ("https://id.example.com@evil.example/x", false),
            ("https://ann@id.example.com/x", false),
            ("https://id.example.com\\@evil.example", false),
            ("//id.example.com/x", false),
            ("/s/web_1", false),
            ("javascript:alert(1)", false),
            ("", false),
        ] {
            assert_eq!(is_own(own, link), expected, "{link}");
        }
        let long = format!("{own}/{}", "x".repeat(MAX_LINK));
        assert!(!is_own(own, &long));
    }
}
