import { createStore, useStore } from "../../lib/session/store.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "success" | "failure" | "plain";
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Display time in milliseconds, if it differs from the default. */
  readonly stayMs?: number;
  /**
   * Set for a toast to show on the next screen; any other toast disappears when the user leaves its
   * screen.
   */
  readonly forNextScreen?: boolean;
}

/** Display times in milliseconds for a plain toast and for a toast with an action. */
const STAY_MS = 4_000;
const STAY_WITH_ACTION_MS = 8_000;

const toastStore = createStore<Toast | null>(null);
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a brief message, which replaces the previous one. */
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

/** Hides the current screen's toast, because the user is leaving that screen. */
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
