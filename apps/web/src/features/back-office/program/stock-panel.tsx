import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ProgramSegment } from "@tessera/contract/back-office/program.schemas";
import { WriteNote } from "../../../ui/decision/write-note.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { KeyValue, Panel } from "../../../ui/layout/panel.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import styles from "./program.module.css";
import { useChangeStock } from "./program.mutations.ts";
import { TextField } from "./text-field.tsx";

const COUNT = /^[1-9]\d{0,6}$/;

interface StockDraft {
  readonly direction: "add" | "remove";
  readonly count: string;
  readonly reason: string;
}
const UNCHANGED: StockDraft = { direction: "add", count: "", reason: "" };

/** Shows how many cards of a product are left and lets administrators change the stock. */
export function StockPanel({
  segment,
  readOnly,
}: {
  readonly segment: ProgramSegment;
  readonly readOnly: boolean;
}) {
  const { t } = useLingui();
  const write = useChangeStock(segment.id, () => {
    form.change({ count: "", reason: "" });
    form.restart();
    showToast({ tone: "success", text: t`Stock changed` });
  });
  const form = useForm({
    initial: UNCHANGED,
    problems: ({ count, reason }) => ({
      count: !COUNT.test(count) && t`Enter a whole number.`,
      reason: reason.trim() === "" && t`This field is required.`,
    }),
    send: ({ direction, count, reason }) =>
      write.send({ direction, count: Number(count), reason: reason.trim() }),
  });
  const { direction, count, reason } = form.draft;
  return (
    <Panel>
      <h2 className="font-semibold">
        <Trans>Stock</Trans>
      </h2>
      <dl>
        <KeyValue label={<Trans>In stock</Trans>}>
          <Plural value={segment.stock} one="# card" other="# cards" />
        </KeyValue>
        <KeyValue ruled label={<Trans>Issued</Trans>}>
          <Plural value={segment.issued} one="# card" other="# cards" />
        </KeyValue>
      </dl>
      {!readOnly && (
        <form noValidate className={styles.form} onSubmit={form.submit}>
          <Segmented
            label={t`Stock change`}
            options={[
              { value: "add", label: t`Add` },
              { value: "remove", label: t`Remove` },
            ]}
            value={direction}
            onChange={(next) => form.change({ direction: next })}
          />
          <div className={styles.fields}>
            <TextField
              label={<Trans>Number of cards</Trans>}
              mode="numeric"
              maxLength={7}
              value={count}
              error={form.errorAt("count")}
              onChange={(next) => form.change({ count: next })}
            />
            <TextField
              label={<Trans>Why</Trans>}
              maxLength={200}
              value={reason}
              error={form.errorAt("reason")}
              onChange={(next) => form.change({ reason: next })}
            />
          </div>
          <WriteNote write={write} />
          <Button type="submit" size="md" loadingLabel={write.sending ? t`Saving` : undefined}>
            {direction === "add" ? <Trans>Add stock</Trans> : <Trans>Remove stock</Trans>}
          </Button>
        </form>
      )}
    </Panel>
  );
}
