import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * A single Ctrl-C arrives several times: from the terminal, from npm, and from the launcher.
 * Signals within this many milliseconds count as one.
 */
const SAME_SIGNAL_MS = 400;
/** Milliseconds that a process may keep running after the second signal before it is killed. */
const FORCE_AFTER_MS = 3_000;

export interface Supervised {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Called only once, when the first signal is forwarded. */
  readonly onStopping?: () => void;
  /** Milliseconds within which several signals count as one; {@link SAME_SIGNAL_MS} by default. */
  readonly sameSignalMs?: number;
}

/**
 * Runs a process in its own process group, forwards each signal exactly once, and returns the exit
 * code (128 plus the signal's number if a signal ended the process). The first signal asks the
 * process to drain, and the second to hurry. {@link FORCE_AFTER_MS} after the second signal, any
 * remaining processes in the group are killed.
 */
export function supervise({
  command,
  args,
  env,
  onStopping,
  sameSignalMs = SAME_SIGNAL_MS,
}: Supervised): Promise<number> {
  const ownGroup = process.platform !== "win32";
  const child = spawn(command, args, {
    // Nothing is sent over the channel. It closes if the parent dies, which is how the process
    // finds out.
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: ownGroup,
    env: { ...process.env, ...env },
  });
  const stopForwarding = forwardSignals(child, { ownGroup, sameSignalMs, onStopping });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      stopForwarding();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

interface Forwarding {
  readonly ownGroup: boolean;
  readonly sameSignalMs: number;
  readonly onStopping: (() => void) | undefined;
}

function forwardSignals(child: ChildProcess, { ownGroup, sameSignalMs, onStopping }: Forwarding) {
  let lastAt = Number.NEGATIVE_INFINITY;
  let received = 0;
  let force: NodeJS.Timeout | undefined;

  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    const repeated = now - lastAt < sameSignalMs;
    lastAt = now;
    if (repeated) {
      return;
    }
    received += 1;
    child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    if (received === 1) {
      onStopping?.();
    } else {
      force ??= setTimeout(() => killGroup(child, ownGroup), FORCE_AFTER_MS);
    }
  };

  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) {
    process.on(signal, onSignal);
  }
  return () => {
    clearTimeout(force);
    for (const signal of signals) {
      process.off(signal, onSignal);
    }
  };
}

function killGroup(child: ChildProcess, ownGroup: boolean) {
  if (child.pid === undefined) {
    return;
  }
  try {
    process.kill(ownGroup ? -child.pid : child.pid, "SIGKILL");
  } catch {
    // The process exited between the check and the kill, as intended.
  }
}
