//! Operations on the applications that may access a user's account: list them and revoke their access.

use foundation::Failure;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::problem::{AccountProblem, AccountProblemKind, problem, safe_id};
use super::tag::AccountTag;
use crate::admin::account_api::guard::AccountCaller;
use crate::session::consents::{self, Application, Revoker};

/// A client that may access the user's account.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct OwnApplication {
    client_id: String,
    name: String,
    /// Picture of the application as a `data:` URL.
    logo: Option<String>,
    /// URL that opens the application's website and signs the user in; null if the client registered no `initiate_login_uri`.
    login_uri: Option<String>,
    /// The scopes that the client may request.
    scopes: Vec<String>,
    /// When the user gave the consent that is in force; ISO 8601.
    granted_at: String,
    /// When the client last received a grant or a consent; ISO 8601.
    last_used_at: Option<String>,
    /// True if the client belongs to this installation, which needs no consent.
    first_party: bool,
}

/// The user's applications, the most recently used first.
#[derive(Object)]
struct OwnApplications {
    items: Vec<OwnApplication>,
}

#[derive(ApiResponse)]
enum RevokeApplicationResponse {
    /// The client no longer has access.
    #[oai(status = 204)]
    Revoked,
    /// The client has no access to this account.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AccountProblem>),
}

/// Operations on the user's applications.
pub(super) struct OwnApplicationsApi;

#[OpenApi]
impl OwnApplicationsApi {
    /// List the applications that may access your account.
    #[oai(
        path = "/applications",
        method = "get",
        operation_id = "list_own_applications",
        tag = "AccountTag::Applications"
    )]
    async fn list(&self, caller: AccountCaller) -> poem::Result<Json<OwnApplications>> {
        let items = applications(&caller).await?;
        Ok(Json(OwnApplications { items }))
    }

    /// Revoke an application's access.
    ///
    /// Its refresh tokens stop working at once, and its access tokens at the userinfo endpoint too. You are asked for
    /// consent the next time it requests access.
    #[oai(
        path = "/applications/:client_id",
        method = "delete",
        operation_id = "revoke_own_application",
        tag = "AccountTag::Applications"
    )]
    async fn revoke(
        &self,
        caller: AccountCaller,
        client_id: Path<String>,
    ) -> poem::Result<RevokeApplicationResponse> {
        let by = Revoker {
            actor: &caller.user.id,
            network: Some(caller.network.to_string()),
        };
        if consents::revoke(&caller.app, &caller.user.id, safe_id(&client_id), by).await? {
            return Ok(RevokeApplicationResponse::Revoked);
        }
        let detail =
            "You allowed no client of this id anything. It may have been taken back already.";
        Ok(RevokeApplicationResponse::Unknown(problem(
            &caller,
            AccountProblemKind::NotFound,
            detail,
        )))
    }
}

/// Returns the clients that may access the user's account.
pub(super) async fn applications(caller: &AccountCaller) -> Result<Vec<OwnApplication>, Failure> {
    let found = consents::list_all_applications(&caller.app, &caller.user.id).await?;
    let issuer = &caller.app.config.base.issuer;
    let listed = found.into_iter();
    Ok(listed.map(|one| OwnApplication::new(one, issuer)).collect())
}

impl OwnApplication {
    fn new(allowed: Application, issuer: &str) -> Self {
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
