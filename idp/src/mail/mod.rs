//! Emails: sign-in links and codes, notices, and the outbox that delivers them.

mod address_proof;
mod budget;
mod deliver;
mod delivery;
mod end;
mod folder;
mod letter;
mod link;
mod notice;
mod outbox;
mod password_link;
mod reach;
mod send_link;
mod site;
mod smtp;
pub(crate) mod store;
mod take;
#[cfg(test)]
mod tests;

pub(crate) use address_proof::{AddressProof, ProofRequest, queue_proof, take_proof};
pub(crate) use delivery::DeliveryState as MailState;
pub(crate) use link::SignInLink;
pub(crate) use notice::{Notice, queue_notice};
pub(crate) use outbox::Mail;
pub(crate) use password_link::{PasswordEmail, password_link_answered, queue_password_link};
pub(crate) use reach::{MailServerStatus, OutboxStatus};
pub(crate) use send_link::{LinkRequest, SendLinkOutcome, send_link};
pub(crate) use site::EmailBrand;
pub(crate) use take::{ProvenEmail, is_live, take_by_code, take_by_link, tries_left};
