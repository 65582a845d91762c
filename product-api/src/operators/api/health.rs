//! `GET /v1/operator/health`: how the installation is.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use crate::app::App;
use crate::operators::health::{Health, Looked, look};
use crate::problem::{Refused, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::users::Operator;

documents!(HealthProblems: ClientNotAllowed, HolderInactive);

/// Whether something is as it should be.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "OperatorCheckState", rename_all = "lowercase")]
enum StateAnswer {
    /// It is.
    Ok,
    /// It is not.
    Failing,
}

/// Something that was looked at.
#[derive(Object)]
#[oai(rename = "OperatorCheck", example)]
struct CheckAnswer {
    /// What it is.
    name: String,
    /// Whether it is as it should be.
    state: StateAnswer,
    /// Why it is not, or what to know of it although it is; null without either.
    detail: Nullable<String>,
}

impl From<Looked> for CheckAnswer {
    fn from(looked: Looked) -> Self {
        Self {
            name: looked.name.to_owned(),
            state: match looked.problem {
                None => StateAnswer::Ok,
                Some(_) => StateAnswer::Failing,
            },
            detail: looked.problem.or(looked.note).into(),
        }
    }
}

impl Example for CheckAnswer {
    fn example() -> Self {
        Self {
            name: "database".to_owned(),
            state: StateAnswer::Ok,
            detail: None.into(),
        }
    }
}

/// How the books are.
#[derive(Object)]
#[oai(rename = "OperatorLedgerHealth", example)]
struct LedgerAnswer {
    /// When all books were verified last; null before.
    last_verified_at: Nullable<Instant>,
    /// What was found then.
    findings: i64,
    /// How many accounts are frozen; counted up to 10000.
    frozen: i64,
}

impl Example for LedgerAnswer {
    fn example() -> Self {
        Self {
            last_verified_at: Some(Instant(Timestamp::from_seconds(1_767_225_600))).into(),
            findings: 0,
            frozen: 0,
        }
    }
}

/// How webhooks are.
#[derive(Object)]
#[oai(rename = "OperatorWebhookHealth", example)]
struct WebhooksAnswer {
    /// How many deliveries are due; counted up to 10000.
    due: i64,
    /// How many endpoints fail, or were disabled for that.
    failing_endpoints: i64,
}

impl Example for WebhooksAnswer {
    fn example() -> Self {
        Self {
            due: 3,
            failing_endpoints: 1,
        }
    }
}

/// How mail is.
#[derive(Object)]
#[oai(rename = "OperatorMailHealth", example)]
struct MailAnswer {
    /// How many letters wait; null when the identity provider does not tell.
    due: Nullable<i64>,
    /// How many of them were tried in vain.
    failing: Nullable<i64>,
}

impl Example for MailAnswer {
    fn example() -> Self {
        Self {
            due: Some(0).into(),
            failing: Some(0).into(),
        }
    }
}

/// What runs.
#[derive(Object)]
#[oai(rename = "OperatorVersions", example)]
struct VersionsAnswer {
    /// This program.
    tollgate: String,
    /// The engine of its database: `sqlite` or `postgres`.
    database: String,
}

impl Example for VersionsAnswer {
    fn example() -> Self {
        Self {
            tollgate: "1.0.0".to_owned(),
            database: "postgres".to_owned(),
        }
    }
}

/// How the installation is.
#[derive(Object)]
#[oai(rename = "OperatorHealth", example)]
struct HealthAnswer {
    /// What was looked at.
    checks: Vec<CheckAnswer>,
    /// How the books are.
    ledger: LedgerAnswer,
    /// How webhooks are.
    webhooks: WebhooksAnswer,
    /// How mail is.
    mail: MailAnswer,
    /// What runs.
    versions: VersionsAnswer,
}

impl From<Health> for HealthAnswer {
    fn from(health: Health) -> Self {
        Self {
            checks: health.checks.into_iter().map(CheckAnswer::from).collect(),
            ledger: LedgerAnswer {
                last_verified_at: health.last_verified_at.map(Instant).into(),
                findings: health.findings,
                frozen: health.numbers.frozen,
            },
            webhooks: WebhooksAnswer {
                due: health.numbers.due,
                failing_endpoints: health.numbers.failing,
            },
            mail: MailAnswer {
                due: health.mail.0.into(),
                failing: health.mail.1.into(),
            },
            versions: VersionsAnswer {
                tollgate: env!("CARGO_PKG_VERSION").to_owned(),
                database: health.database.to_owned(),
            },
        }
    }
}

impl Example for HealthAnswer {
    fn example() -> Self {
        Self {
            checks: vec![CheckAnswer::example()],
            ledger: LedgerAnswer::example(),
            webhooks: WebhooksAnswer::example(),
            mail: MailAnswer::example(),
            versions: VersionsAnswer::example(),
        }
    }
}

#[derive(ApiResponse)]
enum HealthResponse {
    /// How it is.
    #[oai(status = 200)]
    Ok(Json<HealthAnswer>),
}

/// The operation.
pub(crate) struct HealthApi;

#[OpenApi]
impl HealthApi {
    /// Get health
    ///
    /// What it leans on, its books, its webhooks and its mail; whatever does not answer is told and hides nothing else.
    /// Only the operator of this installation may call it.
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
    ) -> Result<HealthResponse, Refused<HealthProblems>> {
        Ok(HealthResponse::Ok(Json(look(&app).await.into())))
    }
}
