/** The key that this browser's tokens are bound to: pages sign with it, and nobody can read it or carry it away. */
import { DPoPState, IndexedDbDPoPStore, type UserManagerSettings } from "oidc-client-ts";

type Store = NonNullable<UserManagerSettings["dpop"]>["store"];

/** Where the library looks for its key. */
export type KeyStore = Store & {
  /** Whether the next page of this browser will find the same key. */
  isKept(): Promise<boolean>;
};

type Held = { state: DPoPState; isKept: boolean };

/** Tabs take turns, so that all of them find one key. */
type Turns = Pick<LockManager, "request">;

/** A browser that has not answered by now will not: the page goes on with a key of its own. */
const patienceMilliseconds = 3_000;

/** A key with a name of its own, by which a tab knows it again. */
class NamedKey extends DPoPState {
  readonly id = crypto.randomUUID();
}

/** The key of one client; where the browser keeps none, that of this page, which its tokens do not outlive either. */
export function createKeyStore(
  client: string,
  kept: Store = new IndexedDbDPoPStore(),
  turns: Turns | undefined = navigator.locks,
): KeyStore {
  let held: Promise<Held> | null = null;

  /** In turn with other tabs, and not for ever. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    if (turns === undefined) return Promise.reject(new Error("tabs cannot take turns here"));
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("the key store did not answer")), patienceMilliseconds);
    });
    return Promise.race([turns.request(`tollgate.key.${client}`, act), late]);
  }

  async function findOrMake(): Promise<Held> {
    try {
      const state = await inTurn(async () => {
        const found: DPoPState | undefined = await kept.get(client);
        if (found !== undefined) return found;
        const made = await newKey();
        await kept.set(client, made);
        return made;
      });
      return { state, isKept: true };
    } catch {
      return { state: await newKey(), isKept: false };
    }
  }

  function hold(): Promise<Held> {
    held ??= findOrMake();
    return held;
  }

  return {
    isKept: async () => (await hold()).isKept,
    getAllKeys: async () => [client],
    get: async () => (await hold()).state,
    // The library sets what it was given, with the nonce of a server that it may forget.
    set: async () => undefined,
    async remove() {
      const mine = await held;
      held = null;
      // Somebody may have signed in anew elsewhere: the key of that sign-in stays.
      const forget = async () => {
        if (idOf(await kept.get(client)) === idOf(mine?.state)) await kept.remove(client);
      };
      if (mine?.isKept) await inTurn(forget).catch(() => undefined);
      // Nobody looks at what was removed.
      return mine?.state as DPoPState;
    },
  };
}

async function newKey(): Promise<NamedKey> {
  // As the library says it where it needs a digest.
  if (!crypto.subtle)
    throw new Error("Crypto.subtle is available only in secure contexts (HTTPS).");
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return new NamedKey(await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]));
}

function idOf(state: DPoPState | undefined): unknown {
  return state !== undefined && "id" in state ? state.id : undefined;
}
