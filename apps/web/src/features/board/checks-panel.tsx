import { Trans, useLingui } from "@lingui/react/macro";
import type { Board } from "@tessera/contract/board/board.schemas";
import { Check, Hourglass, OctagonAlert } from "lucide-react";
import { DateText } from "../../ui/date-text.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Chip } from "../../ui/status-chip.tsx";
import { CHECK_WORDS } from "./board-words.ts";

function CheckChip({ holds }: { readonly holds: boolean | null }) {
  if (holds === null) {
    return (
      <Chip tone="neutral" icon={Hourglass}>
        <Trans>Not looked at yet</Trans>
      </Chip>
    );
  }
  return holds ? (
    <Chip tone="quiet" icon={Check}>
      <Trans>Holds</Trans>
    </Chip>
  ) : (
    <Chip tone="negative" icon={OctagonAlert}>
      <Trans>Broken</Trans>
    </Chip>
  );
}

/** Whether the books hold, and when that was last looked at. */
export function ChecksPanel({ checks }: Pick<Board, "checks">) {
  const { t } = useLingui();
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>The books</Trans>
      </h2>
      <div>
        {checks.map(({ check, holds, checkedAt }) => (
          <ListRow
            key={check}
            title={t(CHECK_WORDS[check])}
            meta={checkedAt === null ? undefined : <DateText at={checkedAt} />}
            status={<CheckChip holds={holds} />}
          />
        ))}
      </div>
    </Panel>
  );
}
