//! Provides a simulated browser that finds elements by their ids: it signs in, consents, and submits posted responses.

use std::collections::BTreeMap;
use std::sync::Mutex;

use reqwest::header::{CONTENT_TYPE, COOKIE, LOCATION, ORIGIN, SET_COOKIE};
use reqwest::{Method, Url};

use super::html::{HtmlForm, HtmlPage};

/// Email address of the simulated user.
pub(crate) const EMAIL: &str = "ann@example.com";
pub(crate) const PASSWORD: &str = "gravel tulip anchovy";
/// Maximum number of steps of a flow.
const STEPS: usize = 20;

/// A browser at one provider.
pub(crate) struct Agent {
    client: reqwest::Client,
    home: Url,
    cookies: Mutex<BTreeMap<String, String>>,
}

/// The browser's next request.
#[derive(Clone, Debug)]
pub(crate) struct BrowserRequest {
    method: Method,
    url: Url,
    form: Option<Vec<(String, String)>>,
    /// True for a form of another website, which is sent without `SameSite=Lax` cookies.
    from_elsewhere: bool,
}

/// A completed flow through our pages.
#[derive(Debug)]
pub(crate) struct CompletedFlow {
    /// Number of sign-ins of the user.
    pub(crate) sign_ins: usize,
    /// Number of consents of the user.
    pub(crate) consents: usize,
    /// End of the flow.
    pub(crate) end: FlowEnd,
}

/// The end of a flow.
#[derive(Debug)]
pub(crate) enum FlowEnd {
    /// A page of ours without a control that this browser uses.
    Page(HtmlPage),
    /// The client's redirect URI.
    Client(ClientCallback),
}

/// The request at the client's redirect URI.
#[derive(Debug)]
pub(crate) struct ClientCallback {
    /// Address without its query.
    pub(crate) address: String,
    /// Parameters of the query.
    pub(crate) query: Vec<(String, String)>,
    /// Parameters of the posted form, if it was posted.
    pub(crate) form: Option<Vec<(String, String)>>,
    /// Page of ours that posted the form.
    pub(crate) by: Option<HtmlPage>,
}

impl BrowserRequest {
    /// Creates a request that follows a link.
    pub(crate) fn get(url: &str) -> Self {
        Self {
            method: Method::GET,
            url: Url::parse(url).unwrap(),
            form: None,
            from_elsewhere: false,
        }
    }

    /// Creates a request by a form of another website.
    pub(crate) fn post_from_elsewhere(url: &str, fields: Vec<(String, String)>) -> Self {
        Self {
            method: Method::POST,
            url: Url::parse(url).unwrap(),
            form: Some(fields),
            from_elsewhere: true,
        }
    }

    /// Creates a request by a form of a page of ours.
    pub(crate) fn send(form: HtmlForm) -> Self {
        Self {
            method: Method::POST,
            url: form.action,
            form: Some(form.fields),
            from_elsewhere: false,
        }
    }
}

impl Agent {
    /// Creates a new browser.
    pub(crate) fn new(client: reqwest::Client, home: &str) -> Self {
        Self {
            client,
            home: Url::parse(home).unwrap(),
            cookies: Mutex::default(),
        }
    }

    /// Follows the flow to the client, or to a page that the user must read.
    pub(crate) async fn walk(&self, first: BrowserRequest) -> CompletedFlow {
        let (mut ask, mut sign_ins, mut consents) = (first, 0, 0);
        let mut by = None;
        for _step in 0..STEPS {
            if ask.url.origin() != self.home.origin() {
                let end = FlowEnd::Client(ClientCallback::new(ask, by));
                return CompletedFlow {
                    sign_ins,
                    consents,
                    end,
                };
            }
            let page = self.open(ask).await;
            ask = if let Some(next) = leads_to(&page) {
                next
            } else if page.has("credentials-form") {
                sign_ins += 1;
                let form = page.form("credentials-submit");
                BrowserRequest::send(form.filled("email", EMAIL).filled("password", PASSWORD))
            } else if page.has("consent-allow") {
                consents += 1;
                BrowserRequest::send(page.form("consent-allow"))
            } else if let Some(form) = page.form_away() {
                // The page's script submits this form; without the script the user presses the button.
                by = Some(page);
                BrowserRequest::send(form)
            } else {
                let end = FlowEnd::Page(page);
                return CompletedFlow {
                    sign_ins,
                    consents,
                    end,
                };
            };
        }
        panic!("it goes round in circles: {ask:?}");
    }

    /// Follows redirects to the first page, and submits nothing.
    pub(crate) async fn look(&self, first: BrowserRequest) -> HtmlPage {
        let mut page = self.open(first).await;
        while let Some(next) = leads_to(&page) {
            page = self.open(next).await;
        }
        page
    }

    /// Sends one request and follows no redirect.
    pub(crate) async fn open(&self, ask: BrowserRequest) -> HtmlPage {
        let url = ask.url.clone();
        let mut request = self.client.request(ask.method.clone(), ask.url);
        let is_post = ask.method == Method::POST;
        if !(ask.from_elsewhere && is_post) {
            request = request.header(COOKIE, self.cookie_line());
        }
        if is_post {
            let home = self.home.origin().ascii_serialization();
            let elsewhere = "https://suite.example".to_owned();
            let origin = if ask.from_elsewhere { elsewhere } else { home };
            request = request.header(ORIGIN, origin);
        }
        if let Some(fields) = &ask.form {
            request = request.form(fields);
        }
        let response = request.send().await.unwrap();
        for line in response.headers().get_all(SET_COOKIE) {
            self.keep(line.to_str().unwrap());
        }
        HtmlPage {
            url,
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            html: response.text().await.unwrap(),
        }
    }

    fn cookie_line(&self) -> String {
        let jar = self.cookies.lock().unwrap();
        let pairs: Vec<_> = jar
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join("; ")
    }

    fn keep(&self, line: &str) {
        let (pair, attributes) = line.split_once(';').expect("attributes");
        let (name, value) = pair.split_once('=').expect("a cookie");
        let mut jar = self.cookies.lock().unwrap();
        if attributes.contains("Max-Age=0") {
            jar.remove(name);
        } else {
            jar.insert(name.to_owned(), value.to_owned());
        }
    }
}

impl CompletedFlow {
    /// Returns the page at the end of the flow.
    pub(crate) fn page(self) -> HtmlPage {
        match self.end {
            FlowEnd::Page(page) => page,
            FlowEnd::Client(arrived) => panic!("it arrived at the client: {arrived:?}"),
        }
    }

    /// Returns the request at the client.
    pub(crate) fn arrived(self) -> ClientCallback {
        match self.end {
            FlowEnd::Client(arrived) => arrived,
            FlowEnd::Page(page) => panic!("it stopped at {}:\n{}", page.url, page.html),
        }
    }
}

impl ClientCallback {
    fn new(ask: BrowserRequest, by: Option<HtmlPage>) -> Self {
        let query = ask.url.query_pairs().into_owned().collect();
        let mut address = ask.url;
        address.set_query(None);
        Self {
            address: address.to_string(),
            query,
            form: ask.form,
            by,
        }
    }
}

/// Returns the request of a redirect.
fn leads_to(page: &HtmlPage) -> Option<BrowserRequest> {
    let location = page.headers.get(LOCATION)?.to_str().unwrap();
    assert!(
        page.status == 303 || page.status == 302,
        "{} {}",
        page.status,
        page.url
    );
    let kind = page.headers.get(CONTENT_TYPE);
    assert!(
        kind.is_none() || page.html.is_empty(),
        "a redirect with a body"
    );
    Some(BrowserRequest::get(
        page.url.join(location).unwrap().as_str(),
    ))
}
