import { SignerFolder } from "@tessera/server/testing/test-signer";
import type { LabSigner } from "../walk-payouts.ts";
import { ChildCalls } from "./child-calls.ts";

const MAIN = new URL("./signer-main.ts", import.meta.url);

/** A signer that is a process of its own, and is killed to stop it. */
export class SignerProcess extends SignerFolder implements LabSigner {
  #child: ChildCalls | undefined;

  async start(): Promise<void> {
    this.#child = new ChildCalls(MAIN, this.file("settings.json"));
    await this.#child.call("start");
  }

  async stop(): Promise<void> {
    await this.#child?.kill();
  }

  /** Once it was killed, nothing is to be said to it. */
  async dieAfterSigning(isOn: boolean): Promise<void> {
    await this.#child?.call("dieAfterSigning", isOn).catch(() => undefined);
  }
}
