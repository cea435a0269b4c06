import { Paperclip } from "lucide-react";
import { type ChangeEvent, type ReactNode, useId } from "react";
import { buttonClass } from "./button.tsx";
import styles from "./file-picker.module.css";
import { ProgressBar } from "./progress-bar.tsx";

interface FilePickerProps {
  readonly label: ReactNode;
  /** Which files are accepted, shown below the button. */
  readonly note: ReactNode;
  /** File types, as in the attribute of that name. */
  readonly accept: string;
  /** The text of the button. */
  readonly children: ReactNode;
  /** How much of the chosen file was sent; undefined if none is being sent. */
  readonly progress: { readonly label: string; readonly percent: number } | undefined;
  readonly onFile: (file: File) => void;
}

/**
 * Lets somebody choose a file. Covers the browser's own button, whose text is in the browser's
 * language.
 */
export function FilePicker({ label, note, accept, children, progress, onFile }: FilePickerProps) {
  const id = useId();
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file !== undefined) {
      onFile(file);
      // Clears the input so that the same file can be chosen again.
      target.value = "";
    }
  };
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium text-ink-2">
        {label}
      </label>
      <div className={styles.pick}>
        <span
          aria-hidden="true"
          className={buttonClass({ kind: "outline", block: true, className: "items-center" })}
        >
          <Paperclip size={18} strokeWidth={1.75} />
          {children}
        </span>
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={progress !== undefined}
          aria-describedby={`${id}-note`}
          onChange={onChange}
        />
      </div>
      {progress !== undefined && (
        <ProgressBar
          label={progress.label}
          max={100}
          // Once everything is sent, how long the server needs is unknown.
          value={progress.percent < 100 ? progress.percent : undefined}
        />
      )}
      <p id={`${id}-note`} className="mt-1.5 text-small text-ink-3">
        {note}
      </p>
    </>
  );
}
