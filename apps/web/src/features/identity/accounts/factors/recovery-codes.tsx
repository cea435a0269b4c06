import { Trans, useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { download } from "../../../../lib/api/download.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { CopyButton } from "../../../../ui/form/copy-button.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import styles from "./factors.module.css";

/** Shows new recovery codes once, with buttons to copy and save them. */
export function RecoveryCodes({
  codes,
  onKept,
}: {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}) {
  const { t } = useLingui();
  const text = () => `${codes.join("\n")}\n`;
  const save = () => {
    const heading = t`Tessera recovery codes. Each works once.`;
    const content = new Blob([`${heading}\n\n${text()}`], { type: "text/plain" });
    download("tessera-recovery-codes.txt", content);
  };
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          If you lose your device, you can sign in with your password and one of these codes. Each
          code works once.
        </Trans>
      </p>
      <div className={styles.codes}>
        <ul className={styles.grid}>
          {codes.map((code) => (
            <li key={code} className={styles.code}>
              {code}
            </li>
          ))}
        </ul>
        <CopyButton
          text={text}
          label={t`Copy the recovery codes`}
          copiedText={t`Recovery codes copied`}
        />
      </div>
      <Note tone="caution" className="mt-3">
        <Trans>
          These codes are shown only once. Print them or store them in a safe place, away from your
          password.
        </Trans>
      </Note>
      <Button
        block
        className="mt-4"
        icon={<Download aria-hidden="true" size={20} strokeWidth={1.75} />}
        onClick={save}
      >
        <Trans>Save as a file</Trans>
      </Button>
      <Button kind="primary" block className="mt-2.5" onClick={onKept}>
        <Trans>I saved them</Trans>
      </Button>
    </>
  );
}
