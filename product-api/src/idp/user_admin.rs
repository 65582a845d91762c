//! Client of the idp's admin API on users.

use foundation::outbound::UpstreamService;
use foundation::{Clock, Failure};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::admin::{Admin, unexpected_status};
use crate::config::IssuerConfig;

/// Scope of the admin API.
const SCOPE: &str = "idp.users";
/// Maximum length of an id in a request, in bytes.
const MAX_ID_LENGTH: usize = 255;

/// Users, as the idp's admin API serves them.
pub(crate) struct UserAdmin {
    pub(super) admin: Admin,
}

const SETTING_ACTIVE: &str = "switching a user at the identity provider";

/// Result of activating or deactivating a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActivationResult {
    /// The user has the requested state.
    Done,
    /// The idp does not know the user.
    Unknown,
    /// The user was merged into another, and can be neither activated nor deactivated.
    Merged,
}

impl UserAdmin {
    /// Creates a client of the configured idp, without a request.
    pub(crate) fn new(config: &IssuerConfig, clock: Clock, idp: UpstreamService) -> Self {
        Self {
            admin: Admin::new(config, SCOPE, clock, idp),
        }
    }

    /// Activates a user, or deactivates the user and ends all sessions. The request is idempotent.
    pub(crate) async fn set_active(
        &self,
        user_id: &str,
        is_active: bool,
    ) -> Result<ActivationResult, Failure> {
        let body = json!({ "active": is_active });
        match self.put_active(user_id, &body).await? {
            StatusCode::OK => Ok(ActivationResult::Done),
            StatusCode::NOT_FOUND => Ok(ActivationResult::Unknown),
            StatusCode::CONFLICT => Ok(ActivationResult::Merged),
            status => Err(Failure::unavailable(
                SETTING_ACTIVE,
                unexpected_status(status),
            )),
        }
    }

    /// Restores a user's state at the idp from our row; false if another client changed it after a sequence. A user who is
    /// missing or was merged into another cannot sign in, so nothing needs to be restored.
    pub(crate) async fn bring_back(
        &self,
        user_id: &str,
        is_active: bool,
        seen: i64,
    ) -> Result<bool, Failure> {
        let body = json!({ "active": is_active, "if_unchanged_since": seen });
        match self.put_active(user_id, &body).await? {
            StatusCode::OK | StatusCode::NOT_FOUND | StatusCode::CONFLICT => Ok(true),
            StatusCode::PRECONDITION_FAILED => Ok(false),
            status => Err(Failure::unavailable(
                SETTING_ACTIVE,
                unexpected_status(status),
            )),
        }
    }

    async fn put_active(&self, user_id: &str, body: &Value) -> Result<StatusCode, Failure> {
        if !is_nameable(user_id) {
            return Ok(StatusCode::NOT_FOUND);
        }
        let path = format!("/users/{user_id}/active");
        let request = self.admin.request(Method::PUT, &path).json(body);
        let response = self.admin.send(SETTING_ACTIVE, request).await?;
        Ok(response.status())
    }
}

/// Returns true if a text can be a path segment without encoding; every id of the idp can.
pub(super) fn is_nameable(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=MAX_ID_LENGTH).contains(&id.len()) && id.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_ids_are_put_into_a_url() {
        for (id, expected) in [
            ("usr_0192f0c4a1b27c3d8e9f001122334455", true),
            ("", false),
            ("..", false),
            ("a/b", false),
            ("a?b", false),
            ("ü", false),
        ] {
            assert_eq!(is_nameable(id), expected, "{id}");
        }
    }
}
