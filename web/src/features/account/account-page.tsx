/** The profile page: name, address and details of the user, and sign-out. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { LogOut, Pencil } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { profileQuery } from "@/api/account";
import { useAccountApi } from "@/api/client";
import type { OwnProfile } from "@/api/types";
import { signInFailure } from "@/auth/failure";
import { useSession } from "@/auth/session";
import { t } from "@/lib/language";
import { displayName, initials } from "@/lib/person";
import { calendarDay } from "@/lib/time";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { CopyButton } from "@/ui/copy-button";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";

const DetailsDialog = lazy(async () => ({
  default: (await import("./details-dialog")).DetailsDialog,
}));
const NameDialog = lazy(async () => ({ default: (await import("./name-dialog")).NameDialog }));

/** The height of the card with four facts in a wide window. */
const profileHeight = "20rem";

export function AccountPage() {
  const profile = useQuery(profileQuery(useAccountApi()));
  return (
    <>
      <PageHeader title={t("Profile")} note={t("The same on every website that you sign in to.")} />
      <div className="grid grid-cols-1 gap-6">
        {/* As tall as the loaded card, so that the content below does not move. */}
        <Card
          aria-label={t("Profile")}
          {...(profile.isPending && { style: { minHeight: profileHeight } })}
        >
          <Loadable query={profile} skeleton={<SkeletonRows label={t("Loading your profile")} />}>
            {(data) => <Profile profile={data} />}
          </Loadable>
        </Card>
        <Details profile={profile.data} />
        <SignOut />
      </div>
    </>
  );
}

function Profile({ profile }: { profile: OwnProfile }) {
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center gap-4 p-5">
        <Avatar letters={initials(profile)} size="large" />
        <div className="min-w-0 flex-1">
          <h2 className="break-words font-semibold text-lg">{displayName(profile)}</h2>
          <p className="mt-1 flex">
            {profile.is_operator ? (
              <Badge tone="good">{t("Operator")}</Badge>
            ) : (
              <Badge>{t("Account holder")}</Badge>
            )}
          </p>
        </div>
        <Button size="small" className="max-sm:w-full" onClick={() => setNaming(true)}>
          <Pencil aria-hidden className="size-4" />
          {t("Change name")}
        </Button>
      </div>
      <Suspense>
        {isNaming && <NameDialog name={profile.name ?? ""} onClose={() => setNaming(false)} />}
      </Suspense>
      <dl className="divide-y divide-hairline border-hairline border-t">
        <Fact label={t("Name")}>{profile.name || <Missing />}</Fact>
        <Fact label={t("Email")}>
          {profile.email ? (
            <>
              <span className="wrap-anywhere">{profile.email}</span>
              <Badge tone={profile.email_verified ? "good" : "warn"}>
                {profile.email_verified ? t("Verified") : t("Not verified")}
              </Badge>
            </>
          ) : (
            <Missing />
          )}
        </Fact>
        <Fact label={t("Member since")}>{calendarDay(profile.created_at)}</Fact>
        <Fact label={t("User id")}>
          <span className="flex min-w-0 items-center gap-2">
            <code className="break-all font-mono text-[0.8125rem]">{profile.id}</code>
            <CopyButton value={profile.id} what={t("user id")} />
          </span>
        </Fact>
      </dl>
    </>
  );
}

/** The dialog shows the details, so the card has the same height before the profile is loaded. */
function Details({ profile }: { profile: OwnProfile | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card aria-labelledby="details">
      <CardHeader id="details" title={t("Details for websites")} />
      <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4">
        <p className="max-w-[36rem] text-pretty text-ink-soft text-sm">
          {t(
            "First and last name, user name, language and time zone. Websites that may see your name get them too.",
          )}
        </p>
        <Button busy={profile === undefined} onClick={() => setOpen(true)}>
          <Pencil aria-hidden className="size-4" />
          {t("Change details")}
        </Button>
      </div>
      <Suspense>
        {isOpen && profile && <DetailsDialog profile={profile} onClose={() => setOpen(false)} />}
      </Suspense>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1 px-5 py-3 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-center">
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd className="flex min-h-7 min-w-0 flex-wrap items-center gap-2">{children}</dd>
    </div>
  );
}

function Missing() {
  return <span className="text-ink-faint">{t("Not given")}</span>;
}

function SignOut() {
  const session = useSession();
  const leave = useMutation({
    mutationFn: async () => {
      if (session.status === "signed-in") await session.signOut();
    },
    networkMode: "always",
  });
  const failure = leave.error ? signInFailure(leave.error) : null;
  return (
    <Card aria-labelledby="sign-out">
      <CardHeader id="sign-out" title={t("Sign out")} />
      <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4">
        <p className="max-w-[36rem] text-pretty text-ink-soft text-sm">
          {t("Ends your session in every tab of this browser.")}
        </p>
        <Button busy={leave.isPending} onClick={() => leave.mutate()}>
          <LogOut aria-hidden className="size-4" />
          {t("Sign out")}
        </Button>
        {failure && (
          <p role="alert" className="w-full font-medium text-danger text-sm">
            {failure.title}
            {". "}
            {failure.detail}
          </p>
        )}
      </div>
    </Card>
  );
}
