import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One file that a how-to page adds or changes. */
export interface Step {
  file: string;
  apply(root: string): void;
}

/**
 * Reads the steps of a how-to page: `diff` blocks that begin with `--- path`, `ts` blocks that begin with a comment with
 * the path, and the changeset.
 */
export function readSteps(page: string): Step[] {
  return [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, language, body = '']) => {
    if (language === 'diff') return [diffStep(body)];
    if (language === 'text') return [newFile('.changeset/list-steps.md', body)];
    const [, file] = /^\/\/ (\S+)\n/.exec(body) ?? [];
    return language === 'ts' && file ? [newFile(file, body.replace(/^.*\n/, ''))] : [];
  });
}

function newFile(file: string, text: string): Step {
  return {
    file,
    apply(root) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    },
  };
}

/** Each hunk must fit at exactly one place of the file. */
function diffStep(body: string): Step {
  const [, file = '', hunks = ''] = /^--- (\S+)\n(.*)$/s.exec(body) ?? [];
  return {
    file,
    apply(root) {
      let text = readFileSync(join(root, file), 'utf8');
      for (const hunk of hunks.split(/^@@\n/m)) {
        const lines = hunk.split('\n').filter((line) => line !== '');
        const side = (mark: string) =>
          lines
            .filter((line) => line.startsWith(mark) || line.startsWith(' '))
            .map((line) => `${line.slice(1)}\n`)
            .join('');
        const before = side('-');
        if (text.split(before).length !== 2) throw new Error(`${file}: this does not fit once:\n${before}`);
        text = text.replace(before, () => side('+'));
      }
      writeFileSync(join(root, file), text);
    },
  };
}
