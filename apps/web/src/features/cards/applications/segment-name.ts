import type { MessageDescriptor } from "@lingui/core";
import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { TIER_LABELS } from "../../../ui/card-face/card-face.tsx";
import { networkName } from "../../../ui/card-face/network-mark.tsx";
import { tierOf } from "../../../ui/mosaic/palette.ts";

/** Returns a product's short network name and its tier: `Visa Business`. */
export function segmentName(
  segment: Pick<CardSegment, "network" | "type">,
  say: (descriptor: MessageDescriptor) => string,
): string {
  const network = segment.network === "amex" ? "Amex" : networkName(segment.network);
  return `${network} ${say(TIER_LABELS[tierOf(segment.type)])}`;
}

/** Formats a BIN like the start of a card number, in groups of four: `4859 98••`. */
export function groupedBin(bin: string): string {
  const whole = bin.padEnd(Math.ceil(bin.length / 4) * 4, "•");
  return whole.match(/.{4}/gu)?.join(" ") ?? bin;
}
