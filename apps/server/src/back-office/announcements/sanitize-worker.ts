import { parentPort } from "node:worker_threads";
import { sanitizeHtml, UnfitHtmlError } from "./sanitize-html.ts";
import type { SanitizeAnswer, SanitizeRequest } from "./sanitize-in-worker.ts";

function answer({ place, html }: SanitizeRequest): SanitizeAnswer {
  try {
    return { place, clean: sanitizeHtml(html) };
  } catch (error) {
    if (error instanceof UnfitHtmlError) {
      return { place, flaw: error.flaw };
    }
    return { place, failure: String(error) };
  }
}

parentPort?.on("message", (request: SanitizeRequest) => parentPort?.postMessage(answer(request)));
