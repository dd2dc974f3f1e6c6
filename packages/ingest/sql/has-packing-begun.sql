-- Whether anything may be packed: for a week after an update, the version before must be able to read everything.
select begins_on <= now()::date as has_begun from packing
