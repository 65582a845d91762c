/** A view sends product API calls as the viewed user, sends no account API calls, and ends when the API says so. */
import { expect, test, vi } from "vitest";
import { asViewed, createViews, onlyOwn } from "./view";

const address = "http://localhost:8080/v1/me";
const dora = {
  view: "sealed",
  user: { id: "usr_7", name: null, email: "dora@example.com" },
};

function api(status: number, body: unknown) {
  const requests: (string | null)[] = [];
  const send = vi.fn(async (request: Request) => {
    requests.push(request.headers.get("tollgate-view-as"));
    return Response.json(body, { status });
  });
  return { send, requests };
}

test("the header goes along while there is a view, and only then", async () => {
  const views = createViews();
  const { send, requests } = api(200, {});
  const ask = asViewed(views, send);
  await ask(new Request(address));
  views.begin(dora);
  await ask(new Request(address));
  views.leave();
  await ask(new Request(address));
  expect(requests).toEqual([null, "sealed", null]);
});

test("the view is left when the API says that it has ended, and no other refusal ends it", async () => {
  const rows = [
    [403, { type: "https://id.example/problems/view-ended" }, true],
    [403, { type: "https://id.example/problems/view-only" }, false],
    [404, { type: "https://id.example/problems/view-ended" }, false],
    [403, "no problem document", false],
    [200, { type: "https://id.example/problems/view-ended" }, false],
  ] as const;
  for (const [status, body, isLeft] of rows) {
    const views = createViews();
    views.begin(dora);
    const response = await asViewed(views, api(status, body).send)(new Request(address));
    expect(views.current() === null).toBe(isLeft);
    expect(await response.json()).toEqual(body);
  }
});

test("a response to an earlier view does not end a later one", async () => {
  const views = createViews();
  views.begin(dora);
  const newer = { ...dora, view: "newer" };
  const send = async () => {
    views.begin(newer);
    return Response.json({ type: "/problems/view-ended" }, { status: 403 });
  };
  await asViewed(views, send)(new Request(address));
  expect(views.current()).toBe(newer);
});

test("the account API is not called in a view, because it would return the operator's data", async () => {
  const views = createViews();
  const { send } = api(200, {});
  views.begin(dora);
  await expect(onlyOwn(views, send)(new Request(address))).rejects.toHaveProperty(
    "title",
    "Not shown",
  );
  expect(send).not.toHaveBeenCalled();
  views.leave();
  expect((await onlyOwn(views, send)(new Request(address))).status).toBe(200);
});

test("a listener is called once for each change", () => {
  const views = createViews();
  const listener = vi.fn();
  const stop = views.subscribe(listener);
  views.begin(dora);
  views.begin(dora);
  views.leave();
  views.leave();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  views.begin(dora);
  expect(listener).toHaveBeenCalledTimes(2);
});
