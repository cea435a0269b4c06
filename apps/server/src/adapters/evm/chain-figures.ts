import { depositChainsOf } from "../../platform/config/evm-settings.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Figure, FigureSource } from "../../platform/telemetry/figures.ts";
import { CHAIN_EVENTS } from "./chain-events.ts";
import { selectChains, selectCounts } from "./evm-chains.repository.ts";

const AGE = "tessera_evm_chain_age_seconds";
const BEHIND = "tessera_evm_chain_behind_blocks";
const HALTED = "tessera_evm_chain_halted";
const EVENTS = "tessera_evm_chain_events_total";

/**
 * Creates the figures of the chains that the server reads itself: how old what was read is, how far
 * it is behind, whether a chain is halted, and how often something happened.
 */
export function countChainEvents({ config, db, clock }: AppContext): FigureSource {
  const { chain } = config;
  const networks = new Map(
    chain.provider === "evm"
      ? depositChainsOf(chain).map(({ chainId, network }) => [BigInt(chainId), network] as const)
      : [],
  );
  const chainIds = [...networks.keys()];
  return {
    name: "evm_chains",
    gauges: {
      [AGE]: {
        help: "Seconds since a new block of the chain was read",
        labelNames: ["network"],
      },
      [BEHIND]: {
        help: "Blocks of the chain that are known and were not read yet",
        labelNames: ["network"],
      },
      [HALTED]: {
        help: "Whether the chain is not read until an operator resumes it",
        labelNames: ["network"],
      },
      [EVENTS]: {
        help: "Unused answers by their fault, reorganizations, retracted and ignored transfers",
        labelNames: ["network", "event"],
        isCounter: true,
      },
    },
    async read() {
      if (chainIds.length === 0) {
        return [];
      }
      const states = await selectChains(db.kysely, chainIds);
      const counts = await selectCounts(db.kysely, chainIds);
      const now = clock.now().getTime();
      const ofStates = states.flatMap((state): Figure[] => {
        const labels = { network: state.network };
        const behind = Number(state.head - state.scanned_to);
        return [
          { gauge: AGE, labels, value: (now - state.advanced_at.getTime()) / 1_000 },
          { gauge: BEHIND, labels, value: Math.max(0, behind) },
          { gauge: HALTED, labels, value: state.halted === null ? 0 : 1 },
        ];
      });
      // A chain that was never read, for example because of its settings, is as old as the server.
      const unread = [...networks].flatMap(([id, network]): Figure[] =>
        states.some((state) => state.chain_id === id)
          ? []
          : [{ gauge: AGE, labels: { network }, value: process.uptime() }],
      );
      const counted = new Map(counts.map(({ chain_id: id, what, n }) => [`${id} ${what}`, n]));
      // An event that has not happened is zero, not absent: Prometheus sees no increase in a series
      // that begins with one, so the first event would cause no alert.
      const ofCounts = [...networks].flatMap(([id, network]): Figure[] =>
        CHAIN_EVENTS.map((event) => {
          const value = Number(counted.get(`${id} ${event}`) ?? 0n);
          return { gauge: EVENTS, labels: { network, event }, value };
        }),
      );
      return [...ofStates, ...unread, ...ofCounts];
    },
  };
}
