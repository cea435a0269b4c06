import { Trans, useLingui } from "@lingui/react/macro";
import type { OperatorCaseDetail } from "@tessera/contract/back-office/reviews.schemas";
import { useMemo, useState } from "react";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { DECISION_WORDS, isOperatorsOnly } from "../review-words.ts";
import styles from "../reviews.module.css";
import { ActProblem } from "./act-problem.tsx";
import { useOperatorAct } from "./operator-reviews.mutations.ts";
import { useCaseKeys } from "./use-case-keys.ts";

const AskSheet = lazySheet(async () => (await import("./ask-sheet.tsx")).AskSheet);
const RejectSheet = lazySheet(async () => (await import("./reject-sheet.tsx")).RejectSheet);
const ApproveDialog = lazySheet(async () => (await import("./approve-dialog.tsx")).ApproveDialog);

interface OperatorBarProps {
  readonly detail: OperatorCaseDetail;
  readonly username: string | undefined;
}

/**
 * Renders the actions on an open case and, if another operator acted first, that operator's name.
 */
export function OperatorBar({ detail, username }: OperatorBarProps) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<"ask" | "approve" | "reject">();
  const assigning = useOperatorAct(detail);
  const [problem, setProblem] = useState<Error | null>(null);
  const close = () => setOpened(undefined);
  const open = (next: NonNullable<typeof opened>) => {
    setProblem(null);
    setOpened(next);
  };
  const onForestalled = (error: Error) => {
    setProblem(error);
    close();
  };
  const isMine = detail.assignee !== null && detail.assignee === username;
  const { canDecide, kind } = detail;
  const words = DECISION_WORDS[kind];
  const keys = useMemo(
    () => (canDecide ? { a: () => setOpened("approve"), r: () => setOpened("reject") } : {}),
    [canDecide],
  );
  useCaseKeys(keys);
  return (
    <>
      <div className="px-(--gutter) pb-3">
        <ActProblem error={problem ?? assigning.error} />
      </div>
      {detail.turn !== null && (
        <div className={styles.bar}>
          <Button
            size="md"
            onClick={() => tellOutcome(assigning, { what: isMine ? "unassign" : "assign" }, {})}
            loadingLabel={assigning.isPending ? t`Saving` : undefined}
          >
            {isMine ? <Trans>Return to queue</Trans> : <Trans>Take over</Trans>}
          </Button>
          {!isOperatorsOnly(kind) && (
            <Button size="md" onClick={() => open("ask")}>
              <Trans>Ask</Trans>
            </Button>
          )}
          <Button
            size="md"
            kind="destructive"
            disabled={!canDecide}
            aria-keyshortcuts="r"
            onClick={() => open("reject")}
          >
            {words === undefined ? <Trans>Reject</Trans> : t(words.reject)}
          </Button>
          <Button
            size="md"
            kind="primary"
            disabled={!canDecide}
            aria-keyshortcuts="a"
            onClick={() => open("approve")}
          >
            {words === undefined ? <Trans>Approve</Trans> : t(words.approve)}
          </Button>
        </div>
      )}
      <AskSheet
        detail={detail}
        open={opened === "ask"}
        onClose={close}
        onForestalled={onForestalled}
      />
      <RejectSheet
        detail={detail}
        open={opened === "reject"}
        onClose={close}
        onForestalled={onForestalled}
      />
      <ApproveDialog
        detail={detail}
        open={opened === "approve"}
        onClose={close}
        onForestalled={onForestalled}
      />
    </>
  );
}
