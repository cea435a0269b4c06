import { useLingui } from "@lingui/react/macro";
import type { HeldCase } from "@tessera/contract/reviews/reviews.schemas";
import { DateText } from "../../ui/date-text.tsx";
import { ListRowButton, RowIcon } from "../../ui/list-row.tsx";
import { Money } from "../../ui/money.tsx";
import { Chip } from "../../ui/status-chip.tsx";
import { KIND_ICONS, KIND_WORDS, STATUS_LOOKS } from "./review-words.ts";
import styles from "./reviews.module.css";

interface CaseRowProps {
  readonly review: HeldCase;
  /** Whether it stands open beside the list. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** A case in its customer's list. */
export function CaseRow({ review, isOpen, onOpen }: CaseRowProps) {
  const { t } = useLingui();
  const { kind, status, label, amount, currency, at } = review;
  const Icon = KIND_ICONS[kind];
  const [tone, icon, text] = STATUS_LOOKS[status];
  return (
    <div className={isOpen ? `${styles.row} ${styles.open}` : styles.row}>
      <ListRowButton
        onClick={onOpen}
        lead={
          <RowIcon>
            <Icon aria-hidden="true" strokeWidth={1.75} />
          </RowIcon>
        }
        title={t(KIND_WORDS[kind])}
        meta={
          <>
            {label !== null && `${label} · `}
            <DateText at={at} format="brief" />
          </>
        }
        amount={
          amount !== null && currency !== null && <Money amount={amount} currency={currency} />
        }
        quietAmount={status !== "approved"}
        status={
          <Chip tone={tone} icon={icon}>
            {t(text)}
          </Chip>
        }
      />
    </div>
  );
}
