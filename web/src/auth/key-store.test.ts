/** All tabs share one key that no script can export; a browser without storage still has a key for its page. */
import type { DPoPState } from "oidc-client-ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createKeyStore } from "./key-store";

/** The browser's storage, shared by all tabs of a test. */
let shelf: Map<string, DPoPState>;
let stored: ReturnType<typeof aBrowser>;
let locks: Pick<LockManager, "request">;

beforeEach(() => {
  shelf = new Map();
  stored = aBrowser();
  let last: Promise<unknown> = Promise.resolve();
  const request = (_: string, act: () => unknown) => {
    last = last.then(act);
    return last;
  };
  // The store uses only this overload of `request`.
  locks = { request } as Pick<LockManager, "request">;
});

afterEach(() => {
  vi.useRealTimers();
});

/** Behaves like IndexedDB: it stores copies, and every call is asynchronous. */
function aBrowser() {
  return {
    get: vi.fn(async (name: string) => shelf.get(name) as DPoPState),
    set: vi.fn(async (name: string, state: DPoPState) => void shelf.set(name, { ...state })),
    remove: vi.fn(async (name: string) => {
      const stored = shelf.get(name) as DPoPState;
      shelf.delete(name);
      return stored;
    }),
    getAllKeys: async () => [...shelf.keys()],
  };
}

const aTab = () => createKeyStore("web", stored, locks);

test("tabs that start together share one key, and the next page finds it", async () => {
  const [one, other] = [aTab(), aTab()];
  const [first, second] = await Promise.all([one.get("web"), other.get("web")]);
  expect(second.keys).toBe(first.keys);
  expect((await aTab().get("web")).keys).toBe(first.keys);
  expect(await one.isPersistent()).toBe(true);
  expect(await one.getAllKeys()).toEqual(["web"]);
});

test("the private key cannot be exported", async () => {
  const { keys } = await aTab().get("web");
  expect(keys.privateKey.extractable).toBe(false);
  await expect(crypto.subtle.exportKey("jwk", keys.privateKey)).rejects.toThrow();
});

test("a sign-out takes the key away, and never that of a later sign-in", async () => {
  const [one, late] = [aTab(), aTab()];
  const before = await one.get("web");
  await late.get("web");
  await one.remove("web");
  expect(shelf.size).toBe(0);
  const after = await one.get("web");
  expect(after.keys).not.toBe(before.keys);
  await late.remove("web");
  expect((await aTab().get("web")).keys).toBe(after.keys);
});

test("a tab that holds no key takes none away", async () => {
  await aTab().get("web");
  await aTab().remove("web");
  expect(shelf.size).toBe(1);
});

test("a nonce that the library sets stays with the page", async () => {
  const tab = aTab();
  const state = await tab.get("web");
  state.nonce = "n";
  await tab.set("web", state);
  expect((await tab.get("web")).nonce).toBe("n");
  expect((await aTab().get("web")).nonce).toBeUndefined();
});

test.each(["get", "set"] as const)(
  "where %s is blocked, the page has a key of its own",
  async (part) => {
    stored[part].mockRejectedValue(new DOMException("blocked", "SecurityError"));
    const tab = aTab();
    const { keys } = await tab.get("web");
    expect((await tab.get("web")).keys).toBe(keys);
    expect(await tab.isPersistent()).toBe(false);
    await tab.remove("web");
    expect((await tab.get("web")).keys).not.toBe(keys);
  },
);

test("without locks between tabs, each page has its own key", async () => {
  const tab = createKeyStore("web", stored, undefined);
  expect(await tab.isPersistent()).toBe(false);
  expect((await tab.get("web")).keys.privateKey.type).toBe("private");
});

test("a store that does not respond does not delay the page", async () => {
  vi.useFakeTimers();
  stored.get.mockReturnValue(new Promise(() => undefined));
  const isPersistent = aTab().isPersistent();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await isPersistent).toBe(false);
});

test("an insecure address is said as the library says it", async () => {
  vi.spyOn(crypto, "subtle", "get").mockReturnValue(undefined as unknown as SubtleCrypto);
  await expect(aTab().get("web")).rejects.toThrow(
    "Crypto.subtle is available only in secure contexts",
  );
});
