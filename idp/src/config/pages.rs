//! The operator's own pages, which replace those of the idp.

use foundation::env::Reader;
use url::Url;

/// Pages of the installation that replace those of the idp. Each is a path of our own origin, where a gateway serves
/// it: only there does the browser send our cookies, and only from there may a page start a sign-in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageConfig {
    /// `IDP_PAGE_SIGN_IN`: replaces `/api/auth/signin`; gets `callbackUrl` and, if there is one, `error`.
    pub sign_in: Option<String>,
    /// `IDP_PAGE_SIGN_OUT`: replaces `/api/auth/signout`.
    pub sign_out: Option<String>,
    /// `IDP_PAGE_ERROR`: replaces `/api/auth/error`, for errors that end a sign-in; gets `error`.
    pub error: Option<String>,
    /// `IDP_PAGE_VERIFY_REQUEST`: replaces `/api/auth/verify-request`; `error=Code` means a wrong code.
    pub verify_request: Option<String>,
    /// `IDP_PAGE_NEW_USER`: the page after a user's first sign-in; gets `callbackUrl`, the next page.
    pub new_user: Option<String>,
}

impl PageConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let mut page = |name: &'static str| {
            let path = reader.text(name)?;
            if !is_page(&path) {
                reader.problem(
                    name,
                    "is not a path such as /welcome, outside of /api/auth and /oauth, on the host of IDP_BASE_URL",
                );
            }
            Some(path)
        };
        Self {
            sign_in: page("IDP_PAGE_SIGN_IN"),
            sign_out: page("IDP_PAGE_SIGN_OUT"),
            error: page("IDP_PAGE_ERROR"),
            verify_request: page("IDP_PAGE_VERIFY_REQUEST"),
            new_user: page("IDP_PAGE_NEW_USER"),
        }
    }
}

/// Returns true for a path that every parser reads alike and that does not lead back to the page it replaces.
fn is_page(path: &str) -> bool {
    const ANY: &str = "https://id.example";
    let is_ours = |prefix: &str| {
        path.strip_prefix(prefix)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
    };
    let is_read_as_written = Url::parse(ANY)
        .and_then(|base| base.join(path))
        .is_ok_and(|url| url.as_str().strip_prefix(ANY) == Some(path) && url.fragment().is_none());
    path.starts_with('/')
        && !path.contains('%')
        && is_read_as_written
        && !is_ours("/api/auth")
        && !is_ours("/oauth")
}
