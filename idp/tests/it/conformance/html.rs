//! Pages as a test browser sees them: elements by their ids, and the forms around them.

use reqwest::Url;

/// A page, and where it was found.
#[derive(Debug)]
pub(crate) struct Page {
    /// Its address.
    pub(crate) url: Url,
    /// Its status.
    pub(crate) status: u16,
    /// Its headers.
    pub(crate) headers: reqwest::header::HeaderMap,
    /// Its text.
    pub(crate) html: String,
}

/// A form, ready to be filled in and sent.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// Where it goes.
    pub(crate) action: Url,
    /// Its fields with their values.
    pub(crate) fields: Vec<(String, String)>,
}

impl Page {
    /// A header's text, empty when it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// Whether an element has this id.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.html.contains(&format!("id=\"{id}\""))
    }

    /// Whether it tells of an error, and leads nowhere.
    pub(crate) fn is_error(&self) -> bool {
        self.status == 400 && self.has("page-title") && self.header("location").is_empty()
    }

    /// The form that has this id, or that holds a button with this id, as pressing that button sends it.
    pub(crate) fn form(&self, id: &str) -> Form {
        let marker = format!("id=\"{id}\"");
        let form = forms(&self.html).find(|form| form.contains(&marker));
        let form = form.unwrap_or_else(|| panic!("no {id} at {}:\n{}", self.url, self.html));
        self.read(form, &marker)
    }

    /// The first form that leads to another origin.
    pub(crate) fn form_away(&self) -> Option<Form> {
        forms(&self.html)
            .map(|form| self.read(form, ""))
            .find(|form| form.action.origin() != self.url.origin())
    }

    fn read(&self, form: &str, pressed: &str) -> Form {
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
        Form {
            action: self.url.join(&action).unwrap(),
            fields: fields.collect(),
        }
    }
}

impl Form {
    /// The same with a field filled in.
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

/// An attribute's value with its entities undone.
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
