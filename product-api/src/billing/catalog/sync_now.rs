//! Brings claimed prices to Stripe at once, so that a saved item is sold within a second.

use std::sync::Arc;
use std::time::Duration;

use foundation::http::log_failure;
use tokio::sync::oneshot;

use super::sync_prices::sync_prices;
use crate::app::App;
use crate::billing::stripe::Priority;

/// Maximum time for which a request waits for Stripe.
const MAX_WAIT: Duration = Duration::from_secs(3);

/// Works on claimed prices in the background, and waits until the work is done or takes too long. A client that closes its
/// connection does not end the work.
pub(super) async fn sync_now(app: &Arc<App>, claimed: Vec<i64>) {
    if claimed.is_empty() {
        return;
    }
    let (done, waiting) = oneshot::channel();
    let shared = Arc::clone(app);
    app.background.start("making prices", async move {
        if let Err(failure) = sync_prices(&shared, &claimed, Priority::Buyer).await {
            log_failure(&failure);
        }
        // The request may have stopped waiting.
        let _is_received = done.send(()).is_ok();
    });
    // Either way the response shows the states that the prices have by then.
    let _is_done = tokio::time::timeout(MAX_WAIT, waiting).await.is_ok();
}
