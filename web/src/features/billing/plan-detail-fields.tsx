/** The fields of a plan that change without a new version: name, description and family; and the code of a new plan. */
import type { ChangeEvent } from "react";
import type { Plan } from "@/api/types";
import { t } from "@/lib/language";
import { TextArea, TextField } from "@/ui/field";
import { codeOf } from "./pack-form";
import { isCode } from "./plan-form";

export type PlanDetails = {
  code: string;
  /** Follows the name until it is typed. */
  isOwnCode: boolean;
  name: string;
  description: string;
  family: string;
};

export function detailsFrom(plan: Plan | undefined): PlanDetails {
  return {
    code: plan?.code ?? "",
    isOwnCode: plan !== undefined,
    name: plan?.name ?? "",
    description: plan?.description ?? "",
    family: plan?.family ?? "default",
  };
}

const codeRule = t(
  "Use 1 to 64 characters: a to z, 0 to 9, dot, dash and underscore. Start with a letter or digit.",
);

/** Returns the errors by field; `codes` are taken. */
export function detailErrors(details: PlanDetails, codes: readonly string[]): Map<string, string> {
  const errors = new Map<string, string>();
  if (details.name.trim() === "") errors.set("name", t("Enter a name."));
  if (!isCode(details.code)) errors.set("code", codeRule);
  else if (codes.includes(details.code)) {
    errors.set("code", t("Another plan has this code. Enter another one."));
  }
  if (!isCode(details.family)) errors.set("family", codeRule);
  return errors;
}

type Props = {
  isNew?: boolean;
  details: PlanDetails;
  onChange: (details: PlanDetails) => void;
  errorAt: (place: string) => string | undefined;
};

export function PlanDetailFields({ isNew = false, details, onChange, errorAt }: Props) {
  const text = (key: "code" | "name" | "description" | "family") => ({
    autoComplete: "off",
    value: details[key],
    error: errorAt(key),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ ...details, [key]: target.value }),
  });
  return (
    <>
      <TextField
        label={t("Name")}
        maxLength={80}
        help={t("Buyers see it.")}
        {...text("name")}
        onChange={({ target: { value: name } }) =>
          onChange({ ...details, name, ...(!details.isOwnCode && { code: codeOf(name) }) })
        }
      />
      {isNew && (
        <TextField
          label={t("Code")}
          maxLength={64}
          spellCheck={false}
          className="font-mono text-sm"
          help={t("Your back end sells the plan by this code. It cannot be changed.")}
          {...text("code")}
          onChange={({ target }) => onChange({ ...details, code: target.value, isOwnCode: true })}
        />
      )}
      <TextArea
        label={t("Description (optional)")}
        maxLength={300}
        rows={2}
        help={t("One sentence for buyers.")}
        {...text("description")}
      />
      <TextField
        label={t("Family")}
        maxLength={64}
        spellCheck={false}
        className="font-mono text-sm"
        help={t(
          "A customer has one subscription of each family. Keep “default” unless you sell plans side by side.",
        )}
        {...text("family")}
      />
    </>
  );
}
