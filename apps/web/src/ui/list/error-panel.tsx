import { Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import { Button } from "../form/button.tsx";
import { Panel } from "../layout/panel.tsx";

interface ErrorPanelProps {
  readonly message: string;
  /** Set on pages that show money. Adds a sentence saying that the money is not affected. */
  readonly aboutMoney?: boolean | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/**
 * Renders a message about what failed to load, an optional sentence saying that the money is not
 * affected, and a retry button.
 */
export function ErrorPanel({ message, aboutMoney, onRetry }: ErrorPanelProps) {
  return (
    <Panel className="flex flex-col items-center py-5 text-center">
      <CloudOff aria-hidden="true" size={24} strokeWidth={1.6} className="text-ink-3" />
      <div role="alert" className="mt-2">
        <p className="font-semibold">{message}</p>
        {aboutMoney && (
          <p className="text-small text-ink-3">
            <Trans>Your money is not affected.</Trans>
          </p>
        )}
      </div>
      {onRetry && (
        <Button size="md" className="mt-4" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Panel>
  );
}
