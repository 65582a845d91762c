/** Stores the key that this browser's tokens are bound to: pages can sign with it and cannot export it. */
import { DPoPState, IndexedDbDPoPStore, type UserManagerSettings } from "oidc-client-ts";

type Store = NonNullable<UserManagerSettings["dpop"]>["store"];

/** The library's interface for its key. */
export type KeyStore = Store & {
  /** Returns true if the browser's next page will find the same key. */
  isPersistent(): Promise<boolean>;
};

type StoredState = { state: DPoPState; isPersistent: boolean };

/** Tabs use a lock, so that all of them find one key. */
type Locks = Pick<LockManager, "request">;

/** A browser that has not answered in this time is treated as one without storage. */
const timeoutMilliseconds = 3_000;

/** A key with a name, by which a tab recognises it. */
class NamedKey extends DPoPState {
  readonly id = crypto.randomUUID();
}

/** Creates a client's key store; without storage the key lives as long as the page and its tokens. */
export function createKeyStore(
  client: string,
  store: Store = new IndexedDbDPoPStore(),
  locks: Locks | undefined = navigator.locks,
): KeyStore {
  let held: Promise<StoredState> | null = null;

  /** Runs under the lock that tabs share, with a timeout. */
  function withLock<T>(act: () => Promise<T>): Promise<T> {
    if (locks === undefined) return Promise.reject(new Error("tabs cannot take turns here"));
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("the key store did not answer")), timeoutMilliseconds);
    });
    return Promise.race([locks.request(`tollgate.key.${client}`, act), late]);
  }

  async function findOrMake(): Promise<StoredState> {
    try {
      const state = await withLock(async () => {
        const stored: DPoPState | undefined = await store.get(client);
        if (stored !== undefined) return stored;
        const made = await newKey();
        await store.set(client, made);
        return made;
      });
      return { state, isPersistent: true };
    } catch {
      return { state: await newKey(), isPersistent: false };
    }
  }

  function hold(): Promise<StoredState> {
    held ??= findOrMake();
    return held;
  }

  return {
    isPersistent: async () => (await hold()).isPersistent,
    getAllKeys: async () => [client],
    get: async () => (await hold()).state,
    // The library writes back the state that it read, with a server's nonce that is not needed.
    set: async () => undefined,
    async remove() {
      const mine = await held;
      held = null;
      // Another tab may have signed in since; keep the key of that sign-in.
      const forget = async () => {
        if (idOf(await store.get(client)) === idOf(mine?.state)) await store.remove(client);
      };
      if (mine?.isPersistent) await withLock(forget).catch(() => undefined);
      // The library ignores the removed value.
      return mine?.state as DPoPState;
    },
  };
}

async function newKey(): Promise<NamedKey> {
  // This is the library's own error where it needs a digest.
  if (!crypto.subtle)
    throw new Error("Crypto.subtle is available only in secure contexts (HTTPS).");
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return new NamedKey(await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]));
}

function idOf(state: DPoPState | undefined): unknown {
  return state !== undefined && "id" in state ? state.id : undefined;
}
