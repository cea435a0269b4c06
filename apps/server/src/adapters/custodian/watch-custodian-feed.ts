import type { AppContext } from "../../platform/context.ts";
import type { FigureSource } from "../../platform/telemetry/figures.ts";
import { selectFaults } from "./custodian-chain.repository.ts";

/** How long a fault of the feed is shown to operators, in milliseconds. */
const SHOWN_MS = 86_400_000;
const GAUGE = "tessera_custodian_rows_skipped_total";

/** Returns the account whose feed is read, if there is a custodian. */
function feedOf({ config }: AppContext): string | undefined {
  return config.chain.provider === "custodian" ? config.chain.account : undefined;
}

/** Thrown if a row of the custodian's feed was skipped within the last day. */
class FaultyFeedError extends Error {
  constructor(at: Date) {
    super(
      `the custodian's feed had a row at ${at.toISOString()} that could not be stored, so a ` +
        "deposit may be missing; the log names its place",
    );
    this.name = "FaultyFeedError";
  }
}

/**
 * Checks that no row of the custodian's feed was invalid or contradictory within the last day. The
 * dashboard's failing jobs show operators that one was. A row about another token is no fault.
 *
 * @throws FaultyFeedError
 */
export async function watchCustodianFeed(context: AppContext): Promise<void> {
  const feed = feedOf(context);
  if (feed === undefined) {
    return;
  }
  const { faultyAt } = await selectFaults(context.db.kysely, feed);
  if (faultyAt !== null && context.clock.now().getTime() - faultyAt.getTime() < SHOWN_MS) {
    throw new FaultyFeedError(faultyAt);
  }
}

/** Creates the counter of the feed's rows that were skipped, by reason. */
export function countSkippedRows(context: AppContext): FigureSource {
  return {
    name: "custodian_feed",
    gauges: {
      [GAUGE]: {
        help: "Rows of the custodian's feed that were skipped",
        labelNames: ["reason"],
        isCounter: true,
      },
    },
    async read() {
      const feed = feedOf(context);
      if (feed === undefined) {
        return [];
      }
      const { skipped } = await selectFaults(context.db.kysely, feed);
      return Object.entries(skipped).map(([reason, value]) => ({
        gauge: GAUGE,
        labels: { reason },
        value,
      }));
    },
  };
}
