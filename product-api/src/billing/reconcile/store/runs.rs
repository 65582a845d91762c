//! The table of runs.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::text::strict_json;
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use crate::billing::reconcile::run::{ReconcileRun, RunStage, RunState};

macro_rules! runs {
    ($rest:literal) => {
        concat!(
            "SELECT id, connection_id, is_dry_run, from_at, to_at, stage, last_object, state, error, objects, repaired, \
             findings, sums, held_until, ended_at FROM reconcile_run WHERE ",
            $rest
        )
    };
}

const FIND: &str = runs!("id = $1");
const RUNNING: &str = runs!("connection_id = $1 AND state = 'running'");
const LATEST: &str = runs!("connection_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2");
const LATEST_OF_ALL: &str = runs!("TRUE ORDER BY created_at DESC, id DESC LIMIT $1");
const ABANDONED: &str =
    runs!("state = 'running' AND held_until <= $1 ORDER BY held_until, id LIMIT 20");

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[FIND, RUNNING, LATEST, LATEST_OF_ALL, ABANDONED];

/// Inserts nothing while another run of the connection is running.
const INSERT: &str = "\
    INSERT INTO reconcile_run (id, connection_id, is_dry_run, from_at, to_at, stage, state, objects, repaired, findings, sums, \
        held_until, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, 'sessions', 'running', 0, 0, 0, '{}', $6, $5, $5) ON CONFLICT DO NOTHING";

/// The lease names its holder: a server whose lease another one has taken over changes nothing.
const SAVE: &str = "\
    UPDATE reconcile_run SET stage = $3, last_object = $4, state = $5, error = $6, objects = $7, repaired = $8, findings = $9, \
        sums = $10, held_until = $11, ended_at = $12, updated_at = $13 \
    WHERE id = $1 AND state = 'running' AND held_until = $2";

const TAKE_OVER: &str = "\
    UPDATE reconcile_run SET held_until = $3, updated_at = $2 WHERE id = $1 AND state = 'running' AND held_until <= $2";

/// Runs that are old enough to be deleted.
pub(crate) const OLD_RECONCILE_RUNS: ExpiredRows =
    expired!("reconcile_run", key "id", at "created_at", only "ended_at IS NOT NULL");

#[derive(sqlx::FromRow)]
struct RunRow {
    id: String,
    connection_id: String,
    is_dry_run: bool,
    from_at: i64,
    to_at: i64,
    stage: String,
    last_object: Option<String>,
    state: String,
    error: Option<String>,
    objects: i64,
    repaired: i64,
    findings: i64,
    sums: String,
    held_until: i64,
    ended_at: Option<i64>,
}

impl TryFrom<RunRow> for ReconcileRun {
    type Error = Failure;

    fn try_from(row: RunRow) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a run has an unknown word");
        let sums = strict_json::from_stored(&row.sums);
        Ok(Self {
            id: row.id,
            connection_id: row.connection_id,
            is_dry_run: row.is_dry_run,
            from: Timestamp::from_micros(row.from_at),
            to: Timestamp::from_micros(row.to_at),
            stage: RunStage::from_word(&row.stage).ok_or_else(unknown)?,
            last_object: row.last_object,
            state: RunState::from_word(&row.state).ok_or_else(unknown)?,
            error: row.error,
            objects: row.objects,
            repaired: row.repaired,
            findings: row.findings,
            sums: sums.map_err(|error| Failure::broken("reading the sums of a run", error))?,
            held_until: Timestamp::from_micros(row.held_until),
            ended_at: row.ended_at.map(Timestamp::from_micros),
        })
    }
}

/// Inserts a run; returns the one of the connection that is running, which may be an earlier one. None if that one has just ended.
pub(in crate::billing::reconcile) async fn insert(
    db: &mut Connection<'_>,
    run: &ReconcileRun,
) -> Result<Option<ReconcileRun>, Failure> {
    on_engine!(&mut *db, |c| sqlx::query(INSERT)
        .bind(&run.id)
        .bind(&run.connection_id)
        .bind(run.is_dry_run)
        .bind(run.from.micros())
        .bind(run.to.micros())
        .bind(run.held_until.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("starting a comparison with Stripe")?;
    let row: Option<RunRow> = on_engine!(db, |c| sqlx::query_as(RUNNING)
        .bind(&run.connection_id)
        .fetch_optional(c)
        .await)
    .failed("starting a comparison with Stripe")?;
    row.map(ReconcileRun::try_from).transpose()
}

/// Saves a run whose lease this server holds since `held_until`; false if another server has it.
pub(in crate::billing::reconcile) async fn save(
    db: &mut Connection<'_>,
    run: &ReconcileRun,
    held_until: Timestamp,
    now: Timestamp,
) -> Result<bool, Failure> {
    let sums = serde_json::to_string(&run.sums);
    let sums = sums.map_err(|error| Failure::broken("serializing the sums of a run", error))?;
    on_engine!(db, |c| sqlx::query(SAVE)
        .bind(&run.id)
        .bind(held_until.micros())
        .bind(run.stage.word())
        .bind(&run.last_object)
        .bind(run.state.word())
        .bind(&run.error)
        .bind(run.objects)
        .bind(run.repaired)
        .bind(run.findings)
        .bind(&sums)
        .bind(run.held_until.micros())
        .bind(run.ended_at.map(Timestamp::micros))
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("storing a comparison with Stripe")
}

/// Takes a run over whose server has ended; false if another server was faster.
pub(in crate::billing::reconcile) async fn take_over(
    db: &mut Connection<'_>,
    run_id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(TAKE_OVER)
        .bind(run_id)
        .bind(now.micros())
        .bind(until.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("taking over a comparison with Stripe")
}

/// Finds a run.
pub(in crate::billing::reconcile) async fn find(
    db: &mut Connection<'_>,
    run_id: &str,
) -> Result<Option<ReconcileRun>, Failure> {
    let row: Option<RunRow> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(run_id)
        .fetch_optional(c)
        .await)
    .failed("reading a comparison with Stripe")?;
    row.map(ReconcileRun::try_from).transpose()
}

/// Returns the newest runs of a connection, or of all.
pub(in crate::billing::reconcile) async fn latest(
    db: &mut Connection<'_>,
    connection_id: Option<&str>,
    limit: i64,
) -> Result<Vec<ReconcileRun>, Failure> {
    let rows: Vec<RunRow> = on_engine!(db, |c| match connection_id {
        Some(id) => {
            let query = sqlx::query_as(LATEST).bind(id).bind(limit);
            query.fetch_all(c).await
        }
        None => sqlx::query_as(LATEST_OF_ALL).bind(limit).fetch_all(c).await,
    })
    .failed("listing comparisons with Stripe")?;
    rows.into_iter().map(ReconcileRun::try_from).collect()
}

/// Returns runs whose servers have ended.
pub(in crate::billing::reconcile) async fn abandoned(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<Vec<ReconcileRun>, Failure> {
    let rows: Vec<RunRow> = on_engine!(db, |c| sqlx::query_as(ABANDONED)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("finding comparisons that were left")?;
    rows.into_iter().map(ReconcileRun::try_from).collect()
}
