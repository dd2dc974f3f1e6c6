-- Forgets events recorded more than 35 days ago.
delete from event_ledger where recorded_on < current_date - 35
