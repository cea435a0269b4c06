import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { EmailStanding } from "@tessera/contract/identity/email-change.schemas";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { usePendingKey } from "../../../lib/api/pending-key.ts";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { ProofForm } from "../../../ui/proof/proof-sheet.tsx";
import { AddressForm } from "./address-form.tsx";
import styles from "./email-change.module.css";
import { askForEmail, emailQuery } from "./email-change.queries.ts";
import { EnterCode } from "./enter-code.tsx";
import { UnderReview } from "./under-review.tsx";

interface StepsProps {
  readonly standing: EmailStanding;
  /** True while the sheet asks for the step-up for the typed address. */
  readonly proving: boolean;
  readonly onProving: (proving: boolean) => void;
  readonly onDone: () => void;
}

type At = "address" | "proof" | "code" | "reviewing";

/** Renders the current step, which depends on the state of the request on the server. */
function Steps({ standing, proving, onProving, onDone }: StepsProps) {
  const { t } = useLingui();
  const key = usePendingKey();
  const [typed, setTyped] = useState("");
  const [againAt, setAgainAt] = useState<number | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const { change } = standing;
  const at: At =
    change?.status === "reviewing" ? "reviewing" : proving ? "proof" : change ? "code" : "address";
  // The pressed button disappears with its step, so this moves the focus to the next step.
  useEffect(() => {
    if (at !== "address" && body.current?.contains(document.activeElement) === false) {
      body.current.focus();
    }
  }, [at]);
  const wait = (seconds: number) => setAgainAt(Date.now() + seconds * 1_000);
  const ask = async (proof: string) => {
    wait(await askForEmail(typed, proof, key));
    onProving(false);
  };
  const applied = () => {
    setTyped("");
    showToast({ tone: "success", text: t`Email changed. Other devices were signed out.` });
    onDone();
  };
  return (
    <div ref={body} tabIndex={-1} className="outline-none">
      {at === "address" && (
        <AddressForm
          current={standing.email}
          typed={typed}
          onTyped={setTyped}
          onNext={() => onProving(true)}
        />
      )}
      {at === "proof" && (
        <ProofForm
          subject={{ operation: "email_change", email: typed }}
          confirmLabel={t`Email the code`}
          onProven={ask}
        >
          <p className={styles.address}>{typed}</p>
          <p className="mt-2">
            <Trans>
              We email a code to this address and notify your current one. After the change, other
              devices are signed out and withdrawals are locked for 24 hours.
            </Trans>
          </p>
        </ProofForm>
      )}
      {at === "code" && change !== null && (
        <EnterCode email={change.email} againAt={againAt} onSent={wait} onApplied={applied} />
      )}
      {at === "reviewing" && change !== null && <UnderReview change={change} onLeave={onDone} />}
    </div>
  );
}

/**
 * Lets the user change the email: asks for the address, a step-up and the emailed code, then shows
 * the review if one is needed.
 */
export function EmailSheet({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(emailQuery);
  const [proving, setProving] = useState(false);
  // When reopened, the sheet starts at the address step, with the address still filled in.
  const close = () => {
    setProving(false);
    onClose();
  };
  const steps = { proving, onProving: setProving, onDone: close };
  return (
    <Sheet open={open} onClose={close} title={t`Change email`}>
      {data !== undefined && <Steps standing={data} {...steps} />}
      {data === undefined && error === null && <SkeletonRows count={2} />}
      {data === undefined && error !== null && (
        <ErrorPanel message={messageOf(error, t`Unknown error`)} onRetry={() => void refetch()} />
      )}
    </Sheet>
  );
}
