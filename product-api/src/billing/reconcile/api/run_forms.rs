//! Wire types of runs.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::reconcile::request_run::RunSelection;
use crate::billing::reconcile::run::{CurrencySum, ReconcileRun, RunState};
use crate::billing::reconcile::start::RunOptions;
use crate::problem::{FieldError, Problem};
use crate::schema::{Instant, Nullable};

/// The state of a comparison with Stripe.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "ReconcileRunState", rename_all = "lowercase")]
enum RunStateName {
    /// A server works on it: ask again with its id as `run`.
    Running,
    /// It has compared everything.
    Ended,
    /// Stripe did not respond, or the server could not go on: `error` says why.
    Failed,
}

impl From<RunState> for RunStateName {
    fn from(state: RunState) -> Self {
        match state {
            RunState::Running => Self::Running,
            RunState::Ended => Self::Ended,
            RunState::Failed => Self::Failed,
        }
    }
}

/// Movements of Stripe's balance in one currency, after fees: `stripe_minor` is `own_minor` and `outside_minor` together.
#[derive(Object)]
#[oai(rename = "ReconcileSum", example)]
struct SumDto {
    /// The currency, a lower-case code of ISO 4217.
    currency: String,
    /// The sum at Stripe in minor units.
    stripe_minor: i64,
    /// The sum of our payments as they are recorded here, in minor units.
    own_minor: i64,
    /// The sum of movements of other origin, in minor units.
    outside_minor: i64,
}

impl SumDto {
    fn new(currency: String, sum: CurrencySum) -> Self {
        Self {
            currency,
            stripe_minor: sum.stripe,
            own_minor: sum.own,
            outside_minor: sum.outside,
        }
    }
}

impl Example for SumDto {
    fn example() -> Self {
        Self {
            currency: "eur".to_owned(),
            stripe_minor: 114_700,
            own_minor: 100_000,
            outside_minor: 14_700,
        }
    }
}

/// A comparison of our records with Stripe's.
#[derive(Object)]
#[oai(rename = "ReconcileRun", example)]
pub(super) struct RunDto {
    /// The id of the run.
    id: String,
    /// The connection's id.
    connection_id: String,
    /// The state.
    state: RunStateName,
    /// True if differences are only counted.
    is_dry_run: bool,
    /// Objects that were created before this time are not listed.
    from: Instant,
    /// The start of the run.
    to: Instant,
    /// The number of objects that were compared.
    objects: i64,
    /// The number of objects that differed and are applied again.
    repaired: i64,
    /// The number of findings of the connection that are open.
    findings: i64,
    /// Both sides, by currency.
    sums: Vec<SumDto>,
    /// The reason why it failed; null unless it did.
    error: Nullable<String>,
    /// The time of its end; null while it is running.
    ended_at: Nullable<Instant>,
}

impl From<ReconcileRun> for RunDto {
    fn from(run: ReconcileRun) -> Self {
        Self {
            id: run.id,
            connection_id: run.connection_id,
            state: run.state.into(),
            is_dry_run: run.is_dry_run,
            from: Instant(run.from),
            to: Instant(run.to),
            objects: run.objects,
            repaired: run.repaired,
            findings: run.findings,
            sums: run
                .sums
                .into_iter()
                .map(|(currency, sum)| SumDto::new(currency, sum))
                .collect(),
            error: run.error.into(),
            ended_at: run.ended_at.map(Instant).into(),
        }
    }
}

impl Example for RunDto {
    fn example() -> Self {
        Self {
            id: "rec_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            connection_id: "scn_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            state: RunStateName::Running,
            is_dry_run: false,
            from: Instant(Timestamp::from_seconds(1_766_966_400)),
            to: Instant(Timestamp::from_seconds(1_767_225_600)),
            objects: 204,
            repaired: 1,
            findings: 0,
            sums: vec![SumDto::example()],
            error: None.into(),
            ended_at: None.into(),
        }
    }
}

/// Comparisons with Stripe, newest first.
#[derive(Object)]
#[oai(rename = "ReconcileRuns", example)]
pub(super) struct RunsDto {
    /// The runs, at most 20 of a list.
    items: Vec<RunDto>,
}

impl From<Vec<ReconcileRun>> for RunsDto {
    fn from(runs: Vec<ReconcileRun>) -> Self {
        Self {
            items: runs.into_iter().map(RunDto::from).collect(),
        }
    }
}

impl Example for RunsDto {
    fn example() -> Self {
        Self {
            items: vec![RunDto::example()],
        }
    }
}

/// The wishes for a comparison with Stripe.
#[derive(Object)]
#[oai(
    rename = "ReconcileRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct RunBody {
    /// Objects that were created at this time or later are listed; without it those since three days before the last run.
    since: Option<Instant>,
    /// True if differences are only counted: no object is applied, and no finding is recorded or closed.
    dry_run: Option<bool>,
}

impl RunBody {
    pub(super) fn options(&self) -> RunOptions {
        options_of(self.since.as_ref(), self.dry_run)
    }
}

fn options_of(since: Option<&Instant>, dry_run: Option<bool>) -> RunOptions {
    RunOptions {
        since: since.map(|since| since.0),
        is_dry_run: dry_run.unwrap_or_default(),
    }
}

impl Example for RunBody {
    fn example() -> Self {
        Self {
            since: None,
            dry_run: Some(true),
        }
    }
}

/// The connections to be compared with Stripe, and the wishes for it.
#[derive(Object)]
#[oai(
    rename = "OperatorReconcileRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct OperatorRunBody {
    /// One connection; without it and without `book` all that can be used.
    #[oai(validator(min_length = 1, max_length = 64))]
    connection_id: Option<String>,
    /// The connection of one book: a website's id, or `platform`, and a mode, such as `web_…:live`.
    #[oai(validator(min_length = 1, max_length = 80))]
    book: Option<String>,
    /// Objects that were created at this time or later are listed; without it those since three days before the last run.
    since: Option<Instant>,
    /// True if differences are only counted: no object is applied, and no finding is recorded or closed.
    dry_run: Option<bool>,
}

impl OperatorRunBody {
    pub(super) fn options(&self) -> RunOptions {
        options_of(self.since.as_ref(), self.dry_run)
    }

    /// Reads the connections; refuses a body that names a connection and a book.
    pub(super) fn selection(&self) -> Result<RunSelection<'_>, Problem> {
        match (&self.connection_id, &self.book) {
            (None, None) => Ok(RunSelection::All),
            (Some(id), None) => Ok(RunSelection::Connection(id)),
            (None, Some(book)) => Ok(RunSelection::Book(book)),
            (Some(_), Some(_)) => {
                let detail = "Must have `connection_id` or `book`, and not both.";
                Err(Problem::invalid(&[FieldError::body("", detail)]))
            }
        }
    }
}

impl Example for OperatorRunBody {
    fn example() -> Self {
        Self {
            connection_id: Some("scn_0192f0c4a1b27c3d8e9f001122334455".to_owned()),
            book: None,
            since: None,
            dry_run: Some(false),
        }
    }
}
