//! Wire types of payments for bookkeeping.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::billing::revenue::list_payments::PaymentLinePage;
use crate::billing::revenue::payment_line::PaymentLine;
use crate::schema::{Instant, Nullable};

/// One payment with what has become of its money.
#[derive(Object)]
#[oai(rename = "RevenuePayment", example)]
pub(super) struct PaymentLineDto {
    /// The day in UTC on which the payment counts, such as 2026-11-27.
    date: String,
    /// The time at which the payment counts.
    booked_at: Instant,
    /// The payment's id.
    payment_id: String,
    /// The kind of the sale: `checkout`, `subscription` or `topup`. Later versions add kinds.
    source: String,
    /// The id of the checkout, of the subscription or of the attempt of an automatic top-up.
    source_id: String,
    /// The customer who paid; null for a user who paid the platform.
    customer_id: Nullable<String>,
    /// The currency of the payment, as an ISO 4217 code in lower case.
    currency: String,
    /// Money that the buyer paid, with taxes, in the smallest unit of the currency.
    gross_minor: i64,
    /// Money that the buyer paid, with its decimals, such as `11.90`.
    gross: String,
    /// The discount that was taken off before: no part of `gross`.
    discount_minor: i64,
    /// The discount with its decimals.
    discount: String,
    /// The taxes in `gross`.
    tax_minor: i64,
    /// The taxes with their decimals.
    tax: String,
    /// Money that has gone back as refunds until now.
    refunded_minor: i64,
    /// The refunds with their decimals.
    refunded: String,
    /// Money that disputes have withdrawn until now, less what they returned.
    disputed_minor: i64,
    /// The disputed money with its decimals.
    disputed: String,
    /// The currency of `fee` and `net`: that of the balance at Stripe, if Stripe has converted the payment.
    balance_currency: String,
    /// Fees of Stripe until now, those of disputes included.
    fee_minor: i64,
    /// The fees with their decimals.
    fee: String,
    /// The change of the balance at Stripe until now, with taxes: `gross` less refunds, disputes and fees.
    net_minor: i64,
    /// The change of the balance with its decimals.
    net: String,
    /// The payment intent at Stripe.
    stripe_payment_intent: Nullable<String>,
    /// The invoice at Stripe.
    stripe_invoice: Nullable<String>,
}

impl From<PaymentLine> for PaymentLineDto {
    fn from(line: PaymentLine) -> Self {
        let booked_at = line.position.booked_at;
        Self {
            date: booked_at.day(),
            booked_at: Instant(booked_at),
            payment_id: line.payment_id,
            source: line.source,
            source_id: line.source_id,
            customer_id: line.customer_id.into(),
            currency: line.gross.currency.code().to_owned(),
            gross_minor: line.gross.minor,
            gross: line.gross.to_string(),
            discount_minor: line.discount.minor,
            discount: line.discount.to_string(),
            tax_minor: line.tax.minor,
            tax: line.tax.to_string(),
            refunded_minor: line.refunded.minor,
            refunded: line.refunded.to_string(),
            disputed_minor: line.disputed.minor,
            disputed: line.disputed.to_string(),
            balance_currency: line.net.currency.code().to_owned(),
            fee_minor: line.fee.minor,
            fee: line.fee.to_string(),
            net_minor: line.net.minor,
            net: line.net.to_string(),
            stripe_payment_intent: line.stripe_payment_intent.into(),
            stripe_invoice: line.stripe_invoice.into(),
        }
    }
}

impl Example for PaymentLineDto {
    fn example() -> Self {
        Self {
            date: "2026-01-01".to_owned(),
            booked_at: Instant(Timestamp::from_seconds(1_767_225_600)),
            payment_id: "pmt_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            source: "checkout".to_owned(),
            source_id: "chk_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            customer_id: Some("cus_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            currency: "eur".to_owned(),
            gross_minor: 1_190,
            gross: "11.90".to_owned(),
            discount_minor: 0,
            discount: "0.00".to_owned(),
            tax_minor: 190,
            tax: "1.90".to_owned(),
            refunded_minor: 595,
            refunded: "5.95".to_owned(),
            disputed_minor: 0,
            disputed: "0.00".to_owned(),
            balance_currency: "eur".to_owned(),
            fee_minor: 43,
            fee: "0.43".to_owned(),
            net_minor: 552,
            net: "5.52".to_owned(),
            stripe_payment_intent: Some("pi_1a2b3c".to_owned()).into(),
            stripe_invoice: None.into(),
        }
    }
}

/// A page of payments for bookkeeping.
#[derive(Object)]
#[oai(rename = "RevenuePaymentPage", example)]
pub(super) struct PaymentLinePageDto {
    /// The payments, the earliest first.
    items: Vec<PaymentLineDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<PaymentLinePage> for PaymentLinePageDto {
    fn from(page: PaymentLinePage) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

impl Example for PaymentLinePageDto {
    fn example() -> Self {
        Self {
            items: vec![PaymentLineDto::example()],
            next_cursor: None.into(),
        }
    }
}
