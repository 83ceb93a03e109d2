-- Several people may share a phone; each of them is a worker of their own in each organisation.
drop index workers_own_phone;

-- How earlier servers ended the form of a second person.
delete from application_drafts where outcome ->> 'kind' = 'other';
