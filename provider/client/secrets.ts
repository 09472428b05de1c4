/** Keeps this client's secrets out of everything that is shown: a service or a proxy may echo what it was sent. */
import { redact, redacted } from "../../schema/service/index.ts";
import type { Settings } from "./options.ts";

export interface Secrets {
  /** The text with every secret replaced. */
  text(value: string): string;
  /** A copy of any JSON value: secret members replaced, and secrets inside of other texts too. */
  json(value: unknown): unknown;
}

/** Shorter ones would garble ordinary words, and protect nothing. */
const shortest = 4;

const inHtml: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** As it is, and as it stands in JSON, in an address and in a page. */
const spellings = (secret: string): string[] => {
  const page = secret.replace(/[&<>"']/g, (character) => inHtml[character] ?? character);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    page,
    page.replaceAll("&#39;", "&#x27;"),
    page.replaceAll("&quot;", "&#34;"),
  ];
};

export const secretsOf = ({ apiKey, authToken, gateway }: Settings): Secrets => {
  const login = gateway?.replace("Basic ", "");
  const password =
    login === undefined
      ? undefined
      : Buffer.from(login, "base64")
          .toString()
          .replace(/^[^:]*:/, "");
  const secrets = [apiKey, authToken, login, password].filter((value) => value !== undefined && value.length >= shortest);
  const hidden = [...new Set(secrets.flatMap((value) => (value === undefined ? [] : spellings(value))))]
    // The longest first: a secret that contains another one is replaced as a whole.
    .toSorted((one, other) => other.length - one.length);

  const text = (value: string): string => hidden.reduce((shown, secret) => shown.replaceAll(secret, redacted), value);
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), walk(member)]));
  };
  return { text, json: (value) => walk(redact(value)) };
};
