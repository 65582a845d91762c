//! All routes of product-api.

use std::collections::HashMap;
use std::future::ready;
use std::sync::{Arc, LazyLock};

use foundation::database::WriteProbe;
use foundation::http::health::{self, Check};
use foundation::http::{Middleware, QueryContract, RefusedRequest, lazy_endpoint, with_middleware};
use poem::endpoint::{BoxEndpoint, make_sync};
use poem::{Endpoint, EndpointExt, IntoEndpoint, IntoResponse, Request, Response, Route, get};
use poem_openapi::{LicenseObject, OpenApi, OpenApiService};
use serde_json::Value;

use crate::api_keys::ApiKeysApi;
use crate::app::App;
use crate::billing::inbox::{self, InboxApi, OperatorBillingApi};
use crate::billing::{
    BillingSettingsApi, CatalogApi, CheckoutsApi, DisputesApi, FindingsApi, MyCheckoutsApi,
    MyPaymentsApi, MyPortalApi, MySubscriptionRequestsApi, MySubscriptionsApi, MyTopUpApi,
    OperatorFindingsApi, OperatorJournalApi, OperatorReconcileApi, OperatorRevenueApi,
    OperatorStatusApi, PackVersionsApi, PacksApi, PaymentAcceptanceApi, PaymentsApi,
    PlanVersionsApi, PlansApi, PortalApi, PublicCatalogApi, ReconcileApi, RefundsApi, RevenueApi,
    RevenuePaymentsApi, StripeConnectionsApi, StripeCustomersApi, SubscriptionRequestsApi,
    SubscriptionsApi, TopUpsApi,
};
use crate::caller::has_credential;
use crate::credits::{
    self, BalancesApi, BatchesApi, CheckApi, ExplainApi, HoldsApi, LedgerApi, MovesApi,
    MyCreditsApi, PolicyApi, ReadsApi, ReversalsApi,
};
use crate::customers::CustomersApi;
use crate::docs::{self, Docs};
use crate::ended_grants;
use crate::features::FeaturesApi;
use crate::limits::RateLimitFields;
use crate::notices::NoticesApi;
use crate::operators::{
    AuditApi, HealthApi, MailApi, OperatorDeliveriesApi, OperatorUsersApi, OperatorWebsitesApi,
    SigningKeysApi, ViewsApi,
};
use crate::problem::{self, Edge, check_query};
use crate::registrations::RegistrationsApi;
use crate::resource::{self, PublicCors};
use crate::signups::SignupsApi;
use crate::telemetry::collectors;
use crate::usage::{SummaryApi, UsageApi};
use crate::user_changes;
use crate::users::UsersApi;
use crate::webhooks::{AlertsApi, DeliveriesApi, WebhookEndpointsApi};
use crate::websites::{BrandingApi, ClientsApi, MeApi, SignInActivityApi, WebsitesApi};

/// Returns all operations as one service.
fn operations() -> OpenApiService<impl OpenApi, ()> {
    let credits = (
        BalancesApi,
        BatchesApi,
        CheckApi,
        ExplainApi,
        HoldsApi,
        LedgerApi,
        MovesApi,
        MyCreditsApi,
        PolicyApi,
        ReadsApi,
        ReversalsApi,
    );
    let webhooks = (AlertsApi, DeliveriesApi, NoticesApi, WebhookEndpointsApi);
    let operator = (
        AuditApi,
        HealthApi,
        OperatorDeliveriesApi,
        MailApi,
        OperatorWebsitesApi,
        OperatorUsersApi,
        SigningKeysApi,
        ViewsApi,
    );
    let usage = (SummaryApi, UsageApi);
    let apis = (
        ApiKeysApi,
        BrandingApi,
        ClientsApi,
        (billing_operations(), credits),
        CustomersApi,
        FeaturesApi,
        MeApi,
        operator,
        RegistrationsApi,
        SignInActivityApi,
        SignupsApi,
        usage,
        UsersApi,
        webhooks,
        WebsitesApi,
    );
    // Without a license, the generated Python package cannot be installed.
    OpenApiService::new(apis, "Tollgate product API", env!("CARGO_PKG_VERSION"))
        .license(LicenseObject::new("Apache-2.0"))
}

/// Returns the operations of billing.
fn billing_operations() -> impl OpenApi {
    (
        BillingSettingsApi,
        CheckoutsApi,
        MyCheckoutsApi,
        MyPaymentsApi,
        MyPortalApi,
        PaymentsApi,
        PortalApi,
        (CatalogApi, PublicCatalogApi),
        PackVersionsApi,
        PacksApi,
        InboxApi,
        OperatorBillingApi,
        StripeConnectionsApi,
        StripeCustomersApi,
        (
            DisputesApi,
            FindingsApi,
            (MySubscriptionRequestsApi, SubscriptionRequestsApi),
            MySubscriptionsApi,
            (MyTopUpApi, TopUpsApi),
            OperatorFindingsApi,
            OperatorJournalApi,
            OperatorReconcileApi,
            PaymentAcceptanceApi,
            OperatorStatusApi,
            PlanVersionsApi,
            PlansApi,
            ReconcileApi,
            RefundsApi,
            (OperatorRevenueApi, RevenueApi, RevenuePaymentsApi),
            SubscriptionsApi,
        ),
    )
}

/// Returns the OpenAPI document as it is committed: indented, sorted, with a final newline.
pub fn openapi_document() -> String {
    docs::text(complete_document())
}

fn complete_document() -> Value {
    docs::complete(&operations().spec())
}

/// Query parameters of the operations.
static QUERY_CONTRACT: QueryContract = QueryContract::new(|| operations().spec());

/// Allowed methods of each path pattern, built at the first 405.
static METHODS: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| docs::methods(&complete_document()));

/// Adds product-api's routes to a service.
pub fn add_routes(route: Route, app: &Arc<App>) -> Route {
    let docs = Arc::new(Docs::new(complete_document, &app.config.issuer.issuer));
    let find_methods = |pattern: &str| METHODS.get(pattern).map(String::as_str);
    let edge = Edge::new(
        Arc::clone(app),
        find_methods,
        lazy_endpoint(checked_operations),
    );
    let route = resource::add_routes(route, app);
    let route = inbox::add_routes(route, app);
    docs::add_routes(route, &docs)
        .at(DOCUMENT, document_of(app, docs))
        .nest_no_strip(
            "/v1",
            PublicCors(RateLimitFields::new(app, edge)).data(Arc::clone(app)),
        )
}

/// Wraps the operations in a check of each request's query against their contract.
fn checked_operations() -> impl Endpoint<Output = Response> + use<> {
    operations()
        .into_endpoint()
        .around(async move |operations, request: Request| {
            if !has_credential(request.uri().query().unwrap_or_default()) {
                check_query(&QUERY_CONTRACT, &request)?;
            }
            operations
                .call(request)
                .await
                .map(IntoResponse::into_response)
        })
}

const DOCUMENT: &str = "/v1/openapi.json";

/// Serves the OpenAPI document behind the same edge as the operations, so that its errors are problems, too.
fn document_of(app: &Arc<App>, docs: Arc<Docs>) -> impl Endpoint<Output = Response> + use<> {
    let document = get(make_sync(move |_| docs.document()));
    Edge::new(Arc::clone(app), |_| Some("GET"), document)
}

/// Formats responses that the HTTP middleware refuses on product-api's paths.
pub fn error_form(
    app: &Arc<App>,
) -> impl Fn(&RefusedRequest<'_>) -> Option<Response> + Send + Sync + 'static {
    let config = app.config.issuer.clone();
    move |refused| problem::problem_of_middleware(&config, refused)
}

/// Returns the readiness checks and health figures of product-api.
pub fn checks(app: &Arc<App>) -> Vec<Check> {
    let (database, clock) = (app.database.clone(), app.clock.clone());
    let writes = WriteProbe::new(&app.database, &app.clock);
    let books = app.database.clone();
    let frozen = move || {
        let books = books.clone();
        async move { credits::count_frozen(&books).await }
    };
    let inbox = Arc::clone(app);
    let dead_letters = move || {
        let app = Arc::clone(&inbox);
        async move { inbox::count_dead(&app).await }
    };
    let shared = Arc::clone(app);
    let following = Arc::clone(app);
    let changes = move || {
        let app = Arc::clone(&following);
        async move { user_changes::health_word(&app).await }
    };
    let following = Arc::clone(app);
    let grants = move || ready(ended_grants::health_word(&following));
    vec![
        Check::new("api_database", move || {
            let (database, clock) = (database.clone(), clock.clone());
            async move {
                database.ready().await?;
                clock.check()
            }
        }),
        Check::new("api_database_write", move || {
            let writes = writes.clone();
            async move { writes.check().await }
        }),
        Check::new("api_issuer_keys", move || {
            let app = Arc::clone(&shared);
            async move { app.verifier.ready().await }
        }),
        Check::figure("api_frozen_accounts", frozen),
        Check::figure("api_stripe_dead_letters", dead_letters),
        Check::informing("api_user_changes", changes),
        Check::informing("api_ended_grants", grants),
    ]
}

/// Builds the whole service as one endpoint, for a process of its own.
pub fn endpoint(app: &Arc<App>) -> BoxEndpoint<'static, Response> {
    let route = health::add_routes(add_routes(Route::new(), app), checks(app), collectors(app));
    let usual =
        Middleware::new(app.clock.clone(), app.random.clone()).with_error_format(error_form(app));
    with_middleware(usual, route.map_to_response())
}
