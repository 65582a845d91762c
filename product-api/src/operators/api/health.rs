//! `GET /v1/operator/health`: the health of the installation.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use crate::app::App;
use crate::operators::health::{Health, HealthCheck, check_health};
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::users::Operator;

documents!(HealthProblems: ClientNotAllowed, HolderInactive);

/// The state of a check.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "OperatorCheckState", rename_all = "lowercase")]
enum StateDto {
    /// The check passed.
    Ok,
    /// The check failed.
    Failing,
}

/// A health check.
#[derive(Object)]
#[oai(rename = "OperatorCheck", example)]
struct CheckDto {
    /// The name of the check.
    name: String,
    /// The state of the check.
    state: StateDto,
    /// The cause of a failure, or a note about a check that passed; null without either.
    detail: Nullable<String>,
}

impl From<HealthCheck> for CheckDto {
    fn from(check: HealthCheck) -> Self {
        Self {
            name: check.name.to_owned(),
            state: match check.problem {
                None => StateDto::Ok,
                Some(_) => StateDto::Failing,
            },
            detail: check.problem.or(check.note).into(),
        }
    }
}

impl Example for CheckDto {
    fn example() -> Self {
        Self {
            name: "database".to_owned(),
            state: StateDto::Ok,
            detail: None.into(),
        }
    }
}

/// The health of the books.
#[derive(Object)]
#[oai(rename = "OperatorLedgerHealth", example)]
struct LedgerDto {
    /// The end of the last verification of all books; null before.
    last_verified_at: Nullable<Instant>,
    /// The number of its findings.
    findings: i64,
    /// The number of frozen accounts; counted up to 10000.
    frozen: i64,
}

impl Example for LedgerDto {
    fn example() -> Self {
        Self {
            last_verified_at: Some(Instant(Timestamp::from_seconds(1_767_225_600))).into(),
            findings: 0,
            frozen: 0,
        }
    }
}

/// The health of webhooks.
#[derive(Object)]
#[oai(rename = "OperatorWebhookHealth", example)]
struct WebhooksDto {
    /// The number of due deliveries; counted up to 10000.
    due: i64,
    /// The number of endpoints that fail or are disabled.
    failing_endpoints: i64,
}

impl Example for WebhooksDto {
    fn example() -> Self {
        Self {
            due: 3,
            failing_endpoints: 1,
        }
    }
}

/// The health of mail.
#[derive(Object)]
#[oai(rename = "OperatorMailHealth", example)]
struct MailDto {
    /// The number of queued emails; null if the identity provider does not report it.
    due: Nullable<i64>,
    /// The number of queued emails with a failed attempt.
    failing: Nullable<i64>,
}

impl Example for MailDto {
    fn example() -> Self {
        Self {
            due: Some(0).into(),
            failing: Some(0).into(),
        }
    }
}

/// The running versions.
#[derive(Object)]
#[oai(rename = "OperatorVersions", example)]
struct VersionsDto {
    /// The version of this service.
    tollgate: String,
    /// The engine of its database: `sqlite` or `postgres`.
    database: String,
}

impl Example for VersionsDto {
    fn example() -> Self {
        Self {
            tollgate: "1.0.0".to_owned(),
            database: "postgres".to_owned(),
        }
    }
}

/// The health of the installation.
#[derive(Object)]
#[oai(rename = "OperatorHealth", example)]
struct HealthDto {
    /// The health checks.
    checks: Vec<CheckDto>,
    /// The health of the books.
    ledger: LedgerDto,
    /// The health of webhooks.
    webhooks: WebhooksDto,
    /// The health of mail.
    mail: MailDto,
    /// The running versions.
    versions: VersionsDto,
}

impl From<Health> for HealthDto {
    fn from(health: Health) -> Self {
        Self {
            checks: health.checks.into_iter().map(CheckDto::from).collect(),
            ledger: LedgerDto {
                last_verified_at: health.last_verified_at.map(Instant).into(),
                findings: health.findings,
                frozen: health.numbers.frozen,
            },
            webhooks: WebhooksDto {
                due: health.numbers.due,
                failing_endpoints: health.numbers.failing,
            },
            mail: MailDto {
                due: health.mail.0.into(),
                failing: health.mail.1.into(),
            },
            versions: VersionsDto {
                tollgate: env!("CARGO_PKG_VERSION").to_owned(),
                database: health.database.to_owned(),
            },
        }
    }
}

impl Example for HealthDto {
    fn example() -> Self {
        Self {
            checks: vec![CheckDto::example()],
            ledger: LedgerDto::example(),
            webhooks: WebhooksDto::example(),
            mail: MailDto::example(),
            versions: VersionsDto::example(),
        }
    }
}

#[derive(ApiResponse)]
enum HealthResponse {
    /// The health of the installation.
    #[oai(status = 200)]
    Ok(Json<HealthDto>),
}

/// The operation on health.
pub(crate) struct HealthApi;

#[OpenApi]
impl HealthApi {
    /// Get health
    ///
    /// Returns the health of the installation's dependencies, books, webhooks and mail. A part that does not respond is
    /// reported and hides no other part. Only the operator of this installation may call it.
    #[oai(
        path = "/v1/operator/health",
        method = "get",
        operation_id = "get_health",
        tag = "Tag::Operator"
    )]
    async fn health(
        &self,
        app: Data<&Arc<App>>,
        _operator: Operator,
    ) -> Result<HealthResponse, ProblemResponse<HealthProblems>> {
        Ok(HealthResponse::Ok(Json(check_health(&app).await.into())))
    }
}
