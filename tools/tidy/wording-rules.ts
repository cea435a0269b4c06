import type { Finding, Rule } from "./rule.ts";
import type { SourceFile } from "./source-files.ts";

/** A wording that the style check rejects. */
export interface Wording {
  /** The rejected words as a regular expression; a space also matches a line break. */
  readonly refused: string;
  /** What to write instead. */
  readonly instead: string;
  /** A text that contains the wording, so that a pattern that matches nothing is detected. */
  readonly example: string;
}

/** Word-for-word translations whose meaning a native speaker would have to guess. */
export const TRANSLATED_PHRASES: readonly Wording[] = [
  { refused: "told from", instead: "distinguished from", example: "a 404 is told from an error" },
  { refused: "gone by", instead: "followed, in force", example: "the limits that are gone by" },
  {
    refused: "sp(?:eaks?|oke) against",
    instead: "prevents, contradicts",
    example: "a batch that nothing speaks against",
  },
  { refused: "look-ups?", instead: "lookup, read", example: "look-ups are planned once" },
  {
    refused: "(?:quick|full) collections?",
    instead: "minor GC, major GC",
    example: "a quick collection kept it",
  },
  { refused: "in turns", instead: "in interleaved runs", example: "rounds in turns" },
  { refused: "for ever", instead: "permanently", example: "its id is kept for\n * ever" },
  { refused: "anew", instead: "again", example: "the payment is judged anew" },
  {
    refused: "who(?:m|so)?ever",
    instead: "name the person: the caller, an operator, anybody who",
    example: "whoever asks next",
  },
  {
    refused: "beside",
    instead: "next to (place), in addition to",
    example: "a hold beside a decline",
  },
  { refused: "as ever", instead: "as before", example: "credited as ever" },
  {
    refused: "put(?:s|ting)? right",
    instead: "correct",
    example: "money could be put right by nobody",
  },
  {
    refused: "at the latest",
    instead: "within, at most, no later than",
    example: "after five seconds at the latest",
  },
  {
    refused: "(?:is|are|was|were) good for",
    instead: "is valid for",
    example: "a code is good for one try",
  },
  {
    refused: "(?:its|their|his|her|your|(?:owner|customer)['’]s) word",
    instead: "approval, response",
    example: "a payment waits for its owner's word",
  },
  { refused: "the books", instead: "the ledger", example: "the books hold" },
  {
    refused: "(?:is|are|was|were|be|been) told",
    instead: "is notified, learns, receives; or name who says it",
    example: "the customer is told by mail",
  },
  {
    refused: "ask(?:s|ed|ing)? again",
    instead: "retries, queries again",
    example: "every tab asks again",
  },
  { refused: "hears", instead: "receives, is notified", example: "until Stripe hears it" },
  { refused: "tells? of", instead: "reports", example: "an issuer tells of payments" },
  { refused: "to be had", instead: "available", example: "a new one is to be had" },
  { refused: "unasked", instead: "unauthorized (a force post)", example: "an unasked clearing" },
  { refused: "dearer", instead: "more expensive", example: "a subscription that gets dearer" },
  { refused: "lapse[sd]?", instead: "expires", example: "until the hold lapses" },
  {
    refused: "(?:gives?|gave|giving) back",
    instead: "returns, releases",
    example: "a reversal gives back what it counted",
  },
  {
    refused: "stands? (?:at|under|where|in(?! the way))",
    instead: "is in, is listed in",
    example: "the thresholds stand in one file",
  },
  { refused: "go(?:es)? by", instead: "follows, uses", example: "every server goes by a change" },
  { refused: "comes? twice", instead: "is a duplicate", example: "a message that comes twice" },
  { refused: "says? no", instead: "declines, refuses", example: "where the issuer says no" },
  {
    refused: "(?:is|are|was|were|holds?|works?) no more",
    instead: "no longer",
    example: "a key that is no more in the file",
  },
  { refused: "lets? go of", instead: "releases", example: "until it lets go of the lock" },
];

/** The API and the industry use American spelling (`authorizationId`). */
export const BRITISH_SPELLINGS: readonly Wording[] = [
  { refused: "\\w*programmes?", instead: "program", example: "the card programme" },
  { refused: "\\w*practis(?:e|es|ed|ing)", instead: "practice", example: "customers practised" },
  {
    refused:
      "\\w*(?:author|recogn|organ|sanit|normal|serial|summar|synchron|optim|minim|maxim|custom|final|initial|apolog|item|util|real|priorit|local|capital|standard|general|special|visual|memor|categor)is(?:e|es|ed|er|ers|ing|ation|ations)",
    instead: "-ize, -ization",
    example: "authorisations and sanitised text",
  },
  {
    refused: "\\w*(?:behavi|col|hon|fav|neighb|harb|lab|rum|endeav)our\\w*",
    instead: "-or",
    example: "colours of the theme",
  },
  {
    refused: "(?:cancel|label|model|travel|signal|level|total)l(?:ed|ing)",
    instead: "one l: canceled, labeled",
    example: "a cancelled deposit",
  },
  { refused: "catalogues?", instead: "catalog", example: "the error catalogue" },
  { refused: "centres?", instead: "center", example: "the help centre" },
  { refused: "cheques?", instead: "check", example: "a cheque" },
  { refused: "licences?", instead: "license", example: "a licence" },
  { refused: "(?:en|ful)?(?:enrol|fulfil|instal)(?:s|ment)?", instead: "-ll", example: "fulfil" },
  { refused: "analys(?:e|es|ed|ing)", instead: "analyze", example: "autovacuum analysed it" },
  { refused: "defences?|offences?", instead: "defense, offense", example: "a second defence" },
  { refused: "grey", instead: "gray", example: "a grey bar" },
  { refused: "whilst|amongst", instead: "while, among", example: "whilst it waits" },
];

/**
 * Names that keep a rejected spelling, because rows, clients or links contain them. They are
 * allowed as names only; prose uses the other word.
 */
export const KEPT_NAMES: readonly { readonly name: string; readonly because: string }[] = [
  { name: "cancelled", because: "the status that the API returns and the database stores" },
  { name: "programme", because: "a path of the API and the console, and a column's value" },
  { name: "authorisation", because: "a stored measure, message key and simulator step" },
  { name: "authorisations", because: "a field of the dashboard's response" },
  { name: "authorised", because: "a field of the responses about holds" },
  { name: "lapsed", because: "a field of the response about a card's holds" },
  { name: "lapse", because: "a stored step of a simulator scenario" },
  { name: "stripe_authorisation", because: "a table" },
  { name: "enrol", because: "the stored purpose of a passkey's challenge" },
];

/** Matches the gap between two words: spaces, or a line break with a comment marker. */
const GAP = "(?:[\\s*]|//|--|#)+";

/** Returns a rule that rejects each of `wordings` in a file's prose and comments. */
function wordingRule(name: string, wordings: readonly Wording[]): Rule {
  const patterns = wordings.map(({ refused, instead }) => ({
    instead,
    pattern: new RegExp(`(?<![\\w-])(?:${refused.replaceAll(" ", GAP)})(?![\\w-])`, "gi"),
  }));
  return {
    name,
    check: (file) => {
      const text = readableText(file);
      return patterns.flatMap(({ pattern, instead }) =>
        [...text.matchAll(pattern)].map(
          ({ 0: found, index }): Finding => ({
            line: text.slice(0, index).split("\n").length,
            message: `"${found.replace(new RegExp(GAP, "g"), " ")}": write ${instead}.`,
          }),
        ),
      );
    },
  };
}

const KEPT = KEPT_NAMES.map(({ name }) => name).join("|");
/**
 * Matches a kept name where it can only be a name: quoted or between slashes, after a dot, before a
 * colon, or with an underscore.
 */
const KEPT_NAME = new RegExp(
  [
    `(?<=["'\`/.])(?:${KEPT})(?=["'\`/?:])`,
    `(?<=[\\w)]\\.)(?:${KEPT})\\b`,
    `(?<![\\w-])(?:${KEPT})(?=\\??: )`,
    "stripe_authorisation",
  ].join("|"),
  "g",
);

const blank = (code: string) => code.replace(/[^\n]/g, " ");

/**
 * Returns the prose of a file: a document without its code, link targets and test names, a message
 * catalog without its contexts and variables, a help article without the search terms that people
 * may type, and a source file without the names it cannot choose.
 */
function readableText({ path, text }: SourceFile): string {
  if (path.endsWith(".md")) {
    return text
      .replace(/^```[\s\S]*?^```$/gm, blank)
      .replace(/`[^`]*`/g, blank)
      .replace(/\]\([^)]*\)/g, blank)
      .replace(/ › [^|\n]*?(?=<br>|\|)/g, blank);
  }
  if (path.endsWith(".po")) {
    return text.replace(/^(?:msgctxt|#).*$/gm, blank).replace(/\{\w+/g, blank);
  }
  if (path.endsWith(".json")) {
    return text.replace(/^ *"words": .*$/gm, blank);
  }
  return text.replace(KEPT_NAME, blank);
}

export const wordingRules: readonly Rule[] = [
  wordingRule("translated-phrase", TRANSLATED_PHRASES),
  wordingRule("british-spelling", BRITISH_SPELLINGS),
];
