/** A virtual authenticator for passkeys, which Chromium provides over its debugging protocol. */
import type { CDPSession, Page } from "playwright-core";

/** A passkey as the protocol reports it. */
type Credential = Awaited<ReturnType<Device["passkeys"]>>[number];

export class Device {
  private constructor(
    readonly session: CDPSession,
    readonly authenticatorId: string,
  ) {}

  /** A platform authenticator whose user is present and verified. */
  static async plugIn(page: Page): Promise<Device> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Device(session, authenticatorId);
  }

  async unplug(): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  }

  async passkeys() {
    const { session, authenticatorId } = this;
    const credentials = await session.send("WebAuthn.getCredentials", { authenticatorId });
    return credentials.credentials;
  }

  /** Replaces this authenticator's passkey with one from another device or time. */
  async take(credential: Credential): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send("WebAuthn.clearCredentials", { authenticatorId });
    await session.send("WebAuthn.addCredential", { authenticatorId, credential });
  }

  /** Sets whether the user is verified. A page cannot distinguish a failure from a cancellation. */
  async recognises(isUserVerified: boolean): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  }

  /** Sets whether the authenticator signs without verifying the user. */
  async skipsVerification(isBadUV: boolean): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send("WebAuthn.setResponseOverrideBits", { authenticatorId, isBadUV });
  }

  /** Sets whether the user touches the authenticator at once. */
  async isTouched(enabled: boolean): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  }
}
