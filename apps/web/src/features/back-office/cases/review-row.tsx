import type { OperatorReview } from "@tessera/contract/back-office/reviews.schemas";
import type { ComponentProps } from "react";
import { ListRowButton, RowIcon } from "../../../ui/list/list-row.tsx";
import { KIND_ICONS } from "./review-words.ts";
import styles from "./reviews.module.css";

interface ReviewRowProps extends Omit<ComponentProps<typeof ListRowButton>, "lead"> {
  readonly id: string;
  readonly kind: OperatorReview["kind"];
  /** True if this review is open next to the list. */
  readonly isOpen: boolean;
}

/**
 * Renders a case or held payment in a list, with an icon for its type. The open row is highlighted.
 */
export function ReviewRow({ id, kind, isOpen, ...row }: ReviewRowProps) {
  const Icon = KIND_ICONS[kind];
  return (
    <div data-review-row={id} className={isOpen ? `${styles.row} ${styles.open}` : styles.row}>
      <ListRowButton
        lead={
          <RowIcon>
            <Icon aria-hidden="true" strokeWidth={1.75} />
          </RowIcon>
        }
        {...row}
      />
    </div>
  );
}
