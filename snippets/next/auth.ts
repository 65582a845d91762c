import NextAuth from "next-auth";
import { getToken } from "next-auth/jwt";
import { headers } from "next/headers";
import { redirect } from "next/navigation";

const issuer = process.env.AUTH_TOLLGATE_ISSUER!;

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: "tollgate",
      name: "Tollgate",
      type: "oidc",
      issuer,
      clientId: process.env.AUTH_TOLLGATE_ID,
      clientSecret: process.env.AUTH_TOLLGATE_SECRET,
      checks: ["pkce", "state", "nonce"],
      authorization: { params: { scope: "openid profile email credits.read" } },
    },
  ],
  callbacks: {
    // Without a database, Auth.js makes up a new user id at each sign-in: keep Tollgate's, and the
    // ID token for the sign-out.
    jwt({ token, account }) {
      if (!account) return token;
      return { ...token, sub: account.providerAccountId, idToken: account.id_token };
    },
    session({ session, token }) {
      session.user.id = token.sub ?? "";
      return session;
    },
  },
});

/** Signs the visitor out here and at Tollgate, which sends them back to the site. */
export async function signOutEverywhere() {
  const site = process.env.AUTH_TOLLGATE_REDIRECT_URI!;
  const token = await getToken({
    req: { headers: await headers() },
    secret: process.env.AUTH_SECRET,
    secureCookie: site.startsWith("https:"),
  });
  await signOut({ redirect: false });
  const address = new URL(`${issuer}/oauth/logout`);
  address.searchParams.set("client_id", process.env.AUTH_TOLLGATE_ID!);
  address.searchParams.set("post_logout_redirect_uri", new URL("/", site).href);
  if (token?.idToken) address.searchParams.set("id_token_hint", String(token.idToken));
  redirect(address.href);
}
