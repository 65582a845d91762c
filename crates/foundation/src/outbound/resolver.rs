//! Names of strangers become addresses here, and only public ones go on to be connected to: nothing looks a name up
//! again between the check and the connection, so that a second answer cannot lead elsewhere.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::address::is_public;

/// How a name becomes addresses.
pub(super) type LookUp =
    Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// A name that leads to an address that is not public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name leads to an address that is not public")]
pub(super) struct NotPublic;

/// The guarding resolver.
#[derive(Clone)]
pub(super) struct Resolver {
    pub(super) look_up: LookUp,
    /// Which addresses are public; tests have others.
    pub(super) is_public: fn(IpAddr) -> bool,
}

impl Resolver {
    /// The machine's own resolver.
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
            // One that is not public spoils the others: no honest name mixes them.
            if !found.iter().all(|address| is_public(*address)) {
                return Err(NotPublic.into());
            }
            let addresses = found.into_iter().map(|address| SocketAddr::new(address, 0));
            let addresses: Addrs = Box::new(addresses);
            Ok(addresses)
        })
    }
}
