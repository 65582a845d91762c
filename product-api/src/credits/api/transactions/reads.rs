//! Operations that read balances and transactions: of a website's customer, and of the token's user.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, OpenApi};

use super::listed::TransactionPageDto;
use crate::app::App;
use crate::caller::{CreditsRead, CustomersRead};
use crate::credits::api::balances::customer_balance::CustomerBalanceDto;
use crate::credits::api::balances::operations::{instant, instant_of};
use crate::credits::api::responses::MyCreditsDto;
use crate::credits::ledger::txn_kind::TxnKind;
use crate::credits::queries::balance_at::holder_balance_at;
use crate::credits::queries::transactions::CreditsPageRequest;
use crate::credits::queries::website_transactions::{TransactionFilter, list_for_website};
use crate::credits::queries::{balance, transactions};
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::users::AuthenticatedUser;
use crate::websites::BySite;

documents!(ReadProblems: ClientNotAllowed, NotFound, HolderInactive, WebsiteSuspended);
documents!(MyProblems: HolderInactive, WebsiteSuspended);
documents!(MyBalanceProblems: HolderInactive, NotFound, WebsiteSuspended);

/// The kind of a transaction.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "TransactionKind", rename_all = "lowercase")]
enum KindName {
    /// Credits were added.
    Grant,
    /// Credits were spent.
    Spend,
    /// Credits of a hold were spent.
    Capture,
    /// Credits expired.
    Expiry,
    /// Spent credits were returned.
    Reversal,
    /// The rest of a grant was taken back.
    Void,
    /// Credits were moved between the balances of merged or separated customers.
    Transfer,
    /// Credits of a purchase were taken back after a refund or a dispute.
    #[oai(rename = "claw_back")]
    ClawBack,
    /// Used credits of a refunded or disputed purchase were written off.
    #[oai(rename = "write_off")]
    WriteOff,
}

impl From<KindName> for TxnKind {
    fn from(name: KindName) -> Self {
        match name {
            KindName::Grant => Self::Grant,
            KindName::Spend => Self::Spend,
            KindName::Capture => Self::Capture,
            KindName::Expiry => Self::Expiry,
            KindName::Reversal => Self::Reversal,
            KindName::Void => Self::Void,
            KindName::Transfer => Self::Transfer,
            KindName::ClawBack => Self::ClawBack,
            KindName::WriteOff => Self::WriteOff,
        }
    }
}

#[derive(ApiResponse)]
enum TransactionPageResponse {
    /// A page of transactions.
    #[oai(status = 200)]
    Ok(Json<TransactionPageDto>),
}

#[derive(ApiResponse)]
enum MyBalanceResponse {
    /// The balance at the timestamp, without credits that have expired by then.
    #[oai(status = 200)]
    Ok(Json<CustomerBalanceDto>),
}

#[derive(ApiResponse)]
enum MyCreditsResponse {
    /// The balances.
    #[oai(status = 200)]
    Ok(Json<MyCreditsDto>),
}

/// The operations by which websites read transactions.
pub(crate) struct ReadsApi;

#[OpenApi]
impl ReadsApi {
    /// List a customer's transactions
    ///
    /// Returns all transactions of the customer at this website, newest first.
    #[oai(
        path = "/v1/customers/:id/transactions",
        method = "get",
        operation_id = "list_customer_transactions",
        tag = "Tag::Customers"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn transactions(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<CustomersRead>,
        /// The customer's id.
        id: Path<String>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<TransactionPageResponse, ProblemResponse<ReadProblems>> {
        let request = CreditsPageRequest {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = transactions::list_for_customer(&app, &caller.0, &id, request).await?;
        Ok(TransactionPageResponse::Ok(Json(page.into())))
    }

    /// List transactions
    ///
    /// Returns all transactions of the website's customers, newest first. If few of very many transactions match `kind` or
    /// `feature`, a page may have fewer than `limit` items, or none, and still a `next_cursor`. A cursor is valid only for the
    /// same filters.
    #[oai(
        path = "/v1/transactions",
        method = "get",
        operation_id = "list_transactions",
        tag = "Tag::Customers"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn all_transactions(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<CustomersRead>,
        /// The id of the only customer.
        customer: Query<Option<String>>,
        /// The code of the only feature; reversals of its transactions are included.
        feature: Query<Option<String>>,
        /// The only kind.
        kind: Query<Option<KindName>>,
        /// The earliest booking time.
        from: Query<Option<String>>,
        /// The booking time before which all transactions must lie.
        to: Query<Option<String>>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<TransactionPageResponse, ProblemResponse<ReadProblems>> {
        let instant = |name, text: Option<String>| {
            let text = text.as_deref();
            text.map(|text| instant_of(name, text)).transpose()
        };
        let filter = TransactionFilter {
            customer: customer.0,
            feature: feature.0,
            kind: kind.0.map(Into::into),
            from: instant("from", from.0)?,
            to: instant("to", to.0)?,
        };
        let page = CreditsPageRequest {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = list_for_website(&app, &caller.0, filter, page).await?;
        Ok(TransactionPageResponse::Ok(Json(page.into())))
    }
}

/// The operations by which users read their own credits.
pub(crate) struct MyCreditsApi;

#[OpenApi]
impl MyCreditsApi {
    /// Get my credits
    ///
    /// Returns the user's balances. A token of a website's client shows that website only. A token of this installation's own
    /// client, or of a client that the user allowed to read credits, shows all balances.
    #[oai(
        path = "/v1/me/credits",
        method = "get",
        operation_id = "get_my_credits",
        tag = "Tag::Me"
    )]
    async fn credits(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsRead>,
    ) -> Result<MyCreditsResponse, ProblemResponse<MyProblems>> {
        let balances = balance::holder_balances(&app, &holder).await?;
        Ok(MyCreditsResponse::Ok(Json(balances.into())))
    }

    /// Get one of my balances
    ///
    /// Returns the user's balance at one website, now or at a time, with its lots. It equals the website's view of its
    /// customer, `GET /v1/customers/{id}/balance`.
    #[oai(
        path = "/v1/me/credits/:id",
        method = "get",
        operation_id = "get_my_balance",
        tag = "Tag::Me"
    )]
    async fn balance(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsRead>,
        /// The `customer_id` of an item of `GET /v1/me/credits`.
        id: Path<String>,
        /// The timestamp, past or future; now if absent. A timestamp without microseconds means the end of its millisecond,
        /// because responses state milliseconds: transactions with it as `booked_at` are included, and lots with it as
        /// `expires_at` have expired.
        at: Query<Option<String>>,
    ) -> Result<MyBalanceResponse, ProblemResponse<MyBalanceProblems>> {
        let at = at.0.as_deref().map(instant).transpose()?;
        let balance = holder_balance_at(&app, &holder, &id, at).await?;
        Ok(MyBalanceResponse::Ok(Json(balance.into())))
    }

    /// List my transactions
    ///
    /// Returns all transactions of the user's credits that the token shows, newest first.
    #[oai(
        path = "/v1/me/transactions",
        method = "get",
        operation_id = "list_my_transactions",
        tag = "Tag::Me"
    )]
    async fn transactions(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsRead>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<TransactionPageResponse, ProblemResponse<MyProblems>> {
        let request = CreditsPageRequest {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = transactions::list_for_holder(&app, &holder, request).await?;
        Ok(TransactionPageResponse::Ok(Json(page.into())))
    }
}
