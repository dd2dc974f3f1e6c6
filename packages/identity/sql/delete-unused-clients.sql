-- Deletes registered clients that were not used since $1 and have no grant: introspection needs the client of a token.
delete from authorization_records as client
where
  client.model = 'Client'
  and coalesce(client.last_used_at, client.created_at) < $1::text::timestamptz
  and not exists (
    select from authorization_records as held
    where held.model in ('Grant', 'Interaction', 'AuthorizationCode')
      and coalesce(held.payload ->> 'clientId', held.payload -> 'params' ->> 'client_id') = client.payload ->> 'client_id'
  )
returning client.model
