/** Progress that a person can follow: one line that is replaced on a terminal, a line now and then where there is none. */

/** Seconds between two lines where there is no terminal. */
const quietInterval = 15;

/**
 * @param {string} label what is being done
 * @returns {{ heard: (line: string) => void, end: (word: string) => void }} heard: the latest news of the work
 */
export const showProgress = (label) => {
  const started = Date.now();
  const elapsed = () => Math.round((Date.now() - started) / 1000);
  const live = process.stdout.isTTY === true;
  let latest = "";
  let printed = 0;
  const show = () => {
    if (live) {
      const line = `${label} ... ${elapsed()} s  ${latest}`;
      process.stdout.write(`\r\u001b[2K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`);
    } else if (elapsed() - printed >= quietInterval) {
      printed = elapsed();
      console.log(`  ${printed} s  ${latest}`.trimEnd());
    }
  };
  if (live) show();
  else console.log(`${label} ...`);
  const timer = setInterval(show, live ? 250 : 1000);
  return {
    heard: (line) => {
      latest = line;
    },
    end: (word) => {
      clearInterval(timer);
      if (live) process.stdout.write("\r\u001b[2K");
      console.log(`${live ? `${label}:` : " "} ${word} (${elapsed()} s)`);
    },
  };
};
