//! Compares our records that no list of Stripe showed, and rows that need no call to Stripe.

use super::charges::compared_payment;
use super::compare_payment::{ChargeView, compare_balance, compare_charge};
use super::compare_session::Difference;
use super::context::RunContext;
use super::finding::FindingKind;
use super::own_records::{MarkedState, RecordedPayment};
use super::page::RunPage;
use super::store::claw_backs::wrong_claw_backs;
use super::store::own_payments::{self, PaidPeriod, UnseenPosition};
use super::store::own_records::{doubled_customers, drifted_prices, list_processing};
use super::store::own_subscriptions::{doubled_subscriptions, list_unseen_subscriptions};
use super::store::unsettled::list_unsettled;
use crate::billing::marks::{ApplyError, ObjectKind};
use crate::billing::payments::PaymentState;
use crate::billing::stripe::PaymentIntent;

/// Maximum number of records in a page that costs no call.
const MAX_RECORDS: i64 = 200;
/// Maximum number of payments in a page: each costs a call.
const MAX_PAYMENTS: i64 = 10;

/// The position in the stage, as the run stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum OwnPosition {
    /// After a checkout with a pending payment.
    Checkouts(String),
    /// After a live subscription.
    Subscriptions(String),
    /// After a paid payment.
    Payments(UnseenPosition),
    /// After a payment whose money may still change.
    Unsettled(String),
}

impl OwnPosition {
    fn parse(text: Option<&str>) -> Self {
        let position = text.and_then(|text| text.strip_prefix("p "));
        if let Some((at, id)) = position.and_then(|position| position.split_once(' ')) {
            return Self::Payments(UnseenPosition {
                paid_at: at.parse().unwrap_or_default(),
                id: id.to_owned(),
            });
        }
        if let Some(after) = text.and_then(|text| text.strip_prefix("s ")) {
            return Self::Subscriptions(after.to_owned());
        }
        if let Some(after) = text.and_then(|text| text.strip_prefix("u ")) {
            return Self::Unsettled(after.to_owned());
        }
        let after = text.and_then(|text| text.strip_prefix("c "));
        Self::Checkouts(after.unwrap_or_default().to_owned())
    }

    fn text(&self) -> String {
        match self {
            Self::Checkouts(id) => format!("c {id}"),
            Self::Subscriptions(id) => format!("s {id}"),
            Self::Payments(position) => format!("p {} {}", position.paid_at, position.id),
            Self::Unsettled(id) => format!("u {id}"),
        }
    }
}

/// Compares one page of our records.
pub(super) async fn compare_own(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    match OwnPosition::parse(context.run.last_object.as_deref()) {
        OwnPosition::Checkouts(after) => recheck_processing(context, &after).await,
        OwnPosition::Subscriptions(after) => recheck_subscriptions(context, &after).await,
        OwnPosition::Payments(after) => compare_unseen(context, &after).await,
        OwnPosition::Unsettled(after) => recheck_unsettled(context, &after).await,
    }
}

/// Marks sessions of pending payments, of any age, to be applied again.
async fn recheck_processing(context: &RunContext<'_>, after: &str) -> Result<RunPage, ApplyError> {
    let mut reader = context.app.database.reader().await?;
    let mut db = reader.connection();
    let connection_id = &context.connection.id;
    let listed = list_processing(&mut db, connection_id, after, MAX_RECORDS).await?;
    let next = match listed.last() {
        Some(last) => OwnPosition::Checkouts(last.id.clone()),
        None => OwnPosition::Subscriptions(String::new()),
    };
    let rechecks = listed.into_iter();
    Ok(RunPage {
        rechecks: rechecks
            .map(|checkout| (ObjectKind::Session, checkout.stripe_session_id))
            .collect(),
        next: Some(next.text()),
        ..RunPage::default()
    })
}

/// Marks live subscriptions that no list showed: they have ended at Stripe.
async fn recheck_subscriptions(
    context: &RunContext<'_>,
    after: &str,
) -> Result<RunPage, ApplyError> {
    let (connection_id, started_at) = (&context.connection.id, context.run.to);
    let listed = {
        let mut reader = context.app.database.reader().await?;
        let mut db = reader.connection();
        list_unseen_subscriptions(&mut db, connection_id, started_at, after, MAX_RECORDS).await?
    };
    let next = match listed.last() {
        Some(last) => OwnPosition::Subscriptions(last.id.clone()),
        None => OwnPosition::Payments(UnseenPosition::default()),
    };
    let mut page = RunPage {
        next: Some(next.text()),
        ..RunPage::default()
    };
    for one in listed {
        let kind = ObjectKind::Subscription;
        if context.mark_of(kind, &one.stripe_id).await? != MarkedState::Waiting {
            page.repairs.insert((kind, one.stripe_id));
        }
    }
    Ok(page)
}

/// Fetches paid payments that no list showed.
async fn compare_unseen(
    context: &RunContext<'_>,
    after: &UnseenPosition,
) -> Result<RunPage, ApplyError> {
    let (connection_id, run) = (&context.connection.id, context.run);
    let period = PaidPeriod {
        connection_id,
        from: run.from,
        to: run.to,
    };
    let listed = {
        let mut reader = context.app.database.reader().await?;
        own_payments::list_unseen(&mut reader.connection(), period, after, MAX_PAYMENTS).await?
    };
    let mut page = RunPage::default();
    for unseen in &listed {
        compare_payment(context, &mut page, &unseen.stripe_payment_intent).await?;
    }
    let next = match listed.last() {
        Some(last) => OwnPosition::Payments(UnseenPosition {
            paid_at: last.paid_at,
            id: last.id.clone(),
        }),
        None => OwnPosition::Unsettled(String::new()),
    };
    page.next = Some(next.text());
    Ok(page)
}

/// Marks payments whose money may still change, of any age, to be applied again. The last page has the findings that need no
/// call. No list shows a dispute that is older than the run, so that its end would be missed if its event was lost.
async fn recheck_unsettled(context: &RunContext<'_>, after: &str) -> Result<RunPage, ApplyError> {
    let (connection_id, listed_from) = (&context.connection.id, context.run.from);
    let mut reader = context.app.database.reader().await?;
    let mut db = reader.connection();
    let listed = list_unsettled(&mut db, connection_id, listed_from, after, MAX_RECORDS).await?;
    if let Some(last) = listed.last() {
        let next = OwnPosition::Unsettled(last.id.clone()).text();
        let intents = listed
            .into_iter()
            .filter_map(|payment| payment.stripe_payment_intent);
        return Ok(RunPage {
            rechecks: intents
                .map(|intent| (ObjectKind::Payment, intent))
                .collect(),
            next: Some(next),
            ..RunPage::default()
        });
    }
    let mut page = RunPage {
        findings: drifted_prices(&mut db, connection_id).await?,
        ..RunPage::default()
    };
    let doubled = doubled_customers(&mut db, connection_id).await?;
    page.findings.extend(doubled);
    let doubled = doubled_subscriptions(&mut db, connection_id).await?;
    page.findings.extend(doubled);
    page.findings
        .extend(wrong_claw_backs(&mut db, connection_id).await?);
    Ok(page)
}

/// Fetches the intent of a payment and compares all of it.
pub(super) async fn compare_payment(
    context: &RunContext<'_>,
    page: &mut RunPage,
    intent_id: &str,
) -> Result<(), ApplyError> {
    let Some(own) = context.payment_of(intent_id).await? else {
        return Ok(());
    };
    let mark = context.mark_of(ObjectKind::Payment, intent_id).await?;
    context.pace().await;
    page.objects = page.objects.saturating_add(1);
    let differences = match context.account.get_payment_intent(intent_id).await {
        Ok(intent) => differences_of(context, &intent, &own, mark).await?,
        Err(error) if error.is_missing() => not_paid(&own, "missing"),
        Err(error) => return Err(error.into()),
    };
    page.add(compared_payment(intent_id, own.book_id), differences);
    Ok(())
}

fn not_paid(own: &RecordedPayment, theirs: &str) -> Vec<Difference> {
    let is_granted = own.state == PaymentState::Paid;
    let kind = FindingKind::GrantedNotPaid;
    let finding = is_granted.then(|| Difference::finding(kind, "paid", theirs));
    finding.into_iter().collect()
}

async fn differences_of(
    context: &RunContext<'_>,
    intent: &PaymentIntent,
    own: &RecordedPayment,
    mark: MarkedState,
) -> Result<Vec<Difference>, ApplyError> {
    let status = intent.status.as_deref().unwrap_or("-");
    if status != "succeeded" {
        return Ok(not_paid(own, status));
    }
    let latest = intent.latest_charge.as_ref();
    let Some(charge) = latest.and_then(|latest| latest.object.as_deref()) else {
        return Ok(Vec::new());
    };
    let view = ChargeView::from_charge(charge);
    let mut differences = compare_charge(&view, own, mark, context.connection.mode);
    let balance = charge.balance_transaction.as_ref();
    if let Some(movement) = balance.and_then(|balance| balance.object.as_deref()) {
        let currency = movement.currency.as_deref().unwrap_or_default();
        let mut reader = context.app.database.reader().await?;
        let mut db = reader.connection();
        let booked = own_payments::journal_net(&mut db, own, &movement.id, currency).await?;
        differences.extend(compare_balance(movement, own, booked));
    }
    Ok(differences)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_is_read_as_it_is_written() {
        let positions = [
            OwnPosition::Checkouts(String::new()),
            OwnPosition::Checkouts("chk_1".to_owned()),
            OwnPosition::Subscriptions(String::new()),
            OwnPosition::Subscriptions("sbs_1".to_owned()),
            OwnPosition::Payments(UnseenPosition::default()),
            OwnPosition::Payments(UnseenPosition {
                paid_at: 7,
                id: "pmt_1".to_owned(),
            }),
            OwnPosition::Unsettled(String::new()),
            OwnPosition::Unsettled("pmt_1".to_owned()),
        ];
        for position in positions {
            assert_eq!(OwnPosition::parse(Some(&position.text())), position);
        }
        assert_eq!(
            OwnPosition::parse(None),
            OwnPosition::Checkouts(String::new())
        );
    }
}
