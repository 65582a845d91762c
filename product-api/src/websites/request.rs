//! The headers by which an owner says which website is meant, and which of its two modes.

use poem::Request;
use poem::http::HeaderName;

use crate::caller::Mode;
use crate::problem::{FieldError, Problem};

/// Which website.
pub(super) const WEBSITE_HEADER: &str = "Tollgate-Website";
const WEBSITE: HeaderName = HeaderName::from_static("tollgate-website");
/// Real or play credits.
const MODE_HEADER: &str = "Tollgate-Mode";
const MODE: HeaderName = HeaderName::from_static("tollgate-mode");

/// What a request says by header; an API key says both by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said<'a> {
    /// The website's id; a header that is no text names none that exists.
    pub(super) website: Option<&'a str>,
    /// The mode.
    pub(super) mode: Option<Mode>,
}

impl<'a> Said<'a> {
    /// What the headers say, or which of them says nothing that can be meant.
    pub(super) fn of(request: &'a Request) -> Result<Self, Problem> {
        Ok(Self {
            website: text(request, (&WEBSITE, WEBSITE_HEADER))?,
            mode: mode_of(text(request, (&MODE, MODE_HEADER))?)?,
        })
    }
}

/// The mode that the header names; none when it is left out.
pub(crate) fn mode_of(said: Option<&str>) -> Result<Option<Mode>, Problem> {
    said.map(str::parse).transpose().map_err(|_unknown| {
        let detail = "Must be live or test; live when it is left out.";
        Problem::invalid(&[FieldError::parameter(MODE_HEADER, detail)])
    })
}

/// Whether a request names a website by header, as owners do.
pub(crate) fn names_website(request: &Request) -> bool {
    request.headers().contains_key(&WEBSITE)
}

/// The value of a header; a request that has it twice could mean either.
fn text<'a>(
    request: &'a Request,
    (name, shown): (&HeaderName, &'static str),
) -> Result<Option<&'a str>, Problem> {
    let mut values = request.headers().get_all(name).iter();
    let value = values.next();
    if values.next().is_some() {
        let detail = "Is given more than once: send it once.";
        return Err(Problem::invalid(&[FieldError::parameter(shown, detail)]));
    }
    Ok(value.map(|value| value.to_str().unwrap_or_default()))
}
