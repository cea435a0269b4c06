import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { useRequestArchive } from "./my-data.mutations.ts";
import { archivePagesQuery, isOpen } from "./my-data.queries.ts";

const ProofSheet = lazySheet(
  async () => (await import("../../../ui/proof/proof-sheet.tsx")).ProofSheet,
);

/** Explains what an archive contains, and requests one. */
export function RequestArchive() {
  const { t } = useLingui();
  const { data } = useInfiniteQuery(archivePagesQuery);
  const request = useRequestArchive();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const isMaking = data?.pages.some((page) => page.data.some(isOpen)) === true;
  const show = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          Get a copy of all the data Tessera stores about you: your profile, sign-ins and devices,
          cards, movements, deposits and withdrawals, address book, rules, messages and their files,
          reviews and their documents, and our staff’s notes about you.
        </Trans>
      </p>
      <p className="mt-3 text-ink-2">
        <Trans>
          We create a ZIP file in the background and email you when it is ready. You can then
          download it here for 7 days. A new archive replaces the previous one.
        </Trans>
      </p>
      <p className="mt-3 text-small text-ink-3">
        <Trans>
          The archive never contains full card numbers, security codes, passwords or keys, and it
          doesn’t name our staff.
        </Trans>
      </p>
      {/* Busy rather than disabled, because the closing sheet returns the focus to this button. */}
      <Button
        kind="primary"
        block
        className="mt-5"
        loadingLabel={isMaking ? t`Creating an archive` : undefined}
        onClick={show}
      >
        <Trans>Request an archive</Trans>
      </Button>
      {asked && (
        <ProofSheet
          open={open}
          onClose={() => setOpen(false)}
          title={<Trans>Request your data</Trans>}
          confirmLabel={t`Request an archive`}
          onProven={async (proof) => {
            await request(proof);
            showToast({ tone: "success", text: t`Archive requested` });
            setOpen(false);
          }}
        >
          <Trans>
            Confirm that it’s you. You need to do this again when you download the archive.
          </Trans>
        </ProofSheet>
      )}
    </>
  );
}
