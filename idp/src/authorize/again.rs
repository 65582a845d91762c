//! Responses to requests that a browser sends twice: the same response again, for some seconds, in the same session.

use foundation::{Connection, Failure};
use serde::{Deserialize, Serialize};

use super::delivery::Delivery;
use super::proceed::AuthorizeOutcome;
use crate::app::App;
use crate::codes;
use crate::parking::{self, Waiting};
use crate::repeats::{self, RepeatKey};

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
    pub(super) wanted: ExpectedResponse,
}

fn key_of(app: &App, parked: &str) -> Result<RepeatKey, Failure> {
    RepeatKey::new(app, "authorization", &[parked])
}

/// Stores a response in the transaction that uses up its request. Only pending requests are repeated: they have a page
/// or a redirect of ours before them, and a pushed one is refused when it is used again (RFC 9126 section 4).
pub(super) async fn remember(
    app: &App,
    db: &mut Connection<'_>,
    waiting: &Waiting,
    answer: (&Delivery, Option<&str>),
) -> Result<(), Failure> {
    let Some(parked) = waiting.parked_key() else {
        return Ok(());
    };
    let (delivery, code) = answer;
    let kept = StoredDelivery {
        sid: waiting.sid.clone(),
        code: code.map(ToOwned::to_owned),
        delivery: delivery.clone(),
    };
    repeats::remember(app, db, &key_of(app, parked)?, &kept, repeats::LIFE).await
}

/// Returns the response of a pending request again, if it was just given in this session; `None` otherwise.
///
/// The code is the same as long as no client has redeemed it. A client that redeemed it would lose its tokens by a
/// second use (RFC 6749 section 4.1.2), so it gets a new code of the same grant.
async fn answer_again(
    app: &App,
    parked: &str,
    sent: RepeatedRequest<'_>,
) -> Result<Option<AuthorizeOutcome>, Failure> {
    let key = key_of(app, parked)?;
    let Some(kept) = repeats::find_committed::<StoredDelivery>(app, &key).await? else {
        return Ok(None);
    };
    let is_same_session = kept.sid.as_deref() == sent.sid;
    let is_wanted = match sent.wanted {
        ExpectedResponse::Any => true,
        ExpectedResponse::Code => kept.code.is_some(),
        ExpectedResponse::Refusal => kept.code.is_none(),
    };
    if !is_same_session || !is_wanted {
        return Ok(None);
    }
    let Some(code) = &kept.code else {
        return Ok(Some(AuthorizeOutcome::Tell(kept.delivery)));
    };
    let mut transaction = app.database.begin().await?;
    let renewed = codes::renew_if_redeemed(app, &mut transaction.connection(), code).await?;
    let Some(new) = renewed else {
        transaction.rollback().await?;
        return Ok(Some(AuthorizeOutcome::Tell(kept.delivery)));
    };
    transaction.commit().await?;
    Ok(Some(AuthorizeOutcome::Tell(
        kept.delivery.with_code(code, &new),
    )))
}

/// Returns the response again, as `answer_again` does, for a request that a browser names in its query or form.
pub(super) async fn answer_named_again(
    app: &App,
    name: Option<&str>,
    sent: RepeatedRequest<'_>,
) -> Result<Option<AuthorizeOutcome>, Failure> {
    match name {
        Some(name) => answer_again(app, &parking::key_of(app, name), sent).await,
        None => Ok(None),
    }
}

/// Returns the response again, as `answer_again` does, for a pending request that a concurrent request used up.
pub(super) async fn answer_waiting_again(
    app: &App,
    waiting: &Waiting,
    sent: RepeatedRequest<'_>,
) -> Result<Option<AuthorizeOutcome>, Failure> {
    match waiting.parked_key() {
        Some(key) => answer_again(app, key, sent).await,
        None => Ok(None),
    }
}
