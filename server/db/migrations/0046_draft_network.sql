-- The address that began an application, whose count the proved phone takes back. It goes with the draft.
alter table application_drafts add column address text;
