//! Reads the progress of applying user changes, for the next poll and for health.

use std::time::Duration;

use foundation::{Failure, Timestamp};

use super::progress::{NO_USERS, Progress, READ_AGAIN};
use super::store;
use crate::app::App;

/// Time for which health reports that all changes had to be read again.
const REPORTED_FOR: Duration = Duration::from_hours(7 * 24);

/// Reads the progress.
pub(crate) async fn read_progress(app: &App) -> Result<Progress, Failure> {
    let mut reader = app.database.reader().await?;
    store::progress(&mut reader.connection()).await
}

/// Returns the time at which all changes had to be read again, while health reports it.
pub(crate) async fn read_again_at(app: &App) -> Result<Option<Timestamp>, Failure> {
    let since = app.clock.now().minus(REPORTED_FOR);
    let rewound_at = read_progress(app).await?.rewound_at;
    Ok(rewound_at.filter(|at| *at > since))
}

/// Returns the state for `/health/ready`; a failure if the last poll failed.
pub(crate) async fn health_word(app: &App) -> Result<&'static str, Failure> {
    if app.polling.is_idp_empty() {
        return Ok(NO_USERS);
    }
    app.polling.check()?;
    let read_again = read_again_at(app).await?;
    Ok(read_again.map_or("ready", |_at| READ_AGAIN))
}
