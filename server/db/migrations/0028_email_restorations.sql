-- Links back to the email that an account had, mailed to that address; only the SHA-256 of a code is here. While a link
-- serves, no other account can take the address.
create table email_restorations (
  code_hash bytea primary key,
  user_id bigint not null references users (id),
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_restorations_user on email_restorations (user_id);
create index email_restorations_email on email_restorations (lower(email collate "C"));
create index email_restorations_expiry on email_restorations (expires_at);
