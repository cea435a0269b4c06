import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CardApplication } from "@tessera/contract/cards/cards.schemas";
import { type ReactNode, useEffect, useRef } from "react";
import { keepIssuedCard } from "../../../lib/issued-card.ts";
import { useLocale } from "../../../lib/locale.ts";
import { CardFace } from "../../../ui/card-face/card-face.tsx";
import { CardFaceIssuing } from "../../../ui/card-face/card-face-issuing.tsx";
import { buttonClass } from "../../../ui/form/button.tsx";
import { useLostFocus } from "../../../ui/layout/use-lost-focus.ts";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { issuedCardQuery } from "./issuing.queries.ts";

function Outcome({
  face,
  title,
  children,
}: {
  readonly face: ReactNode;
  readonly title: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLostFocus(heading);
  return (
    <div className="flex flex-col items-center gap-6 pt-4 text-center">
      <div className="relative w-full max-w-[342px] text-left">{face}</div>
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className="text-title outline-none">
          {title}
        </h2>
      </div>
      <div className="flex w-full max-w-[342px] flex-col gap-2.5">{children}</div>
    </div>
  );
}

/** Shows the card that was just issued, with its pattern filling in from the center. */
export function IssuedCard({ cardId }: { readonly cardId: string }) {
  const locale = useLocale();
  const { t } = useLingui();
  const { data: card, isError } = useQuery(issuedCardQuery(cardId));
  const name = card === undefined ? undefined : cardName(card, locale);
  // Selects the card, so that the home page shows it first.
  useEffect(() => keepIssuedCard(cardId), [cardId]);
  return (
    <Outcome
      face={card === undefined ? <CardFaceIssuing /> : <CardFace card={card} laying />}
      title={name === undefined && !isError ? t`Issuing your card` : <IssuedTitle name={name} />}
    >
      <Link
        to="/cards/$cardId"
        params={{ cardId }}
        className={buttonClass({ kind: "primary", block: true })}
      >
        <Trans>Go to the card</Trans>
      </Link>
      <Link to="/" className={buttonClass({ kind: "text", block: true })}>
        <Trans>All cards</Trans>
      </Link>
    </Outcome>
  );
}

function IssuedTitle({ name }: { readonly name: string | undefined }) {
  return name === undefined ? <Trans>Your card is ready</Trans> : <Trans>{name} is ready</Trans>;
}

/** Explains what happens next to an application that an operator has to review. */
function ReviewedApplication() {
  return (
    <Outcome face={<CardFaceIssuing />} title={<Trans>Your application is under review</Trans>}>
      <p className="text-ink-2">
        <Trans>
          Nothing is charged yet: we hold the opening fee until we decide. We’ll email you, and you
          can use the card as soon as it’s approved.
        </Trans>
      </p>
      <Link
        to="/pending-reviews"
        search={{ tab: "us" }}
        className={buttonClass({ kind: "primary", block: true })}
      >
        <Trans>See the review</Trans>
      </Link>
    </Outcome>
  );
}

/**
 * Renders an application without a card: under review, still being processed, or ended without one.
 */
export function UnfinishedApplication({ application }: { readonly application: CardApplication }) {
  const { status } = application;
  if (status === "reviewing") {
    return <ReviewedApplication />;
  }
  const refused = status !== "processing";
  return (
    <Outcome
      face={<CardFaceIssuing />}
      title={
        refused ? (
          <Trans>The card was not issued</Trans>
        ) : (
          <Trans>Your application is being processed</Trans>
        )
      }
    >
      <Link to="/card-application" className={buttonClass({ kind: "primary", block: true })}>
        <Trans>See your applications</Trans>
      </Link>
    </Outcome>
  );
}
