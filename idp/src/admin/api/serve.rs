//! `/admin/v1`: clients, people and the audit trail, for machines with a scope for each.

use foundation::http::RequestId;
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response, Route};
use poem_openapi::OpenApiService;

use super::audit::AuditApi;
use super::clients::AdminApi;
use super::initial_tokens::InitialTokensApi;
use super::merges::UserMergesApi;
use super::refusal::stopped;
use super::sessions::SessionsApi;
use super::users::UsersApi;

/// The operations as a service of their own.
pub(crate) fn service() -> OpenApiService<
    (
        AdminApi,
        InitialTokensApi,
        UsersApi,
        UserMergesApi,
        SessionsApi,
        AuditApi,
    ),
    (),
> {
    let version = env!("CARGO_PKG_VERSION");
    let operations = (
        AdminApi,
        InitialTokensApi,
        UsersApi,
        UserMergesApi,
        SessionsApi,
        AuditApi,
    );
    OpenApiService::new(operations, "Tollgate identity provider API", version).server("/admin/v1")
}

/// The operations as an endpoint; what the framework refuses by itself, and what breaks, gets our form.
pub(crate) fn endpoint() -> impl Endpoint<Output = Response> {
    Route::new()
        .nest("/", service())
        .around(|endpoint, request: Request| async move {
            let request_id = RequestId::of(&request);
            endpoint
                .call(request)
                .await
                .map(IntoResponse::into_response)
                .or_else(|error| Ok(stopped(error, &request_id)))
        })
}
