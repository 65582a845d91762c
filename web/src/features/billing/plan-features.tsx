/** Chooses the features that a plan names, with further credits for each of them. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { featuresQuery } from "@/api/features";
import { platform, useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import type { PlanFieldsProps } from "./plan-fields";
import { TypedRows } from "./typed-rows";

export function PlanFeatures({ typed, onChange, errorAt }: PlanFieldsProps) {
  const { features } = typed;
  const scope = useWebsiteScope();
  // Only websites have features.
  const enabled = scope.id !== platform;
  const { data } = useQuery({ ...featuresQuery(useApi(), scope, {}), enabled });
  const names = new Map(data?.items.map(({ code, name }) => [code, name]));
  const used = new Set(features.map(({ feature }) => feature));
  const free = (data?.items ?? []).filter(({ code }) => !used.has(code));
  // A website without features has nothing to choose.
  if (features.length === 0 && free.length === 0) return null;
  return (
    <TypedRows
      label={t("Features of the plan")}
      rows={features.map(({ feature, credits }) => ({
        id: feature,
        label: t("Extra credits for {feature}", { feature: names.get(feature) ?? feature }),
        help: t("Spent on this feature only. Leave empty to name the feature without credits."),
        value: credits,
        error: errorAt(`features/${feature}`),
      }))}
      onType={(id, credits) =>
        onChange({
          features: features.map((one) => (one.feature === id ? { ...one, credits } : one)),
        })
      }
      onRemove={(id) => onChange({ features: features.filter(({ feature }) => feature !== id) })}
      options={free.map(({ code, name }) => ({ value: code, label: name }))}
      further={t("Another feature")}
      onAdd={(feature) => onChange({ features: [...features, { feature, credits: "" }] })}
      error={errorAt("features")}
    />
  );
}
