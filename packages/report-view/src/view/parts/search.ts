import { el } from '../browser/html.ts';

/** A table, and a field that leaves only the rows whose name contains what is typed. */
export function searched(table: HTMLElement, label: string): Node[] {
  const found = el('span', { class: 'detail', role: 'status' });
  const field = el('input', {
    type: 'search',
    placeholder: label,
    'aria-label': label,
    input: () => {
      const wanted = field.value.trim().toLocaleLowerCase();
      const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')];
      for (const row of rows)
        row.hidden = !(row.querySelector('th')?.textContent ?? '').toLocaleLowerCase().includes(wanted);
      const shown = rows.filter(({ hidden }) => !hidden).length;
      found.textContent = wanted === '' ? '' : `${shown} of ${rows.length}`;
    },
  });
  return [el('p', { class: 'search' }, field, ' ', found), table];
}
