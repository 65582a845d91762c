/** A device that keeps passkeys, as Chromium plays one over its debugging protocol. */
import type { CDPSession, Page } from "playwright-core";

/** What the protocol tells of a passkey. */
type Kept = Awaited<ReturnType<Device["passkeys"]>>[number];

export class Device {
  private constructor(
    readonly session: CDPSession,
    readonly authenticatorId: string,
  ) {}

  /** A device of the machine itself, with a person before it who touches it and is known to it. */
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
    const kept = await session.send("WebAuthn.getCredentials", { authenticatorId });
    return kept.credentials;
  }

  /** Puts a passkey of another device, or of another time, into this one in the place of its own. */
  async take(credential: Kept): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send("WebAuthn.clearCredentials", { authenticatorId });
    await session.send("WebAuthn.addCredential", { authenticatorId, credential });
  }

  /** Whether the device knows the person before it: a "no" is all that a page learns of one who cancels, too. */
  async recognises(isUserVerified: boolean): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  }

  /** Whether the device signs without having asked who is there. */
  async skipsVerification(isBadUV: boolean): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send("WebAuthn.setResponseOverrideBits", { authenticatorId, isBadUV });
  }

  /** Whether somebody touches the device as soon as it asks. */
  async isTouched(enabled: boolean): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  }
}
