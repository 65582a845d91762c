//! The operator's own pages, which take the place of ours.

use foundation::env::Reader;
use url::Url;

/// Pages of the installation that stand for those of the idp. Each is a path of our own origin, where a gateway serves
/// it: only there does the browser hold our cookies, and only from there may a page ask for a sign-in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageConfig {
    /// `IDP_PAGE_SIGN_IN`: in the place of `/api/auth/signin`; it is given `callbackUrl` and, if there is one, `error`.
    pub sign_in: Option<String>,
    /// `IDP_PAGE_SIGN_OUT`: in the place of `/api/auth/signout`.
    pub sign_out: Option<String>,
    /// `IDP_PAGE_ERROR`: in the place of `/api/auth/error`, for what ends a sign-in for good; it is given `error`.
    pub error: Option<String>,
    /// `IDP_PAGE_VERIFY_REQUEST`: in the place of `/api/auth/verify-request`; `error=Code` tells of a wrong code.
    pub verify_request: Option<String>,
    /// `IDP_PAGE_NEW_USER`: where who signed in for the first time goes; it is given `callbackUrl`, the way on.
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

/// Whether a value is a path that every reader takes for the same one, and not one that leads back to where it stands
/// for a page.
fn is_page(path: &str) -> bool {
    const ANY: &str = "https://id.example";
    let is_ours = |room: &str| {
        path.strip_prefix(room)
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
