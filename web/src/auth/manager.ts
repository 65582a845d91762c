/** Extends the library's user manager: binds tokens to this browser's key and returns a sign-in address without navigation. */
import {
  type CreateSigninRequestArgs,
  type User,
  UserManager,
  type UserManagerSettings,
} from "oidc-client-ts";
import type { KeyStore } from "./key-store";

export class Manager extends UserManager {
  readonly #keys: KeyStore;

  constructor(settings: UserManagerSettings, keys: KeyStore) {
    super({ ...settings, dpop: { bind_authorization_code: true, store: keys } });
    this.#keys = keys;
  }

  async addressOf(request: CreateSigninRequestArgs): Promise<string> {
    return (await this._client.createSigninRequest(request)).url;
  }

  /** Returns the DPoP proof for a request with this token; a server may require a nonce. */
  async proof(token: string, request: Request, nonce?: string): Promise<string | undefined> {
    const { origin, pathname } = new URL(request.url);
    // In development, Vite proxies the server, which knows only its own address.
    const server = import.meta.env.DEV ? this.settings.authority : origin;
    // The library reads no other property of the user.
    const user = { access_token: token } as User;
    return this.dpopProof(server + pathname, user, request.method, nonce);
  }

  /** Binds a code only to a key that the callback page will find. */
  override async generateDPoPJkt(
    settings: Parameters<UserManager["generateDPoPJkt"]>[0],
  ): Promise<string | undefined> {
    const thumbprint = await super.generateDPoPJkt(settings);
    return (await this.#keys.isPersistent()) ? thumbprint : undefined;
  }
}
