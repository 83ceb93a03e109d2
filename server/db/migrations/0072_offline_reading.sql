-- Whether devices of staff keep the last day, to read without a network.
alter table organisation_settings add column offline_reading boolean not null default true;
