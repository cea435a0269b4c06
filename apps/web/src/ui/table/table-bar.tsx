import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "../form/button.tsx";
import { showToast } from "../overlay/toast-store.ts";
import styles from "./data-table.module.css";
import { type ClipboardTable, copyTable } from "./table-clipboard.ts";

interface TableBarProps {
  /** Number of loaded rows. */
  readonly count: number;
  /** Whether all rows are loaded. */
  readonly isWhole: boolean;
  /** Whether the rows are sorted differently than when they were loaded. */
  readonly isSorted: boolean;
  /** Whether the remaining rows are being loaded. */
  readonly isLoadingAll: boolean;
  readonly onLoadAll: (wanted: boolean) => void;
  /** Returns the table to copy; called when the user copies it. */
  readonly content: () => ClipboardTable;
}

type Standing = Pick<TableBarProps, "count" | "isWhole" | "isSorted" | "isLoadingAll">;

function Said({ count, isWhole, isSorted, isLoadingAll }: Standing) {
  const { t } = useLingui();
  if (isLoadingAll) {
    return <Trans>Loading all: {count} so far</Trans>;
  }
  if (isWhole) {
    return t`${plural(count, { one: "# row", other: "# rows" })}`;
  }
  return isSorted ? (
    <Trans>Only the {count} loaded rows are sorted. Load all rows to sort them all.</Trans>
  ) : (
    <Trans>{count} loaded</Trans>
  );
}

/** Renders a table's state and the actions that apply to all of its rows. */
export function TableBar({ content, onLoadAll, ...standing }: TableBarProps) {
  const { t } = useLingui();
  const { count, isWhole, isLoadingAll } = standing;
  const copy = async () => {
    try {
      await copyTable(content());
      const text = t`${plural(count, { one: "# row copied", other: "# rows copied" })}`;
      showToast({ tone: "success", text });
    } catch {
      showToast({
        tone: "failure",
        text: t`Copy failed`,
        action: { label: t`Try again`, run: () => void copy() },
      });
    }
  };
  return (
    <div className={styles.bar}>
      <span role="status">
        <Said {...standing} />
      </span>
      {!isWhole && (
        <Button size="md" kind="text" onClick={() => onLoadAll(!isLoadingAll)}>
          {isLoadingAll ? <Trans>Stop</Trans> : <Trans>Load all</Trans>}
        </Button>
      )}
      <Button
        size="md"
        kind="text"
        icon={<Copy aria-hidden="true" size={16} strokeWidth={2} />}
        onClick={() => void copy()}
      >
        <Trans context="table">Copy</Trans>
      </Button>
    </div>
  );
}
