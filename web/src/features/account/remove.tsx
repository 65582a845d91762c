/** The button that removes a sign-in method; for the last one it explains why it cannot be removed. */
import { rich, t } from "@/lib/language";
import { Button } from "@/ui/button";

type Props = {
  /** True, or the reason against a removal. */
  verdict: unknown;
  name: string;
  onPress: () => void;
};

export function Remove({ verdict, name, onPress }: Props) {
  if (verdict !== true) {
    return (
      <p className="max-w-[26rem] text-pretty text-ink-faint text-sm">
        {verdict === "last-sign-in-method"
          ? t("Your only way to sign in. Add another one first.")
          : t("This method cannot be removed.")}
      </p>
    );
  }
  return (
    <Button size="small" onClick={onPress}>
      {rich("Remove {name}", { name: <span className="sr-only">{name}</span> })}
    </Button>
  );
}
