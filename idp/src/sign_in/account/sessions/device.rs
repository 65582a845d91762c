//! Parses a `User-Agent` header into the names of the browser and the system that it runs on.

use crate::http::i18n::{fill, fill_two, say};

/// Marks of browsers, the most specific first: most browsers also name the browsers that they resemble.
const BROWSERS: [(&str, &str); 12] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("reqwest/", "reqwest"),
];

/// Marks of systems, the most specific first. Android also names Linux, and an iPad names Mac OS X.
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
];

/// Kind of device that a browser runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeviceKind {
    /// A computer with a keyboard.
    Desktop,
    Phone,
    Tablet,
    /// The `User-Agent` header does not name a known system.
    Unknown,
}

/// Browser and system that a `User-Agent` header describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Device {
    /// The kind of device.
    pub(crate) kind: DeviceKind,
    /// The browser's common name.
    pub(crate) browser: Option<&'static str>,
    /// The system's common name.
    pub(crate) system: Option<&'static str>,
}

impl Device {
    /// Parses a `User-Agent` header.
    pub(crate) fn parse(user_agent: Option<&str>) -> Self {
        let text = user_agent.unwrap_or_default();
        let named = |tokens: &[(&str, &'static str)]| {
            let found = tokens.iter().find(|(token, _)| text.contains(token));
            found.map(|(_, name)| *name)
        };
        let system = named(&SYSTEMS);
        let kind = match system {
            Some("iPhone") => DeviceKind::Phone,
            // Chrome on an Android tablet leaves out "Mobile".
            Some("Android") if text.contains("Mobile") => DeviceKind::Phone,
            Some("iPad" | "Android") => DeviceKind::Tablet,
            Some(_) => DeviceKind::Desktop,
            None => DeviceKind::Unknown,
        };
        Self {
            kind,
            browser: named(&BROWSERS),
            system,
        }
    }
}

/// Returns a description such as "Firefox on Linux".
pub(super) fn describe_device(user_agent: Option<&str>) -> String {
    let device = Device::parse(user_agent);
    match (device.browser, device.system) {
        (Some(browser), Some(system)) => fill_two("{} on {}", browser, system),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => fill("A browser on {}", system),
        (None, None) => say("An unknown device").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_systems_in_plain_words() {
        let rows = [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
                "Chrome on Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
                "Safari on Mac",
            ),
            ("curl/8.5.0", "curl"),
            ("Mozilla/5.0 (Windows NT 10.0)", "A browser on Windows"),
            ("<script>alert(1)</script>", "An unknown device"),
        ];
        for (text, expected) in rows {
            assert_eq!(describe_device(Some(text)), expected, "{text}");
        }
        assert_eq!(describe_device(None), "An unknown device");
    }

    #[test]
    fn operating_system_of_a_browser_is_read() {
        let rows = [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64)",
                DeviceKind::Desktop,
            ),
            ("Mozilla/5.0 (X11; CrOS x86_64)", DeviceKind::Desktop),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
                DeviceKind::Phone,
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36",
                DeviceKind::Phone,
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; SM-X910) Safari/537.36",
                DeviceKind::Tablet,
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Mobile/15E148",
                DeviceKind::Tablet,
            ),
            ("curl/8.5.0", DeviceKind::Unknown),
        ];
        for (text, expected) in rows {
            assert_eq!(Device::parse(Some(text)).kind, expected, "{text}");
        }
    }
}
