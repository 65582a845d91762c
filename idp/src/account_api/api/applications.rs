//! What clients may do for a person, and taking that back.

use foundation::Failure;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::problem::{AccountProblem, Kind, nameable, problem};
use super::tag::Tag;
use crate::account_api::guard::Own;
use crate::consents::{self, Application, By};

/// A client that may do something for the person.
#[derive(Object)]
#[oai(rename = "OwnApplication", skip_serializing_if_is_none)]
pub(super) struct AllowedClient {
    client_id: String,
    name: String,
    /// A `data:` address of a picture.
    logo: Option<String>,
    /// The address that opens its site with a sign-in; null where the client registered no `initiate_login_uri`.
    login_uri: Option<String>,
    /// All that it may do.
    scopes: Vec<String>,
    /// When the person allowed it what still stands; ISO 8601.
    granted_at: String,
    /// When it was last given a grant, or allowed anything; ISO 8601.
    last_used_at: Option<String>,
    /// Whether it belongs to this installation, which nobody is asked about.
    first_party: bool,
}

/// All of them, the one that was used last first.
#[derive(Object)]
struct OwnApplications {
    items: Vec<AllowedClient>,
}

#[derive(ApiResponse)]
enum RevokeAnswer {
    /// It has nothing of this person any more.
    #[oai(status = 204)]
    Revoked,
    /// It had nothing.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AccountProblem>),
}

/// The operations on what clients may do.
pub(super) struct OwnApplicationsApi;

#[OpenApi]
impl OwnApplicationsApi {
    /// List which clients may do something for one.
    #[oai(
        path = "/applications",
        method = "get",
        operation_id = "list_own_applications",
        tag = "Tag::Applications"
    )]
    async fn list(&self, own: Own) -> poem::Result<Json<OwnApplications>> {
        let items = applications(&own).await?;
        Ok(Json(OwnApplications { items }))
    }

    /// Take back what a client was allowed.
    ///
    /// Its refresh tokens end at once, its access tokens at userinfo too; the next time the person is asked again.
    #[oai(
        path = "/applications/:client_id",
        method = "delete",
        operation_id = "revoke_own_application",
        tag = "Tag::Applications"
    )]
    async fn revoke(&self, own: Own, client_id: Path<String>) -> poem::Result<RevokeAnswer> {
        let by = By {
            actor: &own.user.id,
            network: Some(own.network.to_string()),
        };
        if consents::revoke(&own.app, &own.user.id, nameable(&client_id), by).await? {
            return Ok(RevokeAnswer::Revoked);
        }
        let detail =
            "You allowed no client of this id anything. It may have been taken back already.";
        Ok(RevokeAnswer::Unknown(problem(&own, Kind::NotFound, detail)))
    }
}

/// What clients may do for the person.
pub(super) async fn applications(own: &Own) -> Result<Vec<AllowedClient>, Failure> {
    let found = consents::all_applications_of(&own.app, &own.user.id).await?;
    let issuer = &own.app.config.base.issuer;
    let told = found.into_iter().map(|one| AllowedClient::of(one, issuer));
    Ok(told.collect())
}

impl AllowedClient {
    fn of(allowed: Application, issuer: &str) -> Self {
        Self {
            login_uri: allowed.login_link(issuer),
            scopes: allowed.scope.words().map(ToOwned::to_owned).collect(),
            client_id: allowed.client_id,
            name: allowed.name,
            logo: allowed.logo,
            granted_at: allowed.granted_at.to_iso8601(),
            last_used_at: Some(allowed.used_at.to_iso8601()),
            first_party: allowed.is_first_party,
        }
    }
}
