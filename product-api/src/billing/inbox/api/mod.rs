//! The operations on the inbox: those of a connection's owner, and those of the operator.

mod forms;
mod operator;
mod operator_forms;
mod owner;

pub(crate) use operator::OperatorBillingApi;
pub(crate) use owner::InboxApi;
