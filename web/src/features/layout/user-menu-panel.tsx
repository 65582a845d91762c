/** The content of the user menu: user, theme, language and sign-out. */
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleUser, LogOut } from "lucide-react";
import { signInFailure } from "@/auth/failure";
import { type SignedInUser, useSession } from "@/auth/session";
import { type Language, language, switchLanguage, t } from "@/lib/language";
import { displayName } from "@/lib/person";
import { paths } from "@/paths";
import { Button } from "@/ui/button";
import { Segmented } from "@/ui/fields";
import { type ThemeChoice, useThemeChoice } from "@/ui/theme";

/** Each language is named in that language. */
const languages: { value: Language; label: string }[] = [
  { value: "en", label: "English" },
  { value: "de", label: "Deutsch" },
];

const themes: { value: ThemeChoice; label: string }[] = [
  { value: "system", label: t("System") },
  { value: "light", label: t("Light") },
  { value: "dark", label: t("Dark") },
];

export function UserMenuPanel({ user }: { user: SignedInUser }) {
  const [theme, chooseTheme] = useThemeChoice();
  const session = useSession();
  const leave = useMutation({
    mutationFn: async () => {
      if (session.status === "signed-in") await session.signOut();
    },
    networkMode: "always",
  });
  const failure = leave.error && signInFailure(leave.error);
  return (
    <div className="grid gap-3 p-3">
      <p className="wrap-anywhere text-sm">
        <span className="block font-semibold">{displayName(user)}</span>
        {user.name && user.email && <span className="block text-ink-faint">{user.email}</span>}
      </p>
      <Link
        to={paths.account()}
        className="inline-flex min-h-8 items-center gap-2 justify-self-start rounded-chip font-medium text-sm underline-offset-4 hover:underline"
      >
        <CircleUser aria-hidden className="size-4" />
        {t("Profile")}
      </Link>
      <Segmented
        label={t("Language")}
        options={languages}
        value={language}
        onChange={switchLanguage}
      />
      <Segmented label={t("Theme")} options={themes} value={theme} onChange={chooseTheme} />
      <Button busy={leave.isPending} onClick={() => leave.mutate()}>
        <LogOut aria-hidden className="size-4" />
        {t("Sign out")}
      </Button>
      {failure && (
        <p role="alert" className="font-medium text-danger text-sm">
          {`${failure.title}. ${failure.detail}`}
        </p>
      )}
    </div>
  );
}
