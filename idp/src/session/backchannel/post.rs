//! HTTP client of logouts: one POST of a logout token (section 2.5).

use foundation::http::log_failure;

use super::logout::DeliveryResult;
use crate::app::App;

/// Sends a logout token to a client's registered URL, with the outbound guard and its timeout of five seconds.
pub(super) async fn post_logout_token(
    app: &App,
    address: &str,
    logout_token: &str,
) -> DeliveryResult {
    let form = [("logout_token", logout_token)];
    match app.outbound.post_form(address, &form).await {
        Ok(status) => DeliveryResult::from_status(status),
        Err(failure) => {
            log_failure(&failure);
            DeliveryResult::Unavailable
        }
    }
}
