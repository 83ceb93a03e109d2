-- The provider's own form, which takes the money by itself, and what the provider asks about the buyer.
alter table payments
  add column opens_form boolean not null default false,
  add column buyer_ip text,
  -- A form that is still open somewhere may take money for a payment that is over here: it is watched until it is closed.
  add column watched_at timestamptz,
  add column form_closed_at timestamptz;
create index payments_watched on payments (changed_at) where opens_form and state = 'failed' and form_closed_at is null;
