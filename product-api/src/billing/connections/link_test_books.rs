//! Connects the test books of new websites to the double of Stripe, in an installation that runs one.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use foundation::secret::SecretString;
use foundation::task::catch_panic;

use super::connect_pretend::connect_pretend;
use super::store::connections;
use crate::app::App;

/// Pause between two looks for new websites.
const PAUSE: Duration = Duration::from_secs(1);

/// Starts the task, if the settings have a key of the double.
pub(crate) fn start_linking(app: &Arc<App>) {
    let Some(key) = app.config.pretend_stripe_key.clone() else {
        return;
    };
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let app = Arc::downgrade(app);
    background.start("test books", async move {
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(PAUSE) => {}
            }
            let Some(app) = app.upgrade() else { return };
            let linked = catch_panic("connecting test books", link_test_books(&app, &key)).await;
            if let Err(failure) = linked {
                tracing::warn!(%failure, "a test book was not connected to the double of Stripe");
            }
        }
    });
}

/// Connects the test books that have no connection.
async fn link_test_books(app: &App, key: &SecretString) -> Result<(), Failure> {
    let websites = {
        let mut reader = app.database.reader().await?;
        connections::list_websites_without_test_connection(&mut reader.connection()).await?
    };
    for website_id in websites {
        connect_pretend(app, &website_id, key).await?;
    }
    Ok(())
}
