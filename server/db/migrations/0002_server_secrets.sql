-- Keys that all servers of one store share and nobody else has: what signs the addresses of images.
create table server_secrets (
  name text primary key,
  value text not null
);
