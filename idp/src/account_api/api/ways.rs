//! What a person signs in with, and taking one of these ways in away.

use std::collections::HashMap;
use std::time::Duration;

use foundation::{Failure, Timestamp};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::Any;
use poem_openapi::{ApiResponse, Object, OpenApi};
use serde_json::Value;

use super::problem::{AccountProblem, Kind, limited, nameable, problem};
use super::tag::Tag;
use crate::account::passkeys::{self as own_passkeys, Removed};
use crate::account::{Linked, Unlinked, Ways, unlink, ways_of};
use crate::account_api::guard::Own;
use crate::contracts::Body;
use crate::limits::Verdict;
use crate::passkeys::{self, KeptPasskey};
use crate::upstream;

/// How old the sign-in may be of who takes a way in away.
const FRESH: Duration = Duration::from_mins(10);
/// Why the only way in stays.
const LAST_WAY_IN: &str = "last-way-in";

/// An identity at a provider.
#[derive(Object)]
#[oai(rename = "OwnAccount", skip_serializing_if_is_none)]
struct ShownAccount {
    id: String,
    /// The provider's id in the settings.
    provider: String,
    /// The provider's name for people.
    provider_name: String,
    /// The address that the provider vouched for last.
    label: Option<String>,
    /// ISO 8601.
    linked_at: String,
    /// When the person last came in by it, or linked it; ISO 8601.
    last_used_at: Option<String>,
}

/// A key that a device of the person keeps.
#[derive(Object)]
#[oai(rename = "OwnPasskey", skip_serializing_if_is_none)]
struct ShownPasskey {
    id: String,
    name: String,
    /// ISO 8601.
    created_at: String,
    /// ISO 8601; absent before the first sign-in with it.
    last_used_at: Option<String>,
}

/// The person's address.
#[derive(Object)]
struct OwnAddress {
    address: String,
    verified: bool,
}

/// A provider that people sign in with here.
#[derive(Object)]
struct OfferedProvider {
    id: String,
    name: String,
    /// Whether the person has an account there that signs in.
    linked: bool,
}

/// What the person can sign in with.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct WaysIn {
    /// The oldest first.
    accounts: Vec<ShownAccount>,
    /// The oldest first.
    passkeys: Vec<ShownPasskey>,
    has_password: bool,
    /// Null for a person who came by a provider that vouches for none.
    email: Option<OwnAddress>,
    providers: Vec<OfferedProvider>,
    /// For each account and passkey by its id: true, or why it cannot be removed, which is `last-way-in`.
    can_remove: HashMap<String, Any<Value>>,
}

/// What a passkey is called.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct PasskeyName {
    /// 64 characters at most.
    name: String,
}

#[derive(ApiResponse)]
enum RemoveAnswer {
    /// It no longer signs in, and all other sessions have ended.
    #[oai(status = 204)]
    Removed,
    /// The token does not count, or its sign-in is older than ten minutes (RFC 9470).
    #[oai(status = 401, content_type = "application/problem+json")]
    #[expect(dead_code, reason = "the guard answers so")]
    StepUp(Json<AccountProblem>),
    /// The person has no such way in.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AccountProblem>),
    /// It is the only way in that works.
    #[oai(status = 409, content_type = "application/problem+json")]
    LastWayIn(Json<AccountProblem>),
}

#[derive(ApiResponse)]
enum RemovePasskeyAnswer {
    /// It no longer signs in, and all other sessions have ended.
    #[oai(status = 204)]
    Removed,
    /// The token does not count, or its sign-in is older than ten minutes (RFC 9470).
    #[oai(status = 401, content_type = "application/problem+json")]
    #[expect(dead_code, reason = "the guard answers so")]
    StepUp(Json<AccountProblem>),
    /// The person has no such way in.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AccountProblem>),
    /// It is the only way in that works.
    #[oai(status = 409, content_type = "application/problem+json")]
    LastWayIn(Json<AccountProblem>),
    /// Too much was changed of late.
    #[oai(status = 429, content_type = "application/problem+json")]
    TooMany(
        Json<AccountProblem>,
        /// After so many seconds there are new ones.
        #[oai(header = "Retry-After")]
        u64,
    ),
}

#[derive(ApiResponse)]
enum RenameAnswer {
    /// It has its new name.
    #[oai(status = 204)]
    Renamed,
    /// It is no name.
    #[oai(status = 400, content_type = "application/problem+json")]
    NoName(Json<AccountProblem>),
    /// The person has no such passkey.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AccountProblem>),
    /// Too much was changed of late.
    #[oai(status = 429, content_type = "application/problem+json")]
    TooMany(
        Json<AccountProblem>,
        /// After so many seconds there are new ones.
        #[oai(header = "Retry-After")]
        u64,
    ),
}

/// The operations on one's own ways in.
pub(super) struct WaysInApi;

#[OpenApi]
impl WaysInApi {
    /// List what one can sign in with.
    #[oai(
        path = "/ways-in",
        method = "get",
        operation_id = "list_own_ways_in",
        tag = "Tag::WaysIn"
    )]
    async fn list(&self, own: Own) -> poem::Result<Json<WaysIn>> {
        Ok(Json(ways_in(&own).await?))
    }

    /// Remove an account at a provider from one's ways in.
    ///
    /// Takes a sign-in of the last ten minutes; all other sessions end.
    #[oai(
        path = "/accounts/:account_id",
        method = "delete",
        operation_id = "remove_own_account",
        tag = "Tag::WaysIn"
    )]
    async fn remove_account(
        &self,
        own: Own,
        account_id: Path<String>,
    ) -> poem::Result<RemoveAnswer> {
        own.signed_in_within(FRESH)?;
        Ok(
            match unlink(&own.app, own.asker(), nameable(&account_id)).await? {
                Unlinked::Done(_) => RemoveAnswer::Removed,
                Unlinked::LastWayIn => RemoveAnswer::LastWayIn(last_way_in(&own)),
                Unlinked::NotThere => RemoveAnswer::Unknown(unknown(&own)),
                Unlinked::SignedOut => return Err(own.signed_out()),
            },
        )
    }

    /// Remove a passkey from one's ways in.
    ///
    /// Takes a sign-in of the last ten minutes; all other sessions end.
    #[oai(
        path = "/passkeys/:passkey_id",
        method = "delete",
        operation_id = "remove_own_passkey",
        tag = "Tag::WaysIn"
    )]
    async fn remove_passkey(
        &self,
        own: Own,
        passkey_id: Path<String>,
    ) -> poem::Result<RemovePasskeyAnswer> {
        own.signed_in_within(FRESH)?;
        if let Some((told, wait)) = must_wait(&own).await? {
            return Ok(RemovePasskeyAnswer::TooMany(told, wait));
        }
        let removed = own_passkeys::remove(&own.app, own.asker(), nameable(&passkey_id));
        Ok(match removed.await? {
            Removed::Gone(_) => RemovePasskeyAnswer::Removed,
            Removed::LastWay => RemovePasskeyAnswer::LastWayIn(last_way_in(&own)),
            Removed::Unknown => RemovePasskeyAnswer::Unknown(unknown(&own)),
            Removed::SignedOut => return Err(own.signed_out()),
        })
    }

    /// Give a passkey of one's own another name.
    #[oai(
        path = "/passkeys/:passkey_id",
        method = "patch",
        operation_id = "rename_own_passkey",
        tag = "Tag::WaysIn"
    )]
    async fn rename_passkey(
        &self,
        own: Own,
        passkey_id: Path<String>,
        body: Body<PasskeyName>,
    ) -> poem::Result<RenameAnswer> {
        let Some(name) = passkeys::read_name(&body.0.name) else {
            let detail = "name: has to be 64 characters at most, all of them letters and signs.";
            let told = problem(&own, Kind::InvalidRequest, detail);
            return Ok(RenameAnswer::NoName(told));
        };
        if let Some((told, wait)) = must_wait(&own).await? {
            return Ok(RenameAnswer::TooMany(told, wait));
        }
        if own_passkeys::rename(&own.app, own.asker(), nameable(&passkey_id), &name).await? {
            return Ok(RenameAnswer::Renamed);
        }
        Ok(RenameAnswer::Unknown(unknown(&own)))
    }
}

/// What the person can sign in with.
pub(super) async fn ways_in(own: &Own) -> Result<WaysIn, Failure> {
    let (app, user) = (&own.app, &own.user);
    let ways = ways_of(app, user).await?;
    let can_remove = removable(&ways);
    let accounts: Vec<_> = ways.accounts.into_iter().map(ShownAccount::from).collect();
    let passkeys: Vec<_> = ways.passkeys.into_iter().map(ShownPasskey::from).collect();
    let providers = upstream::providers(app).iter().map(|one| OfferedProvider {
        linked: accounts.iter().any(|account| account.provider == one.id),
        id: one.id.clone(),
        name: one.name.clone(),
    });
    let email = user.email.as_ref().map(|address| OwnAddress {
        address: address.clone(),
        verified: user.has_verified_email(),
    });
    Ok(WaysIn {
        providers: providers.collect(),
        can_remove,
        accounts,
        passkeys,
        has_password: ways.has_password,
        email,
    })
}

const NO_SUCH_WAY: &str =
    "You have no way to sign in of this id. It may have been removed already.";

fn unknown(own: &Own) -> Json<AccountProblem> {
    problem(own, Kind::NotFound, NO_SUCH_WAY)
}

fn last_way_in(own: &Own) -> Json<AccountProblem> {
    let detail = "Nothing was changed. Add another way to sign in first, then remove this one.";
    problem(own, Kind::LastWayIn, detail)
}

/// What is told who changed passkeys too often of late.
async fn must_wait(own: &Own) -> poem::Result<Option<(Json<AccountProblem>, u64)>> {
    let verdict = own_passkeys::take_change(&own.app, &own.user.id).await?;
    Ok(match verdict {
        Verdict::Allowed => None,
        Verdict::Refused { retry_after } => Some(limited(own, retry_after)),
    })
}

/// Each of them may go while a way is left that works.
fn removable(ways: &Ways) -> HashMap<String, Any<Value>> {
    let answer = |id: &str| {
        if ways.suffice_without(id) {
            Value::Bool(true)
        } else {
            Value::from(LAST_WAY_IN)
        }
    };
    let ids = ways.accounts.iter().map(|one| &one.account.id);
    ids.chain(ways.passkeys.iter().map(|one| &one.id))
        .map(|id| (id.clone(), Any(answer(id))))
        .collect()
}

impl From<Linked> for ShownAccount {
    fn from(Linked { name, account, .. }: Linked) -> Self {
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

impl From<KeptPasskey> for ShownPasskey {
    fn from(kept: KeptPasskey) -> Self {
        Self {
            id: kept.id,
            name: kept.name,
            created_at: kept.created_at.to_iso8601(),
            last_used_at: kept.last_used_at.map(Timestamp::to_iso8601),
        }
    }
}
