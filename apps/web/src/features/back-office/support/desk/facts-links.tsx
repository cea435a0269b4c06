import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Facts } from "@tessera/contract/back-office/support.schemas";
import { sameCell } from "../../../../lib/navigation/cell-links.ts";
import { useSession } from "../../../../lib/session/session-store.ts";
import { buttonClass } from "../../../../ui/form/button.tsx";
import styles from "../thread/thread.module.css";

interface FactsLinksProps {
  readonly facts: Facts;
  readonly customerId: string;
}

const SMALL = buttonClass({ kind: "fill", size: "md" });

/**
 * Returns the id of the movement that the conversation is about, or of the movement for its
 * withdrawal.
 */
function movementOf({ kind, id, withdrawal }: Facts): string | undefined {
  if (withdrawal !== undefined) {
    return withdrawal.movementId;
  }
  return kind === "transaction" || kind === "withdrawal" ? id : undefined;
}

/**
 * Returns the id of the review that the conversation is about: a case, or a payment held by a
 * customer's rule.
 */
function reviewOf({ kind, id, case: held }: Facts): string | undefined {
  return held?.id ?? (kind === "review" ? id : undefined);
}

/**
 * Renders links to details about the conversation's subject, but only those that the operator's
 * role may open.
 */
export function FactsLinks({ facts, customerId }: FactsLinksProps) {
  const { menus } = useSession();
  const mayOpen = (key: string) => menus.some((menu) => menu.key === key);
  const movement = movementOf(facts);
  const review = reviewOf(facts);
  const params = { customerId };
  return (
    <p className={styles.links}>
      {mayOpen("customers") && movement !== undefined && (
        <Link
          to="/system/customers/$customerId"
          params={params}
          search={(old) => ({ tab: "books", open: movement, ...sameCell(old) })}
          className={SMALL}
        >
          <Trans>See the movement</Trans>
        </Link>
      )}
      {mayOpen("operator-reviews") && review !== undefined && (
        <Link
          to="/system/reviews"
          search={(old) => ({ open: review, ...sameCell(old) })}
          className={SMALL}
        >
          <Trans>See the review</Trans>
        </Link>
      )}
      {mayOpen("customers") && facts.card !== null && (
        <Link
          to="/system/customers/$customerId"
          params={params}
          search={(old) => ({ tab: "cards", ...sameCell(old) })}
          className={SMALL}
        >
          <Trans>See the card</Trans>
        </Link>
      )}
      {mayOpen("customers") && (
        <Link
          to="/system/customers/$customerId"
          params={params}
          search={sameCell}
          className={SMALL}
        >
          <Trans>See the customer</Trans>
        </Link>
      )}
    </p>
  );
}
