import { redirect } from "next/navigation";
import { auth, signIn, signOutEverywhere } from "../auth";

type Props = { searchParams: Promise<{ left?: string; problem?: string }> };

export default async function Page({ searchParams }: Props) {
  const user = (await auth())?.user;
  const { left, problem } = await searchParams;
  if (!user) {
    return (
      <form action={signInHere}>
        <button>Sign in</button>
      </form>
    );
  }
  return (
    <main>
      <p>
        {user.name}, {user.email}
      </p>
      <p>
        Customer for the curl commands, $SUB: <code>{user.id}</code>
      </p>
      {left && <p>{left} credits left</p>}
      {problem && <p>{problem}</p>}
      <form action={spend}>
        <button>Spend 5 credits</button>
      </form>
      <form action={signOutHere}>
        <button>Sign out</button>
      </form>
    </main>
  );
}

async function signInHere() {
  "use server";
  await signIn("tollgate");
}

async function signOutHere() {
  "use server";
  await signOutEverywhere();
}

async function spend() {
  "use server";
  const session = await auth();
  if (!session?.user) redirect("/");
  const answer = await fetch(`${process.env.AUTH_TOLLGATE_ISSUER}/v1/spends`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${process.env.TOLLGATE_API_KEY}`,
      "content-type": "application/json",
      // One key for each job: a repeated request with the same key never charges twice.
      "idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify({
      customer: { sub: session.user.id },
      amount: 5,
      description: "One picture",
    }),
  });
  const body = await answer.json();
  redirect(answer.ok ? `/?left=${body.balance.available}` : `/?problem=${body.title}`);
}
