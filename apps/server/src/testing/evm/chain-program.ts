import { randomBytes } from "node:crypto";
import { createEvmRpc } from "../../adapters/evm/evm-rpc.ts";
import { createEvmSource } from "../../adapters/evm/evm-source.ts";
import { ChainStoppedError } from "../../adapters/evm/follow-first-source.ts";
import { type ChainWatcher, watchChain } from "../../adapters/evm/watch-chain.ts";
import { collectDepositDebts } from "../../money-movement/deposits/repay-deposit-debt.ts";
import { settleTransfers } from "../../money-movement/deposits/settle-transfers.ts";
import { readConfig } from "../../platform/config/config.ts";
import { createContext } from "../../platform/create-context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { createLogger } from "../../platform/telemetry/logger.ts";
import { PATIENCE_MS, patientUrl } from "../patient-database.ts";
import { newEvmDepositor, onlyChain } from "./evm-depositors.ts";

/** How long an RPC server may take in the lab, where a stalled one never answers. */
const RPC_MS = 300;

/** A customer of the lab. */
interface LabCustomer {
  readonly customerId: string;
  /** Opens a deposit. Returns its address; undefined if it was refused. */
  open(amount: string): Promise<string | undefined>;
  /** What is in the account, in minor units. */
  balance(): Promise<bigint>;
  spend(amountMinor: bigint): Promise<void>;
}

/** One server of the program, without its routes: it reads the chain and credits deposits. */
export interface ChainProgram {
  newCustomer(): Promise<LabCustomer>;
  /** Reads the chain, and stores what it finds. A chain that cannot be read is no failure. */
  read(): Promise<void>;
  /** Does once what the server's jobs repeat: reads the chain, credits and collects. */
  step(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a server of the program on a database that may be shared with others. */
export async function openChainProgram(options: {
  readonly appUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /** The key that all servers of the program share. */
  readonly rootKey: Buffer;
  /** How long an RPC server may take; a third of a second by default. */
  readonly rpcTimeoutMs?: number;
}): Promise<ChainProgram> {
  const config = readConfig({ TESSERA_MODE: "sandbox", LOG_LEVEL: "silent", ...options.env });
  const { context, close } = await createContext({
    config,
    log: createLogger(config.log),
    rootKey: options.rootKey,
    databaseUrl: patientUrl(options.appUrl),
    acquireTimeoutMs: PATIENCE_MS,
  });
  const settings = onlyChain(context);
  const sources = settings.rpcUrls.map((url, place) => {
    const { batchSize } = settings;
    const limits = { batchSize, timeoutMs: options.rpcTimeoutMs ?? RPC_MS };
    return createEvmSource(settings, createEvmRpc({ url, label: `source ${place}`, ...limits }));
  });
  // Every server reads at the same time: the lease ends at once.
  const watcher: ChainWatcher = watchChain(context, settings, { sources, leaseSeconds: 0 });
  async function read(): Promise<void> {
    try {
      await watcher.advance();
    } catch (error) {
      if (!(error instanceof ChainStoppedError)) {
        throw error;
      }
    }
  }
  return {
    async newCustomer() {
      const { customerId, open, balance, spend } = await newEvmDepositor(context);
      return {
        customerId,
        balance,
        spend,
        async open(amount) {
          try {
            return (await open(amount)).address;
          } catch (error) {
            if (error instanceof Refusal) {
              return undefined;
            }
            throw error;
          }
        },
      };
    },
    read,
    async step() {
      await read();
      await settleTransfers(context);
      await collectDepositDebts(context);
    },
    close,
  };
}

/** Returns a key for the servers of a program. */
export function newRootKey(): Buffer {
  return randomBytes(32);
}
