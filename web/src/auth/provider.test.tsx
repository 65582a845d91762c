/** Pages see the right session while the user signs out: completed, failed, or restored by "back". */
import { act, render, screen } from "@testing-library/react";
import { User } from "oidc-client-ts";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import type { Keeper } from "./keeper-types";
import { createKeyStore } from "./key-store";
import { Manager } from "./manager";
import { SessionProvider } from "./provider";
import { useSession } from "./session";
import { clientId, oidcSettings } from "./settings";
import { createStepUp } from "./step-up";

const sessions: string[] = [];

function Page() {
  const session = useSession();
  sessions.push(session.status);
  const failure = "failure" in session && session.failure ? session.failure.title : "";
  const gone = (session.status === "signed-out" && session.goneForGood) || "";
  return (
    <>
      <p>{`${session.status} ${failure}${gone}`.trim()}</p>
      {session.status === "signed-in" && (
        <button type="button" onClick={() => void session.signOut().catch(() => undefined)}>
          Leave
        </button>
      )}
    </>
  );
}

async function showSignedIn(
  signOut: (manager: Manager) => Promise<void>,
  goneForGood: () => string | null = () => null,
) {
  const manager = new Manager(oidcSettings(document), createKeyStore(clientId));
  const profile = { sub: "usr_1", iss: "i", aud: "web", exp: 0, iat: 0 };
  const expires_at = Math.floor(Date.now() / 1000) + 600;
  await manager.storeUser(
    new User({ access_token: "t", token_type: "Bearer", expires_at, profile }),
  );
  const keeper: Keeper = {
    manager,
    start: vi.fn(),
    signIn: vi.fn(),
    operate: vi.fn(),
    stepUp: createStepUp(),
    confirmationAddress: vi.fn(),
    confirmInThisTab: vi.fn(),
    signOut: () => signOut(manager),
    accessToken: vi.fn(),
    renewedToken: vi.fn(),
    proof: vi.fn(),
    endedElsewhere: () => false,
    endWithAccount: vi.fn(),
    goneForGood,
    check: vi.fn(),
    lapse: {
      current: () => null,
      subscribe: () => () => undefined,
      address: vi.fn(),
      giveUp: vi.fn(),
    },
  };
  const start = Promise.resolve({ failure: null, atCallback: false });
  await act(async () =>
    render(
      <Suspense fallback="…">
        <SessionProvider keeper={keeper} start={start}>
          <Page />
        </SessionProvider>
      </Suspense>,
    ),
  );
  const leave = await screen.findByRole("button", { name: "Leave" });
  sessions.length = 0;
  await act(async () => leave.click());
}

test("a page claims nothing between deleting the tokens and leaving; a cached page is signed out", async () => {
  let wake: () => void = () => undefined;
  const pageShown = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await showSignedIn(async (manager) => {
    await manager.removeUser();
    await pageShown;
  });
  expect(await screen.findByText("changing")).toBeDefined();
  wake();
  expect(await screen.findByText("signed-out")).toBeDefined();
});

test("a sign-out that fails before the tokens are gone leaves the page standing", async () => {
  await showSignedIn(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await screen.findByText("signed-in")).toBeDefined();
  expect(new Set(sessions)).toEqual(new Set(["signed-in"]));
});

test("a sign-out that fails after the tokens are gone says so to the signed-out visitor", async () => {
  await showSignedIn(async (manager) => {
    await manager.removeUser();
    throw new TypeError("Failed to fetch");
  });
  expect(await screen.findByText("signed-out No connection")).toBeDefined();
});

test("that the account is gone is shown as well when other words of the end came first", async () => {
  let gone: string | null = null;
  let notify: () => Promise<void> = async () => undefined;
  await showSignedIn(
    async (manager) => {
      await manager.removeUser();
      notify = async () => {
        gone = "2026-12-06";
        await manager.removeUser();
      };
    },
    () => gone,
  );
  expect(await screen.findByText("signed-out")).toBeDefined();
  await act(() => notify());
  expect(await screen.findByText("signed-out 2026-12-06")).toBeDefined();
});
