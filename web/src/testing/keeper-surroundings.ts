/** Creates a session keeper with fakes around it. */
import { User, type UserManagerEvents } from "oidc-client-ts";
import { vi } from "vitest";
import { createKeeper } from "@/auth/keeper";
import type { Manager } from "@/auth/manager";

export function aUser(
  token: string,
  lifetimeSeconds = 600,
  returnTo?: string,
  scope = "openid",
): User {
  return new User({
    scope,
    id_token: `id of ${token}`,
    access_token: token,
    token_type: "Bearer",
    expires_at: Math.floor(Date.now() / 1000) + lifetimeSeconds,
    profile: { sub: "usr_1", iss: "i", aud: "web", exp: 0, iat: 0 },
    ...(returnTo !== undefined && { userState: { returnTo } }),
  });
}

export function surroundings() {
  let user: User | null = null;
  let onMessage: (event: Event) => void = () => undefined;
  let onExpiring: () => void = () => undefined;
  let keepsThings = true;
  let hasWork = false;
  const events: Pick<UserManagerEvents, "addAccessTokenExpiring" | "addAccessTokenExpired"> = {
    addAccessTokenExpiring: (listener) => {
      onExpiring = () => void listener();
      return () => undefined;
    },
    addAccessTokenExpired: () => () => undefined,
  };
  const manager = {
    events,
    getUser: vi.fn(async () => user),
    removeUser: vi.fn(async () => {
      user = null;
    }),
    signinCallback: vi.fn(async (): Promise<User | undefined> => undefined),
    signinSilent: vi.fn(async (): Promise<User | null> => null),
    settings: { silent_redirect_uri: "http://localhost:8080/silent" },
    signinRedirect: vi.fn(async () => undefined),
    addressOf: vi.fn(async (_: object) => "http://localhost:8080/oauth/authorize?x"),
    signoutRedirect: vi.fn(async () => undefined),
  };
  const channel = {
    postMessage: vi.fn(),
    addEventListener: (_: string, listener: EventListenerOrEventListenerObject) => {
      if (typeof listener === "function") onMessage = listener;
    },
  };
  const replaceAddress = vi.fn();
  // The keeper uses only these parts of the library.
  const keeper = createKeeper(manager as unknown as Manager, {
    channel,
    replaceAddress,
    remembers: () => keepsThings,
    hasWork: () => hasWork,
  });
  return {
    keeper,
    manager,
    channel,
    replaceAddress,
    hold: (next: User | null) => {
      user = next;
    },
    deliver: (message: unknown) => onMessage(new MessageEvent("message", { data: message })),
    expire: () => onExpiring(),
    type: () => {
      hasWork = true;
    },
    keepNothing: () => {
      keepsThings = false;
    },
  };
}
