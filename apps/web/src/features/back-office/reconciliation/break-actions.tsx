import { Trans, useLingui } from "@lingui/react/macro";
import type { BreakDetail } from "@tessera/contract/money-movement/reconciliation.schemas";
import { useSession } from "../../../lib/session/session-store.ts";
import { WriteNote } from "../../../ui/decision/write-note.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import styles from "./reconciliation.module.css";
import { useAssign, useExplain } from "./reconciliation.mutations.ts";

const MAX_EXPLANATION = 500;
const MAX_NAME = 254;

interface ActionProps {
  readonly one: BreakDetail;
}

function AssignAction({ one }: ActionProps) {
  const { t } = useLingui();
  const me = useSession().user?.username;
  const assign = useAssign(one.id, () => {
    showToast({ tone: "success", text: t`Assignment saved` });
  });
  const form = useForm({
    initial: { name: "" },
    problems: ({ name }) => ({ name: name.trim() === "" && t`This field is required.` }),
    send: ({ name }) => assign.send(name.trim()),
  });
  return (
    <Panel>
      <h2 className="font-semibold">
        <Trans>Who looks into it?</Trans>
      </h2>
      <div className={styles.buttons}>
        {me !== undefined && one.assignedTo !== me && (
          <Button size="md" onClick={() => assign.send(me)}>
            <Trans>Assign to me</Trans>
          </Button>
        )}
        {one.assignedTo !== null && (
          <Button size="md" onClick={() => assign.send(null)}>
            <Trans>Assign to nobody</Trans>
          </Button>
        )}
      </div>
      <form ref={form.ref} onSubmit={form.submit}>
        <Field label={<Trans>Operator’s username</Trans>} error={form.errorAt("name")}>
          {(control) => (
            <Input
              {...control}
              {...form.text("name")}
              maxLength={MAX_NAME}
              autoCapitalize="none"
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit" kind="outline" size="md" className="mt-3">
          <Trans>Assign</Trans>
        </Button>
      </form>
      <WriteNote write={assign} className="mt-3" />
    </Panel>
  );
}

function ExplainAction({ one }: ActionProps) {
  const { t } = useLingui();
  const explain = useExplain(one.id, () => {
    showToast({ tone: "success", text: t`Explanation saved` });
  });
  const form = useForm({
    initial: { text: one.explanation ?? "" },
    problems: ({ text }) => ({ text: text.trim() === "" && t`This field is required.` }),
    send: ({ text }) => explain.send(text.trim()),
  });
  return (
    <Panel>
      <h2 className="font-semibold">
        <Trans>Explain the difference</Trans>
      </h2>
      <p className="py-2 text-small text-ink-3">
        <Trans>
          It then no longer counts as open. No money moves. If the difference changes, it is open
          again.
        </Trans>
      </p>
      <form ref={form.ref} onSubmit={form.submit}>
        <Field label={<Trans>Explanation</Trans>} error={form.errorAt("text")}>
          {(control) => <Input {...control} {...form.text("text")} maxLength={MAX_EXPLANATION} />}
        </Field>
        <Button
          type="submit"
          size="md"
          className="mt-3"
          loadingLabel={explain.sending ? t`Saving` : undefined}
        >
          <Trans>Save explanation</Trans>
        </Button>
      </form>
      <WriteNote write={explain} className="mt-3" />
    </Panel>
  );
}

/** Lets the operator assign and explain a difference. */
export function BreakActions({ one }: ActionProps) {
  return (
    <>
      <AssignAction one={one} />
      <ExplainAction one={one} />
    </>
  );
}
