//! The headers with which an owner names the website and its mode.

use poem::Request;
use poem::http::HeaderName;

use crate::caller::{Mode, PLATFORM};
use crate::problem::{FieldError, Problem};

/// The header that names the website.
pub(super) const WEBSITE_HEADER: &str = "Tollgate-Website";
const WEBSITE: HeaderName = HeaderName::from_static("tollgate-website");
/// The header that names the mode: live or test credits.
const MODE_HEADER: &str = "Tollgate-Mode";
const MODE: HeaderName = HeaderName::from_static("tollgate-mode");

/// The website and mode in the headers of a request; an API key implies both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WebsiteHeaders<'a> {
    /// The website's id; empty if the header is not text, which matches no website.
    pub(super) website: Option<&'a str>,
    /// The mode.
    pub(super) mode: Option<Mode>,
}

impl<'a> WebsiteHeaders<'a> {
    /// Reads the headers; refuses a repeated header and an unknown mode.
    pub(super) fn from_request(request: &'a Request) -> Result<Self, Problem> {
        Ok(Self {
            website: text(request, &WEBSITE, WEBSITE_HEADER)?,
            mode: mode_of(text(request, &MODE, MODE_HEADER)?)?,
        })
    }
}

/// Reads the mode in the header; `None` if it is absent.
pub(crate) fn mode_of(word: Option<&str>) -> Result<Option<Mode>, Problem> {
    word.map(str::parse).transpose().map_err(|_unknown| {
        let detail = "Must be live or test; live when it is left out.";
        Problem::invalid(&[FieldError::parameter(MODE_HEADER, detail)])
    })
}

/// Returns true if a request names a website by header, as owners do; refuses an unknown mode in any case.
pub(crate) fn names_website(request: &Request) -> Result<bool, Problem> {
    Ok(WebsiteHeaders::from_request(request)?.website.is_some())
}

/// Returns the mode of a request whose headers name the platform; `None` for any other request.
pub(crate) fn platform_mode(request: &Request) -> Result<Option<Mode>, Problem> {
    let headers = WebsiteHeaders::from_request(request)?;
    let is_platform = headers.website == Some(PLATFORM);
    Ok(is_platform.then(|| headers.mode.unwrap_or(Mode::Live)))
}

/// Returns the value of a header; refuses a repeated header, which is ambiguous.
fn text<'a>(
    request: &'a Request,
    name: &HeaderName,
    shown: &'static str,
) -> Result<Option<&'a str>, Problem> {
    let mut values = request.headers().get_all(name).iter();
    let value = values.next();
    if values.next().is_some() {
        let detail = "Is given more than once: send it once.";
        return Err(Problem::invalid(&[FieldError::parameter(shown, detail)]));
    }
    Ok(value.map(|value| value.to_str().unwrap_or_default()))
}
