//! Compares sessions at Stripe with our checkouts.

use super::compare_session::{Difference, compare_session};
use super::context::{CHECKOUT, RunContext, new_page};
use super::own_records::RecordedSale;
use super::page::{ComparedObject, RunPage};
use super::store::own_records::{SessionKey, find_sale};
use crate::billing::marks::{ApplyError, ObjectKind};
use crate::billing::stripe::CheckoutSession;

/// Compares one page of sessions.
pub(super) async fn compare_sessions(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    context.pace().await;
    let listed = context.account.list_sessions(&context.query()).await?;
    let mut page = new_page(&listed, |session| &session.id);
    for session in &listed.data {
        let Some((own, differences)) = compare(context, session).await? else {
            if session.metadata.contains_key(CHECKOUT) {
                context
                    .add_named(&mut page, ObjectKind::Session, &session.id)
                    .await?;
            }
            continue;
        };
        let is_finding = |difference: &Difference| matches!(difference, Difference::Finding(..));
        let compared = if differences.iter().any(is_finding) {
            confirm(context, &session.id).await?
        } else {
            Some((own, differences))
        };
        if let Some((own, differences)) = compared {
            page.add(compared_session(&session.id, &own), differences);
        }
    }
    Ok(page)
}

fn compared_session<'a>(id: &'a str, own: &RecordedSale) -> ComparedObject<'a> {
    ComparedObject {
        kind: ObjectKind::Session,
        id,
        book_id: own.book_id,
    }
}

/// Compares a session as it is in a list or was fetched; none if it is not ours.
async fn compare(
    context: &RunContext<'_>,
    session: &CheckoutSession,
) -> Result<Option<(RecordedSale, Vec<Difference>)>, ApplyError> {
    let named = session.metadata.get(CHECKOUT).map(String::as_str);
    let Some(own) = sale_of(context, &session.id, named).await? else {
        return Ok(None);
    };
    let mark = context.mark_of(ObjectKind::Session, &session.id).await?;
    let differences = compare_session(session, &own, mark, context.connection.mode);
    Ok(Some((own, differences)))
}

async fn sale_of(
    context: &RunContext<'_>,
    session_id: &str,
    named: Option<&str>,
) -> Result<Option<RecordedSale>, ApplyError> {
    let mut reader = context.app.database.reader().await?;
    let key = SessionKey {
        connection_id: &context.connection.id,
        session_id,
        named,
    };
    Ok(find_sale(&mut reader.connection(), key).await?)
}

/// Reads our records first and the session after them: a buyer may have paid since the list was made. Final states of ours stay,
/// so that a difference of this order is none of time.
pub(super) async fn confirm(
    context: &RunContext<'_>,
    session_id: &str,
) -> Result<Option<(RecordedSale, Vec<Difference>)>, ApplyError> {
    let Some(own) = sale_of(context, session_id, None).await? else {
        return Ok(None);
    };
    let mark = context.mark_of(ObjectKind::Session, session_id).await?;
    context.pace().await;
    let session = context.account.get_session(session_id).await?;
    let differences = compare_session(&session, &own, mark, context.connection.mode);
    Ok(Some((own, differences)))
}
