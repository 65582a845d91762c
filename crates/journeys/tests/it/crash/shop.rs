//! A website at a product API without an idp, on its own database, with only the data that its back end needs.

use foundation::testing::test_client;
use foundation::{Database, Random, secret};
use journeys::installation::pair;
use journeys::port::Port;
use journeys::process::Process;
use reqwest::Client;
use serde_json::Value;

/// One server, or several on one database.
#[derive(Debug)]
pub(crate) struct TestWebsite {
    pub(crate) url: String,
    key: String,
    client: Client,
    servers: Vec<(Port, Option<Process>)>,
}

/// A complete response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpendResponse {
    pub(crate) status: u16,
    pub(crate) is_replayed: bool,
    pub(crate) is_retryable: bool,
    pub(crate) body: String,
}

impl SpendResponse {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Returns the results of a batch; none for any other response.
    pub(crate) fn results(&self) -> Vec<Value> {
        let response = self.json();
        response["results"].as_array().cloned().unwrap_or_default()
    }

    /// Returns true for a final response. A client repeats a request after a failure or a response with a retry time.
    pub(crate) fn is_final(&self) -> bool {
        let is_retryable = |result: &Value| !result["retry_after"].is_null();
        self.failures().is_empty() && !self.is_retryable && !self.results().iter().any(is_retryable)
    }

    /// Returns its problems with a status of 500 or more.
    pub(crate) fn failures(&self) -> Vec<Value> {
        let mut response = self.results();
        for result in &mut response {
            *result = result["problem"].take();
        }
        response.push(self.json());
        response.retain(|problem| problem["status"].as_u64() >= Some(500));
        response
    }
}

impl TestWebsite {
    /// Starts servers on a database, and creates a website with a key.
    pub(crate) async fn open(url: &str, servers: usize) -> Self {
        let mut shop = Self {
            url: url.to_owned(),
            key: format!("tg_live_{}", Random::system().token().unwrap()),
            client: test_client(),
            servers: (0..servers).map(|_| (Port::free(), None)).collect(),
        };
        shop.start().await;
        let digest = secret::digest("api-key", &shop.key);
        let database = Database::open(url).await.unwrap();
        let mut transaction = database.begin().await.unwrap();
        for statement in [
            "INSERT INTO users (id, claims_at, created_at, updated_at) VALUES ('usr_1', 0, 0, 0)",
            "INSERT INTO websites (id, owner_user_id, name, url, client_id, status, created_at) \
             VALUES ('web_1', 'usr_1', 'One', 'https://one.example', 'one', 'active', 0)",
        ] {
            foundation::on_engine!(&mut transaction.connection(), |c| sqlx::query(statement)
                .execute(c)
                .await
                .map(drop))
            .unwrap();
        }
        let key = "INSERT INTO api_keys (id, website_id, mode, name, prefix, digest, scopes, created_by, created_at) \
             VALUES ('key_1', 'web_1', 'live', 'first key', 'tg_live_', $1, 'credits.spend credits.grant customers.read', 'usr_1', 0)";
        foundation::on_engine!(&mut transaction.connection(), |c| {
            sqlx::query(key).bind(digest).execute(c).await.map(drop)
        })
        .unwrap();
        transaction.commit().await.unwrap();
        database.close().await;
        shop
    }

    /// Starts every server that does not run.
    pub(crate) async fn start(&mut self) {
        for (port, server) in &mut self.servers {
            if server.is_none() {
                let settings = settings(&self.url, &port.address().to_string());
                let starting =
                    tokio::task::spawn_blocking(move || Process::start("api", &settings));
                *server = Some(starting.await.unwrap());
            }
        }
    }

    /// Kills all servers as by a power cut.
    pub(crate) fn kill(&mut self) {
        for (_, server) in &mut self.servers {
            if let Some(mut server) = server.take() {
                server.kill();
            }
        }
    }

    /// Returns the logs of the servers.
    pub(crate) fn log(&self) -> String {
        let servers = self
            .servers
            .iter()
            .filter_map(|(_, server)| server.as_ref());
        servers.map(Process::log).collect()
    }

    /// Returns a client of one of the servers.
    pub(crate) fn caller(&self, server: usize) -> Caller {
        let (port, _) = &self.servers[server % self.servers.len()];
        Caller {
            base: format!("http://{}", port.address()),
            key: self.key.clone(),
            client: self.client.clone(),
        }
    }
}

fn settings(url: &str, listen: &str) -> Vec<(String, String)> {
    vec![
        pair("API_DATABASE_URL", url),
        pair("API_ISSUER", "http://localhost:1"),
        pair("API_CLIENT_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
        pair("API_CUSTOMER_REQUESTS_PER_SECOND", "0"),
        pair("API_KEY_REQUESTS_PER_SECOND", "0"),
        pair("API_LISTEN", listen),
        pair("API_USER_CHANGES_SECONDS", "3600"),
        pair("API_VERIFY_HOURS", "0"),
        pair("API_WEBHOOK_POLL_SECONDS", "3600"),
        // Transactions that the database rolled back and that were retried are logged as information.
        pair(
            "TOLLGATE_LOG_FILTER",
            "warn,tollgate=info,product_api::credits=info",
        ),
    ]
}

/// The website's back end, at one of the servers.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    base: String,
    key: String,
    client: Client,
}

impl Caller {
    /// Sends POST with a key, or without one if the items have their own; after an error the outcome is unknown.
    pub(crate) async fn post(
        &self,
        path: &str,
        key: Option<&str>,
        body: &Value,
    ) -> Result<SpendResponse, reqwest::Error> {
        let mut request = self
            .client
            .post(format!("{}{path}", self.base))
            .bearer_auth(&self.key)
            .json(body);
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let response = request.send().await?;
        Ok(SpendResponse {
            status: response.status().as_u16(),
            is_replayed: response.headers().contains_key("idempotency-replayed"),
            is_retryable: response.headers().contains_key("retry-after"),
            body: response.text().await?,
        })
    }
}
