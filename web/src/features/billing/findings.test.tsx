/** Findings are accepted by a person: those of an owner's account by the owner, those of the platform by the operator. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { BillingFinding } from "@/api/types";
import { aUser } from "@/testing/fixtures";
import { ok, showScreen, signedInWith } from "@/testing/screen";

function aFinding(changes: Partial<BillingFinding> = {}): BillingFinding {
  return {
    id: "fnd_1",
    connection_id: "scn_1",
    owner_user_id: null,
    kind: "granted-not-paid",
    object_kind: "payment",
    stripe_object: "pi_1",
    ours: "paid",
    theirs: "canceled",
    state: "open",
    reason: null,
    closed_at: null,
    closed_by: null,
    created_at: "2026-11-20T10:00:00Z",
    ...changes,
  };
}

async function openFinding(finding: BillingFinding) {
  const accept = vi.fn((_: Request) => Response.json({ ...finding, state: "accepted" }));
  // The new list never arrives: the message does not wait for it, because the dialog would end first.
  const list = () =>
    accept.mock.calls.length > 0
      ? new Promise<Response>(() => {})
      : Response.json({ items: [finding], next_cursor: null });
  showScreen(
    "/operator/billing?list=findings&finding=fnd_1",
    {
      "GET /v1/me": ok(aUser({ is_operator: true })),
      "GET /v1/operator/billing/findings": list,
      "GET /v1/operator/billing/reconcile": ok({ items: [] }),
      "POST /v1/operator/billing/findings/{id}/accept": accept,
    },
    signedInWith({ mayOperate: true }),
  );
  return { accept, dialog: within(await screen.findByRole("dialog")) };
}

test("the operator accepts a finding of the platform with a reason", async () => {
  const { accept, dialog } = await openFinding(aFinding());
  fireEvent.click(dialog.getByRole("button", { name: "Accept finding" }));
  expect(await dialog.findByText("Enter a reason.")).toBeDefined();
  expect(accept).not.toHaveBeenCalled();
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Paid in cash" } });
  fireEvent.click(dialog.getByRole("button", { name: "Accept finding" }));
  await waitFor(() => expect(accept).toHaveBeenCalledTimes(1));
  const request = accept.mock.lastCall?.[0];
  expect(request?.url).toContain("/v1/operator/billing/findings/fnd_1/accept");
  expect(await request?.json()).toEqual({ reason: "Paid in cash" });
  expect(await screen.findByText("The finding is accepted.")).toBeDefined();
});

test("the operator does not accept a finding of an owner's account", async () => {
  const { dialog } = await openFinding(aFinding({ owner_user_id: "usr_7" }));
  expect(dialog.getByText(/^Only the account's owner accepts it/)).toBeDefined();
  expect(dialog.queryByRole("button", { name: "Accept finding" })).toBeNull();
});
