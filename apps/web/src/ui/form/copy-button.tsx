import { useLingui } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { showToast } from "../overlay/toast-store.ts";
import { IconButton } from "./icon-button.tsx";

const COPIED_MS = 2_000;

interface CopyButtonProps {
  /** Returns the text to copy. Called on click, so that a secret does not have to be a prop. */
  readonly text: () => string;
  /** The button's accessible name ("Copy card number"). */
  readonly label: string;
  /** The toast's text ("Card number copied"); "Copied" by default. */
  readonly copiedText?: string | undefined;
}

/**
 * Renders a button that copies text and reports the outcome. On success, only the button's icon
 * changes.
 */
export function CopyButton({ text, label, copiedText }: CopyButtonProps) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (copied) {
      const timer = setTimeout(() => setCopied(false), COPIED_MS);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
      showToast({ tone: "success", text: copiedText ?? t`Copied` });
    } catch {
      showToast({
        tone: "failure",
        text: t`Copy failed`,
        action: { label: t`Try again`, run: () => void copy() },
      });
    }
  };
  if (copied) {
    return (
      <button
        type="button"
        aria-label={label}
        onClick={() => void copy()}
        className="target inline-flex min-h-7 flex-none items-center gap-1 rounded-[7px] bg-positive-soft pr-2.5 pl-2 text-small font-medium text-positive"
      >
        <Check aria-hidden="true" size={14} strokeWidth={2.4} />
        {t`Copied`}
      </button>
    );
  }
  return (
    <IconButton label={label} onClick={() => void copy()} className="-mr-3 text-ink-2">
      <Copy aria-hidden="true" size={20} strokeWidth={1.75} />
    </IconButton>
  );
}
