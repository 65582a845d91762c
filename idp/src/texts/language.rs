//! The languages that there are.

/// A language of pages and mails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    /// English, in which the texts stand in the code.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// Every one.
    pub(crate) const ALL: [Self; 2] = [Self::English, Self::German];

    /// Its tag (BCP 47).
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// Its name, as its own speakers write it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
        }
    }

    /// The language of a tag, whatever its region: `de-AT` is German.
    pub(crate) fn of_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// The first that there is of tags in the order of preference (`ui_locales`, OpenID Connect Core 3.1.2.1).
    pub(crate) fn of_tags(tags: &str) -> Option<Self> {
        const MOST: usize = 32;
        tags.split_ascii_whitespace()
            .take(MOST)
            .find_map(Self::of_tag)
    }
}
