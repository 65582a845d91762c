//! Users: known from the tokens of the idp since their first contact.

mod api;
mod follow;
mod guard;
mod hold_active;
mod holder;
mod meet;
mod store;
mod sweep;
mod switch;
mod user;
mod viewable;

pub(crate) use api::{UserAnswer, UsersApi};
pub(crate) use follow::follow_switch;
pub(crate) use guard::Operator;
pub(crate) use hold_active::hold_active;
pub(crate) use holder::AuthenticatedUser;
#[cfg(test)]
pub(crate) use store::TEXTS;
pub(crate) use store::{is_active, is_limited, is_used};
pub(crate) use sweep::{is_any_left, sweep};
pub(crate) use user::User;
pub(crate) use viewable::viewable;
