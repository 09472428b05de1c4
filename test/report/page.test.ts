/** The HTML report in a real browser. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import chromium from "@sparticuz/chromium";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildReport, readRun, renderers } from "../../workspace/report/index.ts";
import { temporaryDirectory } from "../cli/run.ts";
import { everyChange } from "./every-change.ts";

let browser: Browser;
beforeAll(async () => {
  // A browser of one's own can be named; the package's stands for it everywhere else.
  const executablePath = process.env["CHROME_PATH"] ?? (await chromium.executablePath());
  browser = await puppeteer.launch({ executablePath, args: chromium.args, headless: "shell" });
});
afterAll(() => browser.close());

const screens = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844, isMobile: true, hasTouch: true } } as const;

const open = async (screen: keyof typeof screens) => {
  const file = join(temporaryDirectory(), "report.html");
  writeFileSync(file, renderers.html(await buildReport(readRun(everyChange()))));
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => problems.push(message.text()));
  page.on("request", (request) => {
    if (request.url() !== pathToFileURL(file).href) problems.push(request.url());
  });
  await page.setViewport(screens[screen]);
  await page.goto(pathToFileURL(file).href);
  return { page, problems };
};

/** The users of the rows that can be seen. */
const visibleUsers = (page: Page): Promise<string[]> =>
  page.$$eval("tr[data-change]", (rows) =>
    rows.flatMap((row) => (row.getBoundingClientRect().height > 0 ? [row.querySelector("code")?.textContent ?? ""] : [])),
  );

it.each(["desktop", "phone"] as const)("%s: everything fits the width, nothing is loaded, nothing goes wrong", async (screen) => {
  const { page, problems } = await open(screen);
  const [content, window] = (await page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")) as [number, number];
  expect(content).toBeLessThanOrEqual(window);
  expect(await visibleUsers(page)).toContain("linus.park");
  expect(await page.$eval("output", ({ textContent }) => textContent)).toMatch(/^(\d+) of \1 shown$/);
  // What a file's author wrote is text, not markup.
  expect(await page.$$("td b")).toEqual([]);
  expect(problems).toEqual([]);
  await page.close();
});

it.each(["desktop", "phone"] as const)("%s: searched and filtered", async (screen) => {
  const { page } = await open(screen);
  const all = await visibleUsers(page);
  await page.type("input[type=search]", "LOGOS marks kay");
  expect(await visibleUsers(page)).toEqual(["kay"]);
  await page.$eval("input[type=search]", (input) => (input.value = ""));
  await page.click("input[value=gains]");
  expect(await visibleUsers(page)).toEqual(
    all
      .filter((user) => !["linus.park", "new", "ada"].includes(user) || user === "ada")
      .filter((user, index) => user !== "ada" || index === 0),
  );
  await page.click("input[name=last]");
  expect(await visibleUsers(page)).toEqual(["linus", "mallory"]);
  await page.select("select", "hooli");
  expect(await visibleUsers(page)).toEqual([]);
  await page.click("input[name=last]");
  await page.click("input[value=gains]");
  expect(await visibleUsers(page)).toEqual(["ada"]);
  expect(await page.$eval("output", ({ textContent }) => textContent)).toMatch(/^1 of \d+ shown$/);
  await page.close();
});
