//! Operations on initial access tokens (RFC 7591 section 1.2), for callers with the scope `idp.clients`.

use std::time::Duration;

use poem::http::StatusCode;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::caller::{AdminProblem, open_cursor, page_length, problem, safe_id, seal_cursor};
use super::clients::ClientsToken;
use crate::http::api_schema::Body;
use crate::oauth::registration::{
    InitialToken, NewInitialToken, issue_token, list_tokens, revoke_token,
};
use crate::protocol::clients::Scope;

const DEFAULT_LIFETIME: u64 = 3600;
/// The name of the list in its cursors.
const LIST: &str = "initial-access-tokens";

#[derive(Tags)]
enum InitialTokensTag {
    /// Tokens with which programs register themselves as clients.
    #[oai(rename = "Initial access tokens")]
    InitialTokens,
}

/// A request for an initial access token.
#[derive(Object)]
#[oai(rename = "InitialAccessTokenRequest", deny_unknown_fields)]
struct InitialTokenRequest {
    /// The number of clients that the token may register, 1 (default) to 1000.
    uses: Option<u32>,
    /// The lifetime in seconds, 60 to 2592000; an hour if left out.
    expires_in: Option<u64>,
    /// The scopes that its clients may request in addition to `openid profile email offline_access`; none if left out.
    scope: Option<String>,
}

/// A new initial access token.
#[derive(Object)]
#[oai(rename = "InitialAccessToken")]
struct CreatedInitialToken {
    id: String,
    /// The token, which is returned only this once; the server stores a digest.
    token: String,
    uses: u32,
    scope: String,
    /// ISO 8601.
    expires_at: String,
}

/// An initial access token that can still be used, without its value.
#[derive(Object)]
#[oai(rename = "KnownInitialAccessToken")]
struct InitialTokenView {
    id: String,
    /// The number of clients that the token may still register.
    uses: u32,
    scope: String,
    /// The client that made the token.
    created_by: String,
    /// ISO 8601.
    created_at: String,
    /// ISO 8601.
    expires_at: String,
}

/// A page of tokens, the newest first.
#[derive(Object)]
#[oai(rename = "InitialAccessTokenList", skip_serializing_if_is_none)]
struct TokenList {
    initial_access_tokens: Vec<InitialTokenView>,
    /// The cursor of the next page; absent on the last.
    next_cursor: Option<String>,
}

#[derive(ApiResponse)]
enum ListInitialTokensResponse {
    /// A page of the list.
    #[oai(status = 200)]
    Found(Json<TokenList>),
    /// The cursor is not valid.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum CreateInitialTokenResponse {
    /// The token was created.
    #[oai(status = 201)]
    Made(Json<CreatedInitialToken>),
    /// A member of the request is not valid.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
    /// The caller may not give clients these scopes.
    #[oai(status = 403, content_type = "application/problem+json")]
    Lacking(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum WithdrawInitialTokenResponse {
    /// The token can no longer register clients; clients that it registered are unchanged.
    #[oai(status = 204)]
    Withdrawn,
    /// There is no such token.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// Operations on initial access tokens.
pub(crate) struct InitialTokensApi;

#[OpenApi]
impl InitialTokensApi {
    /// Create a token with which programs register themselves at `/oauth/register`.
    #[oai(
        path = "/initial-access-tokens",
        method = "post",
        operation_id = "make_initial_access_token",
        tag = "InitialTokensTag::InitialTokens"
    )]
    async fn make(
        &self,
        caller: ClientsToken,
        request: Body<InitialTokenRequest>,
    ) -> poem::Result<CreateInitialTokenResponse> {
        let (caller, request) = (caller.0, request.0);
        let scope = request.scope.as_deref().unwrap_or_default();
        if let Some(why) =
            Scope::parse(scope).and_then(|scope| caller.permissions().reason_against_scope(&scope))
        {
            return Ok(CreateInitialTokenResponse::Lacking(Json(problem(
                &caller,
                StatusCode::FORBIDDEN,
                why,
            ))));
        }
        let new = NewInitialToken {
            actor: &caller.client_id,
            uses: request.uses.unwrap_or(1),
            lifetime: Duration::from_secs(request.expires_in.unwrap_or(DEFAULT_LIFETIME)),
            scope,
        };
        Ok(match issue_token(&caller.app, new).await? {
            Ok((kept, token)) => CreateInitialTokenResponse::Made(Json(CreatedInitialToken {
                id: kept.id,
                token,
                uses: kept.uses_left,
                scope: kept.scope,
                expires_at: kept.expires_at.to_iso8601(),
            })),
            Err(wrong) => CreateInitialTokenResponse::Wrong(Json(problem(
                &caller,
                StatusCode::BAD_REQUEST,
                wrong.to_owned(),
            ))),
        })
    }

    /// List the tokens that can still be used, the newest first.
    #[oai(
        path = "/initial-access-tokens",
        method = "get",
        operation_id = "list_initial_access_tokens",
        tag = "InitialTokensTag::InitialTokens"
    )]
    async fn list(
        &self,
        caller: ClientsToken,
        limit: Query<Option<u32>>,
        cursor: Query<Option<String>>,
    ) -> poem::Result<ListInitialTokensResponse> {
        let caller = caller.0;
        let before = match open_cursor(&caller, LIST, cursor.0.as_deref()) {
            Ok(before) => before,
            Err(wrong) => {
                let response = problem(&caller, StatusCode::BAD_REQUEST, wrong.to_owned());
                return Ok(ListInitialTokensResponse::Wrong(Json(response)));
            }
        };
        let (found, is_more) = list_tokens(&caller.app, before, page_length(limit.0)).await?;
        let last = found.last().filter(|_| is_more);
        let next_cursor = last
            .map(|token| seal_cursor(&caller, LIST, token.created_at, &token.id))
            .transpose()?;
        Ok(ListInitialTokensResponse::Found(Json(TokenList {
            initial_access_tokens: found.into_iter().map(InitialTokenView::from).collect(),
            next_cursor,
        })))
    }

    /// Withdraw a token.
    #[oai(
        path = "/initial-access-tokens/:token_id",
        method = "delete",
        operation_id = "withdraw_initial_access_token",
        tag = "InitialTokensTag::InitialTokens"
    )]
    async fn withdraw(
        &self,
        caller: ClientsToken,
        token_id: Path<String>,
    ) -> poem::Result<WithdrawInitialTokenResponse> {
        let caller = caller.0;
        let id = safe_id(&token_id);
        let is_withdrawn = revoke_token(&caller.app, &caller.client_id, id).await?;
        Ok(if is_withdrawn {
            WithdrawInitialTokenResponse::Withdrawn
        } else {
            let text = "No initial access token has this id.".to_owned();
            WithdrawInitialTokenResponse::Unknown(Json(problem(
                &caller,
                StatusCode::NOT_FOUND,
                text,
            )))
        })
    }
}

impl From<InitialToken> for InitialTokenView {
    fn from(token: InitialToken) -> Self {
        Self {
            id: token.id,
            uses: token.uses_left,
            scope: token.scope,
            created_by: token.created_by,
            created_at: token.created_at.to_iso8601(),
            expires_at: token.expires_at.to_iso8601(),
        }
    }
}
