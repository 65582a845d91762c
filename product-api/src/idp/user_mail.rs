//! Client of the idp's admin API on emails to users.

use foundation::Failure;
use foundation::outbound::read_bounded;
use foundation::text::strict_json;
use reqwest::{Method, StatusCode};
use serde::Deserialize;
use serde_json::json;

use super::admin::unexpected_status;
use super::user_admin::{UserAdmin, is_nameable};

const SENDING: &str = "sending an email by the identity provider";

/// The text of an email, in the idp's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UserMessage<'a> {
    /// The subject.
    pub(crate) title: &'a str,
    /// One or two paragraphs.
    pub(crate) lines: &'a [&'a str],
    /// A URL of this installation.
    pub(crate) link: &'a str,
}

/// Result of a request for an email.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MailResult {
    /// The email is queued, by this request or by an earlier one with the same name.
    Queued,
    /// The user is deactivated, or has no proven address.
    NoRecipient,
    /// The idp does not know the user, or refuses the text.
    Refused,
}

#[derive(Deserialize)]
struct QueuedMail {
    state: String,
}

impl UserAdmin {
    /// Sends an email to a user, once for each name. A repeated request queues no second email.
    pub(crate) async fn send_mail(
        &self,
        user_id: &str,
        name: &str,
        message: UserMessage<'_>,
    ) -> Result<MailResult, Failure> {
        if !is_nameable(user_id) || !is_nameable(name) {
            return Ok(MailResult::Refused);
        }
        let path = format!("/users/{user_id}/mails/{name}");
        let UserMessage { title, lines, link } = message;
        let body = json!({ "title": title, "lines": lines, "link": link });
        let request = self.admin.request(Method::PUT, &path).json(&body);
        let response = self.admin.send(SENDING, request).await?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND => return Ok(MailResult::Refused),
            status => return Err(Failure::unavailable(SENDING, unexpected_status(status))),
        }
        let body = read_bounded(response).await?;
        let queued: QueuedMail = strict_json::from_slice(&body)
            .map_err(|error| Failure::unavailable(SENDING, error.to_string()))?;
        Ok(if queued.state == "no_recipient" {
            MailResult::NoRecipient
        } else {
            MailResult::Queued
        })
    }
}
