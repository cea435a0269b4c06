import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Webhook, WebhookAttempt } from "@tessera/contract/developers/webhooks.schemas";
import { Button } from "../../../ui/form/button.tsx";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { OUTCOME_TEXTS } from "./outcome-words.ts";
import { attemptPagesQuery, useWebhookWrites } from "./webhooks.queries.ts";

const DAY_MS = 86_400_000;

function Title({ attempt }: { readonly attempt: WebhookAttempt }) {
  if (attempt.kind === "challenge") {
    return <Trans>Challenge</Trans>;
  }
  if (attempt.kind === "example") {
    const { type } = attempt;
    return <Trans>Example: {type}</Trans>;
  }
  return (
    <>
      {attempt.type} #{attempt.sequence}
    </>
  );
}

function AttemptLine({
  attempt,
  onResend,
}: {
  readonly attempt: WebhookAttempt;
  readonly onResend: ((sequence: number) => void) | undefined;
}) {
  const { t } = useLingui();
  const { durationMs: duration, sequence, nextAt } = attempt;
  return (
    <li className="py-[9px]">
      <span className="block break-all font-medium">
        <Title attempt={attempt} />
      </span>
      <span className="block text-small">{t(OUTCOME_TEXTS[attempt.outcome])}</span>
      <span className="block text-small text-ink-3">
        {attempt.status !== null && `${attempt.status} · `}
        <DateText at={attempt.at} />
        {" · "}
        <Trans>{duration} ms</Trans>
      </span>
      {nextAt !== null && (
        <span className="block text-small text-ink-3">
          <Trans>
            Next attempt: <DateText at={nextAt} />
          </Trans>
        </span>
      )}
      {sequence !== null && onResend !== undefined && (
        <Button size="md" className="mt-2" onClick={() => onResend(sequence)}>
          <Trans>Send again</Trans>
        </Button>
      )}
    </li>
  );
}

/** Sends an example, or the events of the last day again. */
function Sending({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useLingui();
  const { example, replayAll } = useWebhookWrites();
  const failure = example.error ?? replayAll.error;
  const count = replayAll.data?.events;
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="md"
          loadingLabel={example.isPending ? t`Sending` : undefined}
          onClick={() => example.mutate(webhook)}
        >
          <Trans>Send an example</Trans>
        </Button>
        <Button
          size="md"
          loadingLabel={replayAll.isPending ? t`Sending` : undefined}
          onClick={() => {
            const since = new Date(Date.now() - DAY_MS).toISOString();
            replayAll.mutate({ id: webhook.id, since });
          }}
        >
          <Trans>Send the last 24 hours again</Trans>
        </Button>
      </div>
      {count !== undefined && (
        <p className="mt-3 text-small" role="status">
          <Trans>Events sent again: {count}</Trans>
        </p>
      )}
      {failure !== null && (
        <Note tone="negative" role="alert" className="mt-3">
          {failure.message}
        </Note>
      )}
    </>
  );
}

/** Lists every attempt to send to an endpoint, and sends events again. */
export function AttemptsSheet({
  webhook,
  open,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { replay } = useWebhookWrites();
  const pages = useInfiniteQuery({ ...attemptPagesQuery(webhook.id), enabled: open });
  const attempts = pages.data?.pages.flatMap(({ data }) => data);
  const canSend = webhook.status === "active" || webhook.status === "paused";
  const resend = (sequence: number) => replay.mutate({ id: webhook.id, sequence });
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Attempts</Trans>} subtitle={webhook.name}>
      <p className="text-small text-ink-3">
        <Trans>Every attempt within 30 days, newest first.</Trans>
      </p>
      {canSend && <Sending webhook={webhook} />}
      {replay.error !== null && (
        <Note tone="negative" role="alert" className="mt-3">
          {replay.error.message}
        </Note>
      )}
      {attempts === undefined &&
        (pages.isError ? (
          <ErrorPanel
            message={t`Couldn’t load the attempts`}
            onRetry={() => void pages.refetch()}
          />
        ) : (
          <SkeletonRows count={3} />
        ))}
      {attempts?.length === 0 && (
        <p className="mt-3">
          <Trans>No attempts yet.</Trans>
        </p>
      )}
      <ul className="mt-2">
        {attempts?.map((attempt) => (
          <AttemptLine key={attempt.id} attempt={attempt} onResend={canSend ? resend : undefined} />
        ))}
      </ul>
      <MoreButton pages={pages} />
    </Sheet>
  );
}
