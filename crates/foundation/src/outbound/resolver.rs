//! DNS resolver that returns only public addresses. The client connects to the checked addresses without another
//! lookup, so that a second DNS response cannot lead elsewhere (DNS rebinding).

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::{fmt, io};

use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::address::is_public;

/// Lookup of a name's addresses.
pub(super) type LookUp =
    Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// A name has an address that is not public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name leads to an address that is not public")]
pub(super) struct NotPublicError;

/// A resolver that refuses names with non-public addresses.
#[derive(Clone)]
pub(super) struct Resolver {
    pub(super) look_up: LookUp,
    /// Classification of public addresses; tests use another one.
    pub(super) is_public: fn(IpAddr) -> bool,
}

impl Resolver {
    /// Creates the machine's own resolver.
    pub(super) fn system() -> Self {
        let look_up: LookUp = Arc::new(|name| {
            Box::pin(async move {
                let found = tokio::net::lookup_host((name, 0)).await?;
                Ok(found.map(|address| address.ip()).collect())
            })
        });
        Self { look_up, is_public }
    }
}

impl fmt::Debug for Resolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolver").finish_non_exhaustive()
    }
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let found = (self.look_up)(name.as_str().to_owned());
        let is_public = self.is_public;
        Box::pin(async move {
            let found = found.await?;
            // One address that is not public makes the name invalid: no honest name mixes them.
            if !found.iter().all(|address| is_public(*address)) {
                return Err(NotPublicError.into());
            }
            let addresses = found.into_iter().map(|address| SocketAddr::new(address, 0));
            let addresses: Addrs = Box::new(addresses);
            Ok(addresses)
        })
    }
}
