import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { StrategyAction, StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { Locale } from "../../../../lib/locale.ts";
import { clausesOf, type Say } from "./condition-clauses.ts";

function bothOf(first: string, last: string): MessageDescriptor {
  return msg({ message: `${first} and ${last}`, context: "between two conditions of a rule" });
}

function oneMore(first: string, next: string): MessageDescriptor {
  return msg({ message: `${first}, ${next}`, context: "between two conditions of a rule" });
}

function withAction(action: StrategyAction, conditions: string): MessageDescriptor {
  switch (action) {
    case "decline":
      return msg`Decline when ${conditions}`;
    case "review":
      return msg`Hold when ${conditions}`;
    case "freeze":
      return msg`Freeze the card when ${conditions}`;
    case "notify":
      return msg`Alert me when ${conditions}`;
  }
}

/**
 * Describes a rule as one sentence in the reader's language: `Decline when a payment is over
 * $500.00`. Each condition follows the word order of the language.
 */
export function ruleSentence(rule: StrategyRule, say: Say, locale: Locale): string {
  const [first = "", ...rest] = clausesOf({ rule, say, locale });
  const conditions = rest.reduce(
    (told, clause, place) =>
      say(place === rest.length - 1 ? bothOf(told, clause) : oneMore(told, clause)),
    first,
  );
  // A space separates Latin text from the Chinese that follows, except before a Chinese comma.
  return say(withAction(rule.action, conditions))
    .replace(/ (?=，)/g, "")
    .trim();
}
