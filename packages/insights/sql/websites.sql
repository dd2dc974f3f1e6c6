-- Every website, or the one of $1.
select id
from websites
where $1::int is null or id = $1::int
order by id
