import { createStore, useStore } from "../../lib/session/store.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "success" | "failure" | "plain";
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Overrides the default display time, in milliseconds. */
  readonly stayMs?: number;
  /**
   * Keeps the toast visible on the next screen; otherwise, it disappears when the user leaves the
   * current screen.
   */
  readonly forNextScreen?: boolean;
}

/** Display times in milliseconds for a plain toast and for a toast with an action. */
const STAY_MS = 4_000;
const STAY_WITH_ACTION_MS = 8_000;

const toastStore = createStore<Toast | null>(null);
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a brief message, replacing any previous one. */
export function showToast(toast: Omit<Toast, "id">): void {
  clearTimeout(timer);
  lastId += 1;
  toastStore.set({ ...toast, id: lastId });
  const stayMs = toast.action === undefined ? STAY_MS : STAY_WITH_ACTION_MS;
  timer = setTimeout(hideToast, toast.stayMs ?? stayMs);
}

export function hideToast(): void {
  clearTimeout(timer);
  toastStore.set(null);
}

/** Hides the current screen's toast when the user leaves that screen. */
export function leaveScreen(): void {
  const toast = toastStore.get();
  if (toast?.forNextScreen === true) {
    toastStore.set({ ...toast, forNextScreen: false });
  } else {
    hideToast();
  }
}

export function useToast(): Toast | null {
  return useStore(toastStore);
}
