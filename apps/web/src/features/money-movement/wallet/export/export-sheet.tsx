import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../../ui/form/button.tsx";
import { Radio } from "../../../../ui/form/radio.tsx";
import { Segmented } from "../../../../ui/form/segmented.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import {
  type ExportContent,
  type ExportFormat,
  type ExportSource,
  useExport,
} from "./use-export.ts";

interface ExportSheetProps extends ExportSource {
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * Lets the user choose an export's contents and format, and shows its progress. Closing the sheet
 * cancels the export.
 */
export function ExportSheet({ open, onClose, ...source }: ExportSheetProps) {
  const { t } = useLingui();
  const [content, setContent] = useState<ExportContent>("history");
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const { state, run, cancel } = useExport(source);
  const running = state.kind === "running";
  const close = () => {
    cancel();
    onClose();
  };
  const start = async () => {
    if (await run(content, format)) {
      onClose();
    }
  };
  return (
    <Sheet open={open} onClose={close} title={t`Export`}>
      <fieldset disabled={running} className="min-w-0">
        <legend className="sr-only">{t`What to export`}</legend>
        <Radio
          name="content"
          checked={content === "history"}
          onChange={() => setContent("history")}
          className="min-h-12"
        >
          <Trans>Full history</Trans>
        </Radio>
        <Radio
          name="content"
          checked={content === "assets"}
          onChange={() => setContent("assets")}
          className="min-h-12 border-t border-line"
        >
          <Trans>Current assets</Trans>
        </Radio>
      </fieldset>
      <div className="mt-3">
        <Segmented
          label={t`Format`}
          options={[
            { value: "xlsx", label: "XLSX" },
            { value: "csv", label: "CSV" },
          ]}
          value={format}
          onChange={(next) => !running && setFormat(next)}
        />
      </div>
      <div role="status" className="mt-3 min-h-5 text-small text-ink-3">
        {state.kind === "running" && (
          <Plural value={state.count} one="# entry so far" other="# entries so far" />
        )}
      </div>
      {state.kind === "failed" && (
        <Note tone="negative" role="alert">
          <Trans>The file could not be created. Try again.</Trans>
        </Note>
      )}
      <Button
        kind="primary"
        block
        className="mt-3"
        loadingLabel={running ? t`Exporting` : undefined}
        onClick={() => void start()}
      >
        <Trans>Export</Trans>
      </Button>
      <Button kind="text" block className="mt-1" onClick={running ? cancel : close}>
        <Trans>Cancel</Trans>
      </Button>
    </Sheet>
  );
}
