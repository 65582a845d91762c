/** Each page load makes one attempt; renewals run one at a time; a sign-out ends all tabs. */
import { ErrorResponse } from "oidc-client-ts";
import { beforeEach, expect, test, vi } from "vitest";
import { aUser, surroundings } from "@/testing/keeper-surroundings";

const callback = new URL("http://localhost:8080/auth/callback?code=c&state=s");
const home = new URL("http://localhost:8080/account");
const loginRequired = new ErrorResponse({ error: "login_required" });

let world: ReturnType<typeof surroundings>;

beforeEach(() => {
  world = surroundings();
});

test("a page load makes one silent attempt", async () => {
  world.manager.signinSilent.mockRejectedValue(loginRequired);
  expect(await world.keeper.start(home)).toEqual({ failure: null, atCallback: false });
  expect(world.manager.signinSilent).toHaveBeenCalledTimes(1);
  expect(world.manager.signinRedirect).not.toHaveBeenCalled();
});

test("a failed silent attempt is reported and not repeated", async () => {
  world.manager.signinSilent.mockRejectedValue(new Error("Bad Gateway (502)"));
  const { failure } = await world.keeper.start(home);
  expect(failure?.title).toBe("Sign-in is briefly unavailable");
  expect(world.manager.signinSilent).toHaveBeenCalledTimes(1);
});

test("a callback leads to the requested page, and to no other website", async () => {
  world.manager.signinCallback.mockResolvedValue(aUser("t", 600, "/sites/new"));
  expect(await world.keeper.start(callback)).toEqual({ failure: null, atCallback: true });
  expect(world.replaceAddress).toHaveBeenLastCalledWith("/sites/new");
  world.manager.signinCallback.mockResolvedValue(aUser("t", 600, "//evil.example"));
  await world.keeper.start(callback);
  expect(world.replaceAddress).toHaveBeenLastCalledWith("/");
  expect(world.manager.signinSilent).not.toHaveBeenCalled();
});

test("the address of the static landing page begins a sign-in for a path of this app", async () => {
  const begin = (to: string) =>
    world.keeper.start(new URL(`http://localhost:8080/auth/sign-in?to=${encodeURIComponent(to)}`));
  for (const [to, returnTo] of [
    ["/sites/new", "/sites/new"],
    ["//evil.example", "/"],
    ["https://evil.example", "/"],
  ] as const) {
    expect(await begin(to)).toEqual({ failure: null, atCallback: false });
    expect(world.replaceAddress).toHaveBeenLastCalledWith(returnTo);
    expect(world.manager.signinRedirect).toHaveBeenLastCalledWith(
      expect.objectContaining({ state: { returnTo } }),
    );
  }
  expect(world.manager.signinSilent).not.toHaveBeenCalled();
});

test("a sign-in that cannot begin says why", async () => {
  world.keepNothing();
  const start = await world.keeper.start(new URL("http://localhost:8080/auth/sign-in"));
  expect(start.failure).not.toBeNull();
  expect(world.manager.signinRedirect).not.toHaveBeenCalled();
});

test("a failed callback ends there", async () => {
  world.manager.signinCallback.mockRejectedValue(new Error("No matching state found in storage"));
  const start = await world.keeper.start(callback);
  expect(start).toMatchObject({
    atCallback: true,
    failure: { title: "This sign-in is no longer valid" },
  });
  expect(world.manager.signinRedirect).not.toHaveBeenCalled();
  expect(world.manager.signinSilent).not.toHaveBeenCalled();
});

test("an expired token is renewed once for all who ask", async () => {
  world.hold(aUser("old", -1));
  world.manager.signinSilent.mockResolvedValue(aUser("new"));
  const requests = [
    world.keeper.accessToken(),
    world.keeper.accessToken(),
    world.keeper.renewedToken(),
  ];
  expect(await Promise.all(requests)).toEqual(["new", "new", "new"]);
  expect(world.manager.signinSilent).toHaveBeenCalledTimes(1);
});

test("a valid token is used unchanged, and a signed-out user has none", async () => {
  expect(await world.keeper.accessToken()).toBeNull();
  world.hold(aUser("good"));
  expect(await world.keeper.accessToken()).toBe("good");
  expect(world.manager.signinSilent).not.toHaveBeenCalled();
});

test("a renewal without a session ends the sign-in, a lost connection does not", async () => {
  world.hold(aUser("old", -1));
  world.manager.signinSilent.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await world.keeper.renewedToken()).toBeNull();
  expect(world.manager.removeUser).not.toHaveBeenCalled();
  world.manager.signinSilent.mockRejectedValueOnce(loginRequired);
  expect(await world.keeper.renewedToken()).toBeNull();
  expect(world.manager.removeUser).toHaveBeenCalledTimes(1);
  expect(world.keeper.endedElsewhere()).toBe(true);
});

test("the timed renewal ends the sign-in only if the session has ended", async () => {
  world.hold(aUser("good"));
  world.manager.signinSilent.mockRejectedValueOnce(new Error("Bad Gateway (502)"));
  world.expire();
  await vi.waitFor(() => expect(world.manager.signinSilent).toHaveBeenCalledTimes(1));
  expect(await world.keeper.accessToken()).toBe("good");
  world.manager.signinSilent.mockRejectedValueOnce(loginRequired);
  world.expire();
  await vi.waitFor(() => expect(world.manager.removeUser).toHaveBeenCalledTimes(1));
});

test("the operator scope is requested on entering, kept by renewals, and never requested silently", async () => {
  world.manager.signinSilent.mockResolvedValue(aUser("t"));
  await world.keeper.start(home);
  world.hold(aUser("plain", -1));
  await world.keeper.accessToken();
  const usual = "openid profile email account credits.buy credits.read websites";
  expect(world.manager.signinSilent.mock.calls).toEqual([[], [{ scope: usual }]]);
  await world.keeper.operate("/operator");
  expect(world.manager.signinRedirect).toHaveBeenCalledWith({
    state: { returnTo: "/operator" },
    nonce: expect.any(String),
    max_age: 300,
    id_token_hint: "id of plain",
    scope: `${usual} operator`,
  });
  world.hold(aUser("wide", -1, undefined, "openid operator"));
  await world.keeper.accessToken();
  expect(world.manager.signinSilent).toHaveBeenLastCalledWith({ scope: `${usual} operator` });
});

test("a window of the same user's sign-in resolves waiting requests in every tab", async () => {
  world.hold(aUser("good"));
  await world.keeper.confirmationAddress(300);
  expect(world.manager.addressOf).toHaveBeenCalledWith({
    max_age: 300,
    id_token_hint: "id of good",
    redirect_uri: "http://localhost:8080/silent",
    scope: "openid",
    extraQueryParams: {},
    nonce: expect.any(String),
  });
  const responses = [world.keeper.stepUp.ask(300), world.keeper.stepUp.ask(600)];
  world.deliver("not-confirmed");
  expect(world.keeper.stepUp.current()).toEqual({ maxAge: 300, isRefused: true });
  world.deliver("confirmed");
  expect(await Promise.all(responses)).toEqual([true, true]);
  expect(world.keeper.stepUp.current()).toBeNull();
});

test("a confirmation names the website that the act is about", async () => {
  world.hold(aUser("good"));
  await world.keeper.confirmationAddress(300, "web_1");
  const about = { extraQueryParams: { about_client: "web_1" } };
  expect(world.manager.addressOf).toHaveBeenCalledWith(expect.objectContaining(about));
  await world.keeper.confirmInThisTab(300, "/s/1", "web_1");
  expect(world.manager.signinRedirect).toHaveBeenCalledWith(
    expect.objectContaining({
      extraQueryParams: expect.objectContaining({ about_client: "web_1" }),
    }),
  );
});

test("a browser without storage is reported at a page, at a callback and at a press", async () => {
  world.keepNothing();
  const title = "Cookies are turned off";
  expect(await world.keeper.start(home)).toMatchObject({ atCallback: false, failure: { title } });
  expect(world.manager.signinSilent).not.toHaveBeenCalled();
  world.manager.signinCallback.mockRejectedValue(new Error("No matching state found in storage"));
  expect(await world.keeper.start(callback)).toMatchObject({
    atCallback: true,
    failure: { title },
  });
  await expect(world.keeper.signIn("/")).rejects.toThrow();
  expect(world.manager.signinRedirect).not.toHaveBeenCalled();
});

test("a sign-out notifies the other tabs first", async () => {
  await world.keeper.signOut();
  expect(world.channel.postMessage).toHaveBeenCalledWith("signed-out");
  expect(world.manager.signoutRedirect).toHaveBeenCalledTimes(1);
  expect(world.keeper.endedElsewhere()).toBe(false);
});

test("another tab's sign-out ends this one too", async () => {
  world.hold(aUser("good"));
  world.deliver("something else");
  expect(world.manager.removeUser).not.toHaveBeenCalled();
  world.deliver("signed-out");
  await vi.waitFor(() => expect(world.manager.removeUser).toHaveBeenCalledTimes(1));
  expect(world.keeper.endedElsewhere()).toBe(true);
});

test("a deleted account ends the sign-in in every tab, and says when it is gone for good", async () => {
  const at = "2026-12-06T10:00:00Z";
  world.hold(aUser("good"));
  world.deliver({ goneForGood: 1 });
  expect(world.keeper.goneForGood()).toBeNull();
  await world.keeper.endWithAccount(at);
  expect(world.channel.postMessage).toHaveBeenCalledExactlyOnceWith({ goneForGood: at });
  expect(world.manager.removeUser).toHaveBeenCalledTimes(1);
  expect(world.keeper.goneForGood()).toBe(at);
  const other = surroundings();
  other.hold(aUser("good"));
  other.deliver({ goneForGood: at });
  await vi.waitFor(() => expect(other.manager.removeUser).toHaveBeenCalledTimes(1));
  expect(other.keeper.goneForGood()).toBe(at);
});

test("a deleted account is not covered by the wish for a new sign-in", async () => {
  world.hold(aUser("good"));
  world.type();
  world.manager.signinSilent.mockRejectedValueOnce(loginRequired);
  await world.keeper.check();
  expect(world.keeper.lapse.current()).not.toBeNull();
  await world.keeper.endWithAccount("2026-12-06T10:00:00Z");
  expect(world.keeper.lapse.current()).toBeNull();
});

test("a sign-in remembers where to go and asks for a nonce", async () => {
  await world.keeper.signIn("/account");
  expect(world.manager.signinRedirect).toHaveBeenCalledWith({
    state: { returnTo: "/account" },
    nonce: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("a session that ended at the identity provider is noticed when the tab is looked at", async () => {
  await world.keeper.check();
  expect(world.manager.signinSilent).not.toHaveBeenCalled();
  world.hold(aUser("good"));
  world.manager.signinSilent.mockRejectedValue(loginRequired);
  const checked = world.keeper.check();
  // A write that is sent now waits for the check.
  expect(await world.keeper.accessToken()).toBeNull();
  await checked;
  expect(world.keeper.endedElsewhere()).toBe(true);
  expect(world.keeper.lapse.current()).toBeNull();
});

test("unsaved text stays after its session until the same user signs in again", async () => {
  world.hold(aUser("good"));
  world.type();
  world.manager.signinSilent.mockRejectedValueOnce(loginRequired);
  await world.keeper.check();
  expect(world.manager.removeUser).toHaveBeenCalledTimes(1);
  expect(world.keeper.lapse.current()?.profile.sub).toBe("usr_1");
  await world.keeper.lapse.address();
  const [request] = world.manager.addressOf.mock.lastCall ?? [];
  expect(request).toMatchObject({ id_token_hint: "id of good", scope: "openid" });
  world.manager.signinSilent.mockResolvedValueOnce(aUser("next"));
  world.deliver("confirmed");
  await vi.waitFor(() => expect(world.keeper.lapse.current()).toBeNull());
});
