/** The names of websites for somebody who may know only some of them: those of others are counted. */
export function websiteNamesOf(
  ids: readonly number[],
  known: readonly { id: number; name: string }[],
): readonly string[] {
  const names = known.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const others = ids.length - names.length;
  return others === 0 ? names : [...names, `${others} that you do not see`];
}
