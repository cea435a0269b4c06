import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { DeclineExplanation, Grant } from "@tessera/contract/authorization/risk.schemas";
import type { MovementDetail } from "@tessera/contract/insights/bills.schemas";
import { type ReactNode, useState } from "react";
import { isGone } from "../../../../lib/api/api-error.ts";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../../ui/list/skeleton.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { ReviewAnswer } from "../reviews/review-answer.tsx";
import { latestReviewsQuery } from "../reviews/reviews.queries.ts";
import { AllowedNote } from "./allowed-note.tsx";
import { CheckList } from "./check-list.tsx";
import { explanationQuery, grantsQuery } from "./declines.queries.ts";
import { type CardFixes, FixButtons } from "./fix-buttons.tsx";
import { type CardNow, grantOf, isCleared, offeredFixes } from "./fix-plan.ts";

const AllowDialog = lazySheet(async () => (await import("./allow-dialog.tsx")).AllowDialog);

/** The decline code of a payment that awaits the customer's answer under Pending reviews. */
const REVIEW_CODE = "review_required";

interface DeclinePartProps {
  readonly movement: MovementDetail;
  /** The current state of the card; undefined until loaded. */
  readonly now: CardNow | undefined;
  /** The actions on the card; undefined if the card no longer exists. */
  readonly card: CardFixes | undefined;
}

interface ExplainedProps extends DeclinePartProps {
  readonly why: DeclineExplanation;
}

function useAllowing() {
  const [asked, setAsked] = useState<{ kind: Grant["kind"]; open: boolean; serial: number }>();
  return {
    asked,
    ask: (kind: Grant["kind"]) =>
      setAsked((before) => ({ kind, open: true, serial: (before?.serial ?? 0) + 1 })),
    close: () => setAsked((before) => before && { ...before, open: false }),
  };
}

/**
 * Shows how to get the payment approved, or what the customer has already done and what happens
 * next.
 */
function Fixes({ movement, why, now, card }: ExplainedProps) {
  const { data: grants } = useQuery(grantsQuery(movement.id));
  const reviews = useQuery({ ...latestReviewsQuery, enabled: why.code === REVIEW_CODE });
  const { asked, ask, close } = useAllowing();
  const found = grantOf(grants, movement.id);
  const grant = found?.status === "expired" ? undefined : found;
  const review = reviews.data?.find(({ movementId }) => movementId === movement.id);
  const waits = movement.status === "reviewing";
  const offered = offeredFixes(why, now, new Date());
  // A payment that was allowed, or that is still under review, cannot be allowed again.
  const fixes =
    waits || grant !== undefined
      ? offered.filter(({ kind }) => kind !== "allow_once" && kind !== "raise_until")
      : offered;
  const cleared = isCleared(offered, grant !== undefined);
  const raise = offered.find(({ kind }) => kind === "raise_until")?.amount;
  const limit = asked?.kind === "raise_until" ? raise : why.amount;
  if (grant?.status === "used") {
    return <AllowedNote grant={grant} canUndo={false} isEnough />;
  }
  return (
    <>
      {waits && review !== undefined && <ReviewAnswer review={review} />}
      {grant !== undefined && (
        <AllowedNote grant={grant} canUndo={review?.status !== "approved"} isEnough={cleared} />
      )}
      {cleared && grant === undefined && (
        <Note tone="positive" role="status" className="mt-3">
          <Trans>Nothing blocks this payment anymore. Ask the merchant to try again.</Trans>
        </Note>
      )}
      {card !== undefined && (
        <FixButtons fixes={fixes} currency={why.currency} card={card} onAllow={ask} />
      )}
      {offered.length === 0 && !waits && (
        <p className="mt-2.5 text-small text-ink-2">
          <Trans>There’s nothing you can change here to let this payment through.</Trans>
        </p>
      )}
      {asked !== undefined && (
        <AllowDialog
          key={asked.serial}
          movementId={movement.id}
          kind={asked.kind}
          merchant={why.merchant?.name ?? ""}
          amount={limit === undefined ? undefined : formatMoney(limit, why.currency)}
          open={asked.open}
          onClose={close}
        />
      )}
    </>
  );
}

function Explained(props: ExplainedProps) {
  const { trace, currency } = props.why;
  // A payment that could not be evaluated has no checks to show.
  return trace.length === 0 ? null : (
    <>
      <CheckList trace={trace} currency={currency} />
      <Fixes {...props} />
    </>
  );
}

function Body(props: DeclinePartProps): ReactNode {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(explanationQuery(props.movement.id));
  if (data !== undefined) {
    return <Explained {...props} why={data} />;
  }
  if (error === null) {
    return (
      <Loading>
        <Skeleton className="mt-2.5 h-24 w-full rounded-control" />
        <Skeleton className="mt-3 h-13 w-full rounded-control" />
      </Loading>
    );
  }
  return isGone(error) ? null : (
    <div className="mt-2.5">
      <ErrorPanel message={t`Couldn’t load the reasons`} onRetry={() => void refetch()} />
    </div>
  );
}

/** Explains, check by check, why a payment was declined or held and how to get it approved. */
export function DeclinePart(props: DeclinePartProps) {
  const { movement } = props;
  const waits = movement.status === "reviewing";
  return (
    <section className="pb-2">
      <h3 className="mb-1.5 text-small font-medium text-ink-3">
        {waits ? <Trans>Why it is held</Trans> : <Trans>Why it was declined</Trans>}
      </h3>
      {movement.declineMessage !== undefined && (
        <Note tone={waits ? "caution" : "negative"}>
          <p>{movement.declineMessage}</p>
        </Note>
      )}
      <Body {...props} />
    </section>
  );
}
