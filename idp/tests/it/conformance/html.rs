//! Provides pages as a test browser reads them: elements by their ids, and their forms.

use reqwest::Url;

/// A page with its response.
#[derive(Debug)]
pub(crate) struct HtmlPage {
    /// Address of the page.
    pub(crate) url: Url,
    /// Status of the response.
    pub(crate) status: u16,
    /// Headers of the response.
    pub(crate) headers: reqwest::header::HeaderMap,
    /// Body of the response.
    pub(crate) html: String,
}

/// A form that can be filled in and sent.
#[derive(Clone, Debug)]
pub(crate) struct HtmlForm {
    /// Target address of the form.
    pub(crate) action: Url,
    /// Fields with their values.
    pub(crate) fields: Vec<(String, String)>,
}

impl HtmlPage {
    /// Returns the text of a header, empty if the header is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// Returns whether an element has this id.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.html.contains(&format!("id=\"{id}\""))
    }

    /// Returns whether the page reports an error and does not redirect.
    pub(crate) fn is_error(&self) -> bool {
        self.status == 400 && self.has("page-title") && self.header("location").is_empty()
    }

    /// Returns the form with this id, or the form of the button with this id, as that button sends it.
    pub(crate) fn form(&self, id: &str) -> HtmlForm {
        let marker = format!("id=\"{id}\"");
        let form = forms(&self.html).find(|form| form.contains(&marker));
        let form = form.unwrap_or_else(|| panic!("no {id} at {}:\n{}", self.url, self.html));
        self.read(form, &marker)
    }

    /// Returns the first form that posts to another origin.
    pub(crate) fn form_away(&self) -> Option<HtmlForm> {
        forms(&self.html)
            .map(|form| self.read(form, ""))
            .find(|form| form.action.origin() != self.url.origin())
    }

    fn read(&self, form: &str, pressed: &str) -> HtmlForm {
        let head = form.split('>').next().unwrap();
        let method = attribute(head, "method").unwrap_or_default();
        assert_eq!(method, "post", "{head}");
        let action = attribute(head, "action").unwrap_or_default();
        let buttons =
            tags(form, "button").filter(|tag| !pressed.is_empty() && tag.contains(pressed));
        let fields = tags(form, "input").chain(buttons).filter_map(|tag| {
            let name = attribute(tag, "name")?;
            Some((name, attribute(tag, "value").unwrap_or_default()))
        });
        HtmlForm {
            action: self.url.join(&action).unwrap(),
            fields: fields.collect(),
        }
    }
}

impl HtmlForm {
    /// Fills in a field.
    pub(crate) fn filled(mut self, name: &str, value: &str) -> Self {
        let field = self.fields.iter_mut().find(|(found, _)| found == name);
        let field = field.unwrap_or_else(|| panic!("no field {name}"));
        value.clone_into(&mut field.1);
        self
    }
}

fn forms(html: &str) -> impl Iterator<Item = &str> {
    html.split("<form")
        .skip(1)
        .map(|rest| rest.split("</form>").next().unwrap())
}

fn tags<'a>(html: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    html.split('<').filter_map(move |rest| {
        rest.strip_prefix(name)
            .filter(|rest| rest.starts_with([' ', '\n']))?
            .split('>')
            .next()
    })
}

/// Returns the value of an attribute, without HTML escapes.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag
        .split(&format!(" {name}=\""))
        .nth(1)?
        .split('"')
        .next()?;
    let entities = [
        ("&#34;", "\""),
        ("&#38;", "&"),
        ("&#39;", "'"),
        ("&#60;", "<"),
        ("&#62;", ">"),
    ];
    let undone = entities
        .iter()
        .fold(value.to_owned(), |text, (entity, plain)| {
            text.replace(entity, plain)
        });
    Some(undone)
}
