//! Trials: each person and each address begins one subscription of a book with a trial.

mod check_trial;
mod find_identities;
mod record_trial;
mod store;
mod trial_identity;

pub(crate) use check_trial::has_used_trial;
pub(crate) use record_trial::{record_card, record_trial};
