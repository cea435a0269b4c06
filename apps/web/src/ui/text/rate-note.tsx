import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { DateText } from "./date-text.tsx";
import { formatBasisPoints } from "./format-percent.ts";

const SOURCES: Readonly<Record<string, MessageDescriptor>> = {
  "European Central Bank": msg`European Central Bank`,
  "Coinbase Exchange": msg`Coinbase Exchange`,
  "Tessera sample rates": msg`Tessera sample rates`,
};

/** Renders the publishers of a rate in the reader's language, joined by commas. */
export function RateSourceName({ source }: { readonly source: string }) {
  const { t } = useLingui();
  const names = source.split(", ").map((one) => {
    const known = SOURCES[one];
    return known === undefined ? one : t(known);
  });
  return names.join(" · ");
}

interface RateNoteProps {
  readonly asset: string;
  readonly currency: string;
  /** Units of `currency` per `asset`, to the full precision used for pricing. */
  readonly rate: string;
  readonly ratedAt: string;
  readonly source: string | null;
  readonly spreadBasisPoints: number;
}

/** Renders a part of the note, preceded by a dot unless it begins a line. */
function Part({ children }: { readonly children: ReactNode }) {
  return (
    <span className="relative ml-3">
      <span aria-hidden="true" className="absolute -left-2">
        ·
      </span>
      {children}
    </span>
  );
}

/** Renders the rate used for a price, with its source, time and spread. */
export function RateNote(props: RateNoteProps) {
  const { asset, currency, rate, ratedAt, source, spreadBasisPoints } = props;
  const spread = formatBasisPoints(spreadBasisPoints);
  return (
    <p className="overflow-hidden text-small text-ink-3">
      <span className="-ml-3 flex flex-wrap">
        <Part>
          <span className="whitespace-nowrap">
            1 {asset} = {rate} {currency}
          </span>
        </Part>
        {source !== null && (
          <Part>
            <RateSourceName source={source} />
          </Part>
        )}
        <Part>
          <DateText at={ratedAt} />
        </Part>
        {spreadBasisPoints > 0 && (
          <Part>
            <Trans>includes a {spread} spread</Trans>
          </Part>
        )}
      </span>
    </p>
  );
}
