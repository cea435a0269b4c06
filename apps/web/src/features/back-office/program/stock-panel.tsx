import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ProgrammeSegment } from "@tessera/contract/back-office/program.schemas";
import { useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { KeyValue, Panel } from "../../../ui/layout/panel.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import styles from "./program.module.css";
import { useChangeStock } from "./program.mutations.ts";
import { TextField } from "./text-field.tsx";
import { WriteNote } from "./write-note.tsx";

const COUNT = /^[1-9]\d{0,6}$/;

/** How many cards of a line are left, and how many more there are to be. */
export function StockPanel({
  segment,
  readOnly,
}: {
  readonly segment: ProgrammeSegment;
  readonly readOnly: boolean;
}) {
  const { t } = useLingui();
  const [direction, setDirection] = useState<"add" | "remove">("add");
  const [count, setCount] = useState("");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const write = useChangeStock(segment.id, () => {
    setCount("");
    setReason("");
    setTried(false);
    showToast({ tone: "success", text: t`Stock changed` });
  });
  const isWhole = COUNT.test(count);
  const submit = () => {
    setTried(true);
    if (isWhole && reason.trim() !== "") {
      write.send({ direction, count: Number(count), reason: reason.trim() });
    }
  };
  return (
    <Panel>
      <h2 className="font-semibold">
        <Trans>Stock</Trans>
      </h2>
      <dl>
        <KeyValue label={<Trans>Left</Trans>}>
          <Plural value={segment.stock} one="# card" other="# cards" />
        </KeyValue>
        <KeyValue ruled label={<Trans>Issued</Trans>}>
          <Plural value={segment.issued} one="# card" other="# cards" />
        </KeyValue>
      </dl>
      {!readOnly && (
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Segmented
            label={t`Change of stock`}
            options={[
              { value: "add", label: t`Add` },
              { value: "remove", label: t`Remove` },
            ]}
            value={direction}
            onChange={setDirection}
          />
          <div className={styles.fields}>
            <TextField
              label={<Trans>How many cards</Trans>}
              mode="numeric"
              maxLength={7}
              value={count}
              error={tried && !isWhole ? t`Enter a whole number.` : undefined}
              onChange={setCount}
            />
            <TextField
              label={<Trans>Why</Trans>}
              maxLength={200}
              value={reason}
              error={tried && reason.trim() === "" ? t`This field is required.` : undefined}
              onChange={setReason}
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
