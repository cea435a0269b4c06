import { createStore, useStore } from "../../lib/session/store.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "success" | "failure" | "plain";
  readonly action?: { readonly label: string; readonly run: () => void };
  /** How long it stays, in milliseconds, where that is not as long as others do. */
  readonly stayMs?: number;
  /** It is about the screen that comes next; any other toast goes with its screen. */
  readonly forNextScreen?: boolean;
}

/** How long a toast stays, and how long when it offers something to do. */
const STAY_MS = 4_000;
const STAY_WITH_ACTION_MS = 8_000;

const toastStore = createStore<Toast | null>(null);
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something briefly. A new toast takes the place of the one before. */
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

/** Takes away what was said about the screen that is left. */
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
