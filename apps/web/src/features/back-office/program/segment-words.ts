import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ProgramSegment } from "@tessera/contract/back-office/program.schemas";
import { CARD_TYPES, type CardType } from "@tessera/contract/cards/cards.schemas";
import { networkName } from "../../../ui/card-face/network-mark.tsx";

type Say = (descriptor: MessageDescriptor) => string;

/**
 * Names of the tiers. Duplicated here because importing the originals would also load the card
 * face.
 */
const TIER_WORDS: Readonly<Record<CardType, MessageDescriptor>> = {
  premium: msg`Premium`,
  business: msg`Business`,
  standard: msg`Standard`,
};

/** Returns a product's network and tier: `Visa Business`. */
export function lineName({ network, type }: Pick<ProgramSegment, "network" | "type">, say: Say) {
  return `${networkName(network)} ${say(TIER_WORDS[type])}`;
}

/** Returns the tiers with their names, as options. */
export function tierOptions(say: Say): { value: CardType; label: string }[] {
  return CARD_TYPES.map((value) => ({ value, label: say(TIER_WORDS[value]) }));
}
