//! `/v1/policies/credits`: a website's settings of its ledger.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use crate::app::App;
use crate::caller::{CreditsGrant, Mode, StepUp};
use crate::credits::commands::policy::{set_terms, terms_of};
use crate::credits::ledger::terms::{BookTerms, RepaidBy};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::BySite;

documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    SetProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);

/// The grants that repay a customer's debt before they can be spent.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "DebtRepaidBy", rename_all = "snake_case")]
enum RepaidByName {
    /// All grants.
    AllGrants,
    /// Grants of the kind `purchase`; other grants can be spent in spite of a debt.
    Purchases,
}

impl From<RepaidByName> for RepaidBy {
    fn from(name: RepaidByName) -> Self {
        match name {
            RepaidByName::AllGrants => Self::AllGrants,
            RepaidByName::Purchases => Self::Purchases,
        }
    }
}

impl From<RepaidBy> for RepaidByName {
    fn from(repaid_by: RepaidBy) -> Self {
        match repaid_by {
            RepaidBy::AllGrants => Self::AllGrants,
            RepaidBy::Purchases => Self::Purchases,
        }
    }
}

/// The settings for the credits of all customers.
#[derive(Object)]
#[oai(rename = "CreditPolicy", example)]
struct PolicyDto {
    /// The mode: `live` or `test`.
    mode: Mode,
    /// The number of days for which returned credits can be used, if they would have expired otherwise.
    restored_days: u32,
    /// The grants that repay debt.
    debt_repaid_by: RepaidByName,
}

impl PolicyDto {
    fn new(mode: Mode, terms: BookTerms) -> Json<Self> {
        Json(Self {
            mode,
            restored_days: terms.restored_days,
            debt_repaid_by: terms.debt_repaid_by.into(),
        })
    }
}

impl Example for PolicyDto {
    fn example() -> Self {
        Self {
            mode: Mode::Live,
            restored_days: 30,
            debt_repaid_by: RepaidByName::AllGrants,
        }
    }
}

/// The new settings; an absent one gets its default.
#[derive(Object)]
#[oai(
    rename = "CreditPolicyRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct PolicyBody {
    /// The days for which returned credits can be used, if they would have expired otherwise, 1 to 3650; 30 if absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "3650")))]
    restored_days: Option<u32>,
    /// The grants that repay debt; `all_grants` if absent.
    debt_repaid_by: Option<RepaidByName>,
}

impl Example for PolicyBody {
    fn example() -> Self {
        Self {
            restored_days: Some(30),
            debt_repaid_by: Some(RepaidByName::AllGrants),
        }
    }
}

#[derive(ApiResponse)]
enum PolicyResponse {
    /// The credit policy, as it is now.
    #[oai(status = 200)]
    Ok(Json<PolicyDto>),
}

/// The operations on a website's credit policy.
pub(crate) struct PolicyApi;

#[OpenApi]
impl PolicyApi {
    /// Get the credit policy
    ///
    /// Returns the settings for the credits of all customers, in the mode of the request.
    #[oai(
        path = "/v1/policies/credits",
        method = "get",
        operation_id = "get_credit_policy",
        tag = "Tag::Credits"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<CreditsGrant>,
    ) -> Result<PolicyResponse, ProblemResponse<GetProblems>> {
        let terms = terms_of(&app, &caller.0).await?;
        Ok(PolicyResponse::Ok(PolicyDto::new(caller.0.mode, terms)))
    }

    /// Set the credit policy
    ///
    /// Sets the policy for future grants and reversals, in the mode of the request; earlier ones stay unchanged. Requires an
    /// API key with the scope `credits.grant`, or the website's owner with the header `Tollgate-Website`. The operation is
    /// idempotent.
    #[oai(
        path = "/v1/policies/credits",
        method = "put",
        operation_id = "set_credit_policy",
        tag = "Tag::Credits"
    )]
    async fn set(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<CreditsGrant>>,
        body: Body<PolicyBody>,
    ) -> Result<PolicyResponse, ProblemResponse<SetProblems>> {
        let usual = BookTerms::default();
        let repaid_by = body.0.debt_repaid_by.map(RepaidBy::from);
        let terms = BookTerms {
            restored_days: body.0.restored_days.unwrap_or(usual.restored_days),
            debt_repaid_by: repaid_by.unwrap_or(usual.debt_repaid_by),
        };
        set_terms(&app, &caller.0, terms).await?;
        Ok(PolicyResponse::Ok(PolicyDto::new(caller.0.mode, terms)))
    }
}
