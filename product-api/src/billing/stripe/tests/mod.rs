//! Tests of the client against the double of Stripe, and against servers that respond as Stripe never should.

mod accounts;
mod buying;
mod catalog;
mod circuits;
mod endpoints;
mod events;
mod odd_server;
mod odd_servers;
mod permissions;
mod repeats;
mod settlements;
mod shapes;
mod test_stripe;
