-- What people of an organisation wrote about a worker; the author's name stays when the account is gone.
create table worker_comments (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  worker_id bigint not null references workers (id),
  user_id bigint not null references users (id),
  author text not null,
  message text not null,
  created_at timestamptz not null
);
create index worker_comments_worker on worker_comments (organisation_id, worker_id, id desc);

-- For the question whether a worker is free at an hour.
create index appointments_worker_open on appointments (worker_id, start_at) where status in ('WAITING', 'ACTIVE');
