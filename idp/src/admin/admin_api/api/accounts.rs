//! Operations on the accounts at providers that users sign in with, for callers with the scope `idp.users`.

use poem::http::StatusCode;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::caller::{AdminProblem, problem, safe_id};
use super::users::{UsersTag, UsersToken, unknown};
use crate::admin::admin_api::unlink_account::{AdminUnlinkOutcome, find_accounts, unlink_account};
use crate::identity::users::Account;

/// An account at a provider that is linked to a user.
#[derive(Object)]
#[oai(rename = "Account", skip_serializing_if_is_none)]
struct LinkedAccount {
    id: String,
    /// The provider's id in the settings.
    provider: String,
    /// The email address that the provider last confirmed.
    email: Option<String>,
    /// When the account was linked, ISO 8601.
    created_at: String,
}

/// All accounts of a user, the oldest first.
#[derive(Object)]
struct AccountList {
    accounts: Vec<LinkedAccount>,
}

#[derive(ApiResponse)]
enum AccountsResponse {
    /// The accounts.
    #[oai(status = 200)]
    Found(Json<AccountList>),
    /// There is no such user.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum UnlinkResponse {
    /// The account no longer signs in, and all sessions of the user have ended.
    #[oai(status = 204)]
    Done,
    /// There is no such user, or the user has no such account.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
    /// The account is the user's only sign-in method.
    #[oai(status = 409, content_type = "application/problem+json")]
    LastMethod(Json<AdminProblem>),
}

/// Operations on accounts.
pub(crate) struct AccountsApi;

#[OpenApi]
impl AccountsApi {
    /// List the accounts that a user signs in with.
    #[oai(
        path = "/users/:user_id/accounts",
        method = "get",
        operation_id = "list_user_accounts",
        tag = "UsersTag::Users"
    )]
    async fn list_accounts(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
    ) -> poem::Result<AccountsResponse> {
        let caller = caller.0;
        let Some(found) = find_accounts(&caller.app, safe_id(&user_id)).await? else {
            return Ok(AccountsResponse::Unknown(Json(unknown(&caller))));
        };
        let accounts = found.into_iter().map(LinkedAccount::from).collect();
        Ok(AccountsResponse::Found(Json(AccountList { accounts })))
    }

    /// Unlink an account from a user and end all sessions of the user.
    ///
    /// The last sign-in method of a user cannot be removed.
    #[oai(
        path = "/users/:user_id/accounts/:account_id",
        method = "delete",
        operation_id = "delete_user_account",
        tag = "UsersTag::Users"
    )]
    async fn delete_account(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
        account_id: Path<String>,
    ) -> poem::Result<UnlinkResponse> {
        let caller = caller.0;
        let (user_id, account_id) = (safe_id(&user_id), safe_id(&account_id));
        let actor = &caller.client_id;
        Ok(
            match unlink_account(&caller.app, actor, user_id, account_id).await? {
                AdminUnlinkOutcome::Done => UnlinkResponse::Done,
                AdminUnlinkOutcome::NotThere => {
                    let detail = "No user of this id has an account of this id.".to_owned();
                    let response = problem(&caller, StatusCode::NOT_FOUND, detail);
                    UnlinkResponse::Unknown(Json(response))
                }
                AdminUnlinkOutcome::LastMethod => {
                    let detail = "It is the only sign-in method of this user: nothing was changed.";
                    let response = problem(&caller, StatusCode::CONFLICT, detail.to_owned());
                    UnlinkResponse::LastMethod(Json(response))
                }
            },
        )
    }
}

impl From<Account> for LinkedAccount {
    fn from(account: Account) -> Self {
        Self {
            id: account.id,
            provider: account.provider,
            email: account.email,
            created_at: account.created_at.to_iso8601(),
        }
    }
}
