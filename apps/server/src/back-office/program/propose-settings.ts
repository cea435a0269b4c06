import type { ProposeSettingsBody } from "@tessera/contract/back-office/program.schemas";
import type { Proposal } from "@tessera/contract/identity/proposals.schemas";
import { formatAmount } from "@tessera/money";
import { amountOf, refusedField } from "../../cards/pricing/index.ts";
import {
  type ProposalHandler,
  type ProposalTerms,
  proposeChange,
} from "../../identity/operators/index.ts";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { cellRoutes } from "../../platform/cells/cell-routes.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import {
  changedSince,
  currentSettings,
  numbersOf,
  putSettings,
  settingValuesOf,
} from "./change-settings.ts";
import { changedLimits, type SettingValues, withLimits } from "./changed-limits.policy.ts";

interface SettingsProposal {
  readonly body: ProposeSettingsBody;
  readonly act: OperatorAct;
  readonly idempotencyKey: string;
}

/**
 * Proposes limits and thresholds. They take effect together when another administrator approves,
 * provided that the version they are based on is still current.
 *
 * @throws Refusal `invalid_input` if the values contradict each other, change nothing, or change
 * the thresholds for wrong attempts or the spread, which a single administrator can change;
 * `programme_changed`;
 * `forbidden`; `no_second_administrator`; `idempotency_mismatch`
 */
export async function proposeSettings(
  context: AppContext,
  { body, act, idempotencyKey }: SettingsProposal,
): Promise<Proposal> {
  const { version, reason, ...input } = body;
  return proposeChange(context, {
    ...{ kind: "settings", operatorId: null, reason, act, idempotencyKey },
    termsOf: async (tx) => {
      const current = await currentSettings(tx);
      if (current.version !== version) {
        throw changedSince(current);
      }
      const limits = changedLimits(current, settingValuesOf(input, current));
      const numbers = numbersOf(input, current);
      const isChanged = (name: keyof typeof numbers) => numbers[name] !== current[name];
      if (isChanged("exchange_spread_basis_points")) {
        throw refusedField("exchange.spreadBasisPoints", "contradiction");
      }
      if (isChanged("wrong_tries_per_card") || isChanged("unknown_numbers_per_bin")) {
        throw refusedField("tries", "contradiction");
      }
      if (limits.length === 0) {
        throw refusedField("version", "contradiction");
      }
      return {
        basedOn: version,
        limits: limits.map(({ name, fromMinor, toMinor }) => ({
          name,
          from: formatAmount(fromMinor, "USD"),
          to: formatAmount(toMinor, "USD"),
        })),
      };
    },
  });
}

/** Handles the approval of proposed limits. */
export const settingsProposals: ProposalHandler = {
  kinds: ["settings"],
  async check(context, tx, { terms }) {
    requireFirstCell(context);
    await valuesProposed(tx, terms);
  },
  async apply(context, tx, { terms, proposed_by: proposedBy }, { actor, requestId, data }) {
    requireFirstCell(context);
    const values = await valuesProposed(tx, terms);
    await putSettings(context, tx, {
      values,
      basedOn: terms.basedOn ?? 0,
      changedBy: `${proposedBy}, ${actor}`,
      by: { actor, requestId, data: { ...data, proposedBy } },
    });
    return async () => undefined;
  },
};

/**
 * Checks that this is the cell whose settings the others copy. A proposal may be left in another
 * one from the time before it copied them.
 *
 * @throws Refusal `programme_changed`
 */
function requireFirstCell(context: AppContext): void {
  if (context.use(cellRoutes).first() !== context.config.cell) {
    throw new Refusal("programme_changed", { internal: "only the first cell changes settings" });
  }
}

/**
 * Returns the proposed values if they are based on the current version.
 * @throws Refusal `programme_changed` if the current version is not the one that the operator saw
 */
async function valuesProposed(tx: Tx, { basedOn, limits }: ProposalTerms): Promise<SettingValues> {
  const current = await currentSettings(tx);
  if (current.version !== basedOn) {
    throw changedSince(current);
  }
  const amounts = (limits ?? []).map(({ name, to }) => [name, amountOf(to, "USD", name)] as const);
  return withLimits(current, new Map(amounts));
}
