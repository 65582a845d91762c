//! Emails: sign-in links and codes, notices, and the outbox that delivers them.

mod address_proof;
mod budget;
mod deliver;
mod delivery;
mod email;
mod email_brand;
mod finish;
mod folder;
mod health;
mod link;
mod message;
mod notice;
mod outbox;
mod password_link;
mod redeem;
mod send_link;
mod smtp;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use address_proof::{AddressProof, ProofRequest, queue_proof, take_proof};
pub(crate) use delivery::DeliveryState as MailState;
pub(crate) use email_brand::EmailBrand;
pub(crate) use health::MailServerStatus;
pub(crate) use link::SignInLink;
pub(crate) use message::{Message, queue_message};
pub(crate) use notice::{Notice, queue_notice};
pub(crate) use outbox::Mail;
pub(crate) use password_link::{PasswordEmail, queue_password_link, restore_password_link_budget};
pub(crate) use redeem::{ProvenEmail, is_live, take_by_code, take_by_link, tries_left};
pub(crate) use send_link::{LinkRequest, SendLinkOutcome, send_link};
pub(crate) use store::outbox::OutboxStatus;
