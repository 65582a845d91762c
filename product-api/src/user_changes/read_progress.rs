//! Reading how far what becomes of users was followed, for those who follow and for health.

use std::time::Duration;

use foundation::{Failure, Timestamp};

use super::progress::{Progress, READ_AGAIN};
use super::store;
use crate::app::App;

/// How long health tells that all changes had to be read again.
const TOLD_FOR: Duration = Duration::from_hours(7 * 24);

/// How far changes were applied.
pub(crate) async fn read_progress(app: &App) -> Result<Progress, Failure> {
    let mut reader = app.database.reader().await?;
    store::progress(&mut reader.connection()).await
}

/// When all changes had to be read again, if health still tells of it.
pub(crate) async fn read_again_at(app: &App) -> Result<Option<Timestamp>, Failure> {
    let since = app.clock.now().minus(TOLD_FOR);
    let rewound_at = read_progress(app).await?.rewound_at;
    Ok(rewound_at.filter(|at| *at > since))
}

/// How following goes, in a word for `/health/ready`; a failure while the last attempt was one.
pub(crate) async fn in_a_word(app: &App) -> Result<&'static str, Failure> {
    app.polling.check()?;
    let read_again = read_again_at(app).await?;
    Ok(read_again.map_or("ready", |_at| READ_AGAIN))
}
