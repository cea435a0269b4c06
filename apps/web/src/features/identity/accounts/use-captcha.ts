import { getCaptcha } from "@tessera/contract/identity/captcha.endpoints";
import { useCallback, useEffect, useRef, useState } from "react";
import { callRaw } from "../../../lib/api/api-client.ts";
import { ApiError } from "../../../lib/api/api-error.ts";

export interface Captcha {
  readonly id: string;
  /** Object URL of the image. */
  readonly imageUrl: string;
}

export type CaptchaState =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly captcha: Captcha }
  /** `missing-id`: the response had an image but no id to check the answer against. */
  | { readonly kind: "failed"; readonly reason: "missing-id" | "unreachable" };

async function fetchCaptcha(): Promise<Captcha> {
  const response = await callRaw(getCaptcha, { query: { t: String(Date.now()) } });
  const id = response.headers.get("X-Captcha-Id");
  if (id === null || id === "") {
    throw new ApiError({ status: 0, code: "captcha_id_missing", message: "" });
  }
  return { id, imageUrl: URL.createObjectURL(await response.blob()) };
}

/** Loads a captcha and provides a function to load another. Each captcha can be used only once. */
export function useCaptcha() {
  const [state, setState] = useState<CaptchaState>({ kind: "loading" });
  const latest = useRef(0);

  const load = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    setState({ kind: "loading" });
    try {
      const captcha = await fetchCaptcha();
      if (latest.current === mine) {
        setState({ kind: "ready", captcha });
      } else {
        URL.revokeObjectURL(captcha.imageUrl);
      }
    } catch (error) {
      if (latest.current === mine) {
        const missing = error instanceof ApiError && error.code === "captcha_id_missing";
        setState({ kind: "failed", reason: missing ? "missing-id" : "unreachable" });
      }
    }
  }, []);

  useEffect(() => {
    void load();
    return () => {
      latest.current += 1;
    };
  }, [load]);

  useEffect(() => {
    if (state.kind !== "ready") {
      return undefined;
    }
    const { imageUrl } = state.captcha;
    return () => URL.revokeObjectURL(imageUrl);
  }, [state]);

  return { state, reload: load };
}
