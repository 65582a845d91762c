//! `GET /v1/customers`, `GET /v1/customers/{id}`, and the name of a customer in requests.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::customer::CustomerRef;
use super::filter::{CreditState, CustomerFilter, Sort, prefix};
use super::list::{self, ListRequest, Total};
use super::listed_customer::CustomerWithCredits;
use crate::app::App;
use crate::caller::CustomersRead;
use crate::problem::{FieldError, Problem, ProblemResponse, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::websites::BySite;

documents!(ListProblems: ClientNotAllowed, HolderInactive, WebsiteSuspended, NotFound);
documents!(GetProblems: ClientNotAllowed, HolderInactive, WebsiteSuspended, NotFound);

/// A customer, named by exactly one member. Every member except `id` creates the customer if the name is new.
#[derive(Clone, Debug, Object)]
#[oai(
    rename = "CustomerRef",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(crate) struct CustomerRefBody {
    /// The id of this service, `cus_…`.
    #[oai(validator(min_length = 1, max_length = 255))]
    id: Option<String>,
    /// The id in your own system, without white space or invisible characters at either end.
    #[oai(validator(min_length = 1, max_length = 255))]
    external_id: Option<String>,
    /// The email address. Upper and lower case are equal, and so are the Unicode and the ASCII form of its domain.
    #[oai(validator(min_length = 3, max_length = 254))]
    email: Option<String>,
    /// The subject in the user's tokens.
    #[oai(validator(min_length = 1, max_length = 255))]
    sub: Option<String>,
}

impl CustomerRefBody {
    /// Returns the named customer; `pointer` is the position of the body in the request, for errors.
    pub(crate) fn read(self, pointer: &str) -> Result<CustomerRef, FieldError> {
        let members = [
            ("id", self.id),
            ("external_id", self.external_id),
            ("email", self.email),
            ("sub", self.sub),
        ];
        CustomerRef::from_members(members, pointer)
    }
}

impl Example for CustomerRefBody {
    fn example() -> Self {
        Self {
            id: None,
            external_id: Some("user-42".to_owned()),
            email: None,
            sub: None,
        }
    }
}

/// A customer of one website.
#[derive(Object)]
#[oai(rename = "Customer", example)]
struct CustomerDto {
    /// The id of this service.
    id: String,
    /// The id in the website's own system.
    external_id: Nullable<String>,
    /// The email address that the website gave.
    email: Nullable<String>,
    /// The name; always null in this version.
    name: Nullable<String>,
    /// The user at the identity provider, after the website has sent the subject or the user has signed in there.
    user_id: Nullable<String>,
    /// True if a subscription is active.
    subscribed: bool,
    /// The credits that can be spent, in the smallest unit, as in a balance.
    available: i64,
    /// Decimal places for display.
    scale: i16,
    /// The time of the customer's last operation that moved or held credits; null before the first.
    last_seen_at: Nullable<Instant>,
    /// The time of the first contact.
    created_at: Instant,
}

impl From<CustomerWithCredits> for CustomerDto {
    fn from(listed: CustomerWithCredits) -> Self {
        let customer = listed.customer;
        Self {
            id: customer.id,
            external_id: customer.external_id.into(),
            email: customer.email.into(),
            name: customer.name.into(),
            user_id: customer.user_id.into(),
            subscribed: customer.subscribed,
            available: listed.available,
            scale: listed.scale,
            last_seen_at: listed.last_seen_at.map(Instant).into(),
            created_at: Instant(customer.created_at),
        }
    }
}

impl Example for CustomerDto {
    fn example() -> Self {
        Self {
            id: "cus_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            external_id: Some("user-42".to_owned()).into(),
            email: None.into(),
            name: None.into(),
            user_id: None.into(),
            subscribed: false,
            available: 95,
            scale: 0,
            last_seen_at: Some(Instant(Timestamp::from_seconds(1_767_312_000))).into(),
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// The order of a list of customers.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "CustomerSort")]
enum SortName {
    /// Newest first.
    #[oai(rename = "-created_at")]
    Newest,
    /// Oldest first.
    #[oai(rename = "created_at")]
    Oldest,
    /// By name; without a name by email address, by the website's own id, or by the id of this service.
    #[oai(rename = "name")]
    Name,
    /// Most spendable credits first. With more than 10000 customers the order may be up to 30 seconds old, and ends after
    /// the 1000000 customers with the most credits.
    #[oai(rename = "-available")]
    Richest,
}

impl From<SortName> for Sort {
    fn from(name: SortName) -> Self {
        match name {
            SortName::Newest => Self::Newest,
            SortName::Oldest => Self::Oldest,
            SortName::Name => Self::Name,
            SortName::Richest => Self::Richest,
        }
    }
}

/// The state of a customer's credits.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "CustomerState", rename_all = "lowercase")]
enum StateName {
    /// Credits can be spent, but no more than the threshold of the website's alert (`low_credits`).
    Low,
    /// No credits can be spent.
    Depleted,
    /// The customer owes credits.
    Owing,
}

impl From<StateName> for CreditState {
    fn from(name: StateName) -> Self {
        match name {
            StateName::Low => Self::Low,
            StateName::Depleted => Self::Depleted,
            StateName::Owing => Self::Owing,
        }
    }
}

/// The total number of items of a list.
#[derive(Object)]
#[oai(rename = "Total", example)]
struct TotalDto {
    /// The number of counted items.
    count: i64,
    /// True if all items were counted; otherwise there are at least as many.
    is_exact: bool,
}

impl From<Total> for TotalDto {
    fn from(total: Total) -> Self {
        Self {
            count: total.count,
            is_exact: total.is_exact,
        }
    }
}

impl Example for TotalDto {
    fn example() -> Self {
        Self {
            count: 214,
            is_exact: true,
        }
    }
}

/// One page of customers.
#[derive(Object)]
struct CustomerPage {
    /// The customers, in the requested order.
    items: Vec<CustomerDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
    /// The number of customers that match the request.
    total: TotalDto,
}

#[derive(ApiResponse)]
enum CustomersResponse {
    /// A page of customers.
    #[oai(status = 200)]
    Ok(Json<CustomerPage>),
}

#[derive(ApiResponse)]
enum CustomerResponse {
    /// The customer.
    #[oai(status = 200)]
    Ok(Json<CustomerDto>),
}

/// Returns the one customer that a list is limited to, if any.
fn named(
    names: [(&'static str, Option<String>); 3],
    filter: &CustomerFilter,
) -> Result<Option<CustomerRef>, FieldError> {
    let mut given = names
        .into_iter()
        .filter_map(|(name, value)| value.map(|value| (name, value)));
    let Some((name, value)) = given.next() else {
        return Ok(None);
    };
    if let Some((other, _)) = given.next() {
        let detail = format!("Must be left out beside {name}: look a customer up by one name.");
        return Err(FieldError::parameter(other, detail));
    }
    if filter.is_narrow() {
        let detail = "Must be left out beside q, state and subscribed; q looks for names too.";
        return Err(FieldError::parameter(name, detail));
    }
    CustomerRef::from_search(name, value).map(Some)
}

/// The operations on customers.
pub(crate) struct CustomersApi;

#[OpenApi]
impl CustomersApi {
    /// List customers
    ///
    /// Lists the website's customers. `q` matches the beginning of the email address, the name or the website's own id, in
    /// upper or lower case, and the id of this service or the subject, complete or at least 16 characters of it. If few of
    /// many customers have the `state`, a page may have fewer items than `limit`, or none, and still a `next_cursor`.
    /// `external_id`, `email` and `sub` each select the customer that an operation under this name would use; send only one
    /// of them, without `q`, `state` and `subscribed`. A cursor requires equal `q`, `sort`, `state` and `subscribed`.
    #[oai(
        path = "/v1/customers",
        method = "get",
        operation_id = "list_customers",
        tag = "Tag::Customers"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<CustomersRead>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// Only the customer with exactly this id of your own system; upper and lower case differ.
        external_id: Query<Option<String>>,
        /// Only the customer with this email address.
        email: Query<Option<String>>,
        /// Only the customer with this subject of the user's tokens.
        sub: Query<Option<String>>,
        /// Only customers with a name that begins with this text, 1 to 255 characters.
        q: Query<Option<String>>,
        /// The order; newest first if absent. With more than 10000 customers, `-available` may be up to 30 seconds old, and
        /// ends after the 1000000 customers with the most credits.
        sort: Query<Option<SortName>>,
        /// Only customers whose credits are in this state.
        state: Query<Option<StateName>>,
        /// Only customers with a subscription, or only those without.
        subscribed: Query<Option<bool>>,
    ) -> Result<CustomersResponse, ProblemResponse<ListProblems>> {
        let beginning = q.0.as_deref().map(prefix).transpose();
        let filter = CustomerFilter {
            called: beginning.map_err(|error| Problem::invalid(&[error]))?,
            sort: sort.0.map(Into::into).unwrap_or_default(),
            state: state.0.map(Into::into),
            subscribed: subscribed.0,
        };
        let given = [
            ("external_id", external_id.0),
            ("email", email.0),
            ("sub", sub.0),
        ];
        let reference = named(given, &filter).map_err(|error| Problem::invalid(&[error]))?;
        let request = ListRequest {
            limit: limit.0,
            cursor: cursor.0,
            named: reference,
            filter,
        };
        let page = list::page(&app, &caller.0, request).await?;
        Ok(CustomersResponse::Ok(Json(CustomerPage {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
            total: page.total.into(),
        })))
    }

    /// Get a customer
    ///
    /// Returns one customer of the website, by the id of this service.
    #[oai(
        path = "/v1/customers/:id",
        method = "get",
        operation_id = "get_customer",
        tag = "Tag::Customers"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<CustomersRead>,
        /// The customer's id of this service.
        id: Path<String>,
    ) -> Result<CustomerResponse, ProblemResponse<GetProblems>> {
        let customer = list::find_listed(&app, &caller.0, &id).await?;
        Ok(CustomerResponse::Ok(Json(customer.into())))
    }
}
