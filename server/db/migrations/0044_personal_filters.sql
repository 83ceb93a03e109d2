-- Whether applications can be filtered by age, gender and military service.
alter table organisation_settings add column personal_filters boolean not null default true;
