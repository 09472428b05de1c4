/**
 * Puts a report under a pull request (GitHub) or merge request (GitLab): one comment, updated in place.
 *
 *     node scripts/comment.mjs comment.md
 *
 * The report's first line is what the comment is found by again. Needs GITHUB_TOKEN with pull-requests: write, or GITLAB_TOKEN with scope api.
 */
import { readFileSync } from "node:fs";

const { env } = process;

/** The API of the service that this runs on: where comments are listed and made, and how one is changed. */
const api = () => {
  if (env.GITHUB_REPOSITORY) {
    const issues = `${env.GITHUB_API_URL ?? "https://api.github.com"}/repos/${env.GITHUB_REPOSITORY}/issues`;
    return {
      list: `${issues}/${env.PULL_REQUEST}/comments`,
      one: (id) => `${issues}/comments/${id}`,
      change: "PATCH",
      headers: { authorization: `Bearer ${env.GITHUB_TOKEN}`, accept: "application/vnd.github+json" },
    };
  }
  const notes = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`;
  return { list: notes, one: (id) => `${notes}/${id}`, change: "PUT", headers: { "private-token": env.GITLAB_TOKEN } };
};

const { list, one, change, headers } = api();

const call = async (method, url, body) => {
  const response = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify({ body }) }),
  });
  if (!response.ok) throw new Error(`${method} ${url} was answered with ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return response.json();
};

/** The comment of an earlier run, on whatever page it is. */
const find = async (marker) => {
  for (let page = 1; ; page += 1) {
    const comments = await call("GET", `${list}?per_page=100&page=${page}`);
    const own = comments.find((comment) => comment.body.startsWith(marker));
    if (own !== undefined || comments.length < 100) return own;
  }
};

const text = readFileSync(process.argv[2] ?? "comment.md", "utf8");
const own = await find(text.split("\n")[0]);
await (own === undefined ? call("POST", list, text) : call(change, one(own.id), text));
process.stdout.write(own === undefined ? "commented\n" : "updated the comment\n");
