//! Crashes of the product API and of its database, and two servers on one database: real processes under load.

mod books;
mod journal;
mod kills;
mod load;
mod shop;
mod two_servers;
