/** The load: a closed loop over a fixed number of connections, which sends the next request when an answer is there. */
import { Pool } from "undici";
import type { Request } from "./requests.ts";

const headers = {
  "content-type": "application/json",
  "x-svc-api-key": "collab-dev-key",
  "x-svc-auth-token": "collab-dev-token",
};

export interface Load {
  /** Sends `make(0)`, `make(1)`, … for some seconds; answers a second. */
  rate(make: (index: number) => Request, seconds: number): Promise<number>;
  /** Sends all of these; the seconds until the last answer. */
  duration(requests: readonly Request[]): Promise<number>;
  close(): Promise<void>;
}

export const createLoad = (url: string, connections: number): Load => {
  const pool = new Pool(url, { connections });
  const send = async ({ path, body }: Request): Promise<void> => {
    const response = await pool.request({ path, method: "POST", headers, body });
    const text = await response.body.text();
    if (response.statusCode !== 200 || text.includes('"success":false'))
      throw new Error(`${path}: ${response.statusCode} ${text.slice(0, 300)}`);
  };
  /** Each connection takes the next request until there is none. */
  const drain = async (next: () => Request | undefined): Promise<void> => {
    const worker = async (): Promise<void> => {
      for (let request = next(); request !== undefined; request = next()) await send(request);
    };
    await Promise.all(Array.from({ length: connections }, worker));
  };
  return {
    rate: async (make, seconds) => {
      const start = performance.now();
      const end = start + seconds * 1000;
      let sent = 0;
      await drain(() => (performance.now() < end ? make(sent++) : undefined));
      return (sent * 1000) / (performance.now() - start);
    },
    duration: async (requests) => {
      const start = performance.now();
      let sent = 0;
      await drain(() => requests[sent++]);
      return (performance.now() - start) / 1000;
    },
    close: () => pool.close(),
  };
};
