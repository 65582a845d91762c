//! `/v1/websites`: registers a website in one request, and lists the user's own. Both operations are here, because poem-openapi
//! requires that one type has all operations of a path.

use std::sync::Arc;

use foundation::secret::ExposeSecret;
use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::register::{RegistrationRequest, register_with_webhook};
use crate::app::App;
use crate::caller::Websites;
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::users::AuthenticatedUser;
use crate::webhooks::AddedEndpoint;
use crate::websites::{
    DetailDto, NewKey, NewWebsite, RegistrationResult, SnippetSettings, WebsiteDto, list_own,
    snippet,
};

documents!(ListProblems: ClientNotAllowed, HolderInactive);
documents!(RegisterProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, RegistrationClosed, UnsupportedMediaType);

/// A website to register.
#[derive(Object)]
#[oai(deny_unknown_fields, skip_serializing_if_is_none, example)]
struct RegisterWebsite {
    /// The name that users see when they sign in.
    #[oai(validator(min_length = 1, max_length = 80))]
    name: String,
    /// The home page: https, or http on localhost.
    #[oai(validator(min_length = 1, max_length = 2000))]
    url: String,
    /// URLs to which sign-in may redirect the browser, compared exactly: https, or http on localhost.
    #[oai(validator(min_items = 1, max_items = 20))]
    redirect_uris: Vec<String>,
    /// URLs to which sign-out may redirect the browser, with the same rules; the roots of the redirect URLs if absent.
    #[oai(validator(max_items = 20))]
    post_logout_redirect_uris: Option<Vec<String>>,
    /// The URL at which the website's back end receives logout tokens (OpenID Connect Back-Channel Logout); none if absent.
    #[oai(validator(max_length = 2000))]
    backchannel_logout_uri: Option<String>,
    /// The URL at which the website's back end receives events; none if absent. A webhook endpoint for the default events of
    /// live credits is added, and the response contains its secret.
    #[oai(validator(max_length = 2000))]
    webhook_url: Option<String>,
    /// The number of decimal places for displaying credits, 0 to 6; 0 if absent. It cannot be changed later and affects the
    /// display only: amounts are always whole numbers of the smallest unit.
    #[oai(validator(minimum(value = "0"), maximum(value = "6")))]
    scale: Option<i16>,
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
            webhook_url: Some("https://pictures.example.com/hooks/tollgate".to_owned()),
            scale: None,
        }
    }
}

/// The website's OAuth client at the identity provider.
#[derive(Object)]
struct WebsiteClient {
    /// The issuer, for discovery.
    issuer: String,
    /// The client's id.
    client_id: String,
    /// The client's secret. It is shown only once.
    client_secret: String,
}

/// A new API key.
#[derive(Object)]
struct CreatedApiKey {
    /// The key's id.
    id: String,
    /// The first characters, by which lists identify the key.
    prefix: String,
    /// The key. It is shown only once.
    key: String,
    /// The time of creation.
    created_at: Instant,
}

impl From<&NewKey> for CreatedApiKey {
    fn from(key: &NewKey) -> Self {
        Self {
            id: key.id.clone(),
            prefix: key.prefix().to_owned(),
            key: key.reveal().to_owned(),
            created_at: Instant(key.created_at),
        }
    }
}

/// A new webhook endpoint.
#[derive(Object)]
struct CreatedWebhook {
    /// The endpoint's id.
    id: String,
    /// The endpoint's URL.
    url: String,
    /// The secret that signs events. It is shown only once.
    secret: String,
}

/// A newly registered website, with everything that its back end needs. The secrets are shown only once.
#[derive(Object)]
struct RegisteredWebsite {
    /// The website.
    website: DetailDto,
    /// The website's client at the identity provider.
    client: WebsiteClient,
    /// An API key for live credits.
    api_key: CreatedApiKey,
    /// An API key for test credits.
    test_api_key: CreatedApiKey,
    /// The webhook endpoint; null if the request names no URL, or if it could not be created. In the latter case add it with
    /// `POST /v1/webhook-endpoints`.
    webhook: Nullable<CreatedWebhook>,
    /// A link that starts a sign-in with the new client, and ends at the first redirect URL. Open it in a browser to see the
    /// sign-in page of the website. The authorization code that it returns cannot be redeemed.
    test_link: String,
    /// Code to copy: sign-in for a Next.js website, and a spend, with the real ids and secrets.
    snippet: String,
}

impl RegisteredWebsite {
    fn new(
        issuer: &str,
        registered: RegistrationResult,
        site: &SnippetSettings,
        webhook: Option<AddedEndpoint>,
    ) -> Self {
        Self {
            client: WebsiteClient {
                issuer: issuer.to_owned(),
                client_id: registered.detail.website.client_id.clone(),
                client_secret: registered.client_secret.expose_secret().to_owned(),
            },
            api_key: CreatedApiKey::from(&registered.live_key),
            test_api_key: CreatedApiKey::from(&registered.test_key),
            snippet: snippet(
                issuer,
                &registered,
                site,
                webhook.as_ref().map(AddedEndpoint::secret),
            ),
            webhook: webhook
                .map(|webhook| CreatedWebhook {
                    secret: webhook.secret().to_owned(),
                    id: webhook.id,
                    url: webhook.url,
                })
                .into(),
            test_link: registered.test_link,
            website: DetailDto::new(issuer, registered.detail),
        }
    }
}

#[derive(ApiResponse)]
enum RegisterResponse {
    /// The website is registered.
    #[oai(status = 201)]
    Created(Json<RegisteredWebsite>),
}

/// A user's own websites.
#[derive(Object)]
struct WebsiteList {
    /// The websites, oldest first.
    items: Vec<WebsiteDto>,
}

#[derive(ApiResponse)]
enum ListWebsitesResponse {
    /// The caller's own websites.
    #[oai(status = 200)]
    Ok(Json<WebsiteList>),
}

/// The operations on registrations.
pub(crate) struct RegistrationsApi;

#[OpenApi]
impl RegistrationsApi {
    /// Register a website
    ///
    /// Creates the website, its OAuth client at the identity provider, two API keys (for live and for test credits), and a
    /// webhook endpoint if its URL is given. The response contains everything that a back end needs, and a link to try the
    /// sign-in. If the identity provider does not answer, nothing is registered and the request can be retried.
    #[oai(
        path = "/v1/websites",
        method = "post",
        operation_id = "register_website",
        tag = "Tag::Websites"
    )]
    async fn register(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<Websites>,
        body: Body<RegisterWebsite>,
    ) -> Result<RegisterResponse, ProblemResponse<RegisterProblems>> {
        let request = NewWebsite {
            name: body.0.name,
            url: body.0.url,
            redirect_uris: body.0.redirect_uris,
            post_logout_redirect_uris: body.0.post_logout_redirect_uris,
            backchannel_logout_uri: body.0.backchannel_logout_uri,
            scale: body.0.scale.unwrap_or_default(),
        };
        let site = SnippetSettings::new(&request.redirect_uris, &app.random)?;
        let request = RegistrationRequest {
            website: request,
            webhook_url: body.0.webhook_url,
        };
        let (registered, webhook) = register_with_webhook(&app, &holder, request).await?;
        let response =
            RegisteredWebsite::new(&app.config.issuer.issuer, registered, &site, webhook);
        Ok(RegisterResponse::Created(Json(response)))
    }

    /// List websites
    ///
    /// Returns the caller's own websites, oldest first.
    #[oai(
        path = "/v1/websites",
        method = "get",
        operation_id = "list_websites",
        tag = "Tag::Websites"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<Websites>,
    ) -> Result<ListWebsitesResponse, ProblemResponse<ListProblems>> {
        let websites = list_own(&app, &holder.user.id).await?;
        Ok(ListWebsitesResponse::Ok(Json(WebsiteList {
            items: websites.into_iter().map(Into::into).collect(),
        })))
    }
}
