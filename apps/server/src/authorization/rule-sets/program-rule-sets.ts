import type { LocalizedText } from "@tessera/contract/errors/locales";
import type { AppContext, Tx } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";
import type { ProgramRule, ProgramRules, UnreadableRule } from "../decision/index.ts";
import { compileProgramRule } from "../decision/index.ts";
import {
  findRulesInForce,
  findRulesRevision,
  type StoredRule,
} from "./program-rules.repository.ts";

/** A rule on billing addresses: the countries whose addresses are rejected. */
export interface AddressRule {
  readonly id: string;
  readonly version: number;
  readonly names: LocalizedText;
  readonly isShadow: boolean;
  refuses(country: string): boolean;
}

/** A ceiling on the number of cards that one customer can open in a day. */
export interface NewCardsRule {
  readonly id: string;
  readonly version: number;
  readonly names: LocalizedText;
  readonly isShadow: boolean;
  readonly perDay: number;
}

/** The program's compiled rules, active and shadow. */
export interface ProgramRuleSet extends ProgramRules {
  readonly revision: number;
  readonly addresses: readonly AddressRule[];
  readonly newCards: readonly NewCardsRule[];
}

/** The newest revision that this server has compiled. */
const compiledRules = defineService("program rule set", (): { newest?: ProgramRuleSet } => ({}));

/**
 * Returns the program's rules at the revision that was read with the card, or a newer one. The
 * rules are read and compiled once per revision. As a result, on every server, a change applies to
 * each payment whose card is read after it, and unchanged rules cost no extra query.
 *
 * @param knownRevision the revision read with the card; queried if absent
 */
export async function programRulesOf(
  context: AppContext,
  tx: Tx,
  knownRevision?: number,
): Promise<ProgramRuleSet> {
  const revision = knownRevision ?? (await findRulesRevision(tx));
  const compiled = context.use(compiledRules);
  const known = compiled.newest;
  if (known !== undefined && known.revision >= revision) {
    return known;
  }
  const stored = await findRulesInForce(tx);
  const set = compiledSet(context, stored.revision, stored.rules);
  const { newest } = compiled;
  if (newest === undefined || newest.revision < set.revision) {
    compiled.newest = set;
  }
  return set;
}

/** Counts the program's active rules that this server can't read. */
export function countUnreadableRules(context: AppContext): number {
  return context.use(compiledRules).newest?.unreadable.length ?? 0;
}

function compiledSet(
  context: AppContext,
  revision: number,
  stored: readonly StoredRule[],
): ProgramRuleSet {
  const rules: ProgramRule[] = [];
  const unreadable: UnreadableRule[] = [];
  for (const one of stored.filter(({ terms }) => terms.kind !== "new_cards")) {
    try {
      rules.push(compileProgramRule(versionOf(one)));
    } catch (error) {
      unreadable.push({ id: one.id, names: namesOf(one) });
      context.log.error(
        { err: error, ruleId: one.id, version: one.version },
        "a program rule can't be read: every payment is declined",
      );
    }
  }
  const [addresses, newCards] = [stored.flatMap(addressRuleOf), stored.flatMap(newCardsRuleOf)];
  return { revision, rules, unreadable, addresses, newCards };
}

function namesOf({ nameEn: en, nameZhCn, nameZhTw }: StoredRule): LocalizedText {
  return { en, "zh-CN": nameZhCn, "zh-TW": nameZhTw };
}

function versionOf(stored: StoredRule) {
  const { id, version, mode, terms } = stored;
  return { id, version, isShadow: mode === "shadow", names: namesOf(stored), terms };
}

function addressRuleOf(stored: StoredRule): AddressRule[] {
  const { terms, ...rule } = versionOf(stored);
  const listed = terms.when?.countries;
  if (terms.addresses !== true || listed === undefined) {
    return [];
  }
  const { match, values } = listed;
  const refuses = (country: string) => values.includes(country) === (match === "any_of");
  return [{ ...rule, refuses }];
}

function newCardsRuleOf(stored: StoredRule): NewCardsRule[] {
  const { terms, ...rule } = versionOf(stored);
  const { newCardsPerDay: perDay } = terms;
  return terms.kind === "new_cards" && perDay !== undefined ? [{ ...rule, perDay }] : [];
}
