import { useLingui } from "@lingui/react/macro";
import type {
  ListedPasskey,
  PasskeyCreation,
  TotpSecret,
} from "@tessera/contract/identity/factors.schemas";
import { useEffect, useRef, useState } from "react";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { ProofForm } from "../../../../ui/proof/proof-sheet.tsx";
import { ConfirmTotp } from "./confirm-totp.tsx";
import {
  askPasskeyCreation,
  askTotpSecret,
  dropPasskey,
  dropTotp,
  makeCodes,
} from "./factors.queries.ts";
import { FactorsList } from "./factors-list.tsx";
import { NewPasskey } from "./new-passkey.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { RenamePasskey } from "./rename-passkey.tsx";
import { type FactorAction, useActionWords } from "./use-action-words.ts";

/** The sheet's current view. */
type View =
  | { readonly at: "list" | "proof" }
  | { readonly at: "totp"; readonly secret: TotpSecret }
  | { readonly at: "passkey"; readonly creation: PasskeyCreation }
  | { readonly at: "rename"; readonly passkey: ListedPasskey }
  | { readonly at: "codes"; readonly codes: readonly string[] };

const LIST: View = { at: "list" };

/** Lets the user set up, replace or remove second factors, each after a step-up. */
export function FactorsSheet({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [view, setView] = useState<View>(LIST);
  const [action, setAction] = useState<FactorAction>({ kind: "totp" });
  const words = useActionWords(action);
  const body = useRef<HTMLDivElement>(null);
  const { at } = view;
  // The pressed button disappears with its view, so this moves the focus to the next view.
  useEffect(() => {
    if (at !== "list" && body.current?.contains(document.activeElement) === false) {
      body.current.focus();
    }
  }, [at]);
  const done = (codes: readonly string[] | null, text: string) => {
    if (codes === null) {
      showToast({ tone: "success", text });
      setView(LIST);
    } else {
      // A toast must not cover new recovery codes, and their view confirms the change anyway.
      setView({ at: "codes", codes });
    }
  };
  const act = async (proof: string) => {
    switch (action.kind) {
      case "totp":
        setView({ at: "totp", secret: await askTotpSecret(proof) });
        break;
      case "passkey":
        setView({ at: "passkey", creation: await askPasskeyCreation(proof) });
        break;
      case "remove-totp":
        done(await dropTotp(proof), t`Authenticator app removed`);
        break;
      case "remove-passkey":
        done(await dropPasskey(action.passkey.id, proof), t`Passkey removed`);
        break;
      case "codes":
        done(await makeCodes(proof), t`New recovery codes generated`);
        break;
    }
  };
  const close = () => {
    onClose();
    setView(LIST);
  };
  const titles: Readonly<Record<View["at"], string>> = {
    list: t`Second factor`,
    proof: words.title,
    totp: t`Authenticator app`,
    passkey: t`New passkey`,
    rename: t`Rename passkey`,
    codes: t`Recovery codes`,
  };
  return (
    <Sheet open={open} onClose={close} title={titles[view.at]}>
      <div ref={body} tabIndex={-1} className="outline-none">
        {view.at === "list" && (
          <FactorsList
            onAct={(next) => {
              setAction(next);
              setView({ at: "proof" });
            }}
            onRename={(passkey) => setView({ at: "rename", passkey })}
          />
        )}
        {view.at === "proof" && (
          <ProofForm
            confirmLabel={words.confirm}
            destructive={action.kind === "remove-totp" || action.kind === "remove-passkey"}
            onProven={act}
          >
            {words.text}
          </ProofForm>
        )}
        {view.at === "totp" && (
          <ConfirmTotp
            secret={view.secret}
            onDone={(codes) => done(codes, t`Authenticator app turned on`)}
          />
        )}
        {view.at === "passkey" && (
          <NewPasskey creation={view.creation} onDone={(codes) => done(codes, t`Passkey added`)} />
        )}
        {view.at === "rename" && (
          <RenamePasskey passkey={view.passkey} onDone={() => done(null, t`Passkey renamed`)} />
        )}
        {view.at === "codes" && <RecoveryCodes codes={view.codes} onKept={() => setView(LIST)} />}
      </div>
    </Sheet>
  );
}
