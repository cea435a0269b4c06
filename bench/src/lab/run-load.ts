import type { Environment } from "../environment.ts";
import type { FaultyServers } from "../faults/faulty-servers.ts";
import { type AnsweredPayment, type Attempt, runNetwork } from "../holds/repeating-network.ts";
import type { Caller } from "../http-population.ts";
import { seededRandom } from "../statistics.ts";
import { type Bank, openBankCustomer, runBankCustomer, runWalletReader } from "./bank.ts";
import type { History } from "./history.ts";
import { openHoldWatch, runSnapshotReader } from "./snapshot-reader.ts";

/** The parties of a run. */
export interface Load {
  readonly environment: Environment;
  readonly servers: FaultyServers;
  readonly history: History;
  readonly seed: number;
  /** The customers who load and unload their cards. */
  readonly bank: readonly Caller[];
  /** The cards that the network pays with. */
  readonly network: readonly Caller[];
  readonly isOver: () => boolean;
}

export interface LoadResult {
  readonly payments: readonly AnsweredPayment[];
}

const NETWORKS = 6;
const WALLET_READERS = 3;

/** Runs writers, readers and networks until the run is over and everything has been answered. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { environment, servers, history, seed, network, isOver } = load;
  const { addresses } = servers;
  const holds = openHoldWatch(environment.server.ownerUrl, history);
  const bank = await runBank(load);
  const networks = Array.from({ length: NETWORKS }, (_, client) => {
    const random = seededRandom(seed * 1_000 + client);
    const record = (attempt: Attempt) => history.write({ type: "network", attempt });
    const { approved } = holds;
    const settings = { callers: network, addresses, random, isOver, record, approved };
    return runNetwork(settings, client);
  });
  const [payments] = await Promise.all([Promise.all(networks), bank.done]);
  await holds.close();
  return { payments: payments.flat() };
}

/**
 * Starts the bank's customers and readers.
 *
 * @param phase 0 for the first time
 * @returns as soon as each customer's balances before the first operation are recorded
 */
export async function runBank(
  { environment, servers, history, seed, bank: callers, isOver }: Load,
  phase = 0,
): Promise<{ readonly done: Promise<unknown> }> {
  const party = (number: number): Bank => ({
    addresses: servers.addresses,
    history,
    random: seededRandom(seed * 7_000 + number),
    isOver,
  });
  if (phase === 0) {
    await Promise.all(callers.map((caller) => openBankCustomer(party(0), caller)));
  }
  return {
    done: Promise.all([
      ...callers.map((caller, index) => runBankCustomer(party(index + 1), caller)),
      ...Array.from({ length: WALLET_READERS }, (_, index) =>
        runWalletReader(party(100 + index), callers),
      ),
      runSnapshotReader(environment.server.ownerUrl, { history, isOver, phase }),
    ]),
  };
}
