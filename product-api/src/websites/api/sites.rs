//! `/v1/websites`: an owner registers websites and sees them.

use std::sync::Arc;

use foundation::Timestamp;
use foundation::secret::ExposeSecret;
use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use crate::app::App;
use crate::caller::Websites;
use crate::problem::{Body, Problem, Refused, documents};
use crate::schema::{Instant, Tag};
use crate::users::Holder;
use crate::websites::key::NewKey;
use crate::websites::read::{find_own, list_own};
use crate::websites::register::{Registered, register};
use crate::websites::snippet::snippet;
use crate::websites::website::{NewWebsite, Status, Website};

documents!(RegisterProblems: ClientNotAllowed, HolderInactive, ContentTooLarge, UnsupportedMediaType);
documents!(ListProblems: ClientNotAllowed, HolderInactive);
documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound);

/// A website to register.
#[derive(Object)]
#[oai(deny_unknown_fields, example)]
struct RegisterWebsite {
    /// The name that people see when they sign in.
    #[oai(validator(min_length = 1, max_length = 80))]
    name: String,
    /// The home page: https, or http on localhost.
    #[oai(validator(min_length = 1, max_length = 2000))]
    url: String,
    /// Where sign-in may send people back to, compared exactly: https, or http on localhost.
    #[oai(validator(min_items = 1, max_items = 20))]
    redirect_uris: Vec<String>,
    /// Where sign-out may send people back to, likewise; nowhere when left out.
    #[oai(validator(max_items = 20))]
    post_logout_redirect_uris: Option<Vec<String>>,
    /// Where the website's back end is told that a session ended (OpenID Connect Back-Channel Logout); it is not when left
    /// out.
    #[oai(validator(max_length = 2000))]
    backchannel_logout_uri: Option<String>,
}

impl Example for RegisterWebsite {
    fn example() -> Self {
        Self {
            name: "Picture Shop".to_owned(),
            url: "https://pictures.example.com".to_owned(),
            redirect_uris: vec![
                "https://pictures.example.com/api/auth/callback/tollgate".to_owned(),
            ],
            post_logout_redirect_uris: Some(vec!["https://pictures.example.com/".to_owned()]),
            backchannel_logout_uri: Some("https://pictures.example.com/signed-out".to_owned()),
        }
    }
}

/// What a website may do.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "WebsiteStatus", rename_all = "lowercase")]
enum StatusAnswer {
    /// Everything.
    Active,
    /// Nothing, until the operator lifts it.
    Suspended,
}

/// A registered site.
#[derive(Object)]
#[oai(rename = "Website", example)]
struct WebsiteAnswer {
    /// The website's id.
    id: String,
    /// The name that people see.
    name: String,
    /// The home page.
    url: String,
    /// The OAuth client at the identity provider.
    client_id: String,
    /// What it may do.
    status: StatusAnswer,
    /// When it was registered.
    created_at: Instant,
}

impl From<Website> for WebsiteAnswer {
    fn from(website: Website) -> Self {
        Self {
            id: website.id,
            name: website.name,
            url: website.url,
            client_id: website.client_id,
            status: match website.status {
                Status::Active | Status::Registering => StatusAnswer::Active,
                Status::Suspended => StatusAnswer::Suspended,
            },
            created_at: Instant(website.created_at),
        }
    }
}

impl Example for WebsiteAnswer {
    fn example() -> Self {
        Self {
            id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: "Picture Shop".to_owned(),
            url: "https://pictures.example.com".to_owned(),
            client_id: "client_0192f0c4a1b27c3d8e9f001122334466".to_owned(),
            status: StatusAnswer::Active,
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// The website's client at the identity provider.
#[derive(Object)]
struct WebsiteClient {
    /// The issuer, for discovery.
    issuer: String,
    /// The client's id.
    client_id: String,
    /// The client's secret. It is shown this once.
    client_secret: String,
}

/// An API key that was just made.
#[derive(Object)]
struct CreatedApiKey {
    /// The key's id.
    id: String,
    /// The first characters, by which lists show it.
    prefix: String,
    /// The key. It is shown this once.
    key: String,
    /// When it was made.
    created_at: Instant,
}

impl From<&NewKey> for CreatedApiKey {
    fn from(key: &NewKey) -> Self {
        Self {
            id: key.id.clone(),
            prefix: key.prefix.clone(),
            key: key.reveal().to_owned(),
            created_at: Instant(key.created_at),
        }
    }
}

/// A website that was just registered, with all that its back end needs. The secrets are shown this once.
#[derive(Object)]
struct RegisteredWebsite {
    /// The website.
    website: WebsiteAnswer,
    /// Its client at the identity provider.
    client: WebsiteClient,
    /// A key that moves real credits.
    api_key: CreatedApiKey,
    /// A key that moves play credits.
    test_api_key: CreatedApiKey,
    /// Ready to paste: sign-in for a Next.js site, and a spend, with the real ids and secrets.
    snippet: String,
}

impl RegisteredWebsite {
    fn new(issuer: &str, registered: Registered) -> Self {
        Self {
            client: WebsiteClient {
                issuer: issuer.to_owned(),
                client_id: registered.website.client_id.clone(),
                client_secret: registered.client_secret.expose_secret().to_owned(),
            },
            api_key: CreatedApiKey::from(&registered.live_key),
            test_api_key: CreatedApiKey::from(&registered.test_key),
            snippet: snippet(issuer, &registered),
            website: registered.website.into(),
        }
    }
}

/// A user's own websites.
#[derive(Object)]
struct WebsiteList {
    /// Oldest first.
    items: Vec<WebsiteAnswer>,
}

#[derive(ApiResponse)]
enum RegisterAnswer {
    /// The website is registered.
    #[oai(status = 201)]
    Created(Json<RegisteredWebsite>),
}

#[derive(ApiResponse)]
enum ListAnswer {
    /// The caller's own websites.
    #[oai(status = 200)]
    Ok(Json<WebsiteList>),
}

#[derive(ApiResponse)]
enum GetAnswer {
    /// The website.
    #[oai(status = 200)]
    Ok(Json<WebsiteAnswer>),
}

/// The operations of this room.
pub(crate) struct WebsitesApi;

#[OpenApi]
impl WebsitesApi {
    /// Register a website
    ///
    /// Makes the website, its OAuth client at the identity provider, and two API keys: one for real credits, one for
    /// play. If the identity provider does not answer, nothing is registered and the request may be sent again.
    #[oai(
        path = "/v1/websites",
        method = "post",
        operation_id = "register_website",
        tag = "Tag::Websites"
    )]
    async fn register(
        &self,
        app: Data<&Arc<App>>,
        holder: Holder<Websites>,
        body: Body<RegisterWebsite>,
    ) -> Result<RegisterAnswer, Refused<RegisterProblems>> {
        let request = NewWebsite {
            name: body.0.name,
            url: body.0.url,
            redirect_uris: body.0.redirect_uris,
            post_logout_redirect_uris: body.0.post_logout_redirect_uris.unwrap_or_default(),
            backchannel_logout_uri: body.0.backchannel_logout_uri,
        };
        let registered = register(&app, &holder.user.id, request)
            .await
            .map_err(Problem::from)?;
        let answer = RegisteredWebsite::new(&app.config.issuer.issuer, registered);
        Ok(RegisterAnswer::Created(Json(answer)))
    }

    /// List websites
    ///
    /// The caller's own websites, oldest first.
    #[oai(
        path = "/v1/websites",
        method = "get",
        operation_id = "list_websites",
        tag = "Tag::Websites"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        holder: Holder<Websites>,
    ) -> Result<ListAnswer, Refused<ListProblems>> {
        let websites = list_own(&app, &holder.user.id).await?;
        Ok(ListAnswer::Ok(Json(WebsiteList {
            items: websites.into_iter().map(Into::into).collect(),
        })))
    }

    /// Get a website
    ///
    /// One of the caller's own websites.
    #[oai(
        path = "/v1/websites/:id",
        method = "get",
        operation_id = "get_website",
        tag = "Tag::Websites"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        holder: Holder<Websites>,
        /// The website's id.
        id: Path<String>,
    ) -> Result<GetAnswer, Refused<GetProblems>> {
        let website = find_own(&app, &holder.user.id, &id).await?;
        Ok(GetAnswer::Ok(Json(website.into())))
    }
}
