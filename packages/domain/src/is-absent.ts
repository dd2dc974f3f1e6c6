/** Whether a parameter was left out: null, "" and [] count as absent. */
export function isAbsent(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
