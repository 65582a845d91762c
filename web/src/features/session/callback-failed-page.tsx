/** Shows why a sign-in failed, with one button. It never restarts by itself. */
import { useMutation } from "@tanstack/react-query";
import { type SignInFailure, signInFailure } from "@/auth/failure";
import { rich, t } from "@/lib/language";
import { paths } from "@/paths";
import { Button } from "@/ui/button";
import { CenteredPage } from "@/ui/centered-page";

type Props = { failure: SignInFailure; signIn: (returnTo: string) => Promise<void> };

export function CallbackFailedPage({ failure, signIn }: Props) {
  const start = useMutation({
    mutationFn: () => signIn(paths.home()),
    networkMode: "always",
  });
  const shown = start.error ? signInFailure(start.error) : failure;
  return (
    <CenteredPage title={shown.title}>
      <div role="alert" className="text-pretty text-ink-soft">
        {shown.detail}
      </div>
      {shown.code && (
        <p className="mt-2 text-ink-faint text-sm">
          {rich("Code: {code}", { code: <code className="font-mono">{shown.code}</code> })}
        </p>
      )}
      <Button
        variant="primary"
        className="mt-6 w-full"
        busy={start.isPending}
        onClick={() => start.mutate()}
      >
        {start.isPending ? t("Opening sign-in…") : t("Sign in again")}
      </Button>
    </CenteredPage>
  );
}
