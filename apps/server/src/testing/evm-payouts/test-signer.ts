import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { readLinkKey } from "@tessera/payout-signing";
import { serve } from "@tessera/signer/serve";
import { readSettings } from "@tessera/signer/settings";
import { SigningRecord } from "@tessera/signer/signing-record";
import { createWalletKey, readWalletKey } from "@tessera/signer/wallet-key";

/**
 * Opens the signer of a folder, and serves it until it is stopped.
 *
 * @param onSigned called after a signature is on disk, before it is answered
 */
export async function serveSigner(
  settingsFile: string,
  onSigned: (server: Server) => void,
): Promise<{ readonly server: Server; readonly record: SigningRecord }> {
  const { socket, keyFile, linkKeyFile, recordFile, limits } = readSettings(settingsFile);
  const record = SigningRecord.open(recordFile);
  const key = readWalletKey(keyFile);
  const parts = { key, keys: readLinkKey(linkKeyFile), limits, record };
  const server = await serve(parts, {
    socket,
    log: () => onSigned(server),
    onFailure: (error) => {
      throw error;
    },
  });
  return { server, record };
}

/** What the settings of a test server need of a node. */
interface NodeAddress {
  readonly url: string;
}

/** The folder of a signer, with new keys, an empty record and settings. */
export class SignerFolder {
  readonly folder = mkdtempSync(path.join(tmpdir(), "payout-signer-"));
  readonly wallet: string;

  constructor(token: string, { maxPerDay = "100000" }: { readonly maxPerDay?: string } = {}) {
    const link = randomBytes(32).toString("base64");
    writeFileSync(this.file("link.key"), link, { mode: 0o600 });
    this.wallet = createWalletKey(this.file("wallet.key")).address;
    SigningRecord.create(this.file("signed.jsonl"));
    const limits = { contract: token, decimals: 6, maxAmount: "92.00", maxPerDay };
    const chain = {
      chainId: 1337,
      tokens: [limits],
      maxFeePerGas: "100000000000",
      maxGasLimit: 200_000,
    };
    const settings = {
      socket: "signer.sock",
      keyFile: "wallet.key",
      linkKeyFile: "link.key",
      recordFile: "signed.jsonl",
      chains: [chain],
    };
    writeFileSync(this.file("settings.json"), JSON.stringify(settings));
  }

  file(name: string): string {
    return path.join(this.folder, name);
  }

  /** Replaces the record by an empty one, which no signer must ever be started with. */
  forget(): void {
    rmSync(this.file("signed.jsonl"));
    SigningRecord.create(this.file("signed.jsonl"));
  }

  /** Settings of a server whose payouts this signer signs. */
  env(
    node: NodeAddress,
    token: string,
    chain: Readonly<Record<string, unknown>> = {},
  ): Record<string, string> {
    const given = {
      network: "ERC20",
      chainId: 1337,
      rpcUrls: [node.url],
      token: { asset: "USDT", contract: token, decimals: 6 },
      confirmations: [{ upTo: "60.00", confirmations: 2 }, { confirmations: 5 }],
      cost: "1.00",
      minimum: "10.00",
      maxFeePerGas: "100000000000",
      refillBelow: "100.00",
      refillCoinBelow: "1000000000000000",
      ceiling: "100000.00",
      ...chain,
    };
    const payouts = {
      wallet: this.wallet,
      socket: this.file("signer.sock"),
      linkKeyFile: this.file("link.key"),
      chains: [given],
    };
    return {
      PAYOUT_PROVIDER: "evm",
      EVM_PAYOUTS: JSON.stringify(payouts),
      WITHDRAWAL_CANCEL_SECONDS: "0",
    };
  }
}

/** A signer in this process, with its folder, which can be ended and started again. */
export class TestSigner extends SignerFolder {
  #running: Awaited<ReturnType<typeof serveSigner>> | undefined;
  #diesAfterSigning = false;

  async start(): Promise<void> {
    this.#running = await serveSigner(this.file("settings.json"), (server) => {
      if (this.#diesAfterSigning) {
        server.closeAllConnections();
      }
    });
  }

  async stop(): Promise<void> {
    const { server, record } = this.#running ?? {};
    const ended = new Promise((resolve) => server?.close(resolve));
    server?.closeAllConnections();
    await ended;
    record?.close();
  }

  /** Says whether its connections end after it has signed, before it answers, as after a kill. */
  async dieAfterSigning(isOn: boolean): Promise<void> {
    this.#diesAfterSigning = isOn;
  }
}
