//! Unknown MCP clients with the official SDKs: with a client ID metadata document and by registration. Each calls a
//! tool of a website's server, which accepts only tokens for its resource.

use foundation::on_both_engines;
use foundation::testing::TestEngine;
use journeys::browser::Browser;
use journeys::installation::TestInstallation;
use journeys::mcp::{Program, Sdk};
use journeys::users::TestUser;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Scope of the tools of the website's server.
const SCOPE: &str = "tools.call";

struct McpInstallation {
    world: TestInstallation,
    owner: TestUser,
    server: Program,
    /// Resource of the website's server.
    resource: String,
    /// URL of a client's metadata document.
    document: String,
    _folder: TempDir,
}

impl McpInstallation {
    async fn new(engine: TestEngine) -> Self {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("tls.pem"), cert.pem()).unwrap();
        std::fs::write(at("key.pem"), signing_key.serialize_pem()).unwrap();
        let server = Program::start_server(&at("tls.pem"), &at("key.pem"));
        let documents = server.get("/documents").await["address"].clone();
        let documents = documents.as_str().unwrap();
        let settings = [
            ("IDP_CLIENT_DOCUMENTS", "on"),
            // The document is on this machine, by a certificate of this test.
            ("IDP_OUTBOUND_ALLOW", documents),
            ("SSL_CERT_FILE", &at("tls.pem").display().to_string()),
        ];
        let world = TestInstallation::set_up(engine, &settings).await;
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let website = owner.register_website(&world.address, "Picture Shop").await;
        let stage = Self {
            document: format!("https://{documents}/agent.json"),
            resource: format!("{}/mcp", server.home),
            world,
            owner,
            server,
            _folder: folder,
        };
        stage
            .publish(website["website"]["id"].as_str().unwrap())
            .await;
        stage
    }

    /// Adds the resource to the website, and publishes the metadata that the product returns.
    async fn publish(&self, website_id: &str) {
        let path = format!("/v1/websites/{website_id}");
        let body = json!({"resources": [{"resource": self.resource, "scopes": [SCOPE]}]});
        let changed = self.owner.patch(&self.world.address, &path, &body).await;
        let shown = &changed["resources"][0];
        let expected = format!(
            "{}/.well-known/oauth-protected-resource/mcp",
            self.server.home
        );
        assert_eq!(shown["metadata_url"], expected.as_str());
        self.server.post("/configuration", shown).await;
    }

    /// Lets a user allow a client, which then calls the tool.
    async fn call_tool(&self, sdk: Sdk, how: &Value) -> Value {
        let client = Program::start_client(sdk);
        let mut body = how.clone();
        body["server"] = json!(self.resource);
        let address = client.post("/connect", &body).await["address"].clone();
        let browser: &Browser = &self.owner.browser;
        let page = browser.open(address.as_str().unwrap()).await;
        assert!(
            page.body.contains(&self.resource),
            "the page names the server"
        );
        let page = browser.submit_page(&page, "consent-allow").await;
        assert_eq!(page.url.path(), "/callback", "{}", page.body);
        let body = json!({ "callback": page.url.as_str() });
        client.post("/finish", &body).await
    }

    /// Returns a token with which one program may register itself.
    async fn initial_token(&self) -> String {
        let token = journeys::users::admin_token(&self.world).await;
        let address = self.world.address.at("/admin/v1/initial-access-tokens");
        let request = foundation::testing::test_client().post(address);
        let response = request
            .bearer_auth(token)
            .json(&json!({}))
            .send()
            .await
            .unwrap();
        let made: Value = response.json().await.unwrap();
        made["token"].as_str().unwrap().to_owned()
    }
}

on_both_engines!(both_sdks_call_a_tool_as_a_document_and_by_registration);

async fn both_sdks_call_a_tool_as_a_document_and_by_registration(engine: TestEngine) {
    let stage = McpInstallation::new(engine).await;
    for sdk in [Sdk::JavaScript, Sdk::Python] {
        let how = json!({ "document": stage.document });
        let response = stage.call_tool(sdk, &how).await;
        assert_eq!(response["clientId"], stage.document.as_str(), "{sdk:?}");
        assert_eq!(response["aud"], stage.resource.as_str());
        // The SDKs add offline_access themselves.
        let scopes = response["scopes"].as_array().unwrap();
        assert!(scopes.contains(&json!(SCOPE)), "{sdk:?}: {response}");
        assert_eq!(response["sub"], stage.owner.tokens.subject.as_str());
        let how = json!({ "initialToken": stage.initial_token().await });
        let response = stage.call_tool(sdk, &how).await;
        let client_id = response["clientId"].as_str().unwrap();
        assert!(client_id.starts_with("cli_"), "{sdk:?}: {response}");
        assert_eq!(response["aud"], stage.resource.as_str());
    }
}
