/** The user chooses how long the old secret stays valid after a rotation. */
import { t } from "@/lib/language";
import { Segmented } from "./fields";

type Props = {
  label?: string;
  /** The effect when all current secrets expire immediately. */
  atOnce: string;
  value: string;
  onChange: (seconds: string) => void;
};

export function OverlapField({ atOnce, ...field }: Props) {
  return (
    <Segmented
      label={t("Old secret stays valid for")}
      help={field.value === "0" ? atOnce : t("Older ones stay valid until they expire.")}
      options={[
        { value: "0", label: t("None") },
        { value: "3600", label: t("1 hour") },
        { value: "86400", label: t("1 day") },
        { value: "604800", label: t("1 week") },
      ]}
      {...field}
    />
  );
}
