import { Trans, useLingui } from "@lingui/react/macro";
import type { ApiKey } from "@tessera/contract/identity/api-keys.schemas";
import { useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { KeyValue, Note, Panel } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { useKeyWrites } from "./api-keys.queries.ts";
import { TAG_TEXTS, tagsOf } from "./scope-words.ts";

const RotateKeySheet = lazySheet(
  async () => (await import("./rotate-key-sheet.tsx")).RotateKeySheet,
);
const KeyCallsSheet = lazySheet(async () => (await import("./key-calls-sheet.tsx")).KeyCallsSheet);
const ConfirmDialog = lazySheet(
  async () => (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog,
);

interface KeyProps {
  readonly apiKey: ApiKey;
}

function Status({ apiKey }: KeyProps) {
  switch (apiKey.status) {
    case "active":
      return (
        <Chip tone="positive">
          <Trans>In use</Trans>
        </Chip>
      );
    case "expired":
      return (
        <Chip tone="neutral">
          <Trans>Expired</Trans>
        </Chip>
      );
    case "revoked":
      return (
        <Chip tone="negative">
          <Trans>Revoked</Trans>
        </Chip>
      );
  }
}

function Facts({ apiKey }: KeyProps) {
  const { t } = useLingui();
  const scopes = tagsOf(apiKey).map((tag) =>
    apiKey.scopes[tag] === "write" ? t`${{ tag: t(TAG_TEXTS[tag]) }} (change)` : t(TAG_TEXTS[tag]),
  );
  return (
    <dl className="mt-2 text-small">
      <KeyValue label={<Trans>Key</Trans>}>{apiKey.hint}</KeyValue>
      <KeyValue label={<Trans>Can use</Trans>}>{scopes.join(", ")}</KeyValue>
      {apiKey.ceilings.map(({ currency, perCall, perDay }) => (
        <KeyValue key={currency} label={<Trans>Per call and day</Trans>}>
          <Money amount={perCall} currency={currency} /> ·{" "}
          <Money amount={perDay} currency={currency} />
        </KeyValue>
      ))}
      <KeyValue label={<Trans>Allowed from</Trans>}>
        {apiKey.addresses.length === 0 ? <Trans>Anywhere</Trans> : apiKey.addresses.join(", ")}
      </KeyValue>
      <KeyValue label={<Trans>Last used</Trans>}>
        {apiKey.lastUsedAt === null ? <Trans>Never</Trans> : <DateText at={apiKey.lastUsedAt} />}
      </KeyValue>
      <KeyValue label={<Trans>Expires</Trans>}>
        <DateText at={apiKey.expiresAt} />
      </KeyValue>
      {apiKey.formerUntil !== null && (
        <KeyValue label={<Trans>Old key works until</Trans>}>
          <DateText at={apiKey.formerUntil} />
        </KeyValue>
      )}
    </dl>
  );
}

/** Shows a key, and lets its owner see its calls, replace it and revoke it. */
export function KeyPanel({ apiKey }: KeyProps) {
  const { t } = useLingui();
  const { revoke } = useKeyWrites();
  const [asked, setAsked] = useState<"calls" | "rotate" | "revoke">();
  const [open, setOpen] = useState(false);
  const show = (what: "calls" | "rotate" | "revoke") => {
    setAsked(what);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const sheet = { apiKey, open, onClose: close };
  return (
    <li>
      <Panel>
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 className="min-w-0 break-words font-semibold">{apiKey.name}</h3>
          <Status apiKey={apiKey} />
        </div>
        {apiKey.revokedBecause === "exposed" && (
          <Note tone="caution" className="mt-3">
            <Trans>We revoked this key because it was sent in a URL.</Trans>
          </Note>
        )}
        <Facts apiKey={apiKey} />
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="md" onClick={() => show("calls")}>
            <Trans>Calls</Trans>
          </Button>
          {apiKey.status === "active" && (
            <>
              <Button size="md" onClick={() => show("rotate")}>
                <Trans>Replace key</Trans>
              </Button>
              <Button size="md" kind="destructive" onClick={() => show("revoke")}>
                <Trans>Revoke</Trans>
              </Button>
            </>
          )}
        </div>
        {revoke.error !== null && (
          <Note tone="negative" role="alert" className="mt-3">
            {revoke.error.message}
          </Note>
        )}
      </Panel>
      {asked === "calls" && <KeyCallsSheet {...sheet} />}
      {asked === "rotate" && <RotateKeySheet {...sheet} />}
      {asked === "revoke" && (
        <ConfirmDialog
          open={open}
          onClose={close}
          title={<Trans>Revoke this key?</Trans>}
          confirmLabel={t`Revoke`}
          destructive
          onConfirm={() => {
            revoke.mutate(apiKey.id);
            close();
          }}
        >
          <Trans>Software that uses it stops working at once. You can’t undo this.</Trans>
        </ConfirmDialog>
      )}
    </li>
  );
}
