//! Parameters of calls, as Stripe writes nested ones: `line_items[0][price]=price_1`.

use std::fmt::Display;

/// Parameters of a form or a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form(Vec<(String, String)>);

impl Form {
    /// Adds a parameter.
    #[must_use]
    pub(super) fn with(mut self, name: impl Into<String>, value: impl Display) -> Self {
        self.0.push((name.into(), value.to_string()));
        self
    }

    /// Adds a parameter if it has a value.
    #[must_use]
    pub(super) fn with_some(self, name: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds the items of a list: `name[0]`, `name[1]` and so on.
    #[must_use]
    pub(super) fn with_list(self, name: &str, items: &[&str]) -> Self {
        let items = items.iter().enumerate();
        items.fold(self, |form, (index, item)| {
            form.with(format!("{name}[{index}]"), item)
        })
    }

    /// Adds metadata under a name such as `metadata` or `payment_intent_data[metadata]`.
    #[must_use]
    pub(super) fn with_metadata(self, name: &str, metadata: &[(&str, &str)]) -> Self {
        metadata.iter().fold(self, |form, (key, value)| {
            form.with(format!("{name}[{key}]"), value)
        })
    }

    /// Asks for whole objects in the place of their ids.
    #[must_use]
    pub(super) fn expanding(self, paths: &[&str]) -> Self {
        self.with_list("expand", paths)
    }

    /// Returns the names and values.
    pub(super) fn pairs(&self) -> &[(String, String)] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_parameters_have_brackets() {
        let form = Form::default()
            .with("mode", "payment")
            .with("line_items[0][quantity]", 2)
            .with("invoice_creation[enabled]", true)
            .with_some("locale", Some("de"))
            .with_some("currency", None::<&str>)
            .with_list("enabled_events", &["a", "b"])
            .with_metadata("payment_intent_data[metadata]", &[("tollgate", "chk_1")])
            .expanding(&["line_items"]);
        let pairs: Vec<_> = form
            .pairs()
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        assert_eq!(
            pairs,
            [
                "mode=payment",
                "line_items[0][quantity]=2",
                "invoice_creation[enabled]=true",
                "locale=de",
                "enabled_events[0]=a",
                "enabled_events[1]=b",
                "payment_intent_data[metadata][tollgate]=chk_1",
                "expand[0]=line_items",
            ]
        );
    }
}
