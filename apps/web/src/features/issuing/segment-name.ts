import type { MessageDescriptor } from "@lingui/core";
import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { TIER_LABELS } from "../../ui/card-face.tsx";
import { tierOf } from "../../ui/mosaic/palette.ts";
import { networkName } from "../../ui/network-mark.tsx";

/** A network's short name and a tier: `Visa Business`. */
export function segmentName(
  segment: Pick<CardSegment, "network" | "type">,
  say: (descriptor: MessageDescriptor) => string,
): string {
  const network = segment.network === "amex" ? "Amex" : networkName(segment.network);
  return `${network} ${say(TIER_LABELS[tierOf(segment.type)])}`;
}

/** A BIN as it stands on a card, four digits and the rest: `4859 98`. */
export function groupedBin(bin: string): string {
  return bin.length > 4 ? `${bin.slice(0, 4)} ${bin.slice(4)}` : bin;
}
