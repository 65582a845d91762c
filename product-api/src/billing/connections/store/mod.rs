//! Tables of connections, of their endpoints and of the settings of books, and their live subscriptions.

pub(super) mod books;
pub(super) mod checks;
pub(super) mod connections;
pub(super) mod endpoints;
pub(super) mod keys;
pub(super) mod live_subscriptions;
pub(super) mod notices;
