import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";

const CreateKeySheet = lazySheet(
  async () => (await import("./create-key-sheet.tsx")).CreateKeySheet,
);

/** Explains what keys are for, and creates one. */
export function NewKey() {
  // Each opening starts with an empty form, and no key's text outlives its sheet.
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  const show = () => {
    setOpened(opened + 1);
    setOpen(true);
  };
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          With an API key, your own software can read your account, add funds to cards and exchange
          money, within the limits that you set. It can’t reveal card numbers or withdraw money.
        </Trans>
      </p>
      <Button kind="primary" block className="mt-5" onClick={show}>
        <Trans>Create a key</Trans>
      </Button>
      {opened > 0 && <CreateKeySheet key={opened} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
