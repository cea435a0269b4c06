import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import type { ChainNetwork } from "./chain-provider.ts";
import { evmAddress, tronAddress } from "./deposit-address.ts";

/** Why a typed address is invalid. */
export type AddressFault = "address_malformed" | "address_checksum" | "address_network";

const EVM_FORM = /^0x[0-9a-fA-F]{40}$/;
const TRON_FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
/** How TRON's own nodes write an address: the prefix and the account in hex. */
const TRON_HEX_FORM = /^(?:0x)?41([0-9a-fA-F]{40})$/;
const TRON_MAINNET_PREFIX = 0x41;
const base58check = createBase58check(sha256);

function isNothing(account: Uint8Array): boolean {
  return account.every((byte) => byte === 0);
}

function readEvm(text: string): string | AddressFault {
  const account = Buffer.from(text.slice(2), "hex");
  if (isNothing(account)) {
    return "address_malformed";
  }
  // If the letter case contains no checksum, a mistyped address cannot be detected.
  return evmAddress(account) === text ? text : "address_checksum";
}

function readTron(text: string): string | AddressFault {
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(text);
  } catch {
    return "address_checksum";
  }
  const account = bytes.slice(1);
  if (bytes[0] !== TRON_MAINNET_PREFIX || bytes.length !== 21 || isNothing(account)) {
    return "address_malformed";
  }
  return tronAddress(account);
}

/**
 * Normalizes an address from a provider. Providers may use any letter case for Ethereum addresses,
 * so the checksum is not verified, and may write TRON's in hex. Any other text is returned
 * unchanged.
 */
export function spellAddress(text: string): string {
  const tron = TRON_HEX_FORM.exec(text)?.[1];
  if (tron !== undefined) {
    return tronAddress(Buffer.from(tron, "hex"));
  }
  return EVM_FORM.test(text) ? evmAddress(Buffer.from(text.slice(2), "hex")) : text;
}

/**
 * Parses a typed address and checks its format, network and checksum (EIP-55 for Ethereum and BNB
 * Smart Chain, base58check for TRON).
 *
 * @returns the address in its canonical form, or the reason why it is invalid
 */
export function readAddress(
  network: ChainNetwork,
  text: string,
): { readonly address: string } | { readonly fault: AddressFault } {
  const given = text.trim();
  const isTron = TRON_FORM.test(given);
  if (!isTron && !EVM_FORM.test(given)) {
    return { fault: "address_malformed" };
  }
  if (isTron !== (network === "TRC20")) {
    return { fault: "address_network" };
  }
  const read = isTron ? readTron(given) : readEvm(given);
  return read.startsWith("address_") ? { fault: read as AddressFault } : { address: read };
}
