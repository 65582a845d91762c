//! `/account/v1`: a person's own account, for the app of this installation.

use foundation::http::QueryContract;
use poem::http::{HeaderValue, header};
use poem::{Endpoint, EndpointExt, Request, Response, Route};
use poem_openapi::{OpenApi, OpenApiService};

use super::applications::OwnApplicationsApi;
use super::deletion::DeletionApi;
use super::export::ExportApi;
use super::profile::ProfileApi;
use super::sessions::OwnSessionsApi;
use super::ways::WaysInApi;
use crate::contracts::answer;

/// The operations as a service of their own.
pub(in crate::account_api) fn service() -> OpenApiService<impl OpenApi + 'static, ()> {
    let version = env!("CARGO_PKG_VERSION");
    let operations = (
        ProfileApi,
        OwnSessionsApi,
        WaysInApi,
        OwnApplicationsApi,
        ExportApi,
        DeletionApi,
    );
    OpenApiService::new(operations, "Tollgate account API", version)
        .server("http://localhost:8080/account/v1")
}

/// The query parameters of the operations.
static CONTRACT: QueryContract = QueryContract::of(|| service().spec());

/// The operations as an endpoint. What the framework refuses by itself, and what breaks, gets our form; no answer about a
/// person is kept.
pub(crate) fn endpoint() -> impl Endpoint<Output = Response> {
    Route::new()
        .nest("/", service())
        .around(async move |endpoint, request: Request| {
            let mut response = answer(Some(&CONTRACT), endpoint, request).await;
            let headers = response.headers_mut();
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            Ok(response)
        })
}
