/** Reads that come in pages: until the service names no further one, or the same one again. */
import type { Answer } from "./types.ts";

type Paged = Pick<Answer<"getDocuments" | "getUserData">, "nextPageToken">;

/** @param read gets a page by its token, absent for the first one */
export async function* pages<Page extends Paged>(read: (pageToken?: string) => Promise<Page>): AsyncGenerator<Page> {
  const seen = new Set<string>();
  let token: string | undefined;
  do {
    const page = await read(token);
    yield page;
    token = page.nextPageToken;
    // A token that comes again would be followed forever.
    if (token !== undefined && seen.has(token)) return;
    if (token !== undefined) seen.add(token);
  } while (token !== undefined);
}
