//! `/account/v1`: the API of a user's own account, for this installation's app.

use foundation::http::QueryContract;
use poem::http::{HeaderValue, header};
use poem::{Endpoint, EndpointExt, Request, Response, Route};
use poem_openapi::{OpenApi, OpenApiService};

use super::applications::OwnApplicationsApi;
use super::deletion::DeletionApi;
use super::export::ExportApi;
use super::profile::ProfileApi;
use super::sessions::OwnSessionsApi;
use super::sign_in_methods::SignInMethodsApi;
use crate::http::api_schema::respond;

/// Returns the operations as an OpenAPI service.
pub(in crate::admin::account_api) fn service() -> OpenApiService<impl OpenApi + 'static, ()> {
    let version = env!("CARGO_PKG_VERSION");
    let operations = (
        ProfileApi,
        OwnSessionsApi,
        SignInMethodsApi,
        OwnApplicationsApi,
        ExportApi,
        DeletionApi,
    );
    OpenApiService::new(operations, "Tollgate account API", version)
        .server("http://localhost:8080/account/v1")
}

/// The query parameters of the operations.
static CONTRACT: QueryContract = QueryContract::new(|| service().spec());

/// Returns the endpoint of the operations. Refusals of the framework and failures get our problem format. No response
/// may be cached, because it contains personal data.
pub(crate) fn endpoint() -> impl Endpoint<Output = Response> {
    Route::new()
        .nest("/", service())
        .around(async move |endpoint, request: Request| {
            let mut response = respond(Some(&CONTRACT), endpoint, request).await;
            let headers = response.headers_mut();
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            Ok(response)
        })
}
