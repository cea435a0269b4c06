import type { PayoutProvider } from "../../../adapters/payout/payout-provider.ts";
import { providers } from "../../../adapters/providers/registry.ts";
import type { AppContext } from "../../../platform/context.ts";
import { wireId } from "../../../platform/ids.ts";
import type { Group, Line } from "../find-break.policy.ts";
import {
  type Page,
  type PayoutPair,
  type StrayPayout,
  selectPayoutPairs,
  selectStrayPayouts,
} from "./chain-lines.repository.ts";
import { inPages, PAGE } from "./in-pages.ts";

const NO_ID = "00000000-0000-0000-0000-000000000000";
const USDT = "USDT";
const PAID = "completed";

/** Returns how a payout's transaction is named, or the payout itself if it has none. */
function refOf(id: string, transactionHash: string | null): string {
  return transactionHash ?? wireId("wdr", id);
}

/**
 * Returns what a payout provider outside this database says about a withdrawal; undefined if it
 * cannot know it. The amount is that of the order, because the provider has confirmed it.
 *
 * @throws ProviderError
 */
async function askAbout(
  provider: PayoutProvider | undefined,
  row: PayoutPair,
): Promise<Line[] | undefined> {
  if (provider === undefined || row.payout_account !== provider.account) {
    return undefined;
  }
  const answer = await provider.ask(row.id);
  return answer === "never_seen" || answer.status !== PAID
    ? []
    : [
        {
          ref: refOf(row.id, answer.transactionHash),
          asset: row.asset,
          amountMinor: -row.ledger_minor,
          at: row.ended_at,
        },
      ];
}

function storedLines(row: PayoutPair): Line[] {
  const { id, state, outside_minor: paidMinor, transaction_hash: hash } = row;
  return state === PAID && paidMinor !== null
    ? [
        {
          ref: refOf(id, hash),
          asset: row.asset,
          amountMinor: -paidMinor,
          at: row.paid_at ?? row.ended_at,
        },
      ]
    : [];
}

async function payoutGroup(
  provider: PayoutProvider | undefined,
  row: PayoutPair,
): Promise<Group[]> {
  const outside = row.state === null ? await askAbout(provider, row) : storedLines(row);
  const ledger: Line = {
    ref: wireId("mov", row.movement_id),
    asset: row.asset,
    amountMinor: -row.ledger_minor,
    at: row.ended_at,
  };
  return outside === undefined ? [] : [{ key: `payout:${row.id}`, ledger: [ledger], outside }];
}

function strayGroup({ id, outside_minor, transaction_hash, paid_at: at }: StrayPayout): Group {
  const ref = refOf(id, transaction_hash);
  const line = { ref, asset: USDT, amountMinor: -outside_minor, at };
  return { key: `payout:${id}`, ledger: [], outside: [line] };
}

/** Reads payouts: what their providers show against what the ledger has paid out. */
export async function* payoutGroups(
  context: AppContext,
  from: Date,
): AsyncGenerator<readonly Group[]> {
  const tx = context.db.kysely;
  const { payouts: provider } = context.use(providers);
  const page = (after: string): Page<string> => ({ after, from, limit: PAGE });
  const idOf = ({ id }: { readonly id: string }) => id;
  for await (const rows of inPages(NO_ID, (at) => selectPayoutPairs(tx, page(at)), idOf)) {
    const groups: Group[] = [];
    for (const row of rows) {
      groups.push(...(await payoutGroup(provider, row)));
    }
    yield groups;
  }
  for await (const rows of inPages(NO_ID, (at) => selectStrayPayouts(tx, page(at)), idOf)) {
    yield rows.map(strayGroup);
  }
}
