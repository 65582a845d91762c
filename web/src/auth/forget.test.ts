/** One user's cached responses are deleted before another user's page is shown. */
import { expect, test } from "vitest";
import { createQueryClient, forgetBetween } from "@/api/queries";
import { createViews } from "@/auth/view";

test("starting and ending a view empties the query cache", () => {
  const views = createViews();
  const queries = createQueryClient();
  forgetBetween(views, queries);
  const begun = { view: "sealed", user: { id: "usr_7", name: null, email: null } };
  for (const change of [() => views.begin(begun), views.leave]) {
    queries.setQueryData(["me"], "somebody");
    change();
    expect(queries.getQueryCache().getAll()).toEqual([]);
  }
});
