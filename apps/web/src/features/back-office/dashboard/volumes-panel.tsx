import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type Board, VOLUME_KINDS } from "@tessera/contract/back-office/dashboard.schemas";
import { SegmentBar } from "../../../ui/chart/segment-bar.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { Money } from "../../../ui/text/money.tsx";
import styles from "./board.module.css";
import { VOLUME_WORDS } from "./board-words.ts";

/** Shows volumes by type and currency, without totals across currencies. */
export function VolumesPanel({ volumes }: Pick<Board, "volumes">) {
  const { t } = useLingui();
  const kinds = VOLUME_KINDS.map((kind) => {
    const parts = volumes.filter((one) => one.kind === kind);
    return { kind, parts, count: parts.reduce((sum, { count }) => sum + count, 0) };
  }).filter(({ count }) => count > 0);
  const all = Math.max(1, ...kinds.map(({ count }) => count));
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>Money moved</Trans>
      </h2>
      {kinds.length === 0 && (
        <p className="py-3 text-ink-2">
          <Trans>No money moved in this period.</Trans>
        </p>
      )}
      <ul>
        {kinds.map(({ kind, parts, count }) => (
          <li key={kind} className={styles.reason}>
            <span>
              <span className="block font-medium">{t(VOLUME_WORDS[kind])}</span>
              <span className="block text-small text-ink-3">
                <Plural value={count} one="# movement" other="# movements" />
              </span>
            </span>
            <span className={`${styles.amounts} font-semibold`}>
              {parts.map(({ currency, amount }) => (
                <Money key={currency} amount={amount} currency={currency} />
              ))}
            </span>
            <span className={styles.bar}>
              <SegmentBar value={BigInt(count)} of={BigInt(all)} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
