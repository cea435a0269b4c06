import { endpoint } from "../endpoint.ts";
import { captchaProof, captchaQuery } from "./accounts.schemas.ts";

const tag = "accounts";

/** Returns an image, with its id in `X-Captcha-Id`. Single use, valid for 120 seconds. */
export const getCaptcha = endpoint({
  method: "GET",
  path: "/api/captcha",
  summary: "A captcha image; its id is in X-Captcha-Id",
  tag,
  access: "public",
  query: captchaQuery,
  success: { status: 200, body: null },
});

/**
 * Returns a proof of work instead of an image, for people who cannot see images. The numbers that
 * solve it serve as the `captchaCode`. Single use, valid for 120 seconds.
 */
export const getCaptchaProof = endpoint({
  method: "GET",
  path: "/api/captcha/proof",
  summary: "A proof of work, instead of a captcha image",
  tag,
  access: "public",
  query: captchaQuery,
  success: { status: 200, body: captchaProof },
});

export const captchaEndpoints = { getCaptcha, getCaptchaProof } as const;
