/** A subject's id is its parent's with its own position behind it, so that an id says where it stands. */
export function childId(parentId: number, index: number): number {
  return parentId * 10 + index + 1;
}
