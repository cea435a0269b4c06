import { Trans, useLingui } from "@lingui/react/macro";
import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import type { ReactNode } from "react";
import { classNames } from "../../../ui/style/class-names.ts";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import { Money } from "../../../ui/text/money.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { NetworkPlate } from "./network-plate.tsx";
import { groupedBin, segmentName } from "./segment-name.ts";

interface SegmentOptionProps {
  readonly segment: CardSegment;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function Fact({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <span className="whitespace-nowrap">
      <span className="text-ink-3">{label}</span> <span className="font-medium">{children}</span>
    </span>
  );
}

function SegmentFacts({ segment }: { readonly segment: CardSegment }) {
  return (
    <span className="mt-2.5 flex flex-wrap justify-between gap-x-4 gap-y-1 text-small">
      <Fact label={<Trans>BIN</Trans>}>{groupedBin(segment.bin)}</Fact>
      <Fact label={<Trans>Opening</Trans>}>
        <Money amount={segment.openingFee} currency={segment.currency} />
      </Fact>
      <Fact label={<Trans>Add funds</Trans>}>
        {formatBasisPoints(segment.depositFeeBasisPoints)}
      </Fact>
    </span>
  );
}

/** Renders one card product as an option: network, name, usage, BIN and cost. */
export function SegmentOption({ segment, selected, onSelect }: SegmentOptionProps) {
  const { t } = useLingui();
  const available = segment.inStock;
  return (
    <label
      className={classNames(
        "relative block rounded-panel px-4 py-3.5 transition-shadow duration-120 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent",
        available ? "bg-surface" : "cursor-default",
        selected && available ? "shadow-[inset_0_0_0_2px_var(--accent)]" : "hairline",
      )}
    >
      <span className="flex items-center gap-3">
        <span className={classNames(!available && "opacity-50")}>
          <NetworkPlate network={segment.network} />
        </span>
        <span className="min-w-0 flex-1">
          <span className={classNames("block font-semibold", !available && "text-ink-3")}>
            {segmentName(segment, t)}{" "}
            {segment.currency !== "USD" && <Chip tone="neutral">{segment.currency}</Chip>}
          </span>
          <span className="block text-small text-ink-3">
            {available ? segment.description : t`Out of stock`}
          </span>
        </span>
        <input
          type="radio"
          name="segment"
          value={segment.id}
          checked={selected && available}
          disabled={!available}
          onChange={onSelect}
          className={classNames(
            "size-[22px] flex-none cursor-pointer appearance-none rounded-full bg-surface shadow-[inset_0_0_0_1.5px_var(--control)] outline-none checked:shadow-[inset_0_0_0_7px_var(--accent)]",
            !available && "invisible",
          )}
        />
      </span>
      {available && <SegmentFacts segment={segment} />}
    </label>
  );
}
