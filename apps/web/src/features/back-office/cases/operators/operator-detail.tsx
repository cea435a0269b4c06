import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type {
  OperatorCaseDetail,
  OperatorReviewDetail,
} from "@tessera/contract/back-office/reviews.schemas";
import type { ReactNode } from "react";
import { useSession } from "../../../../lib/session/session-store.ts";
import { KeyValue, Note, SectionHead } from "../../../../ui/layout/panel.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { inlineLinkClass } from "../../../../ui/text/text-link.ts";
import { DocumentList } from "../document-list.tsx";
import { listOf } from "../list-of.ts";
import { ITEM_WORDS, operatorReasonWords } from "../review-words.ts";
import styles from "../reviews.module.css";
import { NoteForm } from "./note-form.tsx";
import { OperatorFacts } from "./operator-facts.tsx";
import { OperatorStatus } from "./operator-status.tsx";
import { OperatorSteps } from "./operator-steps.tsx";

interface HeadProps {
  readonly detail: OperatorReviewDetail;
}

/** Shows the customer, as a link for operators who may open the customer's page. */
function CustomerName({ customer }: Pick<OperatorReviewDetail, "customer">) {
  const { menus } = useSession();
  return menus.some(({ key }) => key === "customers") ? (
    <Link
      to="/system/customers/$customerId"
      params={{ customerId: customer.id }}
      className={`target ${inlineLinkClass} ${styles.breakable}`}
    >
      {customer.username}
    </Link>
  ) : (
    <span className={styles.breakable}>{customer.username}</span>
  );
}

/** Shows the amount, customer, reason and status. */
export function OperatorHead({ detail }: HeadProps) {
  const { t } = useLingui();
  const { amount, currency, reasons, customer, at, dueAt } = detail;
  const why = reasons.map((reason) => {
    const words = operatorReasonWords(reason);
    return typeof words === "string" ? words : t(words);
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <span data-fit-room className="min-w-0 text-amount">
          {amount !== null && currency !== null && (
            <Money amount={amount} currency={currency} fit />
          )}
        </span>
        <OperatorStatus review={detail} />
      </div>
      <dl>
        <KeyValue label={t`Customer`} strong>
          <CustomerName customer={customer} />
        </KeyValue>
        <KeyValue label={t`Why`} ruled>
          {why.join(", ")}
        </KeyValue>
        <KeyValue label={t`Opened`} ruled>
          <DateText at={at} />
        </KeyValue>
        {dueAt !== null && (
          <KeyValue label={detail.turn === "us" ? t`Decision due` : t`Customer reply due`} ruled>
            <DateText at={dueAt} />
          </KeyValue>
        )}
        {detail.kind !== "payment" && detail.assignee !== null && (
          <KeyValue label={t`Assigned to`} ruled>
            {detail.assignee}
          </KeyValue>
        )}
      </dl>
    </>
  );
}

/** Explains why some or all actions are unavailable. */
function Standing({ detail }: { readonly detail: OperatorCaseDetail }) {
  const { needsTwo, approvals, decidedBy, reason, turn, appealed } = detail;
  const [first] = approvals;
  const notes: ReactNode[] = [];
  if (turn !== null && needsTwo) {
    notes.push(
      first === undefined ? (
        <Trans>Two people have to approve the same revision.</Trans>
      ) : (
        <Trans>{first.by} approved this revision. Someone else has to approve it too.</Trans>
      ),
    );
  }
  if (turn !== null && appealed) {
    notes.push(<Trans>Appealed. The operator who rejected it can’t decide the appeal.</Trans>);
  }
  if (decidedBy !== null) {
    notes.push(<Trans>Decided by {decidedBy}.</Trans>);
  }
  return (
    <>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a note is identified by its position
        <Note key={index} className="mt-3">
          {note}
        </Note>
      ))}
      {reason !== null && <p className={styles.quote}>{reason}</p>}
    </>
  );
}

/** Tells operators that only the card's owner can approve or decline a held payment. */
export function HeldPaymentNote() {
  return (
    <Note className="mt-3">
      <Trans>
        One of the customer’s own rules holds this payment. Only the customer can approve or decline
        it.
      </Trans>
    </Note>
  );
}

/** Renders a case with its facts, documents, notes and history. */
export function OperatorDetail({
  detail,
  canAct,
  canReadDocuments,
}: {
  readonly detail: OperatorCaseDetail;
  readonly canAct: boolean;
  readonly canReadDocuments: boolean;
}) {
  const { t, i18n } = useLingui();
  const missing = detail.missing.map((item) => t(ITEM_WORDS[item]));
  const list = listOf(missing, i18n.locale);
  return (
    <>
      <OperatorHead detail={detail} />
      <Standing detail={detail} />
      {missing.length > 0 && (
        <Note tone="caution" className="mt-3">
          <Trans>Missing: {list}</Trans>
        </Note>
      )}
      <section className="mt-5">
        <SectionHead title={<Trans>Facts</Trans>} />
        <OperatorFacts facts={detail.facts} />
      </section>
      {detail.documents.length > 0 && (
        <section className="mt-5">
          <SectionHead title={<Trans>Documents</Trans>} />
          {canReadDocuments ? (
            <DocumentList documents={detail.documents} asOperator />
          ) : (
            <p className="text-ink-2">
              <Trans>Only reviewers and auditors can open documents.</Trans>
            </p>
          )}
        </section>
      )}
      <section className="mt-5">
        <SectionHead title={<Trans>What happened</Trans>} />
        <OperatorSteps steps={detail.steps} />
        {canAct && <NoteForm detail={detail} />}
      </section>
    </>
  );
}
