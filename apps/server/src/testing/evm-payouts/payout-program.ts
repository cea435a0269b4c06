import { randomUUID } from "node:crypto";
import { RpcError } from "../../adapters/evm/rpc-error.ts";
import { advanceWallet } from "../../adapters/evm-payouts/advance-wallet.ts";
import { payoutWallets } from "../../adapters/evm-payouts/evm-payouts.ts";
import { type PayoutParts, PayoutWallet } from "../../adapters/evm-payouts/payout-wallet.ts";
import type { SignerClient } from "../../adapters/evm-payouts/signer-client.ts";
import { ProviderError } from "../../adapters/providers/provider-error.ts";
import { advanceWithdrawals } from "../../money-movement/payouts/advance-withdrawals.ts";
import { moveWithdrawal } from "../../money-movement/payouts/move-withdrawal.ts";
import { sendPayouts } from "../../money-movement/payouts/send/send-payouts.ts";
import {
  newWithdrawer,
  withdrawalUuid,
} from "../../money-movement/payouts/withdrawals.fixtures.ts";
import { lockWithdrawal } from "../../money-movement/payouts/withdrawals.repository.ts";
import { readConfig } from "../../platform/config/config.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { createContext } from "../../platform/create-context.ts";
import { replaceService } from "../../platform/service.ts";
import { createLogger } from "../../platform/telemetry/logger.ts";
import { PATIENCE_MS, patientUrl } from "../patient-database.ts";
import { onlyWallet } from "./payout-setup.ts";

export const NO_FAULTS: Readonly<ProgramFaults> = {
  losesAnswers: false,
  diesBeforeSending: false,
  diesAfterSending: false,
  isCutOff: false,
};

/** Short, so that another server soon takes over from one that was killed. */
const LEASE_SECONDS = 0.25;
const AT_ONCE = { leaseMs: 0, askMs: 0, longestPauseMs: 0, lostMs: 0 };

/** What goes wrong in one server's connections while it works. */
export interface ProgramFaults {
  /** The signer signs, and its answer is lost. */
  losesAnswers: boolean;
  /** The server is killed after it has stored a signed transaction, before it is sent. */
  diesBeforeSending: boolean;
  /** The server is killed after the node took the transaction. */
  diesAfterSending: boolean;
  /** The node does not answer. */
  isCutOff: boolean;
}

/** What a customer was promised when they withdrew. */
interface LabWithdrawal {
  readonly id: string;
  /** What arrives, and what it costs, as decimals. */
  readonly receiveAmount: string;
  readonly total: string;
}

/** A customer of the lab, with 1000.00 US dollars and an address of their own. */
interface LabPayee {
  readonly customerId: string;
  readonly address: string;
  withdraw(amount: string): Promise<LabWithdrawal>;
}

/** One server of the program, without its routes: it sends payouts and follows them. */
export interface PayoutProgram {
  readonly faults: ProgramFaults;
  newPayee(): Promise<LabPayee>;
  /** Has an operator approve every withdrawal that is under review. */
  approve(): Promise<void>;
  /** Does once what the server's jobs repeat. What fails is done again by the next step. */
  step(): Promise<void>;
  /** Continues as another process would: with an identity of its own, for which leases wait. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** What a server of the program is opened with. */
export interface ProgramOptions {
  /** A database that may be shared with other servers. */
  readonly appUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /** The key that all servers of the program share. */
  readonly rootKey: Buffer;
  readonly replaceAfterMs: number;
  readonly plant?: PlantBug | undefined;
  /** Kills the process; without it, the step fails where the process would have ended. */
  readonly die?: () => void;
}

function unreliable(real: SignerClient, faults: ProgramFaults): SignerClient {
  return {
    ...real,
    async sign(...asked) {
      const answer = await real.sign(...asked);
      if (faults.losesAnswers) {
        throw new ProviderError("the answer was lost");
      }
      return answer;
    },
  };
}

/** How a planted bug changes the parts of a wallet, so that the checker of a lab can be tried. */
type PlantBug = (parts: PayoutParts) => Partial<PayoutParts>;

function partsOf(parts: PayoutParts, faults: ProgramFaults, die: () => void): PayoutParts {
  const dieIf = (isDue: boolean) => {
    if (isDue) {
      die();
      throw new Error("the server was killed");
    }
  };
  const sources = parts.sources.map((source) => ({
    ...source,
    async check() {
      if (faults.isCutOff) {
        throw new RpcError("unreachable", "the lab cut the node off");
      }
      await source.check();
    },
    async send(serialized: string) {
      dieIf(faults.diesBeforeSending);
      await source.send(serialized);
      dieIf(faults.diesAfterSending);
    },
  }));
  return {
    ...parts,
    sources,
    signer: unreliable(parts.signer, faults),
    leaseSeconds: LEASE_SECONDS,
  };
}

async function approveAll(context: AppContext): Promise<void> {
  const by = { actor: "rhea", requestId: null };
  const waiting = await context.db.sql<{ id: string }[]>`
    select id from withdrawal where state = 'review'`;
  for (const { id } of waiting) {
    await inTransaction(context.db, async (tx) => {
      const row = await lockWithdrawal(tx, id);
      if (row !== undefined) {
        await moveWithdrawal(context, tx, row, { event: "approved", by });
      }
    });
  }
}

/** Opens a server of the program. */
export async function openPayoutProgram(options: ProgramOptions): Promise<PayoutProgram> {
  const config = readConfig({ TESSERA_MODE: "sandbox", LOG_LEVEL: "silent", ...options.env });
  const { context, close } = await createContext({
    config,
    log: createLogger(config.log),
    rootKey: options.rootKey,
    databaseUrl: patientUrl(options.appUrl),
    acquireTimeoutMs: PATIENCE_MS,
  });
  const faults = { ...NO_FAULTS };
  const { parts } = onlyWallet(context);
  const chain = { ...parts.chain, replaceAfterMs: options.replaceAfterMs };
  const base = partsOf({ ...parts, chain }, faults, options.die ?? (() => undefined));
  const planted = { ...base, ...options.plant?.(base) };
  const restart = async () => {
    const wallet = new PayoutWallet({ ...planted, holder: randomUUID() });
    replaceService(context, payoutWallets, [wallet]);
  };
  await restart();
  return {
    faults,
    async newPayee() {
      const payee = await newWithdrawer(context, { USD: 100_000n }, "ERC20");
      return {
        customerId: payee.customerId,
        address: payee.address,
        async withdraw(amount) {
          const asked = await payee.withdraw(await payee.quote(amount));
          const { receiveAmount, total } = asked;
          return { id: withdrawalUuid(asked), receiveAmount, total };
        },
      };
    },
    approve: () => approveAll(context),
    async step() {
      await Promise.allSettled([advanceWithdrawals(context)]);
      await Promise.allSettled([sendPayouts(context, AT_ONCE)]);
      await Promise.allSettled([advanceWallet(onlyWallet(context))]);
    },
    restart,
    close,
  };
}

/**
 * A bug to plant: takes a payout that no block contains for one that was never sent, as if a final
 * block's chain had used its nonce. Its money then returns, although it may still be paid.
 */
export const unknownIsUnsent: PlantBug = ({ sources }) => ({
  sources: sources.map((source) => ({
    ...source,
    finalNonces: () => Promise.resolve({ block: 0, used: Number.MAX_SAFE_INTEGER }),
  })),
});
