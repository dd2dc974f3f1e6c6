/** By hand, after `tsc -b`: what the sketches of one large report cost, and the key of one event; best and median. */
import { estimateUnion, Sketch, visitorKey, VisitorSecrets } from '../dist/index.js';

const tokens = Array.from({ length: 200_000 }, () => crypto.randomUUID());
const keys = Int32Array.from(tokens, visitorKey);
const between = (low, high) => low + Math.floor(Math.random() * (high - low));

const encodings = (count, entries) =>
  Array.from({ length: count }, () => {
    const size = between(entries * 0.8, entries * 1.2);
    const from = between(0, keys.length - size);
    return Sketch.of(keys.subarray(from, from + size)).encode();
  });
const sparseGroups = Array.from({ length: 800 }, () => Buffer.concat(encodings(12, 100)));
const dense = Buffer.concat(encodings(45, 50_000));
const day = keys.subarray(0, 100);
const stored = Sketch.of(keys.subarray(1_000, 2_000)).encode();

const report = (name, unit, run) => {
  const times = Array.from({ length: 50 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  process.stdout.write(`${name.padEnd(64)} ${unit(times[0]).padStart(16)} ${unit(times[25]).padStart(16)}\n`);
};
const ms = (time) => `${time.toFixed(2)} ms`;
const perSecond = (count) => (time) => `${Math.round((count / time) * 1_000).toLocaleString('en')} /s`;

report('union and estimate, 9,600 sparse of ~100 in 800 groups', ms, () => {
  for (const group of sparseGroups) estimateUnion([group], group.length);
});
report(`union and estimate, 45 dense (${dense.length} bytes)`, ms, () =>
  estimateUnion([dense], dense.length),
);
report('decode, add 100, encode: a sketch of 1,000, a hundred times', ms, () => {
  for (let times = 0; times < 100; times++) {
    const sketch = Sketch.decode(stored);
    sketch.add(day);
    sketch.encode();
  }
});
const secrets = new VisitorSecrets(['a secret']);
report('visitorKey', perSecond(tokens.length), () => tokens.forEach(visitorKey));
report('visitorKey with a secret', perSecond(tokens.length), () =>
  tokens.forEach((token) => secrets.keyOf(token, secrets.names[0])),
);
