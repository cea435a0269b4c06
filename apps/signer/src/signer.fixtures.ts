import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  approvalOf,
  type Fees,
  type PayoutInstruction,
  readLinkKey,
  type SignRequest,
  withChecksum,
} from "@tessera/payout-signing";
import { readSettings } from "./settings.ts";
import type { SignerParts } from "./sign-payout.ts";
import { SigningRecord } from "./signing-record.ts";
import { createWalletKey, readWalletKey } from "./wallet-key.ts";

export const TEST_TOKEN = `0x${"dac17f".padEnd(40, "0")}`;
export const REFUSED = `0x${"ab".repeat(20)}`;

/** A signer's folder with new keys, an empty record and settings. */
export function newSignerFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "signer-"));
  writeFileSync(path.join(folder, "link.key"), randomBytes(32).toString("base64"), {
    mode: 0o600,
  });
  createWalletKey(path.join(folder, "wallet.key"));
  SigningRecord.create(path.join(folder, "signed.jsonl"));
  const token = { contract: TEST_TOKEN, decimals: 6, maxAmount: "500.00", maxPerDay: "1200" };
  const settings = {
    socket: "signer.sock",
    keyFile: "wallet.key",
    linkKeyFile: "link.key",
    recordFile: "signed.jsonl",
    refusedDestinations: [REFUSED],
    chains: [{ chainId: 1, tokens: [token], maxFeePerGas: "100000000000", maxGasLimit: 120_000 }],
  };
  writeFileSync(path.join(folder, "settings.json"), JSON.stringify(settings));
  return folder;
}

/** Opens a signer as its process does when it starts. */
export function openSigner(folder: string): SignerParts {
  const { keyFile, linkKeyFile, recordFile, limits } = readSettings(
    path.join(folder, "settings.json"),
  );
  return {
    key: readWalletKey(keyFile),
    keys: readLinkKey(linkKeyFile),
    limits,
    record: SigningRecord.open(recordFile),
  };
}

/** Creates an approved request, with changes to its instruction and fees. */
export function newRequest(
  { keys }: Pick<SignerParts, "keys">,
  changed: Partial<PayoutInstruction> = {},
  fees: Partial<Fees> = {},
): SignRequest {
  const instruction = {
    id: randomUUID(),
    chainId: 1,
    token: TEST_TOKEN,
    destination: withChecksum(`0x${randomBytes(20).toString("hex")}`),
    amountRaw: 100_000_000n,
    revision: 3,
    approvedBy: "reviewer",
    approvedAtMs: 1_790_000_000_000,
    ...changed,
  };
  return {
    requestId: randomBytes(16).toString("hex"),
    instruction,
    approval: approvalOf(keys, instruction),
    fees: {
      nonce: 0,
      gasLimit: 100_000n,
      maxFeePerGas: 20_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      ...fees,
    },
  };
}
