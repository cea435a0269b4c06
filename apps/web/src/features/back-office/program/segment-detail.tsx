import { Trans, useLingui } from "@lingui/react/macro";
import type { ProgramSegment } from "@tessera/contract/back-office/program.schemas";
import { DetailMain } from "../../../ui/layout/detail-main.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import styles from "./program.module.css";
import { SegmentForm } from "./segment-form.tsx";
import { lineName } from "./segment-words.ts";
import { StockPanel } from "./stock-panel.tsx";
import { useCanChange } from "./use-can-change.ts";

const LIST = { to: "/system/programme", search: {} } as const;

/** Renders one card product with its stock and settings. */
export function SegmentDetail({ segment }: { readonly segment: ProgramSegment }) {
  const { t } = useLingui();
  const readOnly = !useCanChange();
  return (
    <DetailMain>
      <TopBar title={lineName(segment, t)} backTo={LIST} />
      <div className={styles.pad}>
        <StockPanel segment={segment} readOnly={readOnly} />
        <p className="py-3 text-small text-ink-3">
          <Trans>
            Changed by {segment.changedBy}, <DateText at={segment.changedAt} />.
          </Trans>
        </p>
        <SegmentForm segment={segment} readOnly={readOnly} onSaved={() => undefined} />
      </div>
    </DetailMain>
  );
}

/** Renders the form for a new card product. */
export function NewSegment({ onSaved }: { readonly onSaved: (saved: ProgramSegment) => void }) {
  return (
    <DetailMain>
      <TopBar title={<Trans>New card product</Trans>} backTo={LIST} />
      <div className={styles.pad}>
        <SegmentForm segment={undefined} readOnly={false} onSaved={onSaved} />
      </div>
    </DetailMain>
  );
}
