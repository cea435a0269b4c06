import { Trans } from "@lingui/react/macro";
import type { Board } from "@tessera/contract/back-office/dashboard.schemas";
import { SegmentBar } from "../../../ui/chart/segment-bar.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import styles from "./board.module.css";

const SHOWN = 6;

interface DeclinesPanelProps {
  readonly authorizations: Board["authorisations"];
}

/** Lists decline reasons, most frequent first. */
export function DeclinesPanel({ authorizations }: DeclinesPanelProps) {
  const { declined, declines } = authorizations;
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>Declines by reason</Trans>
      </h2>
      <p className="text-h">{declined}</p>
      {declines.length === 0 ? (
        <p className="py-3 text-ink-2">
          <Trans>No payments were declined in this period.</Trans>
        </p>
      ) : (
        <ul className="mt-2">
          {declines.slice(0, SHOWN).map(({ code, message, count }) => (
            <li key={code} className={styles.reason}>
              <span className="text-small text-ink-2">{message}</span>
              <span className="font-semibold">{count}</span>
              <span className={styles.bar}>
                <SegmentBar value={BigInt(count)} of={BigInt(declined)} tone="negative" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
