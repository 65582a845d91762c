//! Responses to requests that a browser sends twice: the same response again, for some seconds, in the same session.

use foundation::{Connection, Failure};
use serde::{Deserialize, Serialize};

use super::delivery::Delivery;
use super::outcome::AuthorizeOutcome;
use crate::app::App;
use crate::protocol::authorization_codes;
use crate::protocol::pending_requests::{self, RequestStorage};
use crate::protocol::repeated_requests::{self, RepeatKey};

/// A client's response, stored for the browser that transported it.
#[derive(Serialize, Deserialize)]
struct StoredDelivery {
    /// Session in which the response was created.
    sid: Option<String>,
    /// Code in the response; a refusal has none.
    code: Option<String>,
    delivery: Delivery,
}

/// Responses that a repeated request may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpectedResponse {
    /// The stored one.
    Any,
    /// One with a code.
    Code,
    /// A refusal.
    Refusal,
}

/// Properties of a repeated request.
#[derive(Clone, Copy, Debug)]
pub(super) struct RepeatedRequest<'a> {
    /// Session that the browser presents.
    pub(super) sid: Option<&'a str>,
    /// Responses that the request may get.
    pub(super) expected: ExpectedResponse,
}

fn key_of(app: &App, parked: &str) -> Result<RepeatKey, Failure> {
    RepeatKey::new(app, "authorization", &[parked])
}

/// Stores a response in the transaction that uses up its request. Only pending requests are repeated: they have a page
/// or a redirect of ours before them, and a pushed one is refused when it is used again (RFC 9126 section 4).
pub(super) async fn store_delivery(
    app: &App,
    db: &mut Connection<'_>,
    waiting: &RequestStorage,
    delivery: &Delivery,
    code: Option<&str>,
) -> Result<(), Failure> {
    let Some(parked) = waiting.pending_key() else {
        return Ok(());
    };
    let stored = StoredDelivery {
        sid: waiting.sid.clone(),
        code: code.map(ToOwned::to_owned),
        delivery: delivery.clone(),
    };
    repeated_requests::remember(
        app,
        db,
        &key_of(app, parked)?,
        &stored,
        repeated_requests::LIFETIME,
    )
    .await
}

/// Returns the response of a pending request again, if it was just given in this session; `None` otherwise.
///
/// The code is the same as long as no client has redeemed it. A client that redeemed it would lose its tokens by a
/// second use (RFC 6749 section 4.1.2), so it gets a new code of the same grant.
async fn find_stored(
    app: &App,
    parked: &str,
    repeated: RepeatedRequest<'_>,
) -> Result<Option<AuthorizeOutcome>, Failure> {
    let key = key_of(app, parked)?;
    let Some(stored) = repeated_requests::find_committed::<StoredDelivery>(app, &key).await? else {
        return Ok(None);
    };
    let is_same_session = stored.sid.as_deref() == repeated.sid;
    let is_wanted = match repeated.expected {
        ExpectedResponse::Any => true,
        ExpectedResponse::Code => stored.code.is_some(),
        ExpectedResponse::Refusal => stored.code.is_none(),
    };
    if !is_same_session || !is_wanted {
        return Ok(None);
    }
    let Some(code) = &stored.code else {
        return Ok(Some(AuthorizeOutcome::Respond(stored.delivery)));
    };
    let mut transaction = app.database.begin().await?;
    let renewed =
        authorization_codes::renew_if_redeemed(app, &mut transaction.connection(), code).await?;
    let Some(new) = renewed else {
        transaction.rollback().await?;
        return Ok(Some(AuthorizeOutcome::Respond(stored.delivery)));
    };
    transaction.commit().await?;
    Ok(Some(AuthorizeOutcome::Respond(
        stored.delivery.with_code(code, &new),
    )))
}

/// Returns the response again, as `find_stored` does, for a request that a browser names in its query or form.
pub(super) async fn repeat_for_id(
    app: &App,
    name: Option<&str>,
    repeated: RepeatedRequest<'_>,
) -> Result<Option<AuthorizeOutcome>, Failure> {
    match name {
        Some(name) => find_stored(app, &pending_requests::key_of(app, name), repeated).await,
        None => Ok(None),
    }
}

/// Returns the response again, as `find_stored` does, for a pending request that a concurrent request used up.
pub(super) async fn repeat_for_pending(
    app: &App,
    waiting: &RequestStorage,
    repeated: RepeatedRequest<'_>,
) -> Result<Option<AuthorizeOutcome>, Failure> {
    match waiting.pending_key() {
        Some(key) => find_stored(app, key, repeated).await,
        None => Ok(None),
    }
}
