-- Those of the websites that exist, with their currencies. $1 websites.
select id, currency from websites where id = any ($1::int[])
