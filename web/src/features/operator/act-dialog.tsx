/** What the operator is about to do to a person: to whom, and with what effect. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/client";
import { type Act, actOnUser } from "@/api/operator";
import type { OperatorUserDetail } from "@/api/types";
import { displayName } from "@/lib/person";
import { Confirm } from "@/ui/later";
import { toast } from "@/ui/toast";
import { ReasonField } from "./reason-field";

type Props = { user: OperatorUserDetail; act: Act; onClose: () => void };

export function ActDialog({ user, act, onClose }: Props) {
  const run = useMutation(actOnUser(useApi(), useQueryClient(), user.id));
  const [reason, setReason] = useState("");
  const name = displayName(user);
  const { title, effect, action, said } = wordsFor(act, name, user);
  return (
    <Confirm
      title={title}
      effect={effect}
      action={action}
      busy={run.isPending}
      error={run.error}
      onClose={onClose}
      onConfirm={() =>
        run.mutate(
          { act, reason: reason.trim() },
          {
            onSuccess: () => {
              toast(said);
              onClose();
            },
          },
        )
      }
    >
      <ReasonField label="Reason (optional)" value={reason} onChange={setReason} />
    </Confirm>
  );
}

function wordsFor(act: Act, name: string, user: OperatorUserDetail) {
  const count = user.sessions.length;
  const stop =
    user.websites === 0
      ? "They can no longer sign in or spend."
      : `They can no longer sign in or spend, and their websites (${user.websites}) are suspended.`;
  const sessions = count === 1 ? "1 session ends" : `${count} sessions end`;
  switch (act) {
    case "deactivate":
      return {
        title: `Deactivate ${name}?`,
        effect: `${sessions} now. ${stop} Their credits are kept.`,
        action: "Deactivate",
        said: `${name} is deactivated.`,
      };
    case "activate":
      return {
        title: `Activate ${name}?`,
        effect: "They can sign in and spend again. They have to sign in again.",
        action: "Activate",
        said: `${name} is active again.`,
      };
    case "end-sessions":
      return {
        title: `End the sessions of ${name}?`,
        effect: `${sessions} now, including the apps in them. They can sign in again right away.`,
        action: "End sessions",
        said: `${name} is signed out everywhere.`,
      };
  }
}
