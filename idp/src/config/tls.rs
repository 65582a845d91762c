//! TLS of the idp's own port, for installations without a proxy.

use std::path::PathBuf;

use foundation::env::Reader;

/// Files of the certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsConfig {
    /// `IDP_TLS_CERTIFICATE`: the certificate and its chain, as PEM.
    pub certificate: PathBuf,
    /// `IDP_TLS_KEY`: the private key, as unencrypted PEM.
    pub key: PathBuf,
}

impl TlsConfig {
    /// Reads both files or none; the issuer must be https.
    pub(super) fn read(reader: &mut Reader<'_>, issuer: &str) -> Option<Self> {
        const CERTIFICATE: &str = "IDP_TLS_CERTIFICATE";
        const KEY: &str = "IDP_TLS_KEY";
        let (certificate, key) = (reader.text(CERTIFICATE), reader.text(KEY));
        match (certificate, key) {
            (None, None) => None,
            (Some(_), None) => {
                reader.problem(
                    KEY,
                    "is not set, but IDP_TLS_CERTIFICATE is; set both or none",
                );
                None
            }
            (None, Some(_)) => {
                reader.problem(
                    CERTIFICATE,
                    "is not set, but IDP_TLS_KEY is; set both or none",
                );
                None
            }
            (Some(certificate), Some(key)) => {
                if issuer.starts_with("http://") {
                    reader.problem(
                        CERTIFICATE,
                        "is set while IDP_BASE_URL begins with http://; under TLS it begins with https://",
                    );
                }
                Some(Self {
                    certificate: certificate.into(),
                    key: key.into(),
                })
            }
        }
    }
}
