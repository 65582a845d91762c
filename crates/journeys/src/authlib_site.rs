//! A website whose users sign in with Authlib, in a process of its own.

use std::process::Command;

use serde_json::{Value, json};

use crate::installation::TestInstallation;
use crate::installed::installed;
use crate::process::Process;
use crate::users;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sites/authlib_site.py");

/// A running website that is registered at a world's idp.
#[derive(Debug)]
pub struct AuthlibSite {
    /// Origin of the website.
    pub home: String,
    _process: Process,
}

impl AuthlibSite {
    /// Starts the website, then registers it, because its address is known only then.
    ///
    /// # Panics
    /// If Authlib is not installed, with how to install it.
    pub async fn start(world: &TestInstallation, method: &str) -> Self {
        let python = installed(
            "AUTHLIB_PYTHON",
            "authlib/bin/python",
            "scripts/install-authlib",
        );
        let mut program = Command::new(python);
        program.arg(PROGRAM);
        let process = Process::start_program(program, &[]);
        let process = process.unwrap_or_else(|refused| panic!("{}", refused.said));
        let home = format!("http://{}", process.address);
        let metadata = json!({
            "client_name": "A site in Python",
            "redirect_uris": [format!("{home}/callback")],
            "post_logout_redirect_uris": [format!("{home}/bye")],
            "grant_types": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_method": method,
        });
        let client_id = format!("authlib-{method}");
        let secret = users::register_client(world, &client_id, &metadata).await;
        let registration = json!({
            "issuer": world.address.base,
            "client_id": client_id,
            "client_secret": secret,
            "token_endpoint_auth_method": method,
        });
        let request = foundation::testing::test_client().post(format!("{home}/registration"));
        let response = request.json(&registration).send().await;
        let status = response.expect("a response").status();
        assert!(status.is_success(), "{status}");
        Self {
            home,
            _process: process,
        }
    }

    /// Returns one of its URLs.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.home)
    }
}

/// Returns the JSON of a page of the website.
///
/// # Panics
/// If the page reports an error.
pub fn said(page: &crate::browser::HtmlPage) -> Value {
    assert_eq!(page.status, 200, "{}", page.body);
    serde_json::from_str(&page.body).expect("JSON")
}
