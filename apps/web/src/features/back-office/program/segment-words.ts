import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ProgramSegment } from "@tessera/contract/back-office/program.schemas";
import { CARD_TYPES, type CardType } from "@tessera/contract/cards/cards.schemas";
import { networkName } from "../../../ui/card-face/network-mark.tsx";

type Say = (descriptor: MessageDescriptor) => string;

/** The tiers by their names; those of a card's face would bring the face with them. */
const TIER_WORDS: Readonly<Record<CardType, MessageDescriptor>> = {
  premium: msg`Premium`,
  business: msg`Business`,
  standard: msg`Standard`,
};

/** A line's network and tier: `Visa Business`. */
export function lineName({ network, type }: Pick<ProgramSegment, "network" | "type">, say: Say) {
  return `${networkName(network)} ${say(TIER_WORDS[type])}`;
}

/** The tiers, each with its name. */
export function tierOptions(say: Say): { value: CardType; label: string }[] {
  return CARD_TYPES.map((value) => ({ value, label: say(TIER_WORDS[value]) }));
}
