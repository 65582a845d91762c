//! Paths of the app's pages, and the prefixes without pages.

/// The small page that renews tokens in a frame.
pub(super) const SILENT: &str = "/silent";

/// Every page of the app as `web/src/paths.ts` names it; a segment that begins with `$` matches any one value.
const PAGES: &[&str] = &[
    "/",
    "/account",
    "/account/sign-in",
    "/account/sessions",
    "/account/apps",
    "/account/data",
    "/account/credits",
    "/account/billing",
    "/account/billing/return",
    "/buy/$seller",
    "/sites",
    "/sites/new",
    "/s/$site",
    "/s/$site/customers",
    "/s/$site/customers/$customer",
    "/s/$site/transactions",
    "/s/$site/usage",
    "/s/$site/integration",
    "/s/$site/features",
    "/s/$site/features/$feature",
    "/s/$site/keys",
    "/s/$site/webhooks",
    "/s/$site/webhooks/$endpoint",
    "/s/$site/plans",
    "/s/$site/payments",
    "/s/$site/payments/$payment",
    "/s/$site/subscriptions",
    "/s/$site/subscriptions/$subscription",
    "/s/$site/disputes",
    "/s/$site/revenue",
    "/s/$site/branding",
    "/s/$site/settings",
    "/s/$site/billing",
    "/s/$site/billing/comparison",
    "/operator",
    "/operator/users",
    "/operator/users/$user",
    "/operator/websites",
    "/operator/audit",
    "/operator/keys",
    "/operator/mail",
    "/operator/webhooks",
    "/operator/billing",
    "/auth/sign-in",
    "/auth/callback",
];

/// First segments of paths that belong to the services, to operators or to files.
const RESERVED: [&str; 12] = [
    ".well-known",
    "admin",
    "api",
    "assets",
    "dev",
    "docs",
    "health",
    "metrics",
    "oauth",
    "openapi.json",
    "problems",
    "webhooks",
];

/// Returns true if the app has a page at a path. A final slash is ignored, as in the app's own router.
pub(super) fn is_page(path: &str) -> bool {
    let path = match path.strip_suffix('/') {
        Some(shorter) if !shorter.is_empty() && !shorter.ends_with('/') => shorter,
        Some(_) | None => path,
    };
    PAGES.iter().any(|page| is_at(page, path))
}

fn is_at(page: &str, path: &str) -> bool {
    let (mut expected, mut given) = (page.split('/'), path.split('/'));
    loop {
        match (expected.next(), given.next()) {
            (None, None) => return true,
            (Some(expected), Some(given)) => {
                let is_equal = if expected.starts_with('$') {
                    !given.is_empty()
                } else {
                    expected == given
                };
                if !is_equal {
                    return false;
                }
            }
            (None, Some(_)) | (Some(_), None) => return false,
        }
    }
}

/// Returns true if a path belongs to the services in any spelling: with doubled slashes, capitals or percent signs.
pub(super) fn is_reserved(path: &str) -> bool {
    let plain = decode(path).to_ascii_lowercase();
    let mut parts = plain.split(['/', '\\']).filter(|part| !part.is_empty());
    let (first, second) = (parts.next().unwrap_or_default(), parts.next());
    RESERVED.contains(&first)
        || is_version(first)
        || (first == "account" && second.is_some_and(is_version))
}

/// Returns true if a segment is the version of an API, such as `v1`.
fn is_version(part: &str) -> bool {
    let digits = part.strip_prefix('v').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Decodes percent signs; an invalid sequence stays as it is.
fn decode(path: &str) -> String {
    let mut parts = path.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let value = part
            .get(..2)
            .and_then(|two| u8::from_str_radix(two, 16).ok());
        let rest = match value {
            Some(value) => {
                bytes.push(value);
                part.get(2..).unwrap_or_default()
            }
            None => part,
        };
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn pages_table_names_the_addresses_of_the_web_app() {
        let source = read("web/src/paths.ts");
        let addresses: Vec<_> = source
            .lines()
            .filter_map(|line| line.split_once("() => \"")?.1.split_once("\" as const"))
            .map(|(address, _)| address)
            .filter(|address| *address != SILENT && !is_reserved(address))
            .collect();
        assert_eq!(addresses, PAGES);
    }

    #[test]
    fn gateway_knows_the_same_pages() {
        let template = read("deploy/gateway/nginx.conf.template");
        let (_, table) = template.split_once("map $logged_path $is_page {").unwrap();
        let (table, _) = table.split_once('}').unwrap();
        let known: Vec<_> = table
            .lines()
            .map(str::trim)
            .filter(|line| line.ends_with(" 1;"))
            .collect();
        let expected: Vec<_> = PAGES.iter().map(|page| gateway_line(page)).collect();
        assert_eq!(known, expected);
    }

    fn gateway_line(page: &str) -> String {
        let parts = page
            .split('/')
            .map(|part| if part.starts_with('$') { "[^/]+" } else { part });
        let path = parts.collect::<Vec<_>>().join("/");
        if path == "/" {
            "/ 1;".to_owned()
        } else {
            format!("\"~^{path}/?$\" 1;")
        }
    }

    #[test]
    fn page_is_found_by_its_whole_path() {
        let rows = [
            ("/", true),
            ("/account", true),
            ("/account/", true),
            ("/s/web_1/features/llm.tokens", true),
            ("/s/web_1/customers/a%2Fb", true),
            ("//", false),
            ("/account//", false),
            ("/Account", false),
            ("/account/nothing", false),
            ("/account/v1", false),
            ("/s//customers", false),
            ("/s/", false),
            ("/docs", false),
            ("/api/auth/account", false),
        ];
        for (path, expected) in rows {
            assert_eq!(is_page(path), expected, "{path}");
        }
    }

    #[test]
    fn reserved_beginning_is_known_in_every_spelling() {
        let rows = [
            ("/.well-known/anything", true),
            ("/.Well-Known/anything", true),
            ("//oauth/jwks", true),
            ("/oauth%2Fjwks", true),
            ("/%6Fauth/jwks", true),
            ("/api", true),
            ("/API/nothing", true),
            ("/v2/spends", true),
            ("/v10", true),
            ("/account/v1/nothing", true),
            ("/account/v2", true),
            ("/health", true),
            ("/dev/mailbox/", true),
            ("/assets/gone.js", true),
            ("/account", false),
            ("/visitors", false),
            ("/v", false),
            ("/va1", false),
            ("/developers", false),
            ("/%", false),
        ];
        for (path, expected) in rows {
            assert_eq!(is_reserved(path), expected, "{path}");
        }
    }
}
