// canary: lost-toast
import { showToast } from "../../ui/toast-store.ts";

export function freeze(mutation: { mutate: (on: boolean, then: object) => void }): void {
  mutation.mutate(true, { onSuccess: () => showToast("frozen") });
}
