import * as z from "zod";

/** Matches the path of a Unix socket, or a host and port. */
const CLAMD = /^(?:\/[^\0]{1,100}|(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):\d{1,5})$/;

const MAX_PORT = 65_535;

function isClamd(address: string): boolean {
  const port = address.startsWith("/") ? 1 : Number(/\d+$/.exec(address)?.[0]);
  return CLAMD.test(address) && port >= 1 && port <= MAX_PORT;
}

/** Settings for uploaded files. */
export const FILE_SETTINGS = {
  FILE_STORAGE: z.enum(["database", "s3"], "set database or s3").default("database"),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "set an address such as https://s3.example.com" })
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "set a bucket's name")
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, "set a region such as us-east-1")
    .default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().min(3, "set the access key's id").optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(8, "set the access key's secret").optional(),
  VIRUS_SCAN: z.enum(["off", "clamav"], "set off or clamav").default("off"),
  CLAMAV_ADDRESS: z
    .string()
    .refine(
      isClamd,
      "set a socket such as /run/clamav/clamd.ctl or an address such as 127.0.0.1:3310",
    )
    .optional(),
};

type FileEnvironment = z.infer<z.ZodObject<typeof FILE_SETTINGS>>;

/** The connection to object storage. The secret is only used to sign requests. */
export interface S3Settings {
  /** The storage URL, without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The address of clamd. */
export type ClamdAddress =
  | { readonly path: string }
  | { readonly host: string; readonly port: number };

export interface FileConfig {
  /** The object storage; undefined if files are stored in the database. */
  readonly s3: S3Settings | undefined;
  /** The virus scanner; undefined if files are not scanned. */
  readonly clamd: ClamdAddress | undefined;
}

const S3_NEEDED = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** Lists missing settings of the selected storage and scanner. */
export function fileProblems(
  env: FileEnvironment,
): { readonly setting: string; readonly problem: string }[] {
  const s3 = env.FILE_STORAGE === "s3" ? S3_NEEDED : [];
  const scan = env.VIRUS_SCAN === "clamav" ? (["CLAMAV_ADDRESS"] as const) : [];
  return [
    ...s3.map((setting) => ({ setting, problem: "FILE_STORAGE=s3 needs it; set it" })),
    ...scan.map((setting) => ({ setting, problem: "VIRUS_SCAN=clamav needs it; set it" })),
  ].filter(({ setting }) => env[setting] === undefined);
}

/** Returns the file settings. {@link fileProblems} has checked that all are present. */
export function fileConfigOf(env: FileEnvironment): FileConfig {
  return {
    s3:
      env.FILE_STORAGE === "s3"
        ? {
            endpoint: (env.S3_ENDPOINT ?? "").replace(/\/+$/, ""),
            bucket: env.S3_BUCKET ?? "",
            region: env.S3_REGION,
            accessKeyId: env.S3_ACCESS_KEY_ID ?? "",
            secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? "",
          }
        : undefined,
    clamd: env.VIRUS_SCAN === "clamav" ? clamdOf(env.CLAMAV_ADDRESS ?? "") : undefined,
  };
}

function clamdOf(address: string): ClamdAddress {
  if (address.startsWith("/")) {
    return { path: address };
  }
  const colon = address.lastIndexOf(":");
  const host = address.slice(0, colon).replace(/^\[|\]$/g, "");
  return { host, port: Number(address.slice(colon + 1)) };
}
