-- Those of the websites that exist. $1 websites.
select id from websites where id = any ($1::int[])
