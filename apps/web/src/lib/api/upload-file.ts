import { type Endpoint, pathOf } from "@tessera/contract/endpoint";
import { localeStore } from "../locale.ts";
import { expireSession } from "../session/session-expiry.ts";
import { sessionStore } from "../session/session-store.ts";
import { type AnswerOf, API_ORIGIN, CELL_HEADER, cellFor } from "./api-client.ts";
import { ApiError } from "./api-error.ts";
import { apiText } from "./api-texts.ts";

interface Upload {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly file: Blob;
  /** Called with the fraction uploaded, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Equals the server's timeout for an upload that makes progress. */
const TIMEOUT_MS = 300_000;

/**
 * Uploads a file to an endpoint and reports progress, which `fetch` cannot do. Throws
 * {@link ApiError}, as every call does.
 */
export function uploadFile<E extends Endpoint>(
  endpoint: E,
  { params, query, file, onProgress, signal }: Upload,
): Promise<AnswerOf<E>> {
  const { token } = sessionStore.get();
  const locale = localeStore.get();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = (code: "network" | "timeout" | "aborted") =>
      reject(
        new ApiError({
          status: 0,
          code,
          message: apiText(code === "timeout" ? "timeout" : "network", locale),
        }),
      );
    request.open(endpoint.method, addressOf(endpoint, params, query));
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader("Accept-Language", locale);
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    if (token !== null) {
      request.setRequestHeader("Authorization", `Bearer ${token}`);
    }
    const cell = cellFor(endpoint);
    if (cell !== undefined) {
      request.setRequestHeader(CELL_HEADER, cell);
    }
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => lost("network");
    request.ontimeout = () => lost("timeout");
    request.onabort = () => lost("aborted");
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) {
        resolve(body as AnswerOf<E>);
        return;
      }
      if (request.status === 401) {
        expireSession(token);
      }
      reject(refusalOf(request.status, body));
    };
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

function addressOf(
  { path }: Endpoint,
  params: Upload["params"],
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(query).toString();
  return `${API_ORIGIN}${pathOf(path, params)}${search === "" ? "" : `?${search}`}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf(status: number, body: unknown): ApiError {
  const { code, message } = Object(body) as { code?: unknown; message?: unknown };
  return new ApiError({
    status,
    code: typeof code === "string" ? code : "unknown",
    message:
      typeof message === "string"
        ? message
        : apiText("requestFailed", localeStore.get()).replace("{status}", `${status}`),
  });
}
