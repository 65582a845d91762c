//! `GET /v1/ledger/verification` and `POST /v1/ledger/accounts/{id}/unfreeze`: whether the books are sound.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use crate::app::App;
use crate::caller::Fresh;
use crate::credits::Finding;
use crate::credits::freeze::unfreeze;
use crate::credits::guard::{Auditor, LedgerOperator};
use crate::credits::store::verifications::Frozen;
use crate::credits::verification::{Verification, verification};
use crate::problem::{Refused, documents};
use crate::schema::{Instant, Nullable, Tag};

documents!(VerifyProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(UnfreezeProblems: ClientNotAllowed, HolderInactive, NotFound);

/// How a verification stands.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "VerificationState", rename_all = "lowercase")]
enum StateAnswer {
    /// It goes on: ask again with its `run`.
    Running,
    /// Nothing contradicts an invariant.
    Sound,
    /// Something does; see `findings`.
    Damaged,
}

/// Rows that contradict an invariant.
#[derive(Object)]
#[oai(rename = "VerificationFinding")]
struct FindingAnswer {
    /// The invariant's number.
    invariant: i32,
    /// What the rows do.
    what: String,
    /// The rows' keys, at most the first twenty.
    rows: Vec<String>,
    /// How many rows there are; a thousand may be more.
    count: i32,
    /// The accounts that the rows are about; the verification has frozen them.
    accounts: Vec<String>,
}

impl From<Finding> for FindingAnswer {
    fn from(finding: Finding) -> Self {
        Self {
            invariant: finding.invariant.into(),
            what: finding.what,
            rows: finding.rows,
            count: i32::try_from(finding.count).unwrap_or(i32::MAX),
            accounts: finding.wallets.iter().map(ToString::to_string).collect(),
        }
    }
}

/// An account that no operation uses.
#[derive(Object)]
#[oai(rename = "FrozenAccount")]
struct FrozenAnswer {
    /// The account.
    account: String,
    /// The customer, or the account holder, whose it is.
    owner: String,
    /// Its website; null for credits with the platform itself.
    website_id: Nullable<String>,
    /// `live` or `test`.
    mode: String,
    /// Since when.
    frozen_at: Instant,
}

impl From<Frozen> for FrozenAnswer {
    fn from(frozen: Frozen) -> Self {
        Self {
            account: frozen.id.to_string(),
            owner: frozen.owner_id,
            website_id: frozen.website_id.into(),
            mode: frozen.mode,
            frozen_at: Instant(Timestamp::from_micros(frozen.since)),
        }
    }
}

/// What a verification of the books has found.
#[derive(Object)]
#[oai(rename = "Verification")]
struct VerificationAnswer {
    /// The run; send it as `run` to hear of the same one again.
    run: String,
    /// How it stands.
    state: StateAnswer,
    /// When it began.
    begun_at: Instant,
    /// When it ended; null while it goes on.
    ended_at: Nullable<Instant>,
    /// What contradicts the invariants; empty for sound books.
    findings: Vec<FindingAnswer>,
    /// The accounts that are frozen, by this run or an earlier one, at most a thousand.
    frozen: Vec<FrozenAnswer>,
}

impl From<Verification> for VerificationAnswer {
    fn from(Verification { run, frozen }: Verification) -> Self {
        let state = match &run.findings {
            None => StateAnswer::Running,
            Some(findings) if findings.is_empty() => StateAnswer::Sound,
            Some(_) => StateAnswer::Damaged,
        };
        let findings = run.findings.unwrap_or_default();
        Self {
            run: run.id,
            state,
            begun_at: Instant(run.begun_at),
            ended_at: run.ended_at.map(Instant).into(),
            findings: findings.into_iter().map(Into::into).collect(),
            frozen: frozen.into_iter().map(Into::into).collect(),
        }
    }
}

/// An account, after it was freed.
#[derive(Object)]
#[oai(rename = "FreedAccount")]
struct FreedAnswer {
    /// The account.
    account: String,
    /// Whether operations are refused on it.
    is_frozen: bool,
}

#[derive(ApiResponse)]
enum VerificationResponse {
    /// How the verification stands.
    #[oai(status = 200)]
    Ok(Json<VerificationAnswer>),
}

#[derive(ApiResponse)]
enum FreedResponse {
    /// The account can be used again.
    #[oai(status = 200)]
    Ok(Json<FreedAnswer>),
}

/// The operations on the books themselves.
pub(crate) struct LedgerApi;

#[OpenApi]
impl LedgerApi {
    /// Verify the books
    ///
    /// Looks for anything that contradicts the ledger's invariants, while the work goes on: of all books for the operator,
    /// of one website's for its owner with the header `Tollgate-Website` or for its API key. One run of the same books
    /// goes on at a time; whoever asks meanwhile hears of that one, and a website hears of its last run for ten minutes. A run that takes long is answered as `running`: ask
    /// again with its `run`. Accounts with findings are frozen, which is told here and in the log.
    #[oai(
        path = "/v1/ledger/verification",
        method = "get",
        operation_id = "verify_ledger",
        tag = "Tag::Ledger"
    )]
    async fn verify(
        &self,
        app: Data<&Arc<App>>,
        auditor: Auditor,
        /// The run to hear of; when absent, a new one, or the latest where that is told.
        run: Query<Option<String>>,
    ) -> Result<VerificationResponse, Refused<VerifyProblems>> {
        let found = verification(app.0, &auditor.0, run.0.as_deref()).await?;
        Ok(VerificationResponse::Ok(Json(found.into())))
    }

    /// Unfreeze an account
    ///
    /// Lets operations use the account again, once its rows were put right: the next verification freezes it anew if
    /// they were not. Doing it again changes nothing.
    #[oai(
        path = "/v1/ledger/accounts/:id/unfreeze",
        method = "post",
        operation_id = "unfreeze_account",
        tag = "Tag::Ledger"
    )]
    async fn unfreeze(
        &self,
        app: Data<&Arc<App>>,
        operator: Fresh<LedgerOperator>,
        /// The account, as a verification tells it.
        id: Path<String>,
    ) -> Result<FreedResponse, Refused<UnfreezeProblems>> {
        unfreeze(&app, &operator, &id).await?;
        Ok(FreedResponse::Ok(Json(FreedAnswer {
            account: id.0,
            is_frozen: false,
        })))
    }
}
