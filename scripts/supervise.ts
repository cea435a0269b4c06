import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * One Ctrl-C arrives several times: from the terminal, from npm, and from the launcher. Signals
 * closer together than this count as one.
 */
const SAME_SIGNAL_MS = 400;
/** How long a process may still run after the signal to hurry, before it is killed. */
const FORCE_AFTER_MS = 3_000;

export interface Supervised {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Called once, when the first signal is forwarded. */
  readonly onStopping?: () => void;
}

/**
 * Runs a process in its own group, forwards each signal exactly once, and returns its exit code
 * (128 plus the signal's number if a signal ended it). The first signal asks it to drain, a second
 * one to hurry; what is left of the group {@link FORCE_AFTER_MS} later is killed.
 */
export function supervise({ command, args, env, onStopping }: Supervised): Promise<number> {
  const ownGroup = process.platform !== "win32";
  const child = spawn(command, args, {
    // Nothing is sent over the channel: its closing signals that the parent died.
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: ownGroup,
    env: { ...process.env, ...env },
  });
  const stopForwarding = forwardSignals(child, ownGroup, onStopping);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      stopForwarding();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

function forwardSignals(child: ChildProcess, ownGroup: boolean, onStopping?: () => void) {
  let lastAt = Number.NEGATIVE_INFINITY;
  let received = 0;
  let force: NodeJS.Timeout | undefined;

  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    const repeated = now - lastAt < SAME_SIGNAL_MS;
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
    // It exited between the check and the kill, as intended.
  }
}
