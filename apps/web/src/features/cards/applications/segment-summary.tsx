import { useLingui } from "@lingui/react/macro";
import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { CardFaceIssuing } from "../../../ui/card-face/card-face-issuing.tsx";
import { NetworkMark } from "../../../ui/card-face/network-mark.tsx";
import { groupedBin, segmentName } from "./segment-name.ts";

/**
 * Renders a preview of the new card with only the outline of its pattern, because the card does not
 * exist yet.
 */
export function SegmentSummary({ segment }: { readonly segment: CardSegment }) {
  const { t } = useLingui();
  return (
    <div className="relative mx-auto w-full max-w-[342px]">
      <CardFaceIssuing />
      <div className="absolute top-4 left-5 max-w-[60%]">
        <p className="font-semibold">{segmentName(segment, t)}</p>
        <p className="text-small text-ink-2">{segment.description}</p>
      </div>
      <p className="absolute bottom-4 left-5 text-small font-medium text-ink-2">
        {groupedBin(segment.bin)} •••• ••••
      </p>
      <span className="absolute right-5 bottom-4">
        <NetworkMark network={segment.network} height={18} />
      </span>
    </div>
  );
}
