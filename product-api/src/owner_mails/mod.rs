//! Emails to owners of websites about what they have to decide, and to buyers about their subscriptions. The identity provider
//! knows the addresses and sends them.

mod buyer_mail;
mod owner_mail;
mod queue_mail;
mod send_due;
mod store;

pub(crate) use buyer_mail::BuyerMail;
pub(crate) use owner_mail::{OwnerMail, WebsiteOwner, WebsiteOwnerRow};
pub(crate) use queue_mail::{queue_buyer_mail, queue_mail};
pub(crate) use send_due::send_due;
pub(crate) use store::ENDED_MAILS;
