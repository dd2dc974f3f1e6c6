/** Prints the notes of a release: its section of CHANGELOG.md. `node infra/deploy/release/notes.mjs 1.2.3` */
import { readFileSync } from 'node:fs';

const [version] = process.argv.slice(2);
const { version: current } = JSON.parse(readFileSync('package.json', 'utf8'));
if (version !== current) fail(`The release is ${version}, but package.json has version ${current}.`);
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## )/m);
const section = sections.find((text) => text.startsWith(`## ${version}\n`));
if (!section) fail(`CHANGELOG.md has no section ${version}: run npm run -s release first.`);
process.stdout.write(`${section.slice(section.indexOf('\n')).trim()}\n`);

function fail(message) {
  console.error(message);
  process.exit(1);
}
