/** The ids of a website are in so many slices. Each day one of them is packed: rewriting all at once would double their space. */
export const SLICES = 7;

/** SQL for the slice of an id, by its last byte: that is random in every version of UUID in use. */
export function sliceOf(eventId: string): string {
  return `get_byte(uuid_send(${eventId}), 15) % ${SLICES}`;
}
