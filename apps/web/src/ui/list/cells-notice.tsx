import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../form/button.tsx";
import { Note } from "../layout/panel.tsx";
import { type AnsweredCells, missingCells } from "./answered-cells.ts";
import styles from "./cells-notice.module.css";

interface CellsNoticeProps {
  readonly answers: readonly AnsweredCells[];
  readonly onRetry: () => void;
}

/**
 * Names the cells that a list or figures leave out, because they did not respond. Renders nothing
 * if all of them did, and in a program with one cell.
 */
export function CellsNotice({ answers, onRetry }: CellsNoticeProps) {
  const { t } = useLingui();
  const missing = missingCells(answers);
  if (missing.length === 0) {
    return null;
  }
  const cells = missing.join(", ");
  return (
    <Note tone="caution" role="status" className="my-3">
      <p>
        {missing.length === 1
          ? t`Cell ${cells} did not respond. Its entries and amounts are missing here.`
          : t`Cells ${cells} did not respond. Their entries and amounts are missing here.`}
      </p>
      <Button size="md" kind="text" className={styles.again} onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Note>
  );
}
