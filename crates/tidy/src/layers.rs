//! Layers of the services as data: a module may use modules of lower layers, never of its own layer or a higher one.

/// Modules of one service by layer. Modules in one list share a layer and do not use each other.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Folder of the service.
    pub service: &'static str,
    /// Folders that hold only modules; `idp/src/oauth/tokens` is the module `tokens`.
    pub groups: &'static [&'static str],
    /// The layers, lowest first.
    pub layers: &'static [&'static [&'static str]],
    /// High modules that handlers and use cases of every module may use all the same, because they get them as
    /// arguments: the state that all requests share. Domain and store files take only the values that they need.
    pub handed_in: &'static [&'static str],
}

/// The identity provider, in the order in which a sign-in uses its modules. Two modules are lower than that order:
/// `audit`, because every module records its actions, and `grants`, because the end of a session ends its grants.
pub const IDP: Plan = Plan {
    service: "idp",
    groups: &[
        "admin",
        "observability",
        "oauth",
        "sign_in",
        "session",
        "identity",
        "protocol",
        "http",
    ],
    layers: &[
        &["config", "i18n"],
        &[
            "activity",
            "audit",
            "api_schema",
            "cookies",
            "network",
            "parameters",
        ],
        &["pages"],
        &["errors"],
        &["replay", "keys", "limits", "repeated_requests"],
        &["mail"],
        &["claims", "clients", "grants", "pending_requests"],
        &["backchannel", "resources"],
        &[
            "assertions",
            "branding",
            "consents",
            "cors",
            "dpop",
            "users",
            "passwords",
            "passkeys",
        ],
        &["sessions"],
        &["merges", "upstream"],
        &["auth_api"],
        &[
            "account",
            "authorization_codes",
            "client_metadata",
            "imports",
            "account_deletion",
            "operators",
        ],
        &["request_objects"],
        &["authorize"],
        &["devices"],
        &["tokens"],
        &[
            "account_api",
            "device_authorization",
            "introspection",
            "par",
            "registration",
            "revocation",
            "sign_out",
            "userinfo",
        ],
        &["discovery", "admin_api"],
        &["sweep"],
        &["app"],
        &["telemetry"],
        &["routes", "testing"],
    ],
    handed_in: &["app"],
};

/// The product's back end; `schema` writes values in the contract's form.
pub const PRODUCT_API: Plan = Plan {
    service: "product-api",
    groups: &[],
    layers: &[
        &["config"],
        &["audit", "idp", "problem"],
        &["limits", "schema"],
        &["caller"],
        &["owner_mails", "users"],
        &["websites"],
        &["api_keys", "customers", "features", "signups"],
        &["idempotency", "polling"],
        &["credits"],
        &["ended_grants", "usage", "user_changes", "webhooks"],
        &["billing"],
        &[
            "docs",
            "notices",
            "operators",
            "registrations",
            "resource",
            "sweep",
        ],
        &["app"],
        &["telemetry"],
        &["routes"],
    ],
    handed_in: &["app"],
};

/// All services with layers.
pub const PLANS: &[Plan] = &[IDP, PRODUCT_API];

/// Allowed dependencies between our crates, in `[dependencies]` and `[dev-dependencies]`.
pub const CRATES: &[(&str, &[&str])] = &[
    (
        "crates/client-check",
        &["foundation", "product-api", "stripe-double"],
    ),
    ("crates/foundation", &[]),
    ("crates/stripe-double", &["foundation"]),
    ("crates/tidy", &[]),
    ("idp", &["foundation"]),
    ("product-api", &["foundation", "stripe-double"]),
    (
        "crates/tollgate",
        &["foundation", "idp", "product-api", "stripe-double"],
    ),
    (
        "crates/journeys",
        &["foundation", "idp", "product-api", "stripe-double"],
    ),
];

/// Returns the number of a module's layer; the lowest is 0.
pub fn layer_of(plan: &Plan, module: &str) -> Option<usize> {
    plan.layers.iter().position(|layer| layer.contains(&module))
}

/// Returns the module of a service's file: `idp/src/identity/users/store.rs` is in `users`, `idp/src/app.rs` in `app`.
/// The crate's root, `lib.rs`, is in none, and neither is the `mod.rs` of a group.
pub fn service_module<'a>(plan: &Plan, path: &'a str) -> Option<&'a str> {
    let inside = path.strip_prefix(plan.service)?.strip_prefix("/src/")?;
    let inside = match inside.split_once('/') {
        Some((group, "mod.rs")) if plan.groups.contains(&group) => return None,
        Some((group, inside)) if plan.groups.contains(&group) => inside,
        _ => inside,
    };
    match inside.split_once('/') {
        Some((module, _)) => Some(module),
        None => inside.strip_suffix(".rs").filter(|name| *name != "lib"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn module_of_a_file_is_its_folder_or_its_name() {
        let rows = [
            ("idp/src/identity/users/store.rs", Some("users")),
            ("idp/src/app.rs", Some("app")),
            ("idp/src/oauth/mod.rs", None),
            ("idp/src/oauth/tokens/mint.rs", Some("tokens")),
            ("idp/src/admin/testing.rs", Some("testing")),
            ("idp/src/lib.rs", None),
            ("idp/tests/it/main.rs", None),
            ("product-api/src/users/store.rs", None),
        ];
        for (path, expected) in rows {
            assert_eq!(service_module(&IDP, path), expected, "{path}");
        }
    }

    #[test]
    fn module_has_one_layer() {
        for plan in PLANS {
            let mut modules: Vec<_> = plan.layers.iter().flat_map(|layer| layer.iter()).collect();
            modules.sort_unstable();
            assert!(
                modules.windows(2).all(|pair| pair[0] != pair[1]),
                "{}",
                plan.service
            );
        }
    }
}
