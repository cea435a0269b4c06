import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { readLinkKey } from "@tessera/payout-signing";
import { serve } from "@tessera/signer/serve";
import { readSettings } from "@tessera/signer/settings";
import { SigningRecord } from "@tessera/signer/signing-record";
import { createWalletKey, readWalletKey } from "@tessera/signer/wallet-key";
import type { Hex } from "viem";
import { payoutWallets } from "../../adapters/evm-payouts/evm-payouts.ts";
import { type PayoutParts, PayoutWallet } from "../../adapters/evm-payouts/payout-wallet.ts";
import { advanceWithdrawals } from "../../money-movement/payouts/advance-withdrawals.ts";
import type { PayoutPatience } from "../../money-movement/payouts/send/instructions.repository.ts";
import { sendPayouts } from "../../money-movement/payouts/send/send-payouts.ts";
import {
  newWithdrawer,
  type Withdrawer,
} from "../../money-movement/payouts/withdrawals.fixtures.ts";
import type { AppContext } from "../../platform/context.ts";
import { replaceService } from "../../platform/service.ts";
import type { AnvilNode } from "../evm/anvil-node.ts";

const AT_ONCE: PayoutPatience = { leaseMs: 0, askMs: 0, longestPauseMs: 0, lostMs: 0 };
const ETHER = 10n ** 18n;

/** A signer in this process, with its folder, which can be ended and started again. */
export class TestSigner {
  readonly folder = mkdtempSync(path.join(tmpdir(), "payout-signer-"));
  readonly wallet: string;
  #server: Server | undefined;
  #record: SigningRecord | undefined;
  /** Whether its connections end after it has signed, before it answers, as if it was killed. */
  diesAfterSigning = false;

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

  async start(): Promise<void> {
    const { socket, keyFile, linkKeyFile, recordFile, limits } = readSettings(
      this.file("settings.json"),
    );
    this.#record = SigningRecord.open(recordFile);
    const key = readWalletKey(keyFile);
    const parts = { key, keys: readLinkKey(linkKeyFile), limits, record: this.#record };
    this.#server = await serve(parts, {
      socket,
      log: () => {
        if (this.diesAfterSigning) {
          this.#server?.closeAllConnections();
        }
      },
      onFailure: (error) => {
        throw error;
      },
    });
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#server?.close(resolve));
    this.#server?.closeAllConnections();
    await ended;
    this.#record?.close();
  }

  /** Settings of a server whose payouts this signer signs. */
  env(
    node: AnvilNode,
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

/** Gives a wallet ether for fees, and tokens. */
export async function fundWallet(
  node: AnvilNode,
  { token, wallet, amountRaw }: { token: Hex; wallet: string; amountRaw: bigint },
): Promise<void> {
  await node.rpc("anvil_setBalance", [wallet, `0x${ETHER.toString(16)}`]);
  await node.send(await node.call("PlainToken", token, "mint", [wallet, amountRaw]));
  await node.mine(1);
}

/** Returns a token's balance of an address, as the node says. */
export async function balanceOf(node: AnvilNode, token: Hex, owner: string): Promise<bigint> {
  const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, "0")}`;
  return BigInt(await node.rpc<Hex>("eth_call", [{ to: token, data }, "latest"]));
}

/** Returns the only wallet of a context. */
export function onlyWallet(context: AppContext): PayoutWallet {
  const [wallet] = context.use(payoutWallets);
  if (wallet === undefined) {
    throw new Error("the context sends no payouts");
  }
  return wallet;
}

/**
 * Replaces parts of the context's wallet, such as its connection to the signer. The changed wallet
 * has the lease of the one before.
 */
export function changeWallet(context: AppContext, changed: Partial<PayoutParts>): PayoutWallet {
  const holder = "00000000-0000-4000-8000-000000000001";
  const wallet = new PayoutWallet({ ...onlyWallet(context).parts, holder, ...changed });
  replaceService(context, payoutWallets, [wallet]);
  return wallet;
}

/** A customer who withdraws on Ethereum. */
export function newPayee(context: AppContext): Promise<Withdrawer> {
  return newWithdrawer(context, { USD: 100_000n }, "ERC20");
}

/** Confirms a withdrawal of an amount, up to the point where its order is at the provider. */
export async function withdraw(context: AppContext, payee: Withdrawer, amount: string) {
  const asked = await payee.withdraw(await payee.quote(amount));
  await advanceWithdrawals(context);
  await sendPayouts(context, AT_ONCE);
  return asked;
}

/** Asks the provider about every payout, as the server's job does. */
export function askAll(context: AppContext): Promise<number> {
  return sendPayouts(context, AT_ONCE);
}
