import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { addressOfPublicKey } from "./address.ts";
import type { PayoutInstruction } from "./instruction.ts";

/** The type of a transaction with a base fee and a priority fee (EIP-1559). */
const EIP_1559 = 0x02;
/** The selector of `transfer(address,uint256)`. */
const TRANSFER = "a9059cbb";
const WORD_BYTES = 32;

/** What the server chooses for a transaction; the instruction determines the rest. Fees in wei. */
export interface Fees {
  readonly nonce: number;
  readonly gasLimit: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** A transaction that transfers a token, and does nothing else. It sends no ether. */
export interface TokenTransfer {
  readonly instruction: Pick<PayoutInstruction, "chainId" | "token" | "destination" | "amountRaw">;
  readonly fees: Fees;
}

/** A signature on secp256k1, with the parity that identifies the public key. */
export interface Signature {
  /** 32 bytes in hex each. */
  readonly r: string;
  readonly s: string;
  readonly yParity: "0" | "1";
}

type Item = Uint8Array | readonly Item[];

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replace(/^0x/, ""), "hex"));
}

/** Writes an integer without leading zeros; 0 is empty. */
function integer(value: bigint): Uint8Array {
  const hex = value === 0n ? "" : value.toString(16);
  return bytes(hex.padStart(hex.length + (hex.length % 2), "0"));
}

function withLength(offset: number, body: Uint8Array): Uint8Array {
  if (body.length <= 55) {
    return Uint8Array.from([offset + body.length, ...body]);
  }
  const length = integer(BigInt(body.length));
  return Uint8Array.from([offset + 55 + length.length, ...length, ...body]);
}

/** Encodes bytes and lists of them in RLP (Ethereum yellow paper, appendix B). */
function rlp(item: Item): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first] = item;
    return item.length === 1 && first !== undefined && first < 0x80 ? item : withLength(0x80, item);
  }
  return withLength(0xc0, Uint8Array.from(Buffer.concat(item.map(rlp))));
}

function wordOf(hex: string): string {
  return hex
    .replace(/^0x/, "")
    .toLowerCase()
    .padStart(2 * WORD_BYTES, "0");
}

function fieldsOf({ instruction, fees }: TokenTransfer): Item[] {
  const { chainId, token, destination, amountRaw } = instruction;
  if (amountRaw <= 0n || amountRaw >= 1n << 256n) {
    throw new RangeError("an amount is positive and has at most 256 bits");
  }
  return [
    integer(BigInt(chainId)),
    integer(BigInt(fees.nonce)),
    integer(fees.maxPriorityFeePerGas),
    integer(fees.maxFeePerGas),
    integer(fees.gasLimit),
    bytes(token),
    integer(0n),
    bytes(TRANSFER + wordOf(destination) + wordOf(amountRaw.toString(16))),
    [],
  ];
}

function envelope(fields: readonly Item[]): Uint8Array {
  return Uint8Array.from([EIP_1559, ...rlp(fields)]);
}

/** Returns the 32 bytes of a transaction that are signed. */
export function digestOf(transfer: TokenTransfer): Uint8Array {
  return keccak_256(envelope(fieldsOf(transfer)));
}

/** Returns a transaction without its signature, in hex, for a wallet that signs it elsewhere. */
export function serializeUnsigned(transfer: TokenTransfer): string {
  return `0x${Buffer.from(envelope(fieldsOf(transfer))).toString("hex")}`;
}

/** Returns a signed transaction as nodes accept it, in hex. */
export function serializeSigned(transfer: TokenTransfer, signature: Signature): string {
  const { r, s, yParity } = signature;
  const signed = [integer(BigInt(yParity)), integer(BigInt(`0x${r}`)), integer(BigInt(`0x${s}`))];
  const whole = envelope([...fieldsOf(transfer), ...signed]);
  return `0x${Buffer.from(whole).toString("hex")}`;
}

/** Returns the hash of a signed transaction, by which the chain knows it. */
export function hashOfSigned(serialized: string): string {
  return `0x${Buffer.from(keccak_256(bytes(serialized))).toString("hex")}`;
}

/**
 * Returns the address whose key made a signature.
 *
 * @throws Error if the signature is of no key
 */
export function senderOf(transfer: TokenTransfer, { r, s, yParity }: Signature): string {
  const recovered = bytes(`0${yParity}${r}${s}`);
  const options = { prehash: false };
  const compressed = secp256k1.recoverPublicKey(recovered, digestOf(transfer), options);
  return addressOfPublicKey(secp256k1.Point.fromBytes(compressed).toBytes(false).subarray(1));
}

/** Returns whether two transactions have the same nonce and fees. */
export function isSameTransaction(one: Fees, other: Fees): boolean {
  return (
    one.nonce === other.nonce &&
    one.gasLimit === other.gasLimit &&
    one.maxFeePerGas === other.maxFeePerGas &&
    one.maxPriorityFeePerGas === other.maxPriorityFeePerGas
  );
}
