//! Asking to be deleted.

use std::time::Duration;

use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::problem::{AccountProblem, Kind, problem};
use super::tag::Tag;
use crate::account_api::guard::Own;
use crate::contracts::Body;
use crate::leaving::{Asked, Origin, ask_to_leave};

/// How old the sign-in may be of who asks.
const FRESH: Duration = Duration::from_mins(5);

/// A wish to be deleted.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct Deletion {
    /// One's own address, as a confirmation; the id, for a person without an address.
    confirm: String,
}

/// When the account goes.
#[derive(Object)]
struct DeletionDue {
    /// ISO 8601.
    at: String,
}

#[derive(ApiResponse)]
enum DeletionAnswer {
    /// All sessions have ended, and the account goes then.
    #[oai(status = 202)]
    Accepted(Json<DeletionDue>),
    /// It is not confirmed by one's own address.
    #[oai(status = 400, content_type = "application/problem+json")]
    NotConfirmed(Json<AccountProblem>),
    /// The token does not count, or its sign-in is older than five minutes (RFC 9470).
    #[oai(status = 401, content_type = "application/problem+json")]
    #[expect(dead_code, reason = "the guard answers so")]
    StepUp(Json<AccountProblem>),
}

/// The operation that deletes one's account.
pub(super) struct DeletionApi;

#[OpenApi]
impl DeletionApi {
    /// Ask to be deleted.
    ///
    /// Takes a sign-in of the last five minutes. All sessions and grants end at once; two weeks later what is kept of the
    /// person is deleted, and the id stays nobody else's. Whoever signs in before stays.
    #[oai(
        path = "/deletion",
        method = "post",
        operation_id = "ask_for_deletion",
        tag = "Tag::Profile"
    )]
    async fn ask(&self, own: Own, body: Body<Deletion>) -> poem::Result<DeletionAnswer> {
        own.signed_in_within(FRESH)?;
        let from = Origin {
            network: own.network,
            client_id: &own.client_id,
        };
        let asked = ask_to_leave(&own.app, &own.user.id, &body.0.confirm, from).await?;
        Ok(match asked {
            Asked::Leaves(at) => {
                let at = at.to_iso8601();
                DeletionAnswer::Accepted(Json(DeletionDue { at }))
            }
            Asked::NotConfirmed => {
                let detail = "confirm: has to be the address of your account. Nothing was changed.";
                DeletionAnswer::NotConfirmed(problem(&own, Kind::InvalidRequest, detail))
            }
        })
    }
}
