/** The ids of a website are in so many slices. Each day one of them is packed: rewriting all at once would double their space. */
export const SLICES = 7;

/** SQL for the slice of an id, by its last byte: that is random in every version of UUID in use. */
export function sliceOf(eventId: string): string {
  return `get_byte(uuid_send(${eventId}), 15) % ${SLICES}`;
}

/** SQL for whether an id is packed: its ids are in order, so that `width_bucket` finds a place in a few steps. */
export function isPacked(website: string, eventId: string): string {
  return `exists (
    select from (
      select p.event_ids
      from packed_event_ids p
      where p.website_id = ${website} and p.slice = ${sliceOf(eventId)} and p.first_id <= ${eventId}
      order by p.first_id desc limit 1
    ) as packed
    where packed.event_ids[width_bucket(${eventId}, packed.event_ids)] = ${eventId}
  )`;
}

/**
 * SQL that enters ids into the ledger and returns those that were new: neither packed nor in the ledger. `asked` names a relation with
 * `website_id` and `event_id`. All enter ids in this order, that of the key, so that two writers cannot deadlock.
 */
export function claimNew(asked: string, website = 'a.website_id'): string {
  return `insert into event_ledger (website_id, event_id)
    select a.website_id, a.event_id
    from ${asked} a
    where not ${isPacked(website, 'a.event_id')}
    order by a.website_id, a.event_id
    on conflict do nothing
    returning website_id, event_id`;
}
