import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CARD_NETWORKS } from "@tessera/contract/cards/cards.schemas";
import { useOffers } from "../../../../lib/api/offering.ts";
import { CardFaceIssuing } from "../../../../ui/card-face/card-face-issuing.tsx";
import { NetworkMark } from "../../../../ui/card-face/network-mark.tsx";
import { buttonClass } from "../../../../ui/form/button.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { segmentOfferQuery } from "../segment-offer.queries.ts";

const SHOWN_NETWORKS = 3;

/** Shows what a card costs to open and which networks are available. */
function Offer() {
  const { data } = useQuery(segmentOfferQuery);
  const segments = data?.filter((segment) => segment.inStock) ?? [];
  const fees = new Set(
    segments.map((segment) => formatMoney(segment.openingFee, segment.currency)),
  );
  // Each fee is in the card's currency. If there are several currencies, the dollar fee is shown.
  const named = segments.find(({ currency }) => currency === "USD") ?? segments[0];
  const networks = CARD_NETWORKS.filter((network) =>
    segments.some((segment) => segment.network === network),
  );
  const more = networks.length - SHOWN_NETWORKS;
  if (named === undefined) {
    return null;
  }
  const fee = formatMoney(named.openingFee, named.currency);
  return (
    <dl className="mt-4 text-small">
      <div className="flex justify-between gap-4 border-b border-line py-2">
        <dt className="text-ink-3">
          <Trans>Opening fee</Trans>
        </dt>
        <dd className="font-medium">
          {fees.size === 1 ? <Trans>{fee} per card</Trans> : <Trans>From {fee} per card</Trans>}
        </dd>
      </div>
      <div className="flex items-center justify-between gap-4 py-2">
        <dt className="text-ink-3">
          <Trans>Networks</Trans>
        </dt>
        <dd className="flex flex-wrap items-center gap-x-3.5">
          {networks.slice(0, SHOWN_NETWORKS).map((network) => (
            <NetworkMark key={network} network={network} height={14} />
          ))}
          {more > 0 && (
            <span className="text-ink-3">
              <Trans>+{more} more</Trans>
            </span>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Describes the benefits of a card and links to the application. */
function Invitation() {
  return (
    <>
      <p className="mt-2 max-w-[330px] text-ink-2">
        <Trans>
          Apply for your first virtual card. Each card gets its own mosaic, so you can tell them
          apart at a glance.
        </Trans>
      </p>
      <Link
        to="/card-selection"
        className={buttonClass({ kind: "primary", block: true, className: "mt-5" })}
      >
        <Trans>Apply for a card</Trans>
      </Link>
      <Offer />
    </>
  );
}

/** Renders the home page before the first card. */
export function NoCards({ hadCards }: { readonly hadCards: boolean }) {
  const offered = useOffers("cards");
  return (
    <div className="max-w-[480px]">
      <CardFaceIssuing className="mt-1" />
      <h2 className="mt-6 text-title">
        {hadCards ? <Trans>No open cards</Trans> : <Trans>No cards yet</Trans>}
      </h2>
      {offered ? (
        <Invitation />
      ) : (
        <p className="mt-2 max-w-[330px] text-ink-2">
          <Trans>New cards aren’t available.</Trans>
        </p>
      )}
    </div>
  );
}
