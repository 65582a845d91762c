//! Reading balances and transactions: of a website's customer, and of the account holder who asks.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, OpenApi};

use super::balances::{instant, instant_of};
use super::customer_balance::CustomerBalanceAnswer;
use super::forms::MyCreditsAnswer;
use super::listed::PageAnswer;
use crate::app::App;
use crate::caller::{CreditsRead, CustomersRead};
use crate::credits::balance_at::of_holder_at;
use crate::credits::book_list::{Wanted, of_book};
use crate::credits::statement::PageRequest;
use crate::credits::txn_kind::TxnKind;
use crate::credits::{balance, statement};
use crate::problem::{Refused, documents};
use crate::schema::Tag;
use crate::users::Holder;
use crate::websites::BySite;

documents!(ReadProblems: ClientNotAllowed, NotFound, HolderInactive, WebsiteSuspended);
documents!(MyProblems: HolderInactive, WebsiteSuspended);
documents!(MyBalanceProblems: HolderInactive, NotFound, WebsiteSuspended);

/// What a transaction is.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "TransactionKind", rename_all = "lowercase")]
enum KindName {
    /// Credits came.
    Grant,
    /// Credits were used.
    Spend,
    /// Credits that a hold had set aside were used.
    Capture,
    /// Credits were not used in time.
    Expiry,
    /// Credits that were used came back.
    Reversal,
    /// What was left of a grant was taken back.
    Void,
    /// Credits went from one balance to another, because two customers are one person.
    Transfer,
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
        }
    }
}

#[derive(ApiResponse)]
enum PageResponse {
    /// A page of transactions.
    #[oai(status = 200)]
    Ok(Json<PageAnswer>),
}

#[derive(ApiResponse)]
enum MyBalanceResponse {
    /// The balance at the timestamp: what has run out of time by then is gone from it.
    #[oai(status = 200)]
    Ok(Json<CustomerBalanceAnswer>),
}

#[derive(ApiResponse)]
enum MyCreditsResponse {
    /// The balances.
    #[oai(status = 200)]
    Ok(Json<MyCreditsAnswer>),
}

/// Reading by a website.
pub(crate) struct ReadsApi;

#[OpenApi]
impl ReadsApi {
    /// List a customer's transactions
    ///
    /// Everything that happened to the customer's balance at this website, newest first.
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
        /// Our id of the customer.
        id: Path<String>,
        /// The most items of the page, 1 to 100; 20 when absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<PageResponse, Refused<ReadProblems>> {
        let request = PageRequest {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = statement::of_customer(&app, &caller.0, &id, request).await?;
        Ok(PageResponse::Ok(Json(page.into())))
    }

    /// List transactions
    ///
    /// Everything that happened at this website, whoever's credits it was, newest first. Where few of very many transactions
    /// are of the `kind` or for the `feature`, a page may hold fewer than `limit`, even none, and still have a `next_cursor`.
    /// A cursor is good for the list it came with: with the same filters.
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
        /// Only those of this customer, by our id.
        customer: Query<Option<String>>,
        /// Only those for this feature, by its code, and reversals of them.
        feature: Query<Option<String>>,
        /// Only those of this kind.
        kind: Query<Option<KindName>>,
        /// Only those booked at or after this timestamp.
        from: Query<Option<String>>,
        /// Only those booked before this timestamp.
        to: Query<Option<String>>,
        /// The most items of the page, 1 to 100; 20 when absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<PageResponse, Refused<ReadProblems>> {
        let instant = |name, text: Option<String>| {
            let text = text.as_deref();
            text.map(|text| instant_of(name, text)).transpose()
        };
        let wanted = Wanted {
            customer: customer.0,
            feature: feature.0,
            kind: kind.0.map(Into::into),
            from: instant("from", from.0)?,
            to: instant("to", to.0)?,
        };
        let page = of_book(&app, &caller.0, wanted, (limit.0, cursor.0)).await?;
        Ok(PageResponse::Ok(Json(page.into())))
    }
}

/// Reading by the account holder.
pub(crate) struct MyCreditsApi;

#[OpenApi]
impl MyCreditsApi {
    /// Get my credits
    ///
    /// What the account holder has: at one website, with a token of that website's client; everywhere, with a token of
    /// this installation's own client, or of a program that the holder has allowed to read it.
    #[oai(
        path = "/v1/me/credits",
        method = "get",
        operation_id = "get_my_credits",
        tag = "Tag::Me"
    )]
    async fn credits(
        &self,
        app: Data<&Arc<App>>,
        holder: Holder<CreditsRead>,
    ) -> Result<MyCreditsResponse, Refused<MyProblems>> {
        let balances = balance::of_holder(&app, &holder).await?;
        Ok(MyCreditsResponse::Ok(Json(balances.into())))
    }

    /// Get one of my balances
    ///
    /// What the account holder has at one website, now or at a time, and what it is made of: what a website sees of its
    /// customer, of `GET /v1/customers/{id}/balance`.
    #[oai(
        path = "/v1/me/credits/:id",
        method = "get",
        operation_id = "get_my_balance",
        tag = "Tag::Me"
    )]
    async fn balance(
        &self,
        app: Data<&Arc<App>>,
        holder: Holder<CreditsRead>,
        /// The `customer_id` of one of `GET /v1/me/credits`.
        id: Path<String>,
        /// The timestamp, past or future; now when absent. Without microseconds it is the end of its millisecond, as
        /// timestamps are given: what has it as `booked_at` counts, and what has it as `expires_at` no longer does.
        at: Query<Option<String>>,
    ) -> Result<MyBalanceResponse, Refused<MyBalanceProblems>> {
        let at = at.0.as_deref().map(instant).transpose()?;
        let balance = of_holder_at(&app, &holder, &id, at).await?;
        Ok(MyBalanceResponse::Ok(Json(balance.into())))
    }

    /// List my transactions
    ///
    /// Everything that happened to the account holder's credits, newest first; as far as the token sees.
    #[oai(
        path = "/v1/me/transactions",
        method = "get",
        operation_id = "list_my_transactions",
        tag = "Tag::Me"
    )]
    async fn transactions(
        &self,
        app: Data<&Arc<App>>,
        holder: Holder<CreditsRead>,
        /// The most items of the page, 1 to 100; 20 when absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<PageResponse, Refused<MyProblems>> {
        let request = PageRequest {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = statement::of_holder(&app, &holder, request).await?;
        Ok(PageResponse::Ok(Json(page.into())))
    }
}
