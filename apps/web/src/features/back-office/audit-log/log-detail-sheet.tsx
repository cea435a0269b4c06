import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LogDetail } from "@tessera/contract/back-office/logs.schemas";
import { deviceWords } from "../../../lib/device-words.ts";
import { useLocale } from "../../../lib/locale.ts";
import { Button, buttonClass } from "../../../ui/form/button.tsx";
import { CopyButton } from "../../../ui/form/copy-button.tsx";
import { KeyValue, Note } from "../../../ui/layout/panel.tsx";
import { RowIcon } from "../../../ui/list/list-row.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { formatFullMoment } from "../../../ui/text/format-date.ts";
import { Changes } from "./changes.tsx";
import type { LogCard } from "./log-row.tsx";
import { ACTOR_TEXTS, CATEGORY_LOOKS } from "./log-words.ts";
import { logQuery } from "./logs.queries.ts";
import { RecordAbsent } from "./record-absent.tsx";

interface LogDetailSheetProps {
  readonly logId: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly cards: readonly LogCard[] | undefined;
  /** Opens the list of signed-in devices and the form to change the password. */
  readonly onDevices: () => void;
  readonly onPassword: () => void;
}

function Facts({ log, card }: { readonly log: LogDetail; readonly card: LogCard | undefined }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { browser, system, ip, requestId } = log;
  return (
    <dl>
      <KeyValue label={<Trans context="logs">When</Trans>}>
        {formatFullMoment(new Date(log.at), locale)}
      </KeyValue>
      <KeyValue label={<Trans>Who</Trans>}>{t(ACTOR_TEXTS[log.actor])}</KeyValue>
      <KeyValue label={<Trans>Result</Trans>}>
        {log.outcome === "ok" ? t({ message: "Done", context: "logs" }) : t`Denied`}
      </KeyValue>
      {card !== undefined && (
        <KeyValue label={<Trans>Card</Trans>}>
          {cardName(card, locale)} {card.last4}
        </KeyValue>
      )}
      {(browser !== null || system !== null) && (
        <KeyValue label={<Trans>Device</Trans>}>{deviceWords(log, t)}</KeyValue>
      )}
      {ip !== null && <KeyValue label={<Trans>IP address</Trans>}>{ip}</KeyValue>}
      {requestId !== null && (
        <div className="flex items-center justify-between gap-3">
          <dt className="text-ink-2">
            <Trans>Request ID</Trans>
          </dt>
          <dd className="flex min-w-0 items-center text-small font-medium">
            <span className="min-w-0 break-all text-right">{requestId}</span>
            <CopyButton text={() => requestId} label={t`Copy the request ID`} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Tells the customer what to do if someone else may have performed the action. */
function NotYou({
  log,
  onDevices,
  onPassword,
}: Pick<LogDetailSheetProps, "onDevices" | "onPassword"> & { readonly log: LogDetail }) {
  const failed = log.act === "sign_in_failed" || log.act === "sign_in_delayed";
  if (log.category !== "sign_in" && log.act !== "proof_failed") {
    return null;
  }
  return (
    <div className="mt-3">
      <Note tone={log.newDevice || failed ? "caution" : "info"}>
        {failed ? (
          <Trans>
            Someone entered a wrong password for your account. If it wasn’t you, choose a password
            that you don’t use anywhere else.
          </Trans>
        ) : (
          <Trans>
            Wasn’t you? Sign out that device and change your password. All other devices will be
            signed out immediately.
          </Trans>
        )}
      </Note>
      <div className="mt-2.5 flex flex-col gap-2.5">
        <Button onClick={onDevices}>
          <Trans>Signed-in devices</Trans>
        </Button>
        <Button onClick={onPassword}>
          <Trans>Change password</Trans>
        </Button>
      </div>
    </div>
  );
}

/**
 * Shows one log entry: time, actor, location, changes, and what to do if it was not the customer.
 */
export function LogDetailSheet(props: LogDetailSheetProps) {
  const { logId, open, onClose, cards } = props;
  const { t } = useLingui();
  const { data, isError, error, refetch } = useQuery(logQuery(logId, useLocale()));
  const card = cards?.find(({ id }) => id === data?.cardId);
  const Icon = data && CATEGORY_LOOKS[data.category].icon;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      inHistory
      title={data?.title ?? t`Details`}
      lead={
        Icon && (
          <RowIcon>
            <Icon aria-hidden="true" strokeWidth={1.75} />
          </RowIcon>
        )
      }
    >
      {data !== undefined && (
        <>
          <Facts log={data} card={card} />
          <Changes changes={data.changes} />
          <NotYou log={data} onDevices={props.onDevices} onPassword={props.onPassword} />
          {card !== undefined && (
            <Link
              to="/cards/$cardId"
              params={{ cardId: card.id }}
              className={buttonClass({ kind: "fill", block: true, className: "mt-3" })}
            >
              <Trans>Go to the card</Trans>
            </Link>
          )}
        </>
      )}
      {data === undefined && (
        <RecordAbsent failed={isError} error={error} onRetry={() => void refetch()} />
      )}
    </Sheet>
  );
}
