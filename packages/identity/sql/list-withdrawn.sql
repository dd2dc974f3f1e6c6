-- Members whom their company does not confirm any more. Who has another identity there that it confirms is none of them. $1 accounts, or null
-- for all; $2 a person, or null for all; $3 for how many days they stay. `endsAt`: when they leave, null while the login of the account does not work, because nobody can
-- come back by it. `stays`: they never leave so, because they can sign in otherwise, or because no other owner could sign in.
select distinct on (i.account_id, person.email)
  i.user_id as "userId", i.account_id as "accountId", person.email, i.withdrawn_why as why, i.withdrawn_at as "withdrawnAt",
  i.owners_told_at as "ownersToldAt",
  case
    when login.domain_verified_at is not null
      then greatest(i.withdrawn_at, login.domain_verified_at) + make_interval(days => $3::int)
  end as "endsAt",
  person.has_password
  or exists (select from second_factors as f where f.user_id = i.user_id and f.kind = 'passkey')
  or member.role = 'owner' and not exists (
    select from account_members as other
    join users as owner on owner.id = other.user_id
    where other.account_id = i.account_id and other.role = 'owner' and other.user_id <> i.user_id
      and (
        owner.has_password
        or exists (select from second_factors as f where f.user_id = owner.id and f.kind = 'passkey')
        or exists (
          select from company_identities as theirs
          where theirs.user_id = owner.id and theirs.account_id = i.account_id and theirs.withdrawn_at is null
        )
      )
  ) as stays
from company_identities as i
join company_logins as login on login.account_id = i.account_id
join account_members as member on member.account_id = i.account_id and member.user_id = i.user_id
join users as person on person.id = i.user_id
where
  i.withdrawn_at is not null
  and ($1::int[] is null or i.account_id = any ($1::int[]))
  and ($2::int is null or i.user_id = $2::int)
  and not exists (
    select from company_identities as other
    where other.user_id = i.user_id and other.account_id = i.account_id and other.withdrawn_at is null
  )
-- Somebody who was confirmed by one login after the other: the last word counts.
order by i.account_id, person.email, i.withdrawn_at desc
