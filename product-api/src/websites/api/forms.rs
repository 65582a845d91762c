//! How an owner's website is written in answers, with its clients, and what an owner asks to be changed.

use poem_openapi::Object;
use poem_openapi::types::Example;

use super::sites::WebsiteAnswer;
use crate::schema::Nullable;
use crate::websites::detail::{Detail, PublicClient};
use crate::websites::details::Change;

/// A website's client for programs that can keep no secret.
#[derive(Object)]
#[oai(rename = "PublicClient", example)]
pub(super) struct PublicClientAnswer {
    /// The client's id. There is no secret: sign-ins prove themselves by PKCE.
    client_id: String,
    /// Where sign-in may send people back to.
    redirect_uris: Vec<String>,
}

impl From<PublicClient> for PublicClientAnswer {
    fn from(client: PublicClient) -> Self {
        Self {
            client_id: client.client_id,
            redirect_uris: client.redirect_uris,
        }
    }
}

impl Example for PublicClientAnswer {
    fn example() -> Self {
        Self {
            client_id: "client_0192f0c4a1b27c3d8e9f001122334477".to_owned(),
            redirect_uris: vec!["https://pictures.example.com/app".to_owned()],
        }
    }
}

/// A website with all that its owner sees of it.
#[derive(Object)]
#[oai(rename = "WebsiteDetail", example)]
pub(super) struct DetailAnswer {
    #[oai(flatten)]
    website: WebsiteAnswer,
    /// Where sign-in may send people back to, compared exactly.
    redirect_uris: Vec<String>,
    /// Where sign-out may, likewise.
    post_logout_redirect_uris: Vec<String>,
    /// The client for programs that can keep no secret; null when there is none.
    public_client: Nullable<PublicClientAnswer>,
    /// What one credit is called.
    unit: String,
}

impl From<Detail> for DetailAnswer {
    fn from(detail: Detail) -> Self {
        Self {
            website: detail.website.into(),
            redirect_uris: detail.redirect_uris.unwrap_or_default(),
            post_logout_redirect_uris: detail.post_logout_redirect_uris.unwrap_or_default(),
            public_client: detail.public_client.map(Into::into).into(),
            unit: detail.unit,
        }
    }
}

impl Example for DetailAnswer {
    fn example() -> Self {
        Self {
            website: WebsiteAnswer::example(),
            redirect_uris: vec![
                "https://pictures.example.com/api/auth/callback/tollgate".to_owned(),
            ],
            post_logout_redirect_uris: vec!["https://pictures.example.com/".to_owned()],
            public_client: None.into(),
            unit: "credit".to_owned(),
        }
    }
}

/// What is to be changed of a website; what is absent stays.
#[derive(Object)]
#[oai(
    rename = "ChangeWebsite",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct ChangeBody {
    /// The name that people see when they sign in.
    #[oai(validator(min_length = 1, max_length = 80))]
    name: Option<String>,
    /// The home page: https, or http on localhost.
    #[oai(validator(min_length = 1, max_length = 2000))]
    url: Option<String>,
    /// All addresses that sign-in may send people back to, compared exactly: https, or http on localhost.
    #[oai(validator(min_items = 1, max_items = 20))]
    redirect_uris: Option<Vec<String>>,
    /// All addresses that sign-out may send people back to, likewise.
    #[oai(validator(max_items = 20))]
    post_logout_redirect_uris: Option<Vec<String>>,
}

impl From<ChangeBody> for Change {
    fn from(body: ChangeBody) -> Self {
        Self {
            name: body.name,
            url: body.url,
            redirect_uris: body.redirect_uris,
            post_logout_redirect_uris: body.post_logout_redirect_uris,
            branding: None,
        }
    }
}

impl Example for ChangeBody {
    fn example() -> Self {
        Self {
            name: None,
            url: None,
            redirect_uris: Some(vec![
                "https://pictures.example.com/api/auth/callback/tollgate".to_owned(),
            ]),
            post_logout_redirect_uris: None,
        }
    }
}
