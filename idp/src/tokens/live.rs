//! Validation of access tokens: the signature, the time, the revocation, and an active client, grant and user.

use std::sync::Arc;

use foundation::{Background, Database, Failure, Gather, within};

use super::access_token::AccessToken;
use super::opaque;
use super::refresh_batches::{MAX_READ_TIME, MAX_STATEMENT_TIME};
use super::store::{self, OfToken};
use super::token::Subject;
use crate::activity;
use crate::app::App;
use crate::clients::{Client, subject_for};

/// A valid token.
pub(crate) struct Live {
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
pub(crate) async fn find_live(app: &App, text: &str) -> Result<Option<Live>, Failure> {
    let found = if is_signed(text) {
        signed(app, text).await?
    } else {
        opaque(app, text).await?
    };
    let Some((token, subject)) = found else {
        return Ok(None);
    };
    let Some(client) = app.clients.find(&token.client_id).await? else {
        return Ok(None);
    };
    activity::asked_by(&client.id);
    let sub = match &subject {
        Some(subject) => subject_for(app, &client, &subject.user.id)?,
        None => client.id.clone(),
    };
    // Rejects a token whose `sub` differs from today's: its client knows the user by another id.
    if token.subject.as_ref().is_some_and(|named| *named != sub) {
        return Ok(None);
    }
    Ok(Some(Live {
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

type Found = Option<(Arc<AccessToken>, Option<Subject>)>;

/// Verifies the signature without a query; one query then checks if the token is still valid.
async fn signed(app: &App, text: &str) -> Result<Found, Failure> {
    let Some(token) = app.signed.read(app, text) else {
        return Ok(None);
    };
    let digest = token.revoked_digest().unwrap_or_default();
    let Some(grant_id) = token.grant_id.clone() else {
        let mut reader = app.database.reader().await?;
        let is_revoked = store::revoked::is_revoked(&mut reader.connection(), &digest).await?;
        return Ok((!is_revoked).then_some((token, None)));
    };
    let subject = app.subjects.ask(OfToken { grant_id, digest }).await?;
    Ok(subject.map(|subject| (token, Some(subject))))
}

/// Batcher that finds the grants and users of signed tokens; concurrent requests share a query.
pub(crate) type Subjects = Gather<OfToken, Option<Subject>>;

/// Maximum number of such queries at a time.
const WAYS: usize = 2;

/// Creates the batcher of a database.
pub(crate) fn subjects(database: Database, background: &Background) -> Subjects {
    Gather::new(background.clone(), WAYS, move |tokens: Vec<OfToken>| {
        let database = database.clone();
        async move {
            let found = async {
                let mut snapshot = database.snapshot_for(MAX_STATEMENT_TIME).await?;
                store::find_subjects_of_tokens(&mut snapshot.connection(), &tokens).await
            };
            within(MAX_READ_TIME, "finding the subjects of tokens", found).await
        }
    })
}

async fn opaque(app: &App, text: &str) -> Result<Found, Failure> {
    let Some(digest) = opaque::digest_of(text) else {
        return Ok(None);
    };
    let found = {
        let mut reader = app.database.reader().await?;
        store::access::find(&mut reader.connection(), &digest, app.clock.now()).await?
    };
    Ok(found.and_then(|(kept, subject)| Some((Arc::new(AccessToken::of_kept(kept)?), subject))))
}
