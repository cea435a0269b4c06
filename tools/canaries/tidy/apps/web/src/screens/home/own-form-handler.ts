// canary: form-without-hook
import type { FormEvent } from "react";

export function onSearch(event: FormEvent, search: () => void): void {
  event.preventDefault();
  search();
}
