/** The columns of a list of findings: the kind with its object, and both sides. */
import type { BillingFinding, BillingFindingState } from "@/api/types";
import { t } from "@/lib/language";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { findingWords, sideWords } from "./finding-words";

export const findingColumns = (): Column<BillingFinding>[] => [
  {
    id: "kind",
    header: t("Finding"),
    value: ({ kind }) => kind,
    cell: (finding) => (
      <span className="block min-w-0">
        <span className="block font-medium">{findingWords(finding.kind).title}</span>
        <code className="block break-all font-mono text-ink-faint text-xs">
          {finding.stripe_object}
        </code>
      </span>
    ),
  },
  {
    id: "ours",
    header: t("Recorded here"),
    value: ({ ours }) => ours,
    cell: ({ ours }) => sideWords(ours),
    from: "sm",
  },
  {
    id: "theirs",
    header: t("At Stripe"),
    value: ({ theirs }) => theirs,
    cell: ({ theirs }) => sideWords(theirs),
    from: "sm",
  },
  {
    id: "created_at",
    header: t("Found"),
    numeric: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
  },
];

export const findingStates: readonly BillingFindingState[] = ["open", "repaired", "accepted"];

/** Reads the state in an address; open findings are shown without one. */
export function findingStateOf(text: string | undefined): BillingFindingState {
  return findingStates.find((state) => state === text) ?? "open";
}

export function findingStateWord(state: BillingFindingState): string {
  if (state === "open") return t("Open");
  return state === "repaired" ? t("Repaired") : t("Accepted");
}

/** The heading and the text of a list without findings. */
export function noFindings(state: BillingFindingState): { title: string; text: string } {
  if (state === "open") {
    return {
      title: t("No open findings"),
      text: t("A difference that no repair removes appears here, with both sides and what to do."),
    };
  }
  return state === "repaired"
    ? {
        title: t("Nothing repaired yet"),
        text: t("A finding whose two sides agree again moves here."),
      }
    : {
        title: t("Nothing accepted yet"),
        text: t("A finding that you accept moves here, with its reason."),
      };
}
