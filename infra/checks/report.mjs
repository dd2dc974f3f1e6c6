/** Ends a check: with what is wrong, a line each, or with what is right. */
export function report(problems, success) {
  if (problems.length === 0) return console.log(success);
  console.error([...new Set(problems)].join('\n'));
  process.exit(1);
}
