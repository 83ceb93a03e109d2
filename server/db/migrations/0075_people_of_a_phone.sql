-- How earlier servers ended the form of a second person of a phone.
delete from application_drafts where outcome ->> 'kind' = 'other';
