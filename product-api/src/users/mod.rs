//! Users: known from the tokens of the idp since their first contact.

mod api;
mod apply_activation;
mod authenticated_user;
mod change_activation;
mod guard;
mod lock_active;
mod record_user;
mod store;
mod sweep;
mod user;
mod viewable;

pub(crate) use api::{UserDto, UsersApi};
pub(crate) use apply_activation::apply_activation_change;
pub(crate) use authenticated_user::AuthenticatedUser;
pub(crate) use guard::Operator;
pub(crate) use lock_active::lock_active;
#[cfg(test)]
pub(crate) use store::TEXTS;
pub(crate) use store::{is_active, is_limited, is_used};
pub(crate) use sweep::{is_any_left, sweep};
pub(crate) use user::User;
pub(crate) use viewable::viewable;
