/** A suspended website's pages show a message instead. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aWebsite } from "@/testing/fixtures";
import { type FakeResponses, ok, showScreen } from "@/testing/screen";

test("pages of a suspended website lead to where it is resumed, and to whom", async () => {
  const suspended = (by: "deletion" | "operator"): FakeResponses => ({
    "GET /v1/websites": ok({
      items: [aWebsite({ status: "suspended", suspended_by: by })],
    }),
    "GET /v1/websites/{id}": ok(aWebsite({ status: "suspended", suspended_by: by })),
  });
  const own = showScreen("/s/web_1/customers", suspended("deletion"));
  expect(await screen.findByText(/Resume the website in its settings/)).toBeDefined();
  fireEvent.click(screen.getByRole("link", { name: "Go to its settings" }));
  expect(await screen.findByRole("button", { name: "Resume" })).toBeDefined();
  own.unmount();
  showScreen("/s/web_1", suspended("operator"));
  expect(await screen.findByText(/Only the operator can resume it/)).toBeDefined();
});
