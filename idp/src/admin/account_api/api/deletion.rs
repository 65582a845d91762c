//! Operation that schedules the deletion of an account.

use std::time::Duration;

use foundation::Timestamp;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::problem::{AccountProblem, AccountProblemKind, problem};
use super::tag::AccountTag;
use crate::admin::account_api::request::DeletionRequest;
use crate::http::api_schema::Body;
use crate::sign_in::account_deletion::{DeletionOrigin, DeletionOutcome, schedule_deletion};

/// Maximum age of the sign-in of a user who requests the deletion.
const MAX_SIGN_IN_AGE: Duration = Duration::from_mins(5);

/// A request to delete the account.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct Deletion {
    /// Your own email address, as a confirmation; your user id if the account has no address.
    confirm: String,
}

/// When the account is deleted.
#[derive(Object)]
struct DeletionDue {
    /// ISO 8601.
    at: String,
}

#[derive(ApiResponse)]
enum DeletionResponse {
    /// The deletion is scheduled, and all sessions have ended.
    #[oai(status = 202)]
    Accepted(Json<DeletionDue>),
    /// `confirm` is not your email address.
    #[oai(status = 400, content_type = "application/problem+json")]
    NotConfirmed(Json<AccountProblem>),
    /// The token is not valid, or its sign-in is older than five minutes (RFC 9470).
    #[oai(status = 401, content_type = "application/problem+json")]
    #[expect(dead_code, reason = "the guard answers so")]
    StepUp(Json<AccountProblem>),
}

fn accepted(at: Timestamp) -> DeletionResponse {
    let at = at.to_iso8601();
    DeletionResponse::Accepted(Json(DeletionDue { at }))
}

/// Operation that schedules the deletion of an account.
pub(super) struct DeletionApi;

#[OpenApi]
impl DeletionApi {
    /// Request the deletion of your account.
    ///
    /// Needs a sign-in of the last five minutes. All sessions and grants end at once. The account's data is deleted two
    /// weeks later, and its id is never used again. Signing in before then cancels the deletion and sends the user a mail.
    /// The same request with the same token gets the same response for 30 seconds, in case the first one was lost.
    #[oai(
        path = "/deletion",
        method = "post",
        operation_id = "ask_for_deletion",
        tag = "AccountTag::Profile"
    )]
    async fn ask(
        &self,
        request: DeletionRequest,
        body: Body<Deletion>,
    ) -> poem::Result<DeletionResponse> {
        let (caller, repeat_key) = match request {
            DeletionRequest::Own(caller, repeat_key) => (caller, repeat_key),
            DeletionRequest::Repeated(at) => return Ok(accepted(at)),
        };
        caller.check_sign_in_age(MAX_SIGN_IN_AGE)?;
        let from = DeletionOrigin {
            network: caller.network,
            client_id: &caller.client_id,
            repeat_key: repeat_key.as_ref(),
        };
        let outcome =
            schedule_deletion(&caller.app, &caller.user.id, &body.0.confirm, from).await?;
        match outcome {
            DeletionOutcome::Scheduled(at) => Ok(accepted(at)),
            DeletionOutcome::NotConfirmed => {
                let detail = "confirm: has to be the address of your account. Nothing was changed.";
                let refusal = problem(&caller, AccountProblemKind::InvalidRequest, detail);
                Ok(DeletionResponse::NotConfirmed(refusal))
            }
            // The first request ended the token's session.
            DeletionOutcome::Cancelled => Err(caller.signed_out()),
        }
    }
}
