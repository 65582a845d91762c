/** Shows a finding: both sides, what it means, what to do next, and how it was closed. */
import type { ReactNode } from "react";
import type { BillingFinding } from "@/api/types";
import { t } from "@/lib/language";
import { ButtonAnchor } from "@/ui/button";
import { Facts } from "@/ui/facts";
import { Time } from "@/ui/time";
import { findingStateWord } from "./finding-columns";
import { findingWords, sideWords } from "./finding-words";

type Props = { finding: BillingFinding; link?: string | null; children?: ReactNode };

export function FindingDetails({ finding, link = null, children }: Props) {
  const { steps } = findingWords(finding.kind);
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-2 gap-4 rounded-control bg-well px-4 py-3">
        <Side label={t("Recorded here")} text={finding.ours} />
        <Side label={t("At Stripe")} text={finding.theirs} />
      </dl>
      {finding.state === "open" && (
        <section aria-labelledby="next-steps">
          <h3 id="next-steps" className="mb-2 font-semibold text-sm">
            {t("What to do")}
          </h3>
          <ol className="grid gap-3">
            {steps.map((step, at) => (
              <li key={step} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 text-sm">
                <span
                  aria-hidden
                  className="flex size-7 items-center justify-center rounded-full bg-well font-semibold tabular-nums"
                >
                  {at + 1}
                </span>
                <span className="text-pretty leading-7">{step}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {(link || children) && (
        <div className="flex flex-wrap gap-2">
          {link && (
            <ButtonAnchor href={link} target="_blank" rel="noreferrer">
              {t("Open in Stripe")}
              <span aria-hidden>↗</span>
            </ButtonAnchor>
          )}
          {children}
        </div>
      )}
      <Facts
        facts={[
          [t("State"), findingStateWord(finding.state)],
          [t("Reason"), finding.reason],
          [t("Closed by"), finding.closed_by, "code"],
          [t("Closed"), finding.closed_at && <Time value={finding.closed_at} />],
          [t("Found"), <Time key="found" value={finding.created_at} />],
          [t("At Stripe"), finding.stripe_object, "code"],
          [t("Finding"), finding.id, "code"],
        ]}
      />
    </div>
  );
}

/** The words of a side, and below them Stripe's or our own word if they differ. */
function Side({ label, text }: { label: string; text: string }) {
  const words = sideWords(text);
  return (
    <div className="min-w-0">
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="wrap-anywhere font-semibold">
        {words}
        {!words.startsWith(text) && (
          <code className="mt-0.5 block font-mono font-normal text-ink-faint text-xs">{text}</code>
        )}
      </dd>
    </div>
  );
}
