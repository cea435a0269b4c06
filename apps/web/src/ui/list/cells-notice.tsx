import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../form/button.tsx";
import { Note } from "../layout/panel.tsx";

/** A response for all cells of the program. */
export interface AnsweredCells {
  readonly cells?: { readonly unavailable: readonly number[] } | undefined;
}

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
  const missing = new Set(answers.flatMap(({ cells }) => cells?.unavailable ?? []));
  if (missing.size === 0) {
    return null;
  }
  const cells = [...missing].sort((one, other) => one - other).join(", ");
  return (
    <Note tone="caution" role="status" className="my-3">
      <p>
        {missing.size === 1
          ? t`Cell ${cells} did not respond. Its entries and amounts are missing here.`
          : t`Cells ${cells} did not respond. Their entries and amounts are missing here.`}
      </p>
      <Button size="md" kind="text" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Note>
  );
}
