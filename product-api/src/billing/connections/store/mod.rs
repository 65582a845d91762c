//! Tables of connections, of their endpoints and of the settings of books.

pub(super) mod books;
pub(super) mod checks;
pub(super) mod connections;
pub(super) mod endpoints;
pub(super) mod keys;
pub(super) mod notices;
