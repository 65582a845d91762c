//! `GET /v1/ledger/verification` and `POST /v1/ledger/accounts/{id}/unfreeze`: the consistency of the books.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use crate::app::App;
use crate::caller::StepUp;
use crate::credits::Finding;
use crate::credits::store::verifications::FrozenWallet;
use crate::credits::verification::freeze::unfreeze;
use crate::credits::verification::guard::{Auditor, LedgerOperator};
use crate::credits::verification::run::{Verification, verification};
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Instant, Nullable, Tag};

documents!(VerifyProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(UnfreezeProblems: ClientNotAllowed, HolderInactive, NotFound);

/// The state of a verification.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "VerificationState", rename_all = "lowercase")]
enum VerificationStateDto {
    /// It is running: ask again with its `run`.
    Running,
    /// It found no contradiction.
    Sound,
    /// It found contradictions; see `findings`.
    Damaged,
}

/// Rows that contradict an invariant.
#[derive(Object)]
#[oai(rename = "VerificationFinding")]
struct FindingDto {
    /// The number of the invariant: up to 99 of the credits, from 101 on of the money that has bought them.
    invariant: i32,
    /// A description of the contradiction.
    what: String,
    /// The keys of the rows, at most the first twenty.
    rows: Vec<String>,
    /// The number of rows; a thousand may mean more.
    count: i32,
    /// The accounts of the rows; the verification has frozen them.
    accounts: Vec<String>,
}

impl From<Finding> for FindingDto {
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

/// An account on which operations are refused.
#[derive(Object)]
#[oai(rename = "FrozenAccount")]
struct FrozenAccountDto {
    /// The id of the account.
    account: String,
    /// The customer or the user that owns it.
    owner: String,
    /// The website; null for credits with the platform itself.
    website_id: Nullable<String>,
    /// The mode: `live` or `test`.
    mode: String,
    /// The time at which it was frozen.
    frozen_at: Instant,
}

impl From<FrozenWallet> for FrozenAccountDto {
    fn from(frozen: FrozenWallet) -> Self {
        Self {
            account: frozen.id.to_string(),
            owner: frozen.owner_id,
            website_id: frozen.website_id.into(),
            mode: frozen.mode,
            frozen_at: Instant(Timestamp::from_micros(frozen.since)),
        }
    }
}

/// The result of a verification of the books.
#[derive(Object)]
#[oai(rename = "Verification")]
struct VerificationDto {
    /// The id of the run; send it as `run` to get its state again.
    run: String,
    /// The state.
    state: VerificationStateDto,
    /// The time at which the run began.
    begun_at: Instant,
    /// The time at which the run ended; null while it is running.
    ended_at: Nullable<Instant>,
    /// The contradictions; empty if the books are sound.
    findings: Vec<FindingDto>,
    /// The accounts that are frozen by this run or an earlier one, at most a thousand.
    frozen: Vec<FrozenAccountDto>,
}

impl From<Verification> for VerificationDto {
    fn from(Verification { run, frozen }: Verification) -> Self {
        let state = match &run.findings {
            None => VerificationStateDto::Running,
            Some(findings) if findings.is_empty() => VerificationStateDto::Sound,
            Some(_) => VerificationStateDto::Damaged,
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

/// An account that was unfrozen.
#[derive(Object)]
#[oai(rename = "FreedAccount")]
struct UnfrozenAccountDto {
    /// The id of the account.
    account: String,
    /// True if operations are refused on it.
    is_frozen: bool,
}

#[derive(ApiResponse)]
enum VerificationResponse {
    /// The state of the verification.
    #[oai(status = 200)]
    Ok(Json<VerificationDto>),
}

#[derive(ApiResponse)]
enum UnfrozenAccountResponse {
    /// The account is unfrozen.
    #[oai(status = 200)]
    Ok(Json<UnfrozenAccountDto>),
}

/// The operations on the books.
pub(crate) struct LedgerApi;

#[OpenApi]
impl LedgerApi {
    /// Verify the books
    ///
    /// Searches for contradictions to the ledger's invariants, while operations continue. The operator verifies all books; a
    /// website's owner (with the header `Tollgate-Website`) or its API key verifies the books of one website. Only one run of
    /// the same books exists at a time, and further requests get that run. A website gets its last run again for ten minutes. A
    /// long run is answered as `running`: ask again with its `run`. Accounts with findings are frozen, and the response and the
    /// log name them.
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
        /// The id of a run; if absent, a new run, or an existing one as described above.
        run: Query<Option<String>>,
    ) -> Result<VerificationResponse, ProblemResponse<VerifyProblems>> {
        let found = verification(app.0, &auditor.0, run.0.as_deref()).await?;
        Ok(VerificationResponse::Ok(Json(found.into())))
    }

    /// Unfreeze an account
    ///
    /// Unfreezes an account after its rows have been repaired. The next verification freezes it again if they have not. The
    /// operation is idempotent.
    #[oai(
        path = "/v1/ledger/accounts/:id/unfreeze",
        method = "post",
        operation_id = "unfreeze_account",
        tag = "Tag::Ledger"
    )]
    async fn unfreeze(
        &self,
        app: Data<&Arc<App>>,
        operator: StepUp<LedgerOperator>,
        /// The id of the account, from a verification.
        id: Path<String>,
    ) -> Result<UnfrozenAccountResponse, ProblemResponse<UnfreezeProblems>> {
        unfreeze(&app, &operator, &id).await?;
        Ok(UnfrozenAccountResponse::Ok(Json(UnfrozenAccountDto {
            account: id.0,
            is_frozen: false,
        })))
    }
}
