-- Several people may share a phone; each of them is a worker of their own in each organisation.
drop index workers_own_phone;
create index workers_own_phone on workers (country_code, phone) where external_id like 'web:%';
