import { Trans, useLingui } from "@lingui/react/macro";
import type { Board } from "@tessera/contract/back-office/dashboard.schemas";
import { Check, Hourglass, OctagonAlert } from "lucide-react";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ListRow } from "../../../ui/list/list-row.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { CHECK_WORDS } from "./board-words.ts";

function CheckChip({ holds }: { readonly holds: boolean | null }) {
  if (holds === null) {
    return (
      <Chip tone="neutral" icon={Hourglass}>
        <Trans>Not checked yet</Trans>
      </Chip>
    );
  }
  return holds ? (
    <Chip tone="quiet" icon={Check}>
      <Trans>Passed</Trans>
    </Chip>
  ) : (
    <Chip tone="negative" icon={OctagonAlert}>
      <Trans>Check failed</Trans>
    </Chip>
  );
}

/** Shows whether the ledger invariants are satisfied and when they were last checked. */
export function ChecksPanel({ checks }: Pick<Board, "checks">) {
  const { t } = useLingui();
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>Ledger</Trans>
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
