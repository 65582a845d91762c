//! Tests the OpenID Foundation's certification modules, one test for each under the module's name. It simulates a client, a
//! browser that finds elements of our pages by their ids, and the checks of every module.

/// Runs a module with responses in the query on SQLite, and with responses by form post on PostgreSQL.
macro_rules! modules {
    ($(async fn $name:ident($suite:ident) $body:block)+) => {$(
        async fn $name($suite: Suite) $body

        foundation::on_each_backend! {
            $name:
            query_on_sqlite crate::conformance::suite::SuiteMode::Query,
            form_post_on_postgres crate::conformance::suite::SuiteMode::FormPost,
        }
    )+};
}

mod agent;
mod backchannel;
mod callback;
mod dynamic;
mod errors;
mod flow;
mod form_post;
mod html;
mod id_token;
mod keys;
mod logout;
mod metadata;
mod prompts;
mod receiver;
mod refresh;
mod registered;
mod requests;
mod scopes;
mod server;
mod signatures;
mod suite;
mod tokens;
mod userinfo;
