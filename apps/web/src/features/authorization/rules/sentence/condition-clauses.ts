import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type {
  MATCHES,
  RuleConditions,
  StrategyRule,
} from "@tessera/contract/authorization/risk.schemas";
import type { Locale } from "../../../../lib/locale.ts";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { countryName, listText } from "./list-text.ts";
import { merchantCodeName } from "./merchant-codes.ts";
import { CATEGORY_WORDS, CHANNEL_WORDS, WINDOW_WORDS } from "./rule-words.ts";

/** Translates a message into the reader's language. */
export type Say = (descriptor: MessageDescriptor) => string;

/** The rule to describe, and everything needed to phrase its clauses in the reader's language. */
interface Telling {
  readonly rule: StrategyRule;
  readonly say: Say;
  readonly locale: Locale;
}

/** The condition types; a rule has at most one of each. */
export type ConditionKind = keyof RuleConditions;

type Clause<K extends ConditionKind> = (
  condition: NonNullable<RuleConditions[K]>,
  telling: Telling,
) => string;

interface Listed {
  readonly match: (typeof MATCHES)[number];
  readonly values: readonly string[];
}

/**
 * Joins the names in a list with "or", because the clause says "any of" or "none of" before them.
 */
function joined(names: readonly string[], { say, locale }: Telling): string {
  return listText(names, "disjunction", locale, (count) =>
    say(msg`${plural(count, { one: "# more", other: "# more" })}`),
  );
}

/**
 * Builds the clause for a list: uses `isOn` if the value must be on the list, otherwise `isOff`.
 */
function listClause(
  { match, values }: Listed,
  telling: Telling,
  nameOf: (value: string) => string,
  texts: {
    readonly isOn: (list: string) => MessageDescriptor;
    readonly isOff: (list: string) => MessageDescriptor;
  },
): string {
  const list = joined(values.map(nameOf), telling);
  return telling.say(match === "any_of" ? texts.isOn(list) : texts.isOff(list));
}

const amountClause: Clause<"amount"> = (condition, { rule, say }) => {
  const amount = formatMoney(condition.amount, rule.currency);
  const to = formatMoney(condition.to ?? condition.amount, rule.currency);
  switch (condition.is) {
    case "over":
      return say(msg`a payment is over ${amount}`);
    case "under":
      return say(msg`a payment is under ${amount}`);
    case "between":
      return say(msg`a payment is from ${amount} to ${to}`);
    case "outside":
      return say(msg`a payment is under ${amount} or over ${to}`);
  }
};

const spendingClause: Clause<"spending"> = (condition, { rule, say }) => {
  const amount = formatMoney(condition.over, rule.currency);
  const window = say(WINDOW_WORDS[condition.window]);
  return rule.counts === "together"
    ? say(msg`the cards together spend more than ${amount} ${window}`)
    : say(msg`a card spends more than ${amount} ${window}`);
};

const paymentsClause: Clause<"payments"> = ({ over: count, window: during }, { rule, say }) => {
  const window = say(WINDOW_WORDS[during]);
  return rule.counts === "together"
    ? say(
        msg`${plural(count, {
          0: `the cards make any payment ${window}`,
          one: `the cards together make more than # payment ${window}`,
          other: `the cards together make more than # payments ${window}`,
        })}`,
      )
    : say(
        msg`${plural(count, {
          0: `a card makes any payment ${window}`,
          one: `a card makes more than # payment ${window}`,
          other: `a card makes more than # payments ${window}`,
        })}`,
      );
};

const wrongCvvClause: Clause<"wrongCvv"> = ({ atLeast: count, window: during }, { say }) => {
  const window = say(WINDOW_WORDS[during]);
  return say(
    msg`${plural(count, {
      one: `a wrong CVV is entered ${window}`,
      other: `# wrong CVVs are entered ${window}`,
    })}`,
  );
};

function namedCode(name: string, mcc: string): MessageDescriptor {
  return msg`${name} (${mcc})`;
}

const CLAUSES: { readonly [K in ConditionKind]: Clause<K> } = {
  amount: amountClause,
  spending: spendingClause,
  payments: paymentsClause,
  categories: (listed, telling) =>
    listClause(
      listed,
      telling,
      (value) => telling.say(CATEGORY_WORDS[value as keyof typeof CATEGORY_WORDS]),
      {
        isOn: (list) => msg`the payment is for ${list}`,
        isOff: (list) => msg`the payment is not for ${list}`,
      },
    ),
  mccs: (listed, telling) =>
    listClause(
      listed,
      telling,
      (mcc) => {
        const name = merchantCodeName(mcc);
        return name === undefined ? mcc : telling.say(namedCode(telling.say(name), mcc));
      },
      {
        isOn: (list) => msg`the merchant category code is ${list}`,
        isOff: (list) => msg`the merchant category code is not ${list}`,
      },
    ),
  merchants: (listed, telling) =>
    listClause(listed, telling, (name) => name, {
      isOn: (list) => msg`the merchant is ${list}`,
      isOff: (list) => msg`the merchant is not ${list}`,
    }),
  countries: (listed, telling) =>
    listClause(listed, telling, (code) => countryName(code, telling.locale), {
      isOn: (list) => msg`the merchant’s country is ${list}`,
      isOff: (list) => msg`the merchant’s country is not ${list}`,
    }),
  currencies: (listed, telling) =>
    listClause(listed, telling, (code) => code, {
      isOn: (list) => msg`the payment is in ${list}`,
      isOff: (list) => msg`the payment is not in ${list}`,
    }),
  channels: (listed, telling) =>
    listClause(
      listed,
      telling,
      (value) => telling.say(CHANNEL_WORDS[value as keyof typeof CHANNEL_WORDS]),
      {
        isOn: (list) => msg`the card is used ${list}`,
        isOff: (list) => msg`the card is not used ${list}`,
      },
    ),
  hours: ({ from, to }, { say }) => say(msg`the time is between ${from} and ${to}`),
  newMerchant: (_isNew, { say }) => say(msg`the merchant is new to the card`),
  wrongCvv: wrongCvvClause,
};

/** All condition types, in the order a sentence mentions them. */
export const CONDITION_KINDS = Object.keys(CLAUSES) as readonly ConditionKind[];

function clauseOf<K extends ConditionKind>(kind: K, telling: Telling): string | undefined {
  const condition = telling.rule.when[kind];
  const clause: Clause<K> = CLAUSES[kind];
  return condition === undefined || condition === null ? undefined : clause(condition, telling);
}

/** Returns one clause for each condition that must be met. */
export function clausesOf(telling: Telling): readonly string[] {
  return CONDITION_KINDS.flatMap((kind) => clauseOf(kind, telling) ?? []);
}
