import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ListedProposal } from "@tessera/contract/identity/proposals.schemas";
import { UserRoundCheck } from "lucide-react";
import { MoreButton } from "../../../../ui/form/more-button.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { allResponded } from "../../../../ui/list/answered-cells.ts";
import { CellsNotice } from "../../../../ui/list/cells-notice.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import styles from "./manage.module.css";
import { proposalsQuery } from "./operators.queries.ts";
import { type Decision, ProposalPanel } from "./proposal-panel.tsx";
import { useOpening } from "./use-opening.ts";

const DecisionSheet = lazySheet(async () => (await import("./decision-sheet.tsx")).DecisionSheet);

interface Deciding {
  readonly proposal: ListedProposal;
  readonly decision: Decision;
}

/**
 * Lists changes that require two administrators: pending ones, and decided ones with their
 * outcomes.
 */
export function ProposalList() {
  const { t } = useLingui();
  const list = useInfiniteQuery(proposalsQuery());
  const { opening, open, close } = useOpening<Deciding>();
  const proposals = list.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      {list.isPending && <SkeletonRows count={4} />}
      {list.isError && proposals === undefined && (
        <ErrorPanel message={t`Couldn’t load the proposals`} onRetry={() => void list.refetch()} />
      )}
      <CellsNotice answers={list.data?.pages ?? []} onRetry={() => void list.refetch()} />
      {proposals?.length === 0 && allResponded(list.data?.pages ?? []) && (
        <EmptyState icon={<UserRoundCheck aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>
            No proposals yet. New reviewers, changes to administrators and higher limits need two
            people.
          </Trans>
        </EmptyState>
      )}
      <div className={styles.proposals}>
        {proposals?.map((proposal) => (
          <ProposalPanel
            key={proposal.id}
            proposal={proposal}
            onDecide={(decision) => open({ proposal, decision })}
          />
        ))}
      </div>
      <MoreButton pages={list} />
      {opening !== undefined && (
        <DecisionSheet key={opening.serial} {...opening.what} open={opening.open} onClose={close} />
      )}
    </>
  );
}
