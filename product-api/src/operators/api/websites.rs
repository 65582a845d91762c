//! `GET /v1/operator/websites`: all websites of this installation.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use crate::app::App;
use crate::operators::find_websites::{Site, find_websites};
use crate::problem::{Refused, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::users::Operator;

documents!(SitesProblems: ClientNotAllowed, HolderInactive);

/// Whether a website works.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "OperatorWebsiteStatus", rename_all = "lowercase")]
enum StatusAnswer {
    /// It does everything.
    Active,
    /// It ends what was begun, and no more.
    Suspended,
}

/// Whose website it is.
#[derive(Object)]
#[oai(rename = "WebsiteOwner", example)]
struct OwnerAnswer {
    /// The user's id.
    id: String,
    /// The name, as the identity provider last told it.
    name: Nullable<String>,
    /// The e-mail address, likewise.
    email: Nullable<String>,
}

impl Example for OwnerAnswer {
    fn example() -> Self {
        Self {
            id: "usr_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: Some("Ada".to_owned()).into(),
            email: Some("ada@example.com".to_owned()).into(),
        }
    }
}

/// A website, as the operator sees it.
#[derive(Object)]
#[oai(rename = "OperatorWebsite", example)]
struct SiteAnswer {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
    /// Its address.
    url: String,
    /// Whose it is.
    owner: OwnerAnswer,
    /// Whether it works.
    status: StatusAnswer,
    /// How many real customers it has; counted up to 10000.
    customers: i64,
    /// When it was registered.
    created_at: Instant,
}

impl From<Site> for SiteAnswer {
    fn from(site: Site) -> Self {
        let (id, name, email) = site.owner;
        Self {
            id: site.id,
            name: site.name,
            url: site.url,
            owner: OwnerAnswer {
                id,
                name: name.into(),
                email: email.into(),
            },
            status: if site.is_active {
                StatusAnswer::Active
            } else {
                StatusAnswer::Suspended
            },
            customers: site.customers,
            created_at: Instant(site.created_at),
        }
    }
}

impl Example for SiteAnswer {
    fn example() -> Self {
        Self {
            id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: "Picture Shop".to_owned(),
            url: "https://pictures.example.com".to_owned(),
            owner: OwnerAnswer::example(),
            status: StatusAnswer::Active,
            customers: 1_204,
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// One page of websites, newest first.
#[derive(Object)]
#[oai(rename = "OperatorWebsitePage", example)]
struct PageAnswer {
    /// The websites.
    items: Vec<SiteAnswer>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl Example for PageAnswer {
    fn example() -> Self {
        Self {
            items: vec![SiteAnswer::example()],
            next_cursor: None.into(),
        }
    }
}

#[derive(ApiResponse)]
enum PageResponse {
    /// A page of websites.
    #[oai(status = 200)]
    Ok(Json<PageAnswer>),
}

/// The operation.
pub(crate) struct OperatorWebsitesApi;

#[OpenApi]
impl OperatorWebsitesApi {
    /// List all websites
    ///
    /// Every website of this installation with its owner, newest first. Only the operator of this installation may call
    /// it.
    #[oai(
        path = "/v1/operator/websites",
        method = "get",
        operation_id = "list_all_websites",
        tag = "Tag::Operator"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn websites(
        &self,
        app: Data<&Arc<App>>,
        _operator: Operator,
        /// A part of the name, the address or the owner's e-mail address; or the website's or the owner's id.
        q: Query<Option<String>>,
        /// The most items of the page, 1 to 100; 20 when absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<PageResponse, Refused<SitesProblems>> {
        let typed = q.0.unwrap_or_default();
        let place = (limit.0, cursor.0.as_deref());
        let (sites, next_cursor) = find_websites(&app, typed.trim(), place).await?;
        Ok(PageResponse::Ok(Json(PageAnswer {
            items: sites.into_iter().map(SiteAnswer::from).collect(),
            next_cursor: next_cursor.into(),
        })))
    }
}
