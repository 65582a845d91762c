//! Operations on the user's sign-in methods: list them, remove one, rename a passkey.

use std::collections::HashMap;
use std::time::Duration;

use foundation::{Failure, Timestamp};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::Any;
use poem_openapi::{ApiResponse, Object, OpenApi};
use serde_json::Value;

use super::problem::{AccountProblem, AccountProblemKind, limited, problem, safe_id};
use super::tag::AccountTag;
use crate::admin::account_api::guard::AccountCaller;
use crate::http::api_schema::Body;
use crate::identity::passkeys::{self, StoredPasskey};
use crate::limits::LimitOutcome;
use crate::sign_in::account::passkeys::{self as own_passkeys, RemovePasskeyOutcome};
use crate::sign_in::account::{
    ProviderAccount, SignInMethods, UnlinkOutcome, find_sign_in_methods, unlink,
};
use crate::sign_in::upstream;

/// Maximum age of the sign-in of a user who removes a sign-in method.
const MAX_SIGN_IN_AGE: Duration = Duration::from_mins(10);
/// The reason why a user's only sign-in method cannot be removed.
const LAST_METHOD: &str = "last-sign-in-method";

/// An account at a provider.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct OwnAccount {
    id: String,
    /// The provider's id in the settings.
    provider: String,
    /// The provider's display name.
    provider_name: String,
    /// The email address that the provider last confirmed.
    label: Option<String>,
    /// ISO 8601.
    linked_at: String,
    /// When the user last signed in with the account, or linked it; ISO 8601.
    last_used_at: Option<String>,
}

/// A passkey on a device of the user.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct OwnPasskey {
    id: String,
    name: String,
    /// ISO 8601.
    created_at: String,
    /// ISO 8601; absent before the first sign-in with the passkey.
    last_used_at: Option<String>,
}

/// The user's email address.
#[derive(Object)]
struct OwnAddress {
    address: String,
    verified: bool,
}

/// A provider that users of this installation can sign in with.
#[derive(Object)]
struct OfferedProvider {
    id: String,
    name: String,
    /// True if the user has an account there that signs in here.
    linked: bool,
}

/// The user's sign-in methods.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct OwnSignInMethods {
    /// The oldest first.
    accounts: Vec<OwnAccount>,
    /// The oldest first.
    passkeys: Vec<OwnPasskey>,
    has_password: bool,
    /// Null for a user whose provider confirmed no address.
    email: Option<OwnAddress>,
    providers: Vec<OfferedProvider>,
    /// For each account and passkey by its id: true, or the reason why it cannot be removed: `last-sign-in-method`.
    can_remove: HashMap<String, Any<Value>>,
}

/// The new name of a passkey.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct PasskeyName {
    /// At most 64 characters.
    name: String,
}

#[derive(ApiResponse)]
enum RemoveAccountResponse {
    /// The account is removed, and all other sessions have ended.
    #[oai(status = 204)]
    Removed,
    /// The token is not valid, or its sign-in is older than ten minutes (RFC 9470).
    #[oai(status = 401, content_type = "application/problem+json")]
    #[expect(dead_code, reason = "the guard answers so")]
    StepUp(Json<AccountProblem>),
    /// You have no such sign-in method.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AccountProblem>),
    /// The account is your only sign-in method that works.
    #[oai(status = 409, content_type = "application/problem+json")]
    LastMethod(Json<AccountProblem>),
}

#[derive(ApiResponse)]
enum RemovePasskeyResponse {
    /// The passkey is removed, and all other sessions have ended.
    #[oai(status = 204)]
    Removed,
    /// The token is not valid, or its sign-in is older than ten minutes (RFC 9470).
    #[oai(status = 401, content_type = "application/problem+json")]
    #[expect(dead_code, reason = "the guard answers so")]
    StepUp(Json<AccountProblem>),
    /// You have no such sign-in method.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AccountProblem>),
    /// The passkey is your only sign-in method that works.
    #[oai(status = 409, content_type = "application/problem+json")]
    LastMethod(Json<AccountProblem>),
    /// Too many changes within the hour.
    #[oai(status = 429, content_type = "application/problem+json")]
    TooMany(
        Json<AccountProblem>,
        /// Seconds until the next change is allowed.
        #[oai(header = "Retry-After")]
        u64,
    ),
}

#[derive(ApiResponse)]
enum RenamePasskeyResponse {
    /// The passkey has its new name.
    #[oai(status = 204)]
    Renamed,
    /// The name is empty, too long, or has characters that cannot be seen.
    #[oai(status = 400, content_type = "application/problem+json")]
    NoName(Json<AccountProblem>),
    /// You have no such passkey.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AccountProblem>),
    /// Too many changes within the hour.
    #[oai(status = 429, content_type = "application/problem+json")]
    TooMany(
        Json<AccountProblem>,
        /// Seconds until the next change is allowed.
        #[oai(header = "Retry-After")]
        u64,
    ),
}

/// Operations on the user's own sign-in methods.
pub(super) struct SignInMethodsApi;

#[OpenApi]
impl SignInMethodsApi {
    /// List your sign-in methods.
    #[oai(
        path = "/sign-in-methods",
        method = "get",
        operation_id = "list_own_sign_in_methods",
        tag = "AccountTag::SignInMethods"
    )]
    async fn list(&self, caller: AccountCaller) -> poem::Result<Json<OwnSignInMethods>> {
        Ok(Json(sign_in_methods(&caller).await?))
    }

    /// Remove an account at a provider from your sign-in methods.
    ///
    /// Needs a sign-in of the last ten minutes. All other sessions end.
    #[oai(
        path = "/accounts/:account_id",
        method = "delete",
        operation_id = "remove_own_account",
        tag = "AccountTag::SignInMethods"
    )]
    async fn remove_account(
        &self,
        caller: AccountCaller,
        account_id: Path<String>,
    ) -> poem::Result<RemoveAccountResponse> {
        caller.check_sign_in_age(MAX_SIGN_IN_AGE)?;
        Ok(
            match unlink(&caller.app, caller.requester(), safe_id(&account_id)).await? {
                UnlinkOutcome::Done(_) => RemoveAccountResponse::Removed,
                UnlinkOutcome::LastMethod => {
                    RemoveAccountResponse::LastMethod(last_method(&caller))
                }
                UnlinkOutcome::NotThere => RemoveAccountResponse::Unknown(unknown(&caller)),
                UnlinkOutcome::SignedOut => return Err(caller.signed_out()),
            },
        )
    }

    /// Remove a passkey from your sign-in methods.
    ///
    /// Needs a sign-in of the last ten minutes. All other sessions end.
    #[oai(
        path = "/passkeys/:passkey_id",
        method = "delete",
        operation_id = "remove_own_passkey",
        tag = "AccountTag::SignInMethods"
    )]
    async fn remove_passkey(
        &self,
        caller: AccountCaller,
        passkey_id: Path<String>,
    ) -> poem::Result<RemovePasskeyResponse> {
        caller.check_sign_in_age(MAX_SIGN_IN_AGE)?;
        if let Some((response, wait)) = check_rate_limit(&caller).await? {
            return Ok(RemovePasskeyResponse::TooMany(response, wait));
        }
        let removed = own_passkeys::remove(&caller.app, caller.requester(), safe_id(&passkey_id));
        Ok(match removed.await? {
            RemovePasskeyOutcome::Done(_) => RemovePasskeyResponse::Removed,
            RemovePasskeyOutcome::LastMethod => {
                RemovePasskeyResponse::LastMethod(last_method(&caller))
            }
            RemovePasskeyOutcome::Unknown => RemovePasskeyResponse::Unknown(unknown(&caller)),
            RemovePasskeyOutcome::SignedOut => return Err(caller.signed_out()),
        })
    }

    /// Rename one of your passkeys.
    #[oai(
        path = "/passkeys/:passkey_id",
        method = "patch",
        operation_id = "rename_own_passkey",
        tag = "AccountTag::SignInMethods"
    )]
    async fn rename_passkey(
        &self,
        caller: AccountCaller,
        passkey_id: Path<String>,
        body: Body<PasskeyName>,
    ) -> poem::Result<RenamePasskeyResponse> {
        let Some(name) = passkeys::read_name(&body.0.name) else {
            let detail = "name: has to be 64 characters at most, all of them letters and signs.";
            let response = problem(&caller, AccountProblemKind::InvalidRequest, detail);
            return Ok(RenamePasskeyResponse::NoName(response));
        };
        if let Some((response, wait)) = check_rate_limit(&caller).await? {
            return Ok(RenamePasskeyResponse::TooMany(response, wait));
        }
        if own_passkeys::rename(&caller.app, caller.requester(), safe_id(&passkey_id), &name)
            .await?
        {
            return Ok(RenamePasskeyResponse::Renamed);
        }
        Ok(RenamePasskeyResponse::Unknown(unknown(&caller)))
    }
}

/// Returns the user's sign-in methods.
pub(super) async fn sign_in_methods(caller: &AccountCaller) -> Result<OwnSignInMethods, Failure> {
    let (app, user) = (&caller.app, &caller.user);
    let methods = find_sign_in_methods(app, user).await?;
    let can_remove = removable(&methods);
    let accounts: Vec<_> = methods.accounts.into_iter().map(OwnAccount::from).collect();
    let passkeys: Vec<_> = methods.passkeys.into_iter().map(OwnPasskey::from).collect();
    let providers = upstream::providers(app).iter().map(|one| OfferedProvider {
        linked: accounts.iter().any(|account| account.provider == one.id),
        id: one.id.clone(),
        name: one.name.clone(),
    });
    let email = user.email.as_ref().map(|address| OwnAddress {
        address: address.clone(),
        verified: user.has_verified_email(),
    });
    Ok(OwnSignInMethods {
        providers: providers.collect(),
        can_remove,
        accounts,
        passkeys,
        has_password: methods.has_password,
        email,
    })
}

const NO_SUCH_METHOD: &str =
    "You have no sign-in method of this id. It may have been removed already.";

fn unknown(caller: &AccountCaller) -> Json<AccountProblem> {
    problem(caller, AccountProblemKind::NotFound, NO_SUCH_METHOD)
}

fn last_method(caller: &AccountCaller) -> Json<AccountProblem> {
    let detail = "Nothing was changed. Add another sign-in method first, then remove this one.";
    problem(caller, AccountProblemKind::LastSignInMethod, detail)
}

/// Returns the refusal of a user who changed passkeys too often within the hour.
async fn check_rate_limit(
    caller: &AccountCaller,
) -> poem::Result<Option<(Json<AccountProblem>, u64)>> {
    let outcome = own_passkeys::count_change(&caller.app, &caller.user.id).await?;
    Ok(match outcome {
        LimitOutcome::Allowed => None,
        LimitOutcome::Refused { retry_after } => Some(limited(caller, retry_after)),
    })
}

/// Returns for each method whether it may be removed: another method that works has to remain.
fn removable(methods: &SignInMethods) -> HashMap<String, Any<Value>> {
    let removal = |id: &str| {
        if methods.suffice_without(id) {
            Value::Bool(true)
        } else {
            Value::from(LAST_METHOD)
        }
    };
    let ids = methods.accounts.iter().map(|one| &one.account.id);
    ids.chain(methods.passkeys.iter().map(|one| &one.id))
        .map(|id| (id.clone(), Any(removal(id))))
        .collect()
}

impl From<ProviderAccount> for OwnAccount {
    fn from(ProviderAccount { name, account, .. }: ProviderAccount) -> Self {
        Self {
            id: account.id,
            provider: account.provider,
            provider_name: name,
            label: account.email,
            linked_at: account.created_at.to_iso8601(),
            last_used_at: Some(account.used_at.to_iso8601()),
        }
    }
}

impl From<StoredPasskey> for OwnPasskey {
    fn from(passkey: StoredPasskey) -> Self {
        Self {
            id: passkey.id,
            name: passkey.name,
            created_at: passkey.created_at.to_iso8601(),
            last_used_at: passkey.last_used_at.map(Timestamp::to_iso8601),
        }
    }
}
