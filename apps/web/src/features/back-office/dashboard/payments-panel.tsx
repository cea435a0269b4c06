import { Trans, useLingui } from "@lingui/react/macro";
import type { Board } from "@tessera/contract/back-office/dashboard.schemas";
import { Figure } from "../../../ui/chart/figure.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { ApprovalColumns } from "./approval-columns.tsx";
import styles from "./board.module.css";

/** Formats tenths of a percent: 946 becomes `94.6%`. */
function rateText(perMille: number): string {
  return `${perMille / 10}%`;
}

function Swatch({ color }: { readonly color: string }) {
  return (
    <span
      aria-hidden="true"
      className={styles.swatch}
      style={{ "--swatch": color } as React.CSSProperties}
    />
  );
}

/** Shows the approval rate, and the approved and declined payments over time. */
export function PaymentsPanel({
  board,
  asTable,
}: {
  readonly board: Board;
  readonly asTable: boolean;
}) {
  const { t } = useLingui();
  const { approved, declined, approvalPerMille, buckets } = board.authorisations;
  const format = board.window === "24h" ? "time" : "day";
  const asked = approved + declined;
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>Payments approved</Trans>
      </h2>
      <p className="mb-4 flex flex-wrap items-baseline gap-x-3">
        <span className={`text-display ${styles.rate}`}>
          {approvalPerMille === null ? "–" : rateText(approvalPerMille)}
        </span>
        <span className="text-ink-2">
          <Trans>
            {approved} of {asked}
          </Trans>
        </span>
      </p>
      <Figure
        asTable={asTable}
        table={{
          caption: t`Payments by time`,
          head: [t`From`, t`Approved`, t`Declined`],
          rows: buckets.toReversed().map((bucket) => ({
            key: bucket.at,
            cells: [
              <DateText key="at" at={bucket.at} format={format} />,
              bucket.approved,
              bucket.declined,
            ],
          })),
        }}
      >
        <ApprovalColumns buckets={buckets} />
        <p className="mt-1.5 flex justify-between text-micro text-ink-3">
          <DateText at={board.since} format={format} />
          <DateText at={board.at} format="moment" />
        </p>
        <p className={`${styles.legend} text-small text-ink-2`}>
          <span>
            <Swatch color="var(--accent)" />
            <Trans>Approved</Trans>
          </span>
          <span>
            <Swatch color="var(--negative-fill)" />
            <Trans>Declined</Trans>
          </span>
        </p>
      </Figure>
    </Panel>
  );
}
