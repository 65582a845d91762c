//! Checks the page that posts a response (OAuth 2.0 Form Post Response Mode). It has a form with a button, and one script with
//! a nonce, and its policy allows the client as the only target.

use super::html::HtmlPage;
use super::suite::CALLBACK;

/// Asserts these properties of a page.
pub(crate) fn is_sound(page: &HtmlPage) {
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.header("cache-control").contains("no-store"));
    for id in ["page-title", "form-post", "form-post-continue"] {
        assert!(page.has(id), "{id}: {}", page.html);
    }
    assert_eq!(page.form("form-post-continue").action.as_str(), CALLBACK);
    let policy = page.header("content-security-policy");
    let allowed = |name: &str| {
        let directive = policy
            .split(';')
            .map(str::trim)
            .find(|one| one.starts_with(name));
        directive
            .unwrap_or_else(|| panic!("no {name} in {policy}"))
            .to_owned()
    };
    assert_eq!(allowed("form-action"), "form-action https://suite.example");
    // A response to `prompt=none` is posted in a frame of the client.
    let framing = allowed("frame-ancestors");
    assert_eq!(framing, "frame-ancestors https://suite.example");
    let (nonce, script) = only_script(&page.html);
    assert_eq!(allowed("script-src"), format!("script-src 'nonce-{nonce}'"));
    assert!(
        !script.contains('\n') && script.contains("submit()"),
        "{script}"
    );
}

/// Returns the nonce and the text of the page's only script.
fn only_script(html: &str) -> (&str, &str) {
    let mut scripts = html.split("<script nonce=\"").skip(1);
    let (nonce, rest) = scripts.next().unwrap().split_once("\">").unwrap();
    assert_eq!(html.matches("<script").count(), 1, "{html}");
    (nonce, rest.split("</script>").next().unwrap())
}
