/** Shows known properties as label and value, and leaves out unknown ones. */
import { Fragment, type ReactNode } from "react";
import { inSentence } from "@/lib/language";
import { CopyButton } from "./copy-button";

/** A label and its value; "code" marks a value that users copy. */
export type Fact = [label: string, value: ReactNode, kind?: "code" | undefined];

export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-sm">
      {facts.map(([label, value, kind]) =>
        value === null || value === undefined || value === false || value === "" ? null : (
          <Fragment key={label}>
            <dt className="text-ink-faint">{label}</dt>
            <dd className="min-w-0 break-words">
              {kind === "code" && typeof value === "string" ? (
                <Code value={value} what={inSentence(label)} />
              ) : (
                value
              )}
            </dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

/** A value that users copy, with its copy button. */
export function Code({ value, what }: { value: string; what: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 break-all font-mono text-[0.8125rem]">{value}</code>
      <CopyButton value={value} what={what} compact />
    </span>
  );
}
