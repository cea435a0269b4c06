import { Trans, useLingui } from "@lingui/react/macro";
import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useState,
} from "react";
import { Button } from "../form/button.tsx";
import { showToast } from "../overlay/toast-store.ts";

type Load<P> = () => Promise<ComponentType<P>>;

interface Source<P> {
  readonly get: () => ComponentType<P> | undefined;
  readonly load: Load<P>;
  /** Whether the component has been rendered before. */
  shown: boolean;
}

/** Caches a loaded component but not a failure, so that the next attempt loads it again. */
function rememberLoaded<P>(load: Load<P>): Source<P> {
  let loaded: ComponentType<P> | undefined;
  return {
    shown: false,
    get: () => loaded,
    load: async () => {
      loaded ??= await load();
      return loaded;
    },
  };
}

interface PartState<P> {
  readonly Part: ComponentType<P> | undefined;
  readonly failed: boolean;
}

function usePart<P>(source: Source<P>, wanted: boolean) {
  const [state, setState] = useState<PartState<P>>(() => ({ Part: source.get(), failed: false }));
  const missing = wanted && state.Part === undefined && !state.failed;
  useEffect(() => {
    if (!missing) {
      return undefined;
    }
    let current = true;
    // Renders in slices, so that a newly loaded part does not block what is already on the screen.
    const settle = (next: PartState<P>) => current && startTransition(() => setState(next));
    source.load().then(
      (Part) => settle({ Part, failed: false }),
      () => settle({ Part: undefined, failed: true }),
    );
    return () => {
      current = false;
    };
  }, [missing, source]);
  return { ...state, retry: () => setState({ Part: source.get(), failed: false }) };
}

interface Openable {
  readonly open: boolean;
  readonly onClose: () => void;
}

interface SheetOf<P> {
  readonly source: Source<P>;
  readonly props: P;
}

function LoadedSheet<P extends Openable>({ source, props }: SheetOf<P>) {
  const { t } = useLingui();
  const { Part, failed, retry } = usePart(source, props.open);
  useEffect(() => {
    if (failed) {
      retry();
      props.onClose();
      showToast({
        tone: "failure",
        text: t`Couldn’t open this. Check your connection and try again.`,
        action: { label: t`Reload`, run: () => window.location.reload() },
      });
    }
  });
  return Part === undefined ? null : <Part {...props} />;
}

/**
 * Returns a sheet or dialog whose code loads when it is first opened. If loading fails, the sheet
 * reports the failure and closes. The page stays, and opening the sheet again retries.
 */
export function lazySheet<P extends Openable>(load: Load<P>): ComponentType<P> {
  const source = rememberLoaded(load);
  return (props: P) => <LoadedSheet source={source} props={props} />;
}

interface PartOf<P> extends SheetOf<P> {
  readonly waiting: ReactNode;
  readonly Failed: Failure<P>;
}

/** Rendered instead of a part whose code failed to load, with the part's props. */
type Failure<P> = ComponentType<{ readonly props: P; readonly onRetry: () => void }>;

function PartFailed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-3 text-small text-ink-3">
      <Trans>Couldn’t load this section.</Trans>
      <Button size="md" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

function LoadedPart<P extends object>({ source, props, waiting, Failed }: PartOf<P>) {
  const { Part, failed, retry } = usePart(source, true);
  // On the first render, the surrounding content is shown first, even if the part's code is already
  // loaded.
  const shown = useDeferredValue(true, source.shown);
  useEffect(() => {
    if (shown && Part !== undefined) {
      source.shown = true;
    }
  }, [shown, Part, source]);
  if (failed) {
    return <Failed props={props} onRetry={retry} />;
  }
  return Part === undefined || !shown ? waiting : <Part {...props} />;
}

/**
 * Returns a part of a page whose code loads when it is rendered; `waiting` is its placeholder, and
 * `Failed` is rendered if the code fails to load.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  waiting: ReactNode,
  Failed: Failure<P> = PartFailed,
): ComponentType<P> {
  const source = rememberLoaded(load);
  return (props: P) => (
    <LoadedPart source={source} props={props} waiting={waiting} Failed={Failed} />
  );
}
