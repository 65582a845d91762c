//! Languages of pages and emails, and how a request names one.

/// A language of pages and emails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    /// English, the language of the texts in the code.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All languages.
    pub(crate) const ALL: [Self; 2] = [Self::English, Self::German];

    /// Returns the language tag (BCP 47).
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// Returns the language's name in the language itself.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
        }
    }

    /// Returns the language of a tag with any region: `de-AT` is German.
    pub(crate) fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// Returns the first supported language of tags in order of preference (`ui_locales`, OpenID Connect Core 3.1.2.1).
    pub(crate) fn from_tags(tags: &str) -> Option<Self> {
        const MAX_TAGS: usize = 32;
        tags.split_ascii_whitespace()
            .take(MAX_TAGS)
            .find_map(Self::from_tag)
    }
}
