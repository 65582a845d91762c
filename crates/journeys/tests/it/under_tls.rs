//! `tollgate serve` without a proxy: TLS on its own port, and the product API calls the idp within the process.

use journeys::installation::pair;
use journeys::process::{Process, binary};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::Value;
use tempfile::TempDir;

struct CertificateFiles {
    folder: TempDir,
    certificate: String,
}

fn files() -> CertificateFiles {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("tls.pem"), cert.pem()).unwrap();
    std::fs::write(folder.path().join("key.pem"), signing_key.serialize_pem()).unwrap();
    CertificateFiles {
        folder,
        certificate: cert.pem(),
    }
}

impl CertificateFiles {
    fn settings(&self, key: &str) -> Vec<(String, String)> {
        let at = |name: &str| self.folder.path().join(name).display().to_string();
        vec![
            pair("TOLLGATE_DATA_DIR", &at("data")),
            pair("TOLLGATE_LISTEN", "127.0.0.1:0"),
            pair("IDP_TLS_CERTIFICATE", &at("tls.pem")),
            pair("IDP_TLS_KEY", &at(key)),
        ]
    }

    fn client_secret(&self) -> String {
        let text = std::fs::read(self.folder.path().join("data/secrets.json")).unwrap();
        let secrets: Value = serde_json::from_slice(&text).unwrap();
        secrets["api_client_secret"].as_str().unwrap().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_product_is_under_tls_and_its_services_find_each_other() {
    let files = files();
    let process = Process::start("serve", &files.settings("key.pem"));
    let base = format!("https://localhost:{}", process.address.port());
    let client = foundation::testing::trusting_client(files.certificate.as_bytes());
    let address = format!("{base}/.well-known/openid-configuration");
    let document: Value = client
        .get(address)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(document["issuer"], base.as_str());
    // Metrics are only for this machine, and a local proxy forwards requests of others.
    for (forwarded, expected) in [(None, 200), (Some("203.0.113.7"), 404)] {
        let mut request = client.get(format!("{base}/metrics"));
        if let Some(address) = forwarded {
            request = request.header("x-forwarded-for", address);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), expected);
        assert_eq!(
            response.headers()["strict-transport-security"],
            "max-age=31536000"
        );
    }
    for (name, value) in document.as_object().unwrap() {
        if name.ends_with("_endpoint") || name == "jwks_uri" {
            let address = value.as_str().unwrap();
            assert!(address.starts_with(&base), "{name}: {address}");
        }
    }
    let form = [("grant_type", "client_credentials")];
    let requested = client
        .post(format!("{base}/oauth/token"))
        .basic_auth("product-api", Some(files.client_secret()))
        .form(&form);
    let tokens: Value = requested.send().await.unwrap().json().await.unwrap();
    let token = tokens["access_token"].as_str().unwrap();
    // The product API has the idp's keys although it does not trust the certificate, because it calls the idp in the
    // process. It refuses the token as a machine's, not a user's.
    let me = client.get(format!("{base}/v1/me")).bearer_auth(token);
    assert_eq!(me.send().await.unwrap().status(), 403);
    let plain = foundation::testing::test_client();
    let plainly = plain.get(base.replace("https", "http")).send().await;
    assert!(plainly.is_err(), "{plainly:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_find_a_server_under_its_own_tls() {
    let files = files();
    let process = Process::start("serve", &files.settings("key.pem"));
    let port = process.address.port();
    let at = |name: &str| files.folder.path().join(name);
    for command in ["clients", "users"] {
        let mut program = std::process::Command::new(binary());
        program.args([command, "list", "--json"]).env_clear();
        program.env("TOLLGATE_DATA_DIR", at("data"));
        program.env("SSL_CERT_FILE", at("tls.pem"));
        let ran = tokio::task::spawn_blocking(move || program.output());
        let output = ran.await.unwrap().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command} at port {port}: {said}");
    }
}

#[test]
fn key_that_is_not_the_certificates_stops_the_start_in_words() {
    let (one, other) = (files(), files());
    let key = std::fs::read(other.folder.path().join("key.pem")).unwrap();
    std::fs::write(one.folder.path().join("other.pem"), key).unwrap();
    let rows = [
        ("other.pem", "taking the TLS certificate and its key"),
        ("absent.pem", "absent.pem"),
        ("tls.pem", "reading the TLS key"),
    ];
    for (key, expected) in rows {
        let refused = Process::try_start("serve", &one.settings(key)).unwrap_err();
        assert!(refused.said.contains(expected), "{}", refused.said);
    }
}
