//! `/admin/v1`: clients, users, signing keys and the audit log, for machines with a scope for each.

use foundation::http::{QueryContract, RoutineRequest};
use poem::{Endpoint, EndpointExt, Request, Response, Route};
use poem_openapi::{OpenApi, OpenApiService};

use super::accounts::AccountsApi;
use super::audit::AuditApi;
use super::client_activity::ClientActivityApi;
use super::client_list::ClientListApi;
use super::clients::AdminApi;
use super::consents::ConsentsApi;
use super::ended_grants::EndedGrantsApi;
use super::initial_tokens::InitialTokensApi;
use super::keys::KeysApi;
use super::mail::MailApi;
use super::merges::UserMergesApi;
use super::messages::MessagesApi;
use super::sessions::SessionsApi;
use super::status::StatusApi;
use super::user_changes::UserChangesApi;
use super::users::UsersApi;
use crate::http::api_schema::respond;

/// Returns the operations as an OpenAPI service.
pub(crate) fn service() -> OpenApiService<impl OpenApi + 'static, ()> {
    let version = env!("CARGO_PKG_VERSION");
    let operations = (
        AdminApi,
        ClientListApi,
        ClientActivityApi,
        InitialTokensApi,
        UsersApi,
        UserMergesApi,
        UserChangesApi,
        EndedGrantsApi,
        SessionsApi,
        AccountsApi,
        ConsentsApi,
        AuditApi,
        KeysApi,
        MailApi,
        MessagesApi,
        StatusApi,
    );
    OpenApiService::new(operations, "Tollgate identity provider API", version)
        .server("http://localhost:8080/admin/v1")
}

/// The query parameters of the operations.
static CONTRACT: QueryContract = QueryContract::new(|| service().spec());

/// The paths that product-api polls.
const POLLED_PATHS: [&str; 2] = ["/ended-grants", "/user-changes"];

/// Returns the endpoint of the operations. Refusals of the framework and failures get our problem format.
pub(crate) fn endpoint() -> impl Endpoint<Output = Response> {
    checked_by(Some(&CONTRACT))
}

/// Returns the operations for a service in the same process. Skips the check of queries, because building the contract
/// takes memory.
pub(crate) fn endpoint_inside() -> impl Endpoint<Output = Response> {
    checked_by(None)
}

fn checked_by(contract: Option<&'static QueryContract>) -> impl Endpoint<Output = Response> {
    Route::new()
        .nest("/", service())
        .around(move |endpoint, request: Request| async move {
            let is_poll = POLLED_PATHS.contains(&request.uri().path());
            let mut response = respond(contract, endpoint, request).await;
            if is_poll {
                response.set_data(RoutineRequest);
            }
            Ok(response)
        })
}
