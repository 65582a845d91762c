//! Tests the OpenID Foundation's certification modules, one test for each under the module's name. It simulates a client, a
//! browser that finds elements of our pages by their ids, and the checks of every module.

/// Runs a module with responses in the query on SQLite, and with responses by form post on PostgreSQL.
macro_rules! modules {
    ($(async fn $name:ident($suite:ident) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn story($suite: Suite) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn query_on_sqlite() {
                story(Suite::start(SuiteMode::Query).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn form_post_on_postgres() {
                story(Suite::start(SuiteMode::FormPost).await).await;
            }
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
