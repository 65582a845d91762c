//! Reading how far user changes were followed, for the next question to the idp and for health.

use std::time::Duration;

use foundation::{Failure, Timestamp};

use super::progress::{NO_USERS, Progress, READ_AGAIN};
use super::store;
use crate::app::App;

/// How long health reports that all changes had to be read again.
const TOLD_FOR: Duration = Duration::from_hours(7 * 24);

/// Reads how far changes were applied.
pub(crate) async fn read_progress(app: &App) -> Result<Progress, Failure> {
    let mut reader = app.database.reader().await?;
    store::progress(&mut reader.connection()).await
}

/// Returns when all changes had to be read again, while health reports it.
pub(crate) async fn read_again_at(app: &App) -> Result<Option<Timestamp>, Failure> {
    let since = app.clock.now().minus(TOLD_FOR);
    let rewound_at = read_progress(app).await?.rewound_at;
    Ok(rewound_at.filter(|at| *at > since))
}

/// Returns the word for `/health/ready`; a failure while the last attempt to follow was one.
pub(crate) async fn in_a_word(app: &App) -> Result<&'static str, Failure> {
    if app.polling.is_idp_empty() {
        return Ok(NO_USERS);
    }
    app.polling.check()?;
    let read_again = read_again_at(app).await?;
    Ok(read_again.map_or("ready", |_at| READ_AGAIN))
}
