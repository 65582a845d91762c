//! `GET /v1/customers`, `GET /v1/customers/{id}`, and how requests name a customer.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::customer::{Customer, CustomerRef};
use super::list::{self, PageRequest};
use crate::app::App;
use crate::caller::CustomersRead;
use crate::problem::{FieldError, Refused, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::websites::BySite;

documents!(ListProblems: ClientNotAllowed, HolderInactive, WebsiteSuspended, NotFound);
documents!(GetProblems: ClientNotAllowed, HolderInactive, WebsiteSuspended, NotFound);

/// A customer, by exactly one of the members. All but `id` make the customer when the name is new.
#[derive(Clone, Debug, Object)]
#[oai(
    rename = "CustomerRef",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(crate) struct CustomerRefBody {
    /// Our id, `cus_…`.
    #[oai(validator(min_length = 1, max_length = 255))]
    id: Option<String>,
    /// The id in your own system.
    #[oai(validator(min_length = 1, max_length = 255))]
    external_id: Option<String>,
    /// The e-mail address; upper and lower case are the same.
    #[oai(validator(min_length = 3, max_length = 254))]
    email: Option<String>,
    /// The subject in the user's tokens.
    #[oai(validator(min_length = 1, max_length = 255))]
    sub: Option<String>,
}

impl CustomerRefBody {
    /// The customer that is meant; `pointer` says where the body stands in the request.
    pub(crate) fn read(self, pointer: &str) -> Result<CustomerRef, FieldError> {
        let members = [
            ("id", self.id),
            ("external_id", self.external_id),
            ("email", self.email),
            ("sub", self.sub),
        ];
        CustomerRef::of_members(members, pointer)
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

/// A person at one website.
#[derive(Object)]
#[oai(rename = "Customer", example)]
struct CustomerAnswer {
    /// Our id.
    id: String,
    /// The id in the website's own system.
    external_id: Nullable<String>,
    /// The e-mail address that the website gave.
    email: Nullable<String>,
    /// The name that the website gave.
    name: Nullable<String>,
    /// The user at the identity provider, once the website has named the subject or the user has signed in there.
    user_id: Nullable<String>,
    /// Whether a subscription is running.
    subscribed: bool,
    /// The first contact.
    created_at: Instant,
}

impl From<Customer> for CustomerAnswer {
    fn from(customer: Customer) -> Self {
        Self {
            id: customer.id,
            external_id: customer.external_id.into(),
            email: customer.email.into(),
            name: customer.name.into(),
            user_id: customer.user_id.into(),
            subscribed: customer.subscribed,
            created_at: Instant(customer.created_at),
        }
    }
}

impl Example for CustomerAnswer {
    fn example() -> Self {
        Self {
            id: "cus_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            external_id: Some("user-42".to_owned()).into(),
            email: None.into(),
            name: None.into(),
            user_id: None.into(),
            subscribed: false,
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// One page of customers, newest first.
#[derive(Object)]
struct CustomerPage {
    /// The customers.
    items: Vec<CustomerAnswer>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

#[derive(ApiResponse)]
enum ListAnswer {
    /// A page of customers.
    #[oai(status = 200)]
    Ok(Json<CustomerPage>),
}

#[derive(ApiResponse)]
enum GetAnswer {
    /// The customer.
    #[oai(status = 200)]
    Ok(Json<CustomerAnswer>),
}

/// The operations of this room.
pub(crate) struct CustomersApi;

#[OpenApi]
impl CustomersApi {
    /// List customers
    ///
    /// The website's customers, newest first.
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
        /// The most items of the page, 1 to 100; 20 when absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Only the customer with this e-mail address.
        email: Query<Option<String>>,
    ) -> Result<ListAnswer, Refused<ListProblems>> {
        let request = PageRequest {
            limit: limit.0,
            cursor: cursor.0,
            email: email.0,
        };
        let page = list::page(&app, &caller.0, request).await?;
        Ok(ListAnswer::Ok(Json(CustomerPage {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        })))
    }

    /// Get a customer
    ///
    /// One customer of the website, by our id.
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
        /// Our id of the customer.
        id: Path<String>,
    ) -> Result<GetAnswer, Refused<GetProblems>> {
        let customer = list::find(&app, &caller.0, &id).await?;
        Ok(GetAnswer::Ok(Json(customer.into())))
    }
}
