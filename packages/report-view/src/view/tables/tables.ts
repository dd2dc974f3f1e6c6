/** A report as facts and tables, whatever it contains. */
export interface Tables {
  /** Values that stand alone, by their names. */
  facts: Cell[];
  tables: Table[];
}

/** A list of a report, one row for each entry. */
interface Table {
  title: string;
  head: string[];
  rows: (Cell | undefined)[][];
}

/** A value with the name that says how it is written. */
export interface Cell {
  label: string;
  key: string;
  value: string | number | boolean | null;
}

type Values = Readonly<Record<string, unknown>>;

const WORDS: Readonly<Record<string, string>> = { aov: 'average order', cta: 'CTA', url: 'URL' };
/** Names that tell rows apart, the best first. */
const NAMES = ['name', 'campaign_name', 'title', 'label', 'date', 'id'];

/** Reads the data of a report: its values are facts, its lists are tables, and so are lists inside of lists. */
export function tablesOf(data: Values): Tables {
  return { facts: cellsOf(data), tables: listsOf(data).flatMap(([title, list]) => listTables(title, list)) };
}

function listTables(title: string, list: readonly Values[]): Table[] {
  const cells = list.map((entry) => named(cellsOf(entry)));
  const heads = new Map(cells.flat().map(({ key, label }) => [key, label]));
  const rows = cells.map((row) => [...heads.keys()].map((key) => row.find((cell) => cell.key === key)));
  const inside = list.flatMap((entry, index) => {
    const of = cells[index]?.[0]?.value ?? index + 1;
    return listsOf(entry).flatMap(([name, nested]) => listTables(`${name} of ${of}`, nested));
  });
  return [{ title, head: [...heads.values()], rows }, ...inside];
}

/** The values of an object, those of objects inside of it included. */
function cellsOf(values: Values, path: readonly string[] = []): Cell[] {
  return Object.entries(values).flatMap(([name, value]): Cell[] => {
    // Without a period before there are none.
    if (name === 'changes' && value === null) return [];
    const own = [...path, name];
    if (isScalar(value)) return [{ key: own.join('.'), label: labelOf(own), value }];
    if (Array.isArray(value)) {
      const isPlain = value.length > 0 && value.every(isScalar);
      return isPlain ? [{ key: own.join('.'), label: labelOf(own), value: value.join(', ') }] : [];
    }
    return isObject(value) ? cellsOf(value, own) : [];
  });
}

/** The lists of objects in an object, with their titles. */
function listsOf(values: Values): [string, readonly Values[]][] {
  return Object.entries(values).flatMap(([name, value]): [string, readonly Values[]][] => {
    if (Array.isArray(value)) {
      const entries = value.filter(isObject);
      return entries.length > 0 ? [[words(name), entries]] : [];
    }
    return isObject(value) ? listsOf(value) : [];
  });
}

/** With the name of the row first. */
function named(cells: readonly Cell[]): Cell[] {
  const name = NAMES.map((key) => cells.find((cell) => cell.key === key && cell.value !== null)).find(
    Boolean,
  );
  return name ? [name, ...cells.filter((cell) => cell !== name)] : [...cells];
}

/** The metrics of a row need no word for that they are metrics. */
function labelOf(path: readonly string[]): string {
  const said = path.filter((name) => name !== 'metrics' && name !== 'changes');
  const label = words(said.slice(-2).join('_') || (path.at(-1) ?? ''));
  return path.includes('changes') ? `${label}, change` : label;
}

/** The words of a name: `conversion_rate` is "Conversion rate". */
export function words(name: string): string {
  const text = name
    .split('_')
    .map((word) => WORDS[word] ?? word)
    .join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isScalar(value: unknown): value is Cell['value'] {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
