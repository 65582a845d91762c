//! The operations that read payments.

mod forms;
mod my_payments;
mod payments;
mod reversal_forms;

pub(crate) use forms::DetailDto;
pub(crate) use my_payments::MyPaymentsApi;
pub(crate) use payments::PaymentsApi;
pub(crate) use reversal_forms::{DisputeDto, DisputeStateName, RefundDto};
