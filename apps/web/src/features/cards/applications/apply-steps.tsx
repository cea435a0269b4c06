import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { loadTexts } from "../../../i18n/catalog.ts";
import type { ApiError } from "../../../lib/api/api-error.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { ApplyForm, type ApplyFormProps } from "./apply-form.tsx";
import { cardHolderQuery } from "./holder/holder.queries.ts";

function StepSkeleton() {
  return (
    <Loading>
      <Skeleton className="mt-6 h-13 w-full rounded-control" />
      <Skeleton className="mt-5 h-40 w-full rounded-panel" />
    </Loading>
  );
}

const HolderStep = lazyPart(
  async () => {
    const [part] = await Promise.all([import("./holder/holder-step.tsx"), loadTexts("holder")]);
    return part.HolderStep;
  },
  <StepSkeleton />,
);

const HolderSummary = lazyPart(
  async () => {
    const [part] = await Promise.all([import("./holder/holder-summary.tsx"), loadTexts("holder")]);
    return part.HolderSummary;
  },
  <Skeleton className="mt-6 h-20 w-full rounded-panel" />,
);

/**
 * Renders the steps of an application: the details that the issuer needs about the customer, if
 * any, and then the card itself. If the issuer rejects the details, the first step is shown again.
 */
export function ApplySteps(props: Pick<ApplyFormProps, "segment" | "available" | "onApplied">) {
  const { t } = useLingui();
  const { data: holder, isError, refetch } = useQuery(cardHolderQuery);
  const [correcting, setCorrecting] = useState(false);
  const [refusal, setRefusal] = useState<ApiError>();
  const refuse = useCallback(
    (error: ApiError) => {
      setRefusal(error);
      setCorrecting(true);
      void refetch();
    },
    [refetch],
  );
  if (holder === undefined) {
    return isError ? (
      <ErrorPanel
        aboutMoney
        message={t`Couldn’t load the details your card issuer needs`}
        onRetry={() => void refetch()}
      />
    ) : (
      <StepSkeleton />
    );
  }
  const isAsked = holder.missing.length > 0 || correcting;
  const given = () => {
    setRefusal(undefined);
    setCorrecting(false);
  };
  return (
    <>
      {isAsked && (
        <HolderStep
          holder={holder}
          message={refusal?.message}
          refused={refusal?.fields}
          onGiven={given}
        />
      )}
      {!isAsked && holder.needed.length > 0 && (
        <HolderSummary holder={holder} onCorrect={() => setCorrecting(true)} />
      )}
      {/* Hidden rather than unmounted, so that input is kept while the customer corrects
          details. */}
      <div hidden={isAsked}>
        <ApplyForm
          {...props}
          hasOwnAddress={!holder.needed.includes("address")}
          onHolderRefused={refuse}
        />
      </div>
    </>
  );
}
