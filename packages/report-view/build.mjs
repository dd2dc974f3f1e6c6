/**
 * Bundles the view. For chats: one HTML file that loads nothing, dist/view.html. For the dashboard: dist/page.js and dist/page.css. For
 * other websites: dist/embed.js, which they load, and dist/frame.js, which the frame inside of them loads.
 * Runs after the compiler.
 */
import { analyzeMetafile, build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;

/**
 * What the bridge brings along and the view never runs: error texts in other languages, JSON Schema, a compiler that
 * the policy of the page forbids. Each export stays and says so if it is called after all.
 */
const LEFT_OUT =
  /zod\/v4\/(core\/(compile|json-schema-generator|json-schema-processors|to-json-schema)|classic\/from-json-schema)\.js$/;
const LANGUAGES = /zod\/v4\/locales\/index\.js$/;
/** The client of servers and its login. The view talks to its host, which has one. */
const CLIENT = /@modelcontextprotocol\/client\/dist\/(public-|index|shims)[^/]*\.mjs$/;

const onlyWhatRuns = {
  name: 'only-what-runs',
  setup({ onLoad, onResolve, resolve }) {
    onLoad({ filter: LEFT_OUT }, ({ path }) => ({ contents: leftOut(readFileSync(path, 'utf8')) }));
    onLoad({ filter: LANGUAGES }, () => ({ contents: "export { default as en } from './en.js';" }));
    onResolve({ filter: /^@modelcontextprotocol\/client|^\.\/(public-|shims)/ }, async (asked) => {
      if (asked.pluginData === onlyWhatRuns) return undefined;
      const { path, importer, kind, resolveDir } = asked;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: onlyWhatRuns });
      return CLIENT.test(found.path) ? { path: found.path, sideEffects: false } : undefined;
    });
  },
};

const chat = await bundle(['src/chat/main.ts', 'src/view/view.css']);
const script = chat.textOf('.js').replaceAll('</script', String.raw`<\/script`);
const style = chat.textOf('.css');
write('view.html', chatPage());

const page = await bundle(['src/page/main.ts', 'src/page/page.css']);
write('page.js', page.textOf('.js'));
write('page.css', page.textOf('.css'));

const frame = await bundle(['src/embed/main.ts']);
write('frame.js', frame.textOf('.js'));
// Not a module: pages may load it in any way, and it must know where it came from.
const element = await bundle(['src/embed/element.ts'], 'iife');
write('embed.js', element.textOf('.js'));

if (process.argv.includes('--sizes'))
  for (const { metafile } of [chat, page, frame, element])
    process.stdout.write(await analyzeMetafile(metafile));

async function bundle(entryPoints, format = 'esm') {
  const { outputFiles, metafile } = await build({
    entryPoints,
    absWorkingDir: folder,
    outdir: 'dist',
    bundle: true,
    minify: true,
    format,
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    metafile: true,
    write: false,
    plugins: [onlyWhatRuns],
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  return { textOf, metafile };
}

function write(name, text) {
  writeFileSync(join(folder, 'dist', name), text);
}

/** The policy allows exactly this script and this style, whatever the chat application allows besides. */
function chatPage() {
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Funnel reports</title>
<style>${style}</style>
</head>
<body>
<main id="view"></main>
<script type="module">${script}</script>
</body>
</html>
`;
}

function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The same exports without their code. Methods that zod creates in advance fail only when they are called. */
function leftOut(source) {
  const names = [...source.matchAll(/^export (?:const|class|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)];
  const exported = names.map(([, name, alias]) => alias ?? name);
  const stub = (name) => (name.startsWith('create') ? 'later' : 'leftOut');
  return `
    function leftOut() { throw new Error('Left out of the view'); }
    function later() { return leftOut; }
    export { ${exported.map((name) => `${stub(name)} as ${name}`).join(', ')} };`;
}
