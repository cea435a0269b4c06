import { parentPort } from "node:worker_threads";
import type { SanitiseAnswer, SanitiseRequest } from "./sanitise-apart.ts";
import { sanitiseHtml, UnfitHtmlError } from "./sanitise-html.ts";

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
