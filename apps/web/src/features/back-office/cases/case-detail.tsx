import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { CaseDetail as Detail } from "@tessera/contract/back-office/reviews.schemas";
import { useState } from "react";
import { Button, buttonClass } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note, SectionHead } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { CaseSteps } from "./case-steps.tsx";
import { DocumentList } from "./document-list.tsx";
import { ItemFile, MissingItem } from "./missing-item.tsx";
import { holdsNothing, reasonWords, STATUS_LOOKS } from "./review-words.ts";
import styles from "./reviews.module.css";

const WithdrawDialog = lazySheet(
  async () => (await import("./withdraw-dialog.tsx")).WithdrawDialog,
);
const AppealSheet = lazySheet(async () => (await import("./appeal-sheet.tsx")).AppealSheet);

interface CaseDetailProps {
  readonly detail: Detail;
}

/** Shows who has to act and what happens next. */
function Turn({ detail }: CaseDetailProps) {
  const { status, kind, dueAt, reason } = detail;
  const isStill = holdsNothing(kind);
  const due = dueAt !== null && <DateText at={dueAt} />;
  switch (status) {
    case "open":
    case "in_review":
      return (
        <Note tone="info">
          <Trans>
            We’re reviewing this and aim to decide by {due}. You don’t need to do anything.
          </Trans>
        </Note>
      );
    case "waiting_customer":
      return (
        <Note tone="caution">
          {isStill ? (
            <Trans>
              We need your reply by {due}. Our deadline is paused until then. If you don’t reply,
              the request ends and nothing changes.
            </Trans>
          ) : (
            <Trans>
              We need your reply by {due}. Our deadline is paused until then. If you don’t reply,
              the request ends and the held money is released.
            </Trans>
          )}
        </Note>
      );
    case "approved":
      return (
        <Note tone="positive">
          <Trans>It was approved and carried out.</Trans>
        </Note>
      );
    case "rejected":
      return (
        <Note tone="negative">
          <p>
            {isStill ? (
              <Trans>It was not approved. Nothing has changed.</Trans>
            ) : (
              <Trans>It was not approved. The held money is released.</Trans>
            )}
          </p>
          {reason !== null && <p className="mt-1.5 font-medium">{reason}</p>}
        </Note>
      );
    default:
      return (
        <Note>
          {isStill ? (
            <Trans>This request has ended. Nothing has changed.</Trans>
          ) : (
            <Trans>This request has ended. The held money is released.</Trans>
          )}
        </Note>
      );
  }
}

function Head({ detail }: CaseDetailProps) {
  const { t } = useLingui();
  const { label, amount, currency, status } = detail;
  const [tone, icon, text] = STATUS_LOOKS[status];
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 pb-3">
      <span className="min-w-0">
        {amount !== null && currency !== null && (
          <span data-fit-room className="block text-amount">
            <Money amount={amount} currency={currency} fit />
          </span>
        )}
        {label !== null && <span className="block text-small text-ink-3">{label}</span>}
      </span>
      <Chip tone={tone} icon={icon}>
        {t(text)}
      </Chip>
    </div>
  );
}

/** Lists the requested items, each with a way to submit it. */
function Missing({ detail }: CaseDetailProps) {
  const { id, missing, askedNote, status } = detail;
  if (missing.length === 0) {
    return null;
  }
  return (
    <section className="mt-5">
      <SectionHead title={<Trans>What is missing</Trans>} />
      {status === "waiting_customer" && askedNote !== null && (
        <p className={styles.quote}>{askedNote}</p>
      )}
      <div className="mt-3 grid gap-4">
        {missing.map((item) => (
          <MissingItem key={item} caseId={id} item={item} />
        ))}
      </div>
    </section>
  );
}

function Actions({ detail }: CaseDetailProps) {
  const { id, kind, canWithdraw, appealUntil } = detail;
  const [opened, setOpened] = useState<"withdraw" | "appeal">();
  const close = () => setOpened(undefined);
  return (
    <>
      {appealUntil !== null && (
        <>
          <Button kind="primary" block className="mt-4" onClick={() => setOpened("appeal")}>
            <Trans>Appeal</Trans>
          </Button>
          <p className="mt-1.5 text-small text-ink-3">
            <Trans>
              You can appeal until <DateText at={appealUntil} />.
            </Trans>
          </p>
        </>
      )}
      {canWithdraw && (
        <Button kind="destructive" block className="mt-4" onClick={() => setOpened("withdraw")}>
          <Trans>Withdraw request</Trans>
        </Button>
      )}
      <WithdrawDialog caseId={id} kind={kind} open={opened === "withdraw"} onClose={close} />
      <AppealSheet caseId={id} open={opened === "appeal"} onClose={close} />
    </>
  );
}

/** Renders a case for its customer: who has to act, reasons, requested items and history. */
export function CaseDetail({ detail }: CaseDetailProps) {
  const { t } = useLingui();
  const isOurs = detail.turn === "us";
  return (
    <>
      <Head detail={detail} />
      <Turn detail={detail} />
      <Missing detail={detail} />
      <section className="mt-5">
        <SectionHead title={<Trans>Reason for the review</Trans>} />
        <ul className="grid gap-1.5 text-ink-2">
          {detail.reasons.map((reason) => (
            <li key={reason}>{t(reasonWords(reason))}</li>
          ))}
        </ul>
      </section>
      {(detail.documents.length > 0 || isOurs) && (
        <section className="mt-5">
          <SectionHead title={<Trans>Documents</Trans>} />
          <DocumentList documents={detail.documents} />
          {isOurs && (
            <div className="mt-3">
              <ItemFile caseId={detail.id} item="other" />
            </div>
          )}
        </section>
      )}
      <section className="mt-5">
        <SectionHead title={<Trans>What happened</Trans>} />
        <CaseSteps steps={detail.steps} />
      </section>
      <Actions detail={detail} />
      <Link
        to="/customer-service"
        search={{ about: `review:${detail.id}` }}
        className={buttonClass({ kind: "text", block: true, className: "mt-2.5" })}
      >
        <Trans>Ask about this</Trans>
      </Link>
    </>
  );
}
