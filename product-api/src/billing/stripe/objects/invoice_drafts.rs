//! Invoices that this server makes itself: drafts with one item, finalized and paid while their buyer is away.

use serde::Deserialize;

use super::invoices::StripeInvoice;
use super::members::DeletedObject;
use super::pages::{PageQuery, StripePage};
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// Parameters of a new invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NewInvoice<'a> {
    /// The customer's id.
    pub(crate) customer: &'a str,
    /// The currency in lower case.
    pub(crate) currency: &'a str,
    /// The payment method that pays it.
    pub(crate) payment_method: &'a str,
    /// True if Stripe calculates taxes.
    pub(crate) has_tax: bool,
    /// Metadata.
    pub(crate) metadata: &'a [(&'a str, &'a str)],
}

/// Parameters of the item of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NewInvoiceItem<'a> {
    /// The customer's id.
    pub(crate) customer: &'a str,
    /// The draft's id.
    pub(crate) invoice: &'a str,
    /// The price's id.
    pub(crate) price: &'a str,
    /// The number of pieces.
    pub(crate) quantity: i64,
}

/// An item of an invoice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeInvoiceItem {
    /// The id.
    pub(crate) id: String,
}

impl NewInvoice<'_> {
    /// Returns the parameters. Stripe neither finalizes nor pays such an invoice by itself.
    fn form(&self) -> Form {
        let form = Form::default()
            .with("customer", self.customer)
            .with("currency", self.currency)
            .with("auto_advance", false)
            .with("collection_method", "charge_automatically")
            .with("pending_invoice_items_behavior", "exclude")
            .with("default_payment_method", self.payment_method);
        let form = if self.has_tax {
            form.with("automatic_tax[enabled]", true)
        } else {
            form
        };
        form.with_metadata("metadata", self.metadata)
    }
}

impl NewInvoiceItem<'_> {
    fn form(&self) -> Form {
        Form::default()
            .with("customer", self.customer)
            .with("invoice", self.invoice)
            .with("pricing[price]", self.price)
            .with("quantity", self.quantity)
    }
}

impl StripeAccount<'_> {
    /// Creates a draft without lines.
    pub(crate) async fn create_invoice(
        &self,
        idempotency_key: &str,
        invoice: &NewInvoice<'_>,
    ) -> Result<StripeInvoice, StripeError> {
        self.create(&["invoices"], idempotency_key, &invoice.form())
            .await
    }

    /// Adds an item to a draft.
    pub(crate) async fn create_invoice_item(
        &self,
        idempotency_key: &str,
        item: &NewInvoiceItem<'_>,
    ) -> Result<StripeInvoiceItem, StripeError> {
        self.create(&["invoiceitems"], idempotency_key, &item.form())
            .await
    }

    /// Finalizes a draft: from then on it can be paid, and is not changed any more.
    pub(crate) async fn finalize_invoice(
        &self,
        idempotency_key: &str,
        id: &str,
    ) -> Result<StripeInvoice, StripeError> {
        let form = Form::default().with("auto_advance", false);
        self.create(&["invoices", id, "finalize"], idempotency_key, &form)
            .await
    }

    /// Pays an open invoice while its buyer is away.
    pub(crate) async fn pay_invoice_off_session(
        &self,
        idempotency_key: &str,
        id: &str,
        method: &str,
    ) -> Result<StripeInvoice, StripeError> {
        let form = Form::default()
            .with("off_session", true)
            .with("payment_method", method);
        self.create(&["invoices", id, "pay"], idempotency_key, &form)
            .await
    }

    /// Deletes a draft.
    pub(crate) async fn delete_invoice(&self, id: &str) -> Result<DeletedObject, StripeError> {
        self.delete(&["invoices", id]).await
    }

    /// Returns a page of a customer's invoices with their payments, newest first.
    pub(crate) async fn list_invoices_of_customer(
        &self,
        customer: &str,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeInvoice>, StripeError> {
        let form = query.form().with("customer", customer);
        let form = form.expanding(&["data.payments"]);
        self.get(&["invoices"], &form).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(form: &Form) -> Vec<String> {
        let pairs = form.pairs().iter();
        pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect()
    }

    #[test]
    fn draft_is_neither_finalized_nor_paid_by_stripe() {
        let mut invoice = NewInvoice {
            customer: "cus_1",
            currency: "eur",
            payment_method: "pm_1",
            has_tax: false,
            metadata: &[("tollgate_topup", "top_1")],
        };
        let expected = [
            "customer=cus_1",
            "currency=eur",
            "auto_advance=false",
            "collection_method=charge_automatically",
            "pending_invoice_items_behavior=exclude",
            "default_payment_method=pm_1",
            "metadata[tollgate_topup]=top_1",
        ];
        assert_eq!(written(&invoice.form()), expected);
        invoice.has_tax = true;
        let taxed = written(&invoice.form());
        assert!(taxed.contains(&"automatic_tax[enabled]=true".to_owned()));
        let item = NewInvoiceItem {
            customer: "cus_1",
            invoice: "in_1",
            price: "price_1",
            quantity: 3,
        };
        let expected = [
            "customer=cus_1",
            "invoice=in_1",
            "pricing[price]=price_1",
            "quantity=3",
        ];
        assert_eq!(written(&item.form()), expected);
    }
}
