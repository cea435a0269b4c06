import type { EvmLog } from "./evm-answers.ts";
import { TRANSFER_TOPIC } from "./evm-source.ts";

/** A transfer of a token, as a log states it. */
export interface TransferLog {
  /** The token's contract, in lower case. */
  readonly contract: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly transactionHash: string;
  /** The log's index within its block. */
  readonly logIndex: number;
  /** The recipient, in lower case: a checksum for each transfer of a busy token would be slow. */
  readonly address: string;
  readonly sender: string;
  /** In the token's own smallest unit. */
  readonly amountRaw: bigint;
}

const WORD = /^0x[0-9a-f]{64}$/;
/** An address in a topic is padded with zeros to 32 bytes. */
const PADDED_ADDRESS = /^0x0{24}([0-9a-f]{40})$/;

function addressIn(topic: string | undefined): string | undefined {
  const digits = PADDED_ADDRESS.exec(topic ?? "")?.[1];
  return digits === undefined ? undefined : `0x${digits}`;
}

/**
 * Reads a log as a transfer of a token. Returns undefined if it is anything else: a log of
 * another contract, of another event, or one that was removed.
 */
export function readTransferLog(log: EvmLog, contract: string): TransferLog | undefined {
  const [event, from, to, ...more] = log.topics;
  const sender = addressIn(from);
  const address = addressIn(to);
  const data = log.data.toLowerCase();
  const isTransfer =
    log.address === contract &&
    event === TRANSFER_TOPIC &&
    more.length === 0 &&
    log.removed !== true &&
    WORD.test(data);
  if (!isTransfer || sender === undefined || address === undefined) {
    return undefined;
  }
  const { blockNumber, blockHash, transactionHash, logIndex } = log;
  const amountRaw = BigInt(data);
  const at = { contract, blockNumber, blockHash, transactionHash, logIndex };
  return { ...at, address, sender, amountRaw };
}
