import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { EmailChange } from "@tessera/contract/identity/email-change.schemas";
import { buttonClass } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import styles from "./email-change.module.css";

interface UnderReviewProps {
  readonly change: EmailChange;
  readonly onLeave: () => void;
}

/** Shows a request under review, with its deadline and a button to withdraw it. */
export function UnderReview({ change, onLeave }: UnderReviewProps) {
  return (
    <>
      <p className="text-small text-ink-3">
        <Trans>New email</Trans>
      </p>
      <p className={styles.address}>{change.email}</p>
      <Note tone="info" className="mt-4">
        <Trans>
          We review this change first because you have money or cards with us, or requests under
          review. Until then, we keep using your current email.
        </Trans>
      </Note>
      {change.reviewId !== null && (
        <Link
          to="/pending-reviews"
          search={{ tab: "us", open: change.reviewId }}
          className={buttonClass({ kind: "primary", block: true, className: "mt-5" })}
          onClick={onLeave}
        >
          <Trans>See the review</Trans>
        </Link>
      )}
    </>
  );
}
