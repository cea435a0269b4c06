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
  /** Whether it has been on the screen before. */
  shown: boolean;
}

/** Remembers what was loaded, and nothing of what failed: the next try asks the network again. */
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
    // In slices: a part that comes must not hold up what is there already.
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
        text: t`This couldn’t be opened. Check your connection and try again.`,
        action: { label: t`Reload`, run: () => window.location.reload() },
      });
    }
  });
  return Part === undefined ? null : <Part {...props} />;
}

/**
 * A sheet or dialog whose code is fetched when it is first opened. Where that fails it says so and
 * closes again: the page stays, and opening it once more tries once more.
 */
export function lazySheet<P extends Openable>(load: Load<P>): ComponentType<P> {
  const source = rememberLoaded(load);
  return (props: P) => <LoadedSheet source={source} props={props} />;
}

interface PartOf<P> extends SheetOf<P> {
  readonly waiting: ReactNode;
  readonly Failed: Failure<P>;
}

/** What stands in a part's place when its code did not come, from the part's own props. */
type Failure<P> = ComponentType<{ readonly props: P; readonly onRetry: () => void }>;

function PartFailed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-3 text-small text-ink-3">
      <Trans>This part couldn’t be loaded.</Trans>
      <Button size="md" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

function LoadedPart<P extends object>({ source, props, waiting, Failed }: PartOf<P>) {
  const { Part, failed, retry } = usePart(source, true);
  // The first time, also where its code is there already, what is around it is shown first.
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
 * A part of a page whose code is fetched when it is shown; `waiting` holds its place, and `Failed`
 * says so where the code does not come.
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
