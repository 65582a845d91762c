//! Pages for browsers on this machine: the card page, the customer portal, invoices and receipts.

mod checkout;
mod confirm;
mod documents;
mod invoice;
mod portal;
mod portal_changes;
mod response;
mod route;

pub(crate) use route::respond;
