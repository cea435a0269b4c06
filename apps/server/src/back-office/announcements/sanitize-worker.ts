import { parentPort } from "node:worker_threads";
import { sanitiseHtml, UnfitHtmlError } from "./sanitize-html.ts";
import type { SanitiseAnswer, SanitiseRequest } from "./sanitize-in-worker.ts";

function answer({ place, html }: SanitiseRequest): SanitiseAnswer {
  try {
    return { place, clean: sanitiseHtml(html) };
  } catch (error) {
    if (error instanceof UnfitHtmlError) {
      return { place, flaw: error.flaw };
    }
    return { place, failure: String(error) };
  }
}

parentPort?.on("message", (request: SanitiseRequest) => parentPort?.postMessage(answer(request)));
