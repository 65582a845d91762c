//! Finds a payment of a website that can be refunded, and its connection.

use crate::app::App;
use crate::billing::connections::{StripeConnection, find_connection};
use crate::billing::payments::{Payment, PaymentState, find_payment_of_website};
use crate::billing::refunds::refund_problems::{already_refunded, not_connected, not_paid};
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// A payment with money at Stripe.
pub(super) struct PaidPayment {
    pub(super) payment: Payment,
    /// The payment intent.
    pub(super) intent: String,
    pub(super) connection: StripeConnection,
}

/// Finds a payment of a website whose money is at Stripe. Rejects with 404 a payment of another website or mode, with 409 one
/// that is not paid or whose account is not connected.
pub(super) async fn find_paid(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<PaidPayment, Problem> {
    let payment = find_payment_of_website(app, access, id).await?.payment;
    match payment.state {
        PaymentState::Paid | PaymentState::Review => {}
        PaymentState::Pending | PaymentState::Failed => return Err(not_paid()),
    }
    // A purchase with a full discount has no intent.
    let intent = payment.stripe_payment_intent.clone();
    let intent = intent.ok_or_else(already_refunded)?;
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &payment.connection_id).await?
    };
    let connection = connection.filter(|connection| connection.state.is_usable());
    Ok(PaidPayment {
        payment,
        intent,
        connection: connection.ok_or_else(not_connected)?,
    })
}
