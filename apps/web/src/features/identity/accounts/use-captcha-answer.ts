import { useLingui } from "@lingui/react/macro";
import { getCaptchaProof } from "@tessera/contract/identity/captcha.endpoints";
import { useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { ApiError } from "../../../lib/api/api-error.ts";
import { fieldError } from "../../../ui/form/use-form.ts";
import { solveCaptchaProof } from "./solve-captcha-proof.ts";
import { type CaptchaState, useCaptcha } from "./use-captcha.ts";

/** How a captcha is answered: by reading an image, or by a proof of work in the browser. */
export type CaptchaWay = "picture" | "proof";

export interface CaptchaAnswer {
  readonly captchaId: string;
  readonly captchaCode: string;
}

export interface CaptchaChoice {
  readonly way: CaptchaWay;
  readonly choose: (way: CaptchaWay) => void;
  readonly picture: CaptchaState;
  /** True while the browser computes a proof. */
  readonly proving: boolean;
  /**
   * Loads another image. A proof needs no loading, because it is computed when the form is sent.
   */
  readonly renew: () => void;
  /**
   * Sends a request with the captcha's answer. Throws the server's errors; one about the typed
   * characters is an error of the field `captchaCode`.
   */
  readonly answer: <T>(typed: string, send: (answer: CaptchaAnswer) => Promise<T>) => Promise<T>;
}

/**
 * Computes a proof. Call this only on submit, so that the proof does not expire while the user
 * fills in the form.
 */
async function proveWork(): Promise<CaptchaAnswer> {
  const proof = await call(getCaptchaProof, { query: { t: String(Date.now()) } });
  return { captchaId: proof.captchaId, captchaCode: await solveCaptchaProof(proof) };
}

/** Manages a captcha's image and the chosen way to answer it. */
export function useCaptchaAnswer(): CaptchaChoice {
  const { t } = useLingui();
  const { state: picture, reload } = useCaptcha();
  const [way, setWay] = useState<CaptchaWay>("picture");
  const [proving, setProving] = useState(false);

  const prove = async () => {
    setProving(true);
    try {
      return await proveWork();
    } catch (error) {
      if (error instanceof ApiError) {
        throw error;
      }
      const message = t`This browser can’t run the calculation. Use the picture instead.`;
      throw new ApiError({ status: 0, code: "captcha_proof_failed", message });
    } finally {
      setProving(false);
    }
  };

  return {
    way,
    choose: (chosen) => {
      setWay(chosen);
      if (chosen === "picture") {
        void reload();
      }
    },
    picture,
    proving,
    renew: () => {
      if (way === "picture") {
        void reload();
      }
    },
    answer: async (typed, send) => {
      const isPicture = way === "picture";
      const captchaId = picture.kind === "ready" ? picture.captcha.id : "";
      const answer = isPicture ? { captchaId, captchaCode: typed } : await prove();
      try {
        return await send(answer);
      } catch (error) {
        if (error instanceof ApiError && error.code === "captcha_invalid") {
          const { status, code } = error;
          const message = t`The calculation took too long. Try again.`;
          throw isPicture
            ? fieldError("captchaCode", error.message)
            : new ApiError({ status, code, message });
        }
        throw error;
      }
    },
  };
}
