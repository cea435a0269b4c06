import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/form/button.tsx";
import { CopyButton } from "../../../ui/form/copy-button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";

/** Shows a key's text, for the only time. */
export function KeyText({ text, onDone }: { readonly text: string; readonly onDone: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <Note tone="caution">
        <Trans>Copy the key now. We store only its hash and can’t show it again.</Trans>
      </Note>
      <div className="mt-4 flex items-center justify-between gap-3">
        <code className="min-w-0 break-all">{text}</code>
        <CopyButton text={() => text} label={t`Copy key`} copiedText={t`Key copied`} />
      </div>
      <p className="mt-3 text-small text-ink-3">
        <Trans>
          Send it in the Authorization header, never in a URL: a key in a URL is revoked at once.
        </Trans>
      </p>
      <Button kind="primary" block className="mt-5" onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
    </>
  );
}
