//! Makes the card that a finished session has saved the default of its customer, before its checkout is completed.

use super::complete_setup::agreed_rule;
use super::mismatch::SessionOrigin;
use super::session_facts::SessionFacts;
use super::store::{self, NamedSession};
use super::transition::{Transition, transition};
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::{Priority, StripeError};
use crate::billing::topups::is_rule_settable;

/// Keeps the card of a session that completes its checkout. Other sessions change nothing, so that a repeated event never replaces
/// a card that the buyer has chosen since.
pub(super) async fn keep_card(
    app: &App,
    connection: &StripeConnection,
    facts: &SessionFacts,
    priority: Priority,
) -> Result<(), ApplyError> {
    let method = facts.setup.as_ref().and_then(|setup| setup.method.as_ref());
    let (Some(method), Some(customer_id)) = (method, &facts.customer) else {
        return Ok(());
    };
    if !completes(app, connection, facts).await? {
        return Ok(());
    }
    let account = open_account(app, connection, priority)?;
    match account.set_default_method(customer_id, &method.id).await {
        // The buyer may have removed the card since: the top-up then asks for another one.
        Ok(_) | Err(StripeError::Refused(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Returns true if a session is about to complete its checkout and to set its rule: a card that no rule needs is no default.
async fn completes(
    app: &App,
    connection: &StripeConnection,
    facts: &SessionFacts,
) -> Result<bool, ApplyError> {
    let session = NamedSession {
        connection_id: &connection.id,
        session_id: &facts.id,
        reference: facts.named_checkout.as_deref(),
    };
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let Some(id) = store::find_of_session(&mut db, session).await? else {
        return Ok(false);
    };
    let Some(checkout) = store::find(&mut db, &id).await? else {
        return Ok(false);
    };
    let origin = SessionOrigin {
        connection_id: &connection.id,
        mode: connection.mode,
        book_mode: store::mode_of_book(&mut db, checkout.book_id).await?,
    };
    if transition(&checkout, facts, origin) != Transition::Complete {
        return Ok(false);
    }
    let seller = store::seller_of(&mut db, checkout.book_id).await?;
    let agreed = agreed_rule(&checkout, facts, &seller)?;
    Ok(is_rule_settable(&mut db, &agreed).await?)
}
