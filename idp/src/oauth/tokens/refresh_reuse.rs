//! Reuse of a refresh token. For a short time it returns the same response again, to a client that lost the response.
//! After that it ends its family, because the user is either its thief or its owner, and the server cannot know which
//! (RFC 9700 section 4.14.2).

use foundation::text::strict_json;
use foundation::{Failure, Timestamp};
use serde::{Deserialize, Serialize};

use super::refresh_token::digest_of;
use super::store;
use super::store::refresh::{PresentedToken, RefreshTokenLookup};
use super::token::TokenResponse;
use crate::app::App;
use crate::http::errors::{OAuthError, TokenError};
use crate::http::network::Network;
use crate::http::parameters::Parameters;
use crate::protocol::clients::Client;
use crate::protocol::grants::{self, Revocation, RevocationReason};

const PURPOSE: &str = "refresh-answer";

/// A refresh token that a client uses, and its request.
pub(super) struct RefreshTokenUse<'a> {
    pub(super) token: &'a str,
    pub(super) digest: String,
    pub(super) client: &'a Client,
    parameters: RefreshParameters,
}

/// Parameters of the request; a request with other parameters is no repetition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RefreshParameters {
    scope: Option<String>,
    resources: Vec<String>,
}

/// Content of the encrypted response.
#[derive(Serialize, Deserialize)]
struct StoredRefreshResponse {
    #[serde(rename = "asked")]
    parameters: RefreshParameters,
    #[serde(rename = "answer")]
    response: TokenResponse,
}

impl<'a> RefreshTokenUse<'a> {
    /// Reads a client's request.
    pub(super) fn new(token: &'a str, client: &'a Client, parameters: &Parameters) -> Self {
        Self {
            token,
            digest: digest_of(token),
            client,
            parameters: RefreshParameters {
                scope: parameters.get("scope").map(ToOwned::to_owned),
                resources: parameters.resources().to_vec(),
            },
        }
    }

    /// Finds the token with its active grant and user.
    pub(super) async fn find(&self, app: &App) -> Result<Option<RefreshTokenLookup>, Failure> {
        let presented = PresentedToken {
            digest: self.digest.clone(),
            client_id: self.client.id.clone(),
        };
        app.refresh_batches.find(presented).await
    }

    /// Responds to a use that lost against a concurrent one.
    pub(super) async fn respond_to_lost_race(
        &self,
        app: &App,
        network: Network,
    ) -> Result<TokenResponse, TokenError> {
        match self.find(app).await? {
            Some(lookup) if lookup.is_used => self.respond_to_reuse(app, &lookup, network).await,
            // The rotation skips a grant that another transaction is deleting. The client keeps its token, because that
            // transaction may be rolled back.
            Some(lookup) if lookup.expires_at > app.clock.now() => {
                let cause = "another transaction is deleting its grant";
                Err(Failure::busy("using a refresh token", cause).into())
            }
            // A token that lost against the end of its grant or user, and not against another use, ends nothing.
            Some(_) | None => Err(OAuthError::invalid_grant().into()),
        }
    }

    /// Responds to a repeated use: with the same response while it is available, otherwise by ending the family.
    pub(super) async fn respond_to_reuse(
        &self,
        app: &App,
        lookup: &RefreshTokenLookup,
        network: Network,
    ) -> Result<TokenResponse, TokenError> {
        if let Some(response) = self.stored_response(app).await? {
            return Ok(response);
        }
        let mut transaction = app.database.begin().await?;
        let revocation = Revocation {
            grant_id: &lookup.subject.grant.id,
            client_id: &self.client.id,
            why: RevocationReason::RefreshTokenReused,
            network,
        };
        grants::revoke(app, &mut transaction.connection(), revocation).await?;
        transaction.commit().await?;
        Err(OAuthError::invalid_grant().into())
    }

    async fn stored_response(&self, app: &App) -> Result<Option<TokenResponse>, Failure> {
        let (mut reader, now) = (app.database.reader().await?, app.clock.now());
        let sealed = store::refresh::successor_response(
            &mut reader.connection(),
            &self.digest,
            &self.client.id,
            now,
        )
        .await?;
        let stored: Option<StoredRefreshResponse> = sealed
            .and_then(|sealed| app.sealer.open(&self.purpose(), &sealed))
            .and_then(|text| strict_json::from_stored(&text).ok());
        Ok(stored
            .filter(|stored| stored.parameters == self.parameters)
            .map(|stored| stored.response))
    }

    /// Returns the purpose of the token's encryption key, so that no response decrypts instead of another.
    fn purpose(&self) -> String {
        format!("{PURPOSE} {} {}", self.client.id, self.digest)
    }
}

/// Encrypts a response for the row of its new refresh token, with the end of its availability. Returns nothing if the
/// operator configured no grace time.
pub(super) fn seal_response(
    app: &App,
    used: &RefreshTokenUse<'_>,
    response: &TokenResponse,
) -> Result<Option<(String, Timestamp)>, Failure> {
    let grace = app.config.tokens.refresh_grace;
    if grace.is_zero() {
        return Ok(None);
    }
    let stored = StoredRefreshResponse {
        parameters: used.parameters.clone(),
        response: response.clone(),
    };
    let text = serde_json::to_string(&stored)
        .map_err(|error| Failure::broken("writing a token response", error))?;
    let sealed = app.sealer.seal(&used.purpose(), &text)?;
    Ok(Some((sealed, app.clock.now().plus(grace))))
}
