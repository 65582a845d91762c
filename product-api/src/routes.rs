//! The whole URL map of product-api.

use std::sync::Arc;

use foundation::http::operating::{self, Check};
use foundation::http::{Dress, dress};
use poem::endpoint::BoxEndpoint;
use poem::{EndpointExt, Response, Route};
use poem_openapi::{OpenApi, OpenApiService};

use crate::app::App;
use crate::customers::CustomersApi;
use crate::problem::Edge;
use crate::users::UsersApi;
use crate::websites::WebsitesApi;

/// The operations, as one document and one map.
fn service() -> OpenApiService<impl OpenApi, ()> {
    OpenApiService::new(
        (UsersApi, WebsitesApi, CustomersApi),
        "Tollgate product API",
        env!("CARGO_PKG_VERSION"),
    )
}

/// Adds product-api's routes to a service's map.
pub fn add_routes(route: Route, app: &Arc<App>) -> Route {
    let operations = Edge::new(Arc::clone(app), Route::new().nest("/", service()));
    route.nest_no_strip("/v1", operations.data(Arc::clone(app)))
}

/// What has to answer before product-api is ready.
pub fn checks(app: &Arc<App>) -> Vec<Check> {
    let database = app.database.clone();
    vec![Check::new("api_database", move || {
        let database = database.clone();
        async move { database.ready().await }
    })]
}

/// The whole service as one endpoint, for a process of its own.
pub fn endpoint(app: &Arc<App>) -> BoxEndpoint<'static, Response> {
    let route = operating::add_routes(add_routes(Route::new(), app), checks(app));
    let usual = Dress::usual(app.clock.clone(), app.random.clone());
    dress(usual, route.map_to_response())
}
