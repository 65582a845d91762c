//! The operations that read payments.

mod forms;
mod my_payments;
mod payments;

pub(crate) use my_payments::MyPaymentsApi;
pub(crate) use payments::PaymentsApi;
