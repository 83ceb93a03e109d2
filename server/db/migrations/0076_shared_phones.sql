-- contract of 0075_people_of_a_phone.sql: servers without it give an applicant to any person who has the same phone
drop index workers_own_phone;
