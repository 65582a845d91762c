//! Opens Stripe's page on which a buyer changes cards and address and sees invoices.

use foundation::Failure;

use super::check_request::return_rules;
use super::provider_error::ProviderError;
use super::store;
use crate::app::App;
use crate::billing::buyer_requests::reused;
use crate::billing::connections::{StripeConnection, connection_of_book, open_account};
use crate::billing::stripe::{
    NewPortalConfiguration, NewPortalSession, Priority, StripeAccount, StripeError,
};
use crate::billing::stripe_customers::find_customer;
use crate::caller::Mode;
use crate::credits::WalletKey;
use crate::idempotency::{
    KeyedRequest, KeyedResponse, StoredResponse, UsedKey, find_used_keys, keep,
};
use crate::problem::{Kind, Problem};

/// The buyer, and the place to which the page leads back.
#[derive(Clone, Debug)]
pub(super) struct PortalRequest {
    /// The book and the buyer.
    pub(super) wallet: WalletKey,
    /// The book's mode.
    pub(super) mode: Mode,
    /// The website that sells; none for the platform.
    pub(super) website_id: Option<String>,
    /// The address to which the page leads back.
    pub(super) return_url: String,
}

/// A stored response, and the way in which a request got it.
pub(super) struct PortalResponse {
    /// The response.
    pub(super) stored: StoredResponse,
    /// True if an earlier request with the key got it.
    pub(super) is_replayed: bool,
}

/// Opens the page once for a key; `render` writes the response with its address. Rejects with 404 a buyer who has no customer at
/// Stripe: the portal never makes one.
pub(super) async fn open_portal(
    app: &App,
    attempt: &KeyedRequest,
    request: &PortalRequest,
    render: fn(String) -> String,
) -> Result<PortalResponse, Problem> {
    if let Some(stored) = find_earlier(app, attempt).await? {
        return Ok(PortalResponse {
            stored,
            is_replayed: true,
        });
    }
    let rules = return_rules(app, request.website_id.as_deref(), request.mode).await?;
    let checked = rules.check("return_url", &request.return_url);
    checked.map_err(|error| Problem::invalid(&[error]))?;
    let connection = usable_connection(app, request).await?;
    let customer = find_customer(app, &connection, &request.wallet.owner).await?;
    let customer = customer.ok_or_else(no_customer)?;
    let url = match open(app, &connection, request, &customer).await {
        Ok(url) => url.ok_or_else(no_customer)?,
        Err(error) => return Err(error.into_problem(app, &connection.id).await),
    };
    store_response(app, attempt, StoredResponse::ok(render(url))).await
}

async fn find_earlier(
    app: &App,
    attempt: &KeyedRequest,
) -> Result<Option<StoredResponse>, Problem> {
    let mut reader = app.database.reader().await?;
    let known = find_used_keys(&mut reader.connection(), &[attempt]).await?;
    match known.into_iter().next().flatten() {
        // The page of a response that was pruned has ended long ago: the buyer gets another.
        None | Some(UsedKey::Pruned(_)) => Ok(None),
        Some(UsedKey::Done(stored)) => Ok(Some(stored)),
        Some(UsedKey::Reused) => Err(reused()),
    }
}

async fn store_response(
    app: &App,
    attempt: &KeyedRequest,
    stored: StoredResponse,
) -> Result<PortalResponse, Problem> {
    let mut transaction = app.database.begin().await?;
    let mut kept = [KeyedResponse {
        attempt,
        answer: &stored,
        result_id: None,
    }];
    let is_kept = keep(&mut transaction.connection(), &mut kept, app.clock.now()).await?;
    if is_kept {
        transaction.commit().await?;
        return Ok(PortalResponse {
            stored,
            is_replayed: false,
        });
    }
    transaction.rollback().await?;
    // Another request with the key was faster, or its response was pruned.
    let earlier = find_earlier(app, attempt).await?;
    let is_replayed = earlier.is_some();
    Ok(PortalResponse {
        stored: earlier.unwrap_or(stored),
        is_replayed,
    })
}

async fn usable_connection(
    app: &App,
    request: &PortalRequest,
) -> Result<StripeConnection, Problem> {
    let mut reader = app.database.reader().await?;
    let connection = connection_of_book(&mut reader.connection(), request.wallet.book_id).await?;
    let usable = connection.filter(|connection| connection.state.is_usable());
    usable.ok_or_else(|| {
        Problem::new(
            Kind::BillingNotConnected,
            "There is no Stripe account that works. Nothing was done.",
        )
    })
}

/// Returns the problem of a buyer who has no customer at Stripe.
pub(super) fn no_customer() -> Problem {
    Problem::not_found("portal")
        .with_detail("The buyer has not bought here, so that there is nothing to show.".to_owned())
}

/// Creates the session of the portal; none if Stripe no longer has the customer. A configuration that is missing is made again.
async fn open(
    app: &App,
    connection: &StripeConnection,
    request: &PortalRequest,
    customer: &str,
) -> Result<Option<String>, ProviderError> {
    let account = open_account(app, connection, Priority::Buyer)?;
    let book_id = request.wallet.book_id;
    let known = {
        let mut reader = app.database.reader().await?;
        store::portal_configuration(&mut reader.connection(), book_id).await?
    };
    let configuration = match known {
        Some(id) => id,
        None => configure(app, &account, book_id, &connection.id).await?,
    };
    let session = NewPortalSession {
        customer,
        configuration: &configuration,
        return_url: &request.return_url,
        locale: None,
    };
    let mut created = account.create_portal_session(&session).await;
    if is_missing(&created, "configuration") {
        let again = format!("{}:{}", connection.id, app.clock.now().micros());
        let configuration = configure(app, &account, book_id, &again).await?;
        let session = NewPortalSession {
            configuration: &configuration,
            ..session
        };
        created = account.create_portal_session(&session).await;
    }
    if is_missing(&created, "customer") {
        return Ok(None);
    }
    let url = created?.url.map(|url| url.expose().to_owned());
    url.map(Some)
        .ok_or(ProviderError::Stripe(StripeError::InvalidResponse))
}

fn is_missing<T>(created: &Result<T, StripeError>, param: &str) -> bool {
    let Err(error) = created else { return false };
    let refusal = error.refusal();
    error.is_missing() && refusal.is_some_and(|refusal| refusal.param.as_deref() == Some(param))
}

/// Makes the configuration of a book's portal at Stripe and stores it.
async fn configure(
    app: &App,
    account: &StripeAccount<'_>,
    book_id: i64,
    name: &str,
) -> Result<String, ProviderError> {
    let book = book_id.to_string();
    let configuration = NewPortalConfiguration {
        headline: None,
        default_return_url: None,
        metadata: &[("tollgate_book", &book)],
    };
    let key = format!("tg:portal:{book_id}:{name}");
    let made = account
        .create_portal_configuration(&key, &configuration)
        .await?;
    save(app, book_id, &made.id).await?;
    Ok(made.id)
}

async fn save(app: &App, book_id: i64, configuration_id: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::set_portal_configuration(&mut db, book_id, configuration_id).await?;
    transaction.commit().await
}
