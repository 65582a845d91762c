//! Figures of the comparison for metrics.

use std::time::Duration;

use foundation::Failure;

use super::store::{findings, own_records};
use crate::app::App;

/// Time within which a marked object is applied, unless Stripe or its owner prevent that.
const MAX_WAIT: Duration = Duration::from_mins(15);

/// Figures of the comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReconcileFigures {
    /// Open findings by kind.
    pub(crate) findings: Vec<(String, i64)>,
    /// The number of marked objects that have waited for too long.
    pub(crate) overdue: i64,
}

/// Reads the figures.
pub(crate) async fn read_figures(app: &App) -> Result<ReconcileFigures, Failure> {
    let before = app.clock.now().minus(MAX_WAIT);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    Ok(ReconcileFigures {
        findings: findings::count_by_kind(&mut db).await?,
        overdue: own_records::count_overdue(&mut db, before).await?,
    })
}
