/** The list of websites and the registration in each state. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aRegistration, aUser, aWebsite } from "@/testing/fixtures";
import { ok, refusal, showScreen, silence } from "@/testing/screen";

function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

const submit = () => fireEvent.click(screen.getByRole("button", { name: "Register" }));

test("websites are listed with their clients", async () => {
  const closed = aWebsite({ id: "web_2", name: "Atlas", status: "suspended" });
  showScreen("/sites", { "GET /v1/websites": ok({ items: [aWebsite(), closed] }) });
  expect(await screen.findByRole("heading", { name: "Paperplane" })).toBeDefined();
  expect(screen.getAllByText("client-1")).toHaveLength(2);
  expect(screen.getByText("Active")).toBeDefined();
  expect(screen.getByText("Suspended")).toBeDefined();
});

test("problems of all websites are listed above them, with a link to each", async () => {
  const notice = {
    kind: "payment-disputed",
    website_id: "web_1",
    website_name: "Paperplane",
    mode: "test",
    subject: "dsp_1",
    url: "http://localhost:8080/s/web_1/payments/pmt_1?mode=test",
    reason: "a bank disputes it",
    since: null,
  };
  showScreen("/sites", {
    "GET /v1/websites": ok({ items: [aWebsite()] }),
    "GET /v1/me/notices": ok({ items: [notice] }),
  });
  const problems = within(await screen.findByRole("region", { name: "To be solved" }));
  expect(problems.getByText("Paperplane")).toBeDefined();
  expect(problems.getByText("A dispute needs your answer.")).toBeDefined();
  const link = problems.getByRole("link", { name: "Show it" });
  expect(link.getAttribute("href")).toBe("/s/web_1/payments/pmt_1?mode=test");
});

test("loading, empty and failing lists", async () => {
  const loading = showScreen("/sites", { "GET /v1/websites": silence });
  expect(await screen.findByText("Loading your websites")).toBeDefined();
  loading.unmount();
  const empty = showScreen("/sites", { "GET /v1/websites": ok({ items: [] }) });
  expect(await screen.findByText("No websites yet")).toBeDefined();
  const main = within(screen.getByRole("main"));
  expect(main.getAllByRole("link", { name: "Register a website" })).toHaveLength(1);
  empty.unmount();
  showScreen("/sites", { "GET /v1/websites": refusal(500, {}) });
  expect((await screen.findByRole("alert")).textContent).toContain("status 500");
});

test("redirect addresses follow the address until they are typed in", async () => {
  showScreen("/sites/new", {});
  await screen.findByRole("heading", { name: "Register a website" });
  const uris = screen.getByLabelText("Redirect addresses");
  type("Address", "shop.example");
  expect(uris).toHaveProperty("value", expect.stringContaining("https://shop.example/api/auth/"));
  type("Redirect addresses", "https://shop.example/cb");
  type("Address", "other.example");
  expect(uris).toHaveProperty("value", "https://shop.example/cb");
});

test("a user who may not register sees the reason before filling in a form", async () => {
  const me = (can_register_websites: boolean) => ({
    "GET /v1/me": ok(aUser({ can_register_websites })),
  });
  const closed = showScreen("/sites/new", me(false));
  expect(await screen.findByText("You cannot register websites here")).toBeDefined();
  expect(screen.queryByLabelText("Name")).toBeNull();
  closed.unmount();
  showScreen("/sites/new", me(true));
  expect(await screen.findByLabelText("Name")).toBeDefined();
  expect(screen.queryByText("You cannot register websites here")).toBeNull();
});

test("an incomplete form is not sent and the first gap gets the focus", async () => {
  const post = vi.fn(() => Response.json({}));
  showScreen("/sites/new", { "POST /v1/websites": post });
  await screen.findByRole("heading", { name: "Register a website" });
  submit();
  const name = screen.getByLabelText("Name");
  expect(document.activeElement).toBe(name);
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Enter at least one redirect address.")).toBeDefined();
  expect(post).not.toHaveBeenCalled();
});

test("an error disappears when its field is corrected, and the others stay", async () => {
  showScreen("/sites/new", {});
  await screen.findByRole("heading", { name: "Register a website" });
  submit();
  expect(screen.getByText("Enter a name for the website.")).toBeDefined();
  type("Name", "Shop");
  expect(screen.queryByText("Enter a name for the website.")).toBeNull();
  expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).toBeNull();
  expect(screen.getByText(/^Enter a web address/)).toBeDefined();
  type("Address", "https://shop.example");
  expect(screen.queryByText(/^Enter a web address/)).toBeNull();
});

test("a refusal is shown at its field", async () => {
  showScreen("/sites/new", {
    "POST /v1/websites": refusal(400, {
      title: "The request is not valid",
      errors: [{ pointer: "/url", detail: "Registered already." }],
    }),
  });
  await screen.findByRole("heading", { name: "Register a website" });
  type("Name", "Shop");
  type("Address", "shop.example");
  submit();
  expect((await screen.findByRole("alert")).textContent).toBe("Registered already.");
  const { activeElement } = document;
  expect(activeElement).toBe(screen.getByLabelText("Address"));
  expect(activeElement?.getAttribute("aria-invalid")).toBe("true");
});

test("a lost response does not claim that nothing happened", async () => {
  showScreen("/sites/new", {
    "POST /v1/websites": () => Promise.reject(new DOMException("late", "TimeoutError")),
  });
  await screen.findByRole("heading", { name: "Register a website" });
  type("Name", "Shop");
  type("Address", "shop.example");
  submit();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("It may have been registered anyway");
});

const noActivity = ok({ items: [], first_sign_in_at: null });

test("a registration shows its secrets and the first calls once", async () => {
  let sent: unknown;
  showScreen("/sites/new", {
    "GET /v1/websites/{id}": ok(aWebsite()),
    "GET /v1/websites/{id}/sign-in-activity": noActivity,
    "POST /v1/websites": async (request) => {
      sent = await request.json();
      return Response.json(aRegistration(), { status: 201 });
    },
  });
  await screen.findByRole("heading", { name: "Register a website" });
  type("Name", "Paperplane");
  type("Address", "https://paperplane.example");
  type("Redirect addresses", "https://paperplane.example/cb");
  fireEvent.click(screen.getByLabelText("2"));
  expect(screen.getByText(/^An amount of 1250 is shown as 12\.50\./)).toBeDefined();
  submit();
  const heading = await screen.findByRole("heading", { name: "Connect Paperplane" });
  // The focused button is gone, so the new heading has the focus.
  expect(document.activeElement).toBe(heading);
  expect(sent).toEqual({
    name: "Paperplane",
    url: "https://paperplane.example",
    redirect_uris: ["https://paperplane.example/cb"],
    scale: 2,
  });
  expect(screen.getByText("s3cret")).toBeDefined();
  expect(screen.getByText("tg_live_Q7whole")).toBeDefined();
  expect(screen.getByText("tg_test_Q7whole")).toBeDefined();
  expect(screen.getByText(/shown only once/)).toBeDefined();
  const copies = screen.getAllByRole("button", { name: /^Copy/ }).map((button) => button.ariaLabel);
  expect(new Set(copies).size).toBe(copies.length);
  fireEvent.click(await screen.findByLabelText("curl"));
  expect(await screen.findByText(/SUB=usr_1$/)).toBeDefined();
  const commands = screen.getAllByText(/^curl http:\/\/localhost:8080\/v1/);
  expect(commands.map((command) => command.textContent)).toEqual([
    expect.stringContaining("/v1/grants"),
    expect.stringContaining("/v1/spends"),
  ]);
});

test("a registered website is shown before it is read again", async () => {
  showScreen("/sites/new", {
    "GET /v1/websites/{id}": silence,
    "GET /v1/websites/{id}/sign-in-activity": noActivity,
    "POST /v1/websites": async (request) => {
      const { redirect_uris } = await request.json();
      return Response.json({ ...aRegistration(), website: aWebsite({ redirect_uris }) });
    },
  });
  await screen.findByRole("heading", { name: "Register a website" });
  type("Name", "Paperplane");
  type("Address", "https://paperplane.example");
  type("Redirect addresses", "https://paperplane.example/cb");
  submit();
  await screen.findByRole("heading", { name: "Connect Paperplane" });
  expect(screen.getByText("https://paperplane.example/cb")).toBeDefined();
});
