//! Validation of access tokens: the signature, the time, the revocation, and an active client, grant and user.

use std::sync::Arc;

use foundation::{Background, Database, Failure, QueryBatcher, within};

use super::access_token::AccessToken;
use super::opaque;
use super::refresh_batches::{MAX_READ_TIME, MAX_STATEMENT_TIME};
use super::store::{self, SubjectKey};
use super::token::Subject;
use crate::app::App;
use crate::observability::activity;
use crate::protocol::clients::{Client, subject_for};

/// A valid token.
pub(crate) struct ActiveToken {
    /// The token's content.
    pub(crate) token: Arc<AccessToken>,
    /// The client that received the token.
    pub(crate) client: Arc<Client>,
    /// Grant and user of a user's token.
    pub(crate) subject: Option<Subject>,
    /// `sub`: the user's id for the client, or the client's own id.
    pub(crate) sub: String,
}

/// Finds the valid token of a text.
pub(crate) async fn validate_access_token(
    app: &App,
    text: &str,
) -> Result<Option<ActiveToken>, Failure> {
    let lookup = if is_signed(text) {
        validate_signed(app, text).await?
    } else {
        validate_opaque(app, text).await?
    };
    let Some((token, subject)) = lookup else {
        return Ok(None);
    };
    let Some(client) = app.clients.find(&token.client_id).await? else {
        return Ok(None);
    };
    activity::record_client(&client.id);
    let sub = match &subject {
        Some(subject) => subject_for(app, &client, &subject.user.id)?,
        None => client.id.clone(),
    };
    // Rejects a token whose `sub` differs from today's: its client knows the user by another id.
    if token.subject.as_ref().is_some_and(|named| *named != sub) {
        return Ok(None);
    }
    Ok(Some(ActiveToken {
        token,
        client,
        subject,
        sub,
    }))
}

/// Returns true if the text can only be a signed token: no other has a dot.
pub(crate) fn is_signed(text: &str) -> bool {
    text.contains('.')
}

type TokenLookup = Option<(Arc<AccessToken>, Option<Subject>)>;

/// Verifies the signature without a query; one query then checks if the token is still valid.
async fn validate_signed(app: &App, text: &str) -> Result<TokenLookup, Failure> {
    let Some(token) = app.signed.read(app, text) else {
        return Ok(None);
    };
    let digest = token.revoked_digest().unwrap_or_default();
    let Some(grant_id) = token.grant_id.clone() else {
        let mut reader = app.database.reader().await?;
        let is_revoked = store::revoked::is_revoked(&mut reader.connection(), &digest).await?;
        return Ok((!is_revoked).then_some((token, None)));
    };
    let subject = app.subjects.ask(SubjectKey { grant_id, digest }).await?;
    Ok(subject.map(|subject| (token, Some(subject))))
}

/// Batcher that finds the grants and users of signed tokens; concurrent requests share a query.
pub(crate) type SubjectBatcher = QueryBatcher<SubjectKey, Option<Subject>>;

/// Maximum number of such queries at a time.
const MAX_IN_FLIGHT: usize = 2;

/// Creates the batcher of a database.
pub(crate) fn subjects(database: Database, background: &Background) -> SubjectBatcher {
    QueryBatcher::new(
        background.clone(),
        MAX_IN_FLIGHT,
        move |tokens: Vec<SubjectKey>| {
            let database = database.clone();
            async move {
                let lookup = async {
                    let mut snapshot = database.snapshot_for(MAX_STATEMENT_TIME).await?;
                    store::find_subjects_of_tokens(&mut snapshot.connection(), &tokens).await
                };
                within(MAX_READ_TIME, "finding the subjects of tokens", lookup).await
            }
        },
    )
}

async fn validate_opaque(app: &App, text: &str) -> Result<TokenLookup, Failure> {
    let Some(digest) = opaque::digest_of(text) else {
        return Ok(None);
    };
    let lookup = {
        let mut reader = app.database.reader().await?;
        store::access::find(&mut reader.connection(), &digest, app.clock.now()).await?
    };
    Ok(lookup
        .and_then(|(kept, subject)| Some((Arc::new(AccessToken::from_stored(kept)?), subject))))
}
